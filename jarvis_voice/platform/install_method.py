"""How Jarvis was installed here, and the command lines that add to it, repair it or remove it.

Every message that tells a user to install something takes its line from here: the line works as it
is written, with this interpreter and this folder in it. Invariant: nothing is run here.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from urllib.parse import unquote, urlsplit

from jarvis_voice.core.parsed_text import parsed_json

PACKAGE = "jarvis-voice"

EXTRAS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "hotkey": ("Xlib", "pynput"),
        "tray": ("pystray",),
        "mcp": ("mcp",),
        "http": ("fastapi",),
        "otel": ("opentelemetry.sdk",),
        "postgres": ("psycopg",),
        "train": ("pyroomacoustics", "hibari"),
    }
)
"""By the name of an extra: modules of which one is there only when the extra is installed."""


class InstallKind(StrEnum):
    """What installed the program."""

    CHECKOUT = "checkout"
    PIPX = "pipx"
    UV_TOOL = "uv tool"
    PIP = "pip"


@dataclass(frozen=True, slots=True)
class InstallMethod:
    """How the program was installed.

    Attributes:
        kind: What installed it.
        python: Absolute path of its interpreter.
        source: The folder or the wheel that it was installed from; None where that was an index.
        is_editable: Whether the program is read from the folder itself, not from a copy.
        extras: The extras that are installed, in the order of their names.
    """

    kind: InstallKind
    python: str
    source: Path | None = None
    is_editable: bool = False
    extras: tuple[str, ...] = ()

    @property
    def lock(self) -> Path | None:
        """The file with the versions and hashes of every package, in a checkout."""
        if self.kind is not InstallKind.CHECKOUT or self.source is None:
            return None
        lock = self.source / "config" / "requirements.txt"
        return lock if lock.is_file() else None

    def with_extras(self, *names: str) -> list[str]:
        """The command that installs extras, beside those that are there already."""
        if self.kind in {InstallKind.CHECKOUT, InstallKind.PIP}:
            locked = ["--require-hashes", "-c", str(self.lock)] if self.lock else []
            pip = [self.python, "-m", "pip", "install"]
            return [*pip, *locked, f"{PACKAGE}[{','.join(names)}]"]
        # a tool makes its environment anew, with the extras that it is told and no other
        named = f"{PACKAGE}[{','.join(sorted({*self.extras, *names}))}]"
        where = self._uri()
        if self.source and where is None:  # the wheel has gone: add to what is installed
            in_place = ["uv", "pip", "install", "--python", self.python]
            if self.kind is InstallKind.PIPX:
                in_place = ["pipx", "runpip", PACKAGE, "install"]
            return [*in_place, named]
        tool = ["pipx"] if self.kind is InstallKind.PIPX else ["uv", "tool"]
        return [*tool, "install", "--force", f"{named} @ {where}" if where else named]

    def reinstalled(self, package: str = "") -> list[str]:
        """The command that installs the program again, or one package that it needs."""
        locked = ["--require-hashes", "-c", str(self.lock)] if self.lock else []
        again = [self.python, "-m", "pip", "install", "--force-reinstall"]
        match self.kind:
            case InstallKind.PIPX:
                return ["pipx", "reinstall", PACKAGE]
            case InstallKind.UV_TOOL:
                return ["uv", "tool", "upgrade", "--reinstall", PACKAGE]
            case _ if package:
                return [*again, *locked, package]
            case InstallKind.CHECKOUT:
                return [*again, *self.program_only()]
            case _:
                return [*again, str(self.source) if self._uri() else PACKAGE]

    def program_only(self) -> list[str]:
        """What pip is told to install a checkout without the packages that it needs."""
        build = ["--build-constraint", str(self.lock)] if self.lock else []
        place = ["--editable"] if self.is_editable else ["--force-reinstall"]
        return [*build, "--no-deps", *place, str(self.source)]

    def removed(self) -> list[str]:
        """The command that removes the program itself."""
        match self.kind:
            case InstallKind.PIPX:
                return ["pipx", "uninstall", PACKAGE]
            case InstallKind.UV_TOOL:
                return ["uv", "tool", "uninstall", PACKAGE]
            case _:
                return [self.python, "-m", "pip", "uninstall", PACKAGE]

    def upgraded(self) -> list[str] | None:
        """The command that brings a newer version from an index; None if it came from a file."""
        if self.source is not None:
            return None
        match self.kind:
            case InstallKind.PIPX:
                return ["pipx", "upgrade", PACKAGE]
            case InstallKind.UV_TOOL:
                return ["uv", "tool", "upgrade", PACKAGE]
            case _:
                named = f"{PACKAGE}[{','.join(self.extras)}]" if self.extras else PACKAGE
                return [self.python, "-m", "pip", "install", "--upgrade", named]

    def _uri(self) -> str | None:
        """The address of what it was installed from, if that is still there."""
        return self.source.as_uri() if self.source and self.source.exists() else None


def this_installation() -> InstallMethod:
    """How the program that runs now was installed."""
    python = str(Path(sys.executable).absolute())
    source, is_editable = _origin()
    kind = _kind(Path(sys.prefix), source)
    return InstallMethod(kind, python, source, is_editable, installed_extras())


def installed_extras() -> tuple[str, ...]:
    """The extras whose packages are there; none of them is imported."""
    return tuple(name for name in sorted(EXTRAS) if any(map(_is_there, EXTRAS[name])))


def extra_line(name: str) -> str:
    """The line that installs an extra here, to be typed as it is."""
    return as_line(this_installation().with_extras(name))


def as_line(argv: Sequence[str]) -> str:
    """A command as somebody types it into a shell of this system."""
    return subprocess.list2cmdline(argv) if sys.platform == "win32" else shlex.join(argv)


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # what a broken installation leaves behind
        return False


def _origin() -> tuple[Path | None, bool]:
    """From where it was installed (PEP 610), and whether that is read in place."""
    try:
        text = distribution(PACKAGE).read_text("direct_url.json")
    except PackageNotFoundError:  # run from its source, and never installed
        folder = Path(__file__).resolve().parents[2]
        return (folder, True) if (folder / "pyproject.toml").is_file() else (None, False)
    try:
        told = parsed_json(text or "{}")
        url = urlsplit(str(told.get("url", "")))
        is_editable = bool(told.get("dir_info", {}).get("editable"))
    except (ValueError, AttributeError):  # somebody else's tool wrote something else
        return None, False
    if url.scheme != "file":
        return None, False
    return Path(_path(url.netloc, url.path)), is_editable


def _path(host: str, path: str) -> str:
    is_windows = sys.platform == "win32"
    if not is_windows:
        return unquote(path)
    from urllib.request import url2pathname  # it loads what HTTP needs, and POSIX needs none of it

    return url2pathname(f"//{host}{path}" if host else path)


def _kind(prefix: Path, source: Path | None) -> InstallKind:
    """Both tools leave a file of their own in the virtual environment they make."""
    if (prefix / "pipx_metadata.json").is_file():
        return InstallKind.PIPX
    if (prefix / "uv-receipt.toml").is_file():
        return InstallKind.UV_TOOL
    is_folder = source is not None and (source / "pyproject.toml").is_file()
    return InstallKind.CHECKOUT if is_folder else InstallKind.PIP
