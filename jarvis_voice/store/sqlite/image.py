"""Image: the bytes of a database file as SQLite would see them, mended where that is certain.

Invariant: only what every file of ours has in common is mended: the header's constants, and a
length that the header promises. The file itself is only read.
"""

from __future__ import annotations

import stat
import struct
from contextlib import suppress
from pathlib import Path

from jarvis_voice.core.file_kind import no_file
from jarvis_voice.store.sqlite.change_log import has_lost_changes, is_of_another, lay_over

PAGE_BYTES = 4_096
"""Of every file that the program made, unless its header says otherwise."""

MOST_BYTES = 512_000_000
"""A larger file is not read into memory."""

HEADER_BYTES = 100
_MAGIC = b"SQLite format 3\x00"


class Image:
    """The pages of a database with the log of changes laid over them.

    Args:
        data: The file.
        log: The log of changes beside it; empty where there is none.

    Attributes:
        page_bytes: The length of a page.
        data: All pages, filled up with zeros to the length that the header promises.
    """

    def __init__(self, data: bytes, log: bytes = b"") -> None:
        self.page_bytes = _page_bytes(data)
        self.data = bytearray(data)
        lay_over(self.data, log, self.page_bytes, MOST_BYTES)
        self._mend_header()

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self.data) // self.page_bytes

    def page(self, number: int) -> memoryview:
        """One page, counted from 1; empty where there is none."""
        start = (number - 1) * self.page_bytes
        within = 1 <= number <= self.pages
        return memoryview(self.data)[start : start + self.page_bytes] if within else memoryview(b"")

    def _mend_header(self) -> None:
        """Fill up to the promised length, and say what is the same in all files of ours."""
        size, data = self.page_bytes, self.data
        data.extend(bytes(-len(data) % size))
        if not data:
            return
        (promised,) = struct.unpack_from(">I", data, 28)
        if promised * size <= MOST_BYTES:
            data.extend(bytes(max(promised * size - len(data), 0)))
        data[:16] = _MAGIC
        struct.pack_into(">H", data, 16, 1 if size == 1 << 16 else size)
        data[18:24] = bytes((1, 1, 0, 64, 32, 32))  # in memory there is no log of changes
        struct.pack_into(">I", data, 28, len(data) // size)
        struct.pack_into(">II", data, 32, 0, 0)  # no free pages: nothing is written
        struct.pack_into(">I", data, 44, 4)
        struct.pack_into(">I", data, 52, 0)
        struct.pack_into(">I", data, 56, 1)
        data[92:96] = data[24:28]


def read_image(file: Path) -> Image | None:
    """The image of a file; None where it is too large.

    Raises:
        OSError: It cannot be read.
    """
    log = log_of(file)
    if no_file(log):
        return Image(file.read_bytes()) if file.stat().st_size <= MOST_BYTES else None
    parts = [one.stat().st_size if one.exists() else 0 for one in (file, log)]
    if sum(parts) > MOST_BYTES:
        return None
    return Image(file.read_bytes(), log.read_bytes() if parts[1] else b"")


def _page_bytes(data: bytes) -> int:
    if len(data) < HEADER_BYTES:
        return PAGE_BYTES
    (said,) = struct.unpack_from(">H", data, 16)
    size = 1 << 16 if said == 1 else int(said)
    is_power = 512 <= size <= 1 << 16 and size & (size - 1) == 0  # noqa: PLR2004 - of the format
    return size if is_power and data.startswith(_MAGIC) else PAGE_BYTES


def has_lost_log(file: Path) -> bool:
    """Whether changes in the log beside a file cannot be read, which SQLite passes over silently.

    Raises:
        OSError: They cannot be looked at.
    """
    log, head = _log_and_head(file)
    return bool(log) and has_lost_changes(log, _page_bytes(head))


def is_barred(file: Path) -> bool:
    """Whether a file says that it may only be read, which no file of ours says.

    Raises:
        OSError: It cannot be looked at.
    """
    with file.open("rb") as opened:
        head = opened.read(HEADER_BYTES)
    return head.startswith(_MAGIC) and head[18:19] not in {b"\1", b"\2"}


def has_foreign_log(file: Path) -> bool:
    """Whether the log beside a file is of another database, which SQLite would write over it.

    Raises:
        OSError: They cannot be looked at.
    """
    log, head = _log_and_head(file)
    if not log or not head.startswith(_MAGIC):
        return False
    size = _page_bytes(head)
    return is_of_another(log, size, head, file.stat().st_size // size)


def _log_and_head(file: Path) -> tuple[bytes, bytes]:
    """The log beside a file, empty where there is none or it is too large; and the file's head."""
    log = log_of(file)
    if not log.exists() or log.stat().st_size > MOST_BYTES:
        return b"", b""
    with file.open("rb") as opened:
        return log.read_bytes(), opened.read(HEADER_BYTES)


def parts_of(file: Path) -> tuple[Path, ...]:
    """A database file, and the files that SQLite keeps beside it."""
    suffixes = ("", "-wal", "-shm", "-journal")
    return tuple(file.with_name(file.name + suffix) for suffix in suffixes)


def free_parts(file: Path) -> Path:
    """The file, when what lies beside it may be written as the file may be.

    SQLite gives it the mode of the file, and leaves it where the file could only be read.
    """
    if file.stat().st_mode & stat.S_IWUSR:
        for part in parts_of(file)[1:]:
            with suppress(OSError):
                if not part.stat().st_mode & stat.S_IWUSR:
                    part.chmod(0o600)
    return file


def ways_to_read(file: Path) -> tuple[str, ...]:
    """Options of SQLite for reading a file, to be tried in order; the last needs none beside it."""
    alone = "mode=ro&immutable=1"
    is_alone = is_cut_to_nothing(file) or any(map(no_file, parts_of(file)[1:]))
    return (alone,) if is_alone else ("mode=ro", alone)


def is_cut_to_nothing(file: Path) -> bool:
    """Whether a file is empty and its log is not: SQLite deletes the log where it only reads them.

    Raises:
        OSError: They cannot be looked at.
    """
    log = log_of(file)
    return file.exists() and not file.stat().st_size and log.exists() and log.stat().st_size > 0


def log_of(file: Path) -> Path:
    """The log of changes beside a file."""
    return file.with_name(f"{file.name}-wal")
