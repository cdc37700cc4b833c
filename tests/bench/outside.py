"""A program seen from outside: the files that come and go around it, and what it connects to."""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from bench.daemon import TERMINAL
from bench.process import Program, clean_environment, wait_until
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

_CONNECT = re.compile(
    r"sa_family=(?P<family>AF_INET6?), sin6?_port=htons\((?P<port>\d+)\).*?"
    r'inet_(?:addr|pton)\((?:AF_INET6, )?"(?P<host>[^"]+)"'
)


class FileWatch(FileSystemEventHandler):
    """Every file that was made or written below some folders, also if it is gone again.

    Attributes:
        seen: Their paths, and how many bytes each had when it was largest, as far as was seen.
    """

    def __init__(self, *folders: Path) -> None:
        self._folders = folders
        self._observer = Observer()
        self._changed = threading.Condition()
        self.seen: dict[Path, int] = {}

    def __enter__(self) -> Self:
        for folder in self._folders:
            folder.mkdir(parents=True, exist_ok=True)
            self._observer.schedule(self, str(folder), recursive=True)
        self._observer.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._observer.stop()
        self._observer.join()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Note it; a folder is no file, and who only reads makes nothing."""
        if event.is_directory or event.event_type in {"opened", "closed_no_write", "deleted"}:
            return
        for path in (event.src_path, event.dest_path):
            if path:
                self._note(Path(os.fsdecode(path)))

    def _note(self, file: Path) -> None:
        size = 0
        with suppress(OSError):  # gone again: that it was there is noted all the same
            size = file.stat().st_size
        self.seen[file] = max(size, self.seen.get(file, 0))

    def settle(self) -> None:
        """Wait until all that happened until now is in `seen`."""
        mark = self._folders[0] / f"mark-{len(self.seen)}"
        mark.touch()
        wait_until(lambda: mark in self.seen, "the watch has seen its own mark")
        self.seen.pop(mark)
        mark.unlink()


class TracedJarvis(Program):
    """`jarvis <args>` under strace: each attempt to reach an internet address is on record.

    Args:
        env: What it sees of the machine.
        record: Where strace writes.
    """

    def __init__(self, env: Mapping[str, str], record: Path, *args: str) -> None:
        strace = shutil.which("strace")
        assert strace, "strace is needed: apt install strace"
        self._record = record
        calls = "trace=connect,sendto,sendmsg,sendmmsg"
        tracer = [strace, "-f", "--seccomp-bpf", "-e", calls, "-e", "signal=none"]
        super().__init__(
            [*tracer, "-o", str(record), sys.executable, "-m", "jarvis_voice", *args],
            clean_environment() | TERMINAL | dict(env),
        )

    @property
    def reached(self) -> list[str]:
        """ "host:port" of every address on the internet it tried, in order.

        Raises:
            AssertionError: It was not traced to its end: still running, or this machine forbids it.
        """
        text = self._record.read_text(encoding="utf-8", errors="replace")
        assert "+++ exited with" in text, f"strace saw nothing, or not all: {text[-500:]}"
        return [f"{found['host']}:{found['port']}" for found in _CONNECT.finditer(text)]


def holding(folder: Path, words: str) -> Sequence[str]:
    """The files below a folder in whose bytes there are these words, in any coding of Python's."""
    wanted = {words.encode(coding) for coding in ("utf-8", "utf-16-le", "utf-16-be")}
    return sorted(
        str(file.relative_to(folder))
        for file in folder.rglob("*")
        if file.is_file() and any(one in file.read_bytes() for one in wanted)
    )
