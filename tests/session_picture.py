"""Draws a session in a real terminal of 80 columns: `make picture` writes docs/session.svg.

The program runs in a pseudo-terminal, on a sound server, a screen and a web of its own; the first
request is spoken into its microphone, the others are typed. What the terminal shows is the picture.
"""

from __future__ import annotations

import os
import pty
import re
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import pyte
from bench.desktop import Desktop
from bench.process import clean_environment, wait_until
from bench.sound import SoundServer
from bench.voices import speak
from bench.web import WebSite
from rich.console import Console
from rich.text import Text

from jarvis_voice.core.paths import find_paths

COLUMNS, ROWS = 80, 60
SPOKEN = "Hey Jarvis, open M I T's website."
TYPED = (
    ("what is 17 percent of 240", "40.8"),
    ("set a timer for ten minutes", "10 minutes"),
    ("how many days until Christmas", "until Christmas."),
)
"""What is typed, and what the answer holds."""

LOAD_SECONDS = 120.0
TEMPLATE = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace;
font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""Rich's picture without the font that it would fetch from the network."""


class _AnsweringScreen(pyte.Screen):
    """A screen that answers what a program asks it, such as where the cursor is."""

    def __init__(self, answer: Callable[[str], None]) -> None:
        super().__init__(COLUMNS, ROWS)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        """Send an answer to the program."""
        self._answer(data)


class TerminalSession:
    """A program in a pseudo-terminal, and what that shows.

    Args:
        argv: The program with its arguments.
        env: Its whole environment.
    """

    def __init__(self, argv: list[str], env: dict[str, str]) -> None:
        self._lock = threading.Lock()
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.execvpe(argv[0], argv, env)
        self.screen = _AnsweringScreen(self._answer)
        self._stream = pyte.ByteStream(self.screen)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def text(self) -> str:
        """What stands on the screen."""
        with self._lock:
            return "\n".join(line.rstrip() for line in self.screen.display)

    def wait_for(self, words: str, seconds: float = 60.0) -> None:
        """Return when the screen holds the words."""
        wait_until(lambda: words in self.text, f"the terminal shows {words!r}", seconds)

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        os.write(self._terminal, f"{line}\r".encode())

    def end(self) -> None:
        """Wait for the program, and read what it wrote last."""
        os.waitpid(self.pid, 0)
        self._reader.join(timeout=5.0)

    def _answer(self, data: str) -> None:
        os.write(self._terminal, data.encode())

    def _read(self) -> None:
        while True:
            try:
                chunk = os.read(self._terminal, 65_536)
            except OSError:  # the program has ended
                return
            if not chunk:
                return
            with self._lock:
                self._stream.feed(chunk)


def main(picture: Path) -> None:
    """Run the session and write the picture."""
    with tempfile.TemporaryDirectory(prefix="jarvis-picture-") as name, WebSite() as site:
        folder = Path(name)
        with SoundServer(folder) as sound, Desktop(folder, site) as desktop:
            own = {"JARVIS_HOME": str(folder / "home"), "JARVIS_MODELS": str(find_paths().models)}
            terminal = {"TERM": "xterm-256color", "COLORTERM": "", "LANG": "C.UTF-8"}
            env = clean_environment() | sound.env | desktop.env | own | terminal
            size = {"COLUMNS": str(COLUMNS), "LINES": str(ROWS)}
            sound.noise_floor()
            session = TerminalSession([sys.executable, "-m", "jarvis_voice", "run"], env | size)
            session.wait_for("is ready", LOAD_SECONDS)
            sound.play(speak(SPOKEN, "slt", folder / "spoken.wav"))
            session.wait_for("I have asked your browser for MIT's website.")
            for line, answer in TYPED:
                session.type(line)
                session.wait_for(answer)
            session.type("exit")
            session.end()
    draw(session.screen, picture)


def draw(screen: pyte.Screen, picture: Path) -> None:
    """Write what stands on a screen as an SVG."""
    lines = [line_of(screen, row) for row in range(screen.lines)]
    while lines and not lines[-1].plain.strip():
        lines.pop()
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=COLUMNS, file=nowhere, force_terminal=True)
        for line in lines:
            console.print(line, no_wrap=True, overflow="crop")
        svg = console.export_svg(title="jarvis run", code_format=TEMPLATE, unique_id="session")
    picture.write_text(re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE), encoding="utf-8")


def line_of(screen: pyte.Screen, row: int) -> Text:
    """A row of the screen with its colours."""
    text = Text()
    for column in range(screen.columns):
        cell = screen.buffer[row][column]
        colour = "" if cell.fg == "default" else colour_of(cell.fg)
        text.append(cell.data, f"{'bold ' if cell.bold else ''}{colour}".strip())
    text.rstrip()
    return text


def colour_of(name: str) -> str:
    """A colour of the terminal as Rich names it."""
    return f"#{name}" if re.fullmatch(r"[0-9a-f]{6}", name) else name.replace("brown", "yellow")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
