"""Runs typed lines as turns, from a terminal (with history and editing) or from a pipe.

Invariant: `reset`, `exit` and `/help` are obeyed here; every other line is a turn. However much is
piped in, a few blocks of it are held at a time.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, suppress
from datetime import datetime
from pathlib import Path

from jarvis_voice.core.file_kind import no_file
from jarvis_voice.core.paths import ensure
from jarvis_voice.core.ports import Conversation
from jarvis_voice.core.turn_text import FILE_MARK, LINE_CHARACTERS
from jarvis_voice.doors.terminal.prompt_help import HELP, help_lines, offers

PROMPT = "› "
LEAVE = "exit"
BLOCK_BYTES = 64 * 1024
BLOCKS_AHEAD = 4
"""Blocks that may wait for their turns; then the reading thread waits, and with it the writer."""

LINE_BYTES = 64 * 1024
"""Where a line of a pipe is cut; its rest is dropped."""


async def piped_lines(file_descriptor: int) -> AsyncGenerator[str]:
    """Lines of a pipe or a file, UTF-8, read on a thread of their own that dies with the program.

    It reads the bare descriptor: a thread that waits inside Python's stdin object would hold its
    lock, which ends the interpreter with a fatal error.
    """
    loop = asyncio.get_running_loop()
    blocks: asyncio.Queue[bytes] = asyncio.Queue()
    room = threading.Semaphore(BLOCKS_AHEAD)

    def read() -> None:
        while True:
            try:
                block = os.read(file_descriptor, BLOCK_BYTES)
            except OSError:
                block = b""
            room.acquire()
            try:
                loop.call_soon_threadsafe(blocks.put_nowait, block)
            except RuntimeError:
                return  # the loop was closed while we waited for a line
            if not block:
                return

    threading.Thread(target=read, name="stdin", daemon=True).start()
    cut = LineCut()
    while block := await blocks.get():
        for line in cut.feed(block):
            yield _text(line)
        room.release()
    if cut.rest:
        yield _text(cut.rest)


class LineCut:
    """Cuts blocks of bytes into lines of at most `LINE_BYTES`.

    Attributes:
        rest: The beginning of the line that has not ended yet.
    """

    def __init__(self) -> None:
        self.rest = b""

    def feed(self, block: bytes) -> Iterator[bytes]:
        """The lines that end in this block."""
        *ended, last = block.split(b"\n")
        for line in ended:
            yield self._joined(line)
            self.rest = b""
        self.rest = self._joined(last)

    def _joined(self, more: bytes) -> bytes:
        return self.rest + more[: LINE_BYTES - len(self.rest)]


def _text(line: bytes) -> str:
    return line.decode(errors="replace").lstrip(FILE_MARK).rstrip("\r")


async def terminal_lines(history: Path, on_talk_key: Callable[[], None]) -> AsyncGenerator[str]:
    """Lines typed at a terminal, until Ctrl-D.

    Arrow keys recall earlier ones, Tab offers what can be typed, Ctrl-T toggles push-to-talk and
    Ctrl-Z suspends the program.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import FileHistory, History, InMemoryHistory
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.patch_stdout import patch_stdout

    keys = KeyBindings()
    keys.add("c-t")(lambda _: on_talk_key())

    class Lines(FileHistory):
        def store_string(self, string: str) -> None:
            with suppress(OSError):  # a full disk: a line less to recall, never a lost turn
                super().store_string(string)

    class Offers(Completer):
        def get_completions(self, document: Document, _: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor
            for text, why in offers(typed):
                yield Completion(text, start_position=-len(typed), display_meta=why)

    lines: History = InMemoryHistory()
    with suppress(OSError):  # a folder that may not be written: recalled until the program ends
        ensure(history.parent)
        if not no_file(history):  # a named pipe would be waited for, a device has no end
            history.touch(mode=0o600)
            lines = Lines(str(history))
    session: PromptSession[str] = PromptSession(
        PROMPT,
        history=lines,
        key_bindings=keys,
        completer=Offers(),
        complete_while_typing=False,
        enable_suspend=True,
    )
    with patch_stdout(raw=True):
        while True:
            try:
                yield await session.prompt_async(handle_sigint=False)
            except EOFError:
                return
            except KeyboardInterrupt:
                yield LEAVE


class TypedLines:
    """Runs typed lines as turns of one thread, in order.

    A person may type "stop" while a turn runs, so a terminal's lines are handed over at once and
    queue in the assistant; a script's lines wait for the turn before them.
    """

    def __init__(
        self, conversation: Conversation, tell: Callable[[str], None], *, is_script: bool
    ) -> None:
        self._conversation = conversation
        self._tell = tell
        self._is_script = is_script
        self._thread_id: str | None = None

    async def run(self, lines: AsyncIterator[str]) -> bool:
        """Run every line; returns True when the user asked to leave, False at the end of input.

        Who leaves waits for nothing: what runs and what is queued is cancelled.
        """
        running: set[asyncio.Task[None]] = set()
        async with asyncio.TaskGroup() as turns:
            async for line in lines:
                match line.strip().lower():
                    case "":
                        continue
                    case "exit" | "quit":  # LEAVE and what people try
                        for turn in running:
                            turn.cancel()
                        return True
                    case "reset":
                        self._reset()
                    case word if word in HELP:
                        for line_of_help in help_lines():
                            self._tell(line_of_help)
                    case text if len(text) > LINE_CHARACTERS:
                        self._tell(
                            f"This line has more than {LINE_CHARACTERS:,} characters: "
                            "it is too long for a turn, and was left out."
                        )
                    case _:
                        turn = turns.create_task(self._turn(line.strip()))
                        running.add(turn)
                        turn.add_done_callback(running.discard)
                        if self._is_script:
                            await turn
        return False

    def _reset(self) -> None:
        self._thread_id = f"chat {datetime.now().astimezone():%Y-%m-%d %H.%M.%S}"
        self._tell(f"A new conversation: {self._thread_id}")

    async def _turn(self, text: str) -> None:
        replies = self._conversation.ask(text, source="stdin", thread_id=self._thread_id)
        async with aclosing(replies):
            async for _ in replies:
                continue


def is_interactive() -> bool:
    """Whether a person sits at stdin."""
    return sys.stdin is not None and sys.stdin.isatty()
