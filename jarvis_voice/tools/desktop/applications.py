"""Finds installed applications by their spoken names, and starts them.

Invariant: what is started is an argument vector that the system's own list of applications gave,
never words of the user and never through a shell.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.paths import home_folder
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.language.en.name_match import Named, NameIndex, NameMatch
from jarvis_voice.platform.desktop_entries import DesktopEntry, parse_exec, read_entries
from jarvis_voice.platform.detached_process import WAIT_SECONDS, not_known_yet, start_detached

TERMINAL = "x-terminal-emulator"
_WRAPPERS = frozenset({"env", "flatpak", "snap", "sh", "bash", "python3", "python", "gjs", "java"})
_VENDORS = frozenset({"google", "mozilla", "microsoft", "gnu", "gnome", "apache", "adobe", "the"})
_MIN_ALIAS_CHARACTERS = 3


@dataclass(frozen=True, slots=True)
class Application:
    """One installed application.

    Attributes:
        name: Its name as the system shows it.
        argv: What starts it; for a Windows shortcut its path alone.
        also: Further names of its own ("chrome" of Google Chrome).
        weak: Names of its kind ("web browser"), which others may share.
        needs_terminal: It runs in a terminal window.
    """

    name: str
    argv: tuple[str, ...]
    also: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    needs_terminal: bool = False


class Applications:
    """The applications of this machine; scans them at the first use and on `scan`."""

    def __init__(self, env: Mapping[str, str] | None = None, platform: str = sys.platform) -> None:
        """Take the environment and platform to look at; by default the real ones."""
        self._env = os.environ if env is None else env
        self._platform = platform
        self._index: NameIndex[Application] | None = None

    def scan(self) -> tuple[Application, ...]:
        """Read the system's list of applications; blocks for some tens of milliseconds."""
        if self._platform == "darwin":
            found = _from_app_folders(self._env)
        elif self._platform == "win32":
            found = _from_start_menu(self._env)
        else:
            path = self._env.get("PATH")
            found = [app for entry in read_entries(self._env) if (app := from_entry(entry, path))]
        applications = _with_shared_words(_without_doubles(found))
        self._index = NameIndex(Named(a.name, a, a.also, a.weak) for a in applications)
        return applications

    def find(self, name: str) -> NameMatch[Application]:
        """The application a spoken name means, such as "fire fox" or "the browser"."""
        return self._named.find(name)

    def resembling(self, name: str, most: int) -> tuple[str, ...]:
        """The names of applications that come nearest to a spoken one, the nearest first."""
        return self._named.resembling(name, most)

    @property
    def _named(self) -> NameIndex[Application]:
        if self._index is None:
            self.scan()
        if self._index is None:
            raise ToolError("no-applications", "The list of applications could not be read.")
        return self._index

    async def launch(self, app: Application, wait_seconds: float = WAIT_SECONDS) -> Receipt:
        """Start an application and say what was seen of it; does not raise."""
        if self._platform == "win32":
            return await _launch_shortcut(app)
        if self._platform != "darwin" and not self._has_display():
            return Receipt(ReceiptKind.NO_OP, "there is no display here, so I cannot open a window")
        argv = app.argv
        if app.needs_terminal:
            terminal = shutil.which(TERMINAL, path=self._env.get("PATH"))
            if terminal is None:
                return Receipt(
                    ReceiptKind.NO_OP, f"{app.name} needs a terminal, and there is none here"
                )
            argv = (terminal, "-e", *argv)
        try:
            started = await start_detached(argv, wait_seconds)
        except ToolError as error:
            return Receipt(ReceiptKind.FAILED, error.message)
        if not started.has_begun:
            return Receipt(ReceiptKind.PARTIAL, not_known_yet(app.name))
        if started.is_good:
            return Receipt(ReceiptKind.EFFECT, f"I have started {app.name}")
        return Receipt(
            ReceiptKind.FAILED, f"{app.name} ended at once with exit code {started.exit_code}"
        )

    def _has_display(self) -> bool:
        return bool(self._env.get("DISPLAY") or self._env.get("WAYLAND_DISPLAY"))


def from_entry(entry: DesktopEntry, path: str | None) -> Application | None:
    """The application of a desktop entry; None when it is hidden, broken or not installed.

    Args:
        entry: The entry.
        path: Where programs are looked for, in the form of PATH; None is the process's own.
    """
    values = entry.values
    name = visible_line(values.get("Name", "")).strip()
    if values.get("Type") != "Application" or not name:
        return None
    if entry.is_true("NoDisplay") or entry.is_true("Hidden"):
        return None
    argv = parse_exec(entry)
    if argv is None or shutil.which(argv[0], path=path) is None:
        return None
    if (wanted := values.get("TryExec")) and shutil.which(wanted, path=path) is None:
        return None
    weak = (values.get("GenericName", ""), *entry.items("Keywords"))
    return Application(
        name=name,
        argv=argv,
        also=_own_names(name, argv[0], values.get("StartupWMClass", "")),
        weak=tuple(name for name in dict.fromkeys(weak) if name),
        needs_terminal=entry.is_true("Terminal"),
    )


def _own_names(name: str, program: str, window_class: str) -> tuple[str, ...]:
    """The name without its maker, the program's file name, the window's class."""
    words = name.split()
    names = [" ".join(words[1:])] if words[0].casefold() in _VENDORS else []
    file_name = Path(program).name
    names += [] if file_name in _WRAPPERS else [file_name, file_name.replace("-", " ")]
    names.append(window_class)
    return tuple(
        one
        for one in dict.fromkeys(names)
        if len(one) >= _MIN_ALIAS_CHARACTERS and one.casefold() != name.casefold()
    )


def _without_doubles(found: Iterable[Application]) -> tuple[Application, ...]:
    """The first of each name: a second one of the same name could never be told apart."""
    by_name: dict[str, Application] = {}
    for app in found:
        by_name.setdefault(app.name.casefold(), app)
    return tuple(by_name.values())


def _with_shared_words(applications: tuple[Application, ...]) -> tuple[Application, ...]:
    """Those whose names begin with one word get it as a name of their kind: it is asked which."""
    begins = Counter(_first_word(app) for app in applications)
    return tuple(
        replace(app, weak=(*app.weak, word))
        if begins[word := _first_word(app)] > 1 and len(word) >= _MIN_ALIAS_CHARACTERS
        else app
        for app in applications
    )


def _first_word(app: Application) -> str:
    first, *others = app.name.casefold().split()
    return first if others and first not in _VENDORS else ""


def _from_app_folders(env: Mapping[str, str]) -> list[Application]:
    home = Path(env.get("HOME") or home_folder())
    roots = (home / "Applications", Path("/Applications"), Path("/System/Applications"))
    bundles = [
        app for root in roots for pattern in ("*.app", "*/*.app") for app in root.glob(pattern)
    ]
    return [
        Application(b.stem, ("open", "-a", b.stem), _own_names(b.stem, b.stem, "")) for b in bundles
    ]


def _from_start_menu(env: Mapping[str, str]) -> list[Application]:
    roots = [Path(env[name]) for name in ("APPDATA", "PROGRAMDATA") if env.get(name)]
    menu = Path("Microsoft/Windows/Start Menu/Programs")
    links = [link for root in roots for link in sorted((root / menu).rglob("*.lnk"))]
    return [
        Application(link.stem, (str(link),), _own_names(link.stem, link.stem, ""))
        for link in links
        if "uninstall" not in link.stem.casefold()
    ]


async def _launch_shortcut(app: Application) -> Receipt:
    if sys.platform == "win32":
        try:
            await asyncio.to_thread(os.startfile, app.argv[0])
        except OSError as error:
            return Receipt(ReceiptKind.FAILED, f"{app.name} could not be opened: {error.strerror}")
        receipt = Receipt(ReceiptKind.EFFECT, f"I have asked Windows to open {app.name}")
    else:
        receipt = Receipt(ReceiptKind.NO_OP, "shortcuts are opened on Windows only")
    return receipt
