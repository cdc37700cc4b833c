"""Reads the rows of a database page by page, where SQLite itself gives up. Pure.

Invariant: whatever the bytes are, reading ends, and costs no more than the file is long.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from jarvis_voice.store.sqlite.image import HEADER_BYTES, Image

LEAF, BRANCH = 13, 5
"""The kinds of pages of a table: with rows, and with the numbers of pages below."""

MOST_COLUMNS = 100

Value = int | float | str | bytes | None


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One row as its page has it.

    Attributes:
        table: Its table; "" where no tree leads to its page.
        rowid: Its number.
        values: Its columns in order; the column that is the row's number is None.
    """

    table: str
    rowid: int
    values: tuple[Value, ...]


def records(image: Image) -> Iterator[PageRecord]:
    """All rows: first of the tables that the schema leads to, then of pages without a table."""
    seen: set[int] = set()
    roots: dict[str, int] = {}
    for page in _leaves(image, 1, seen):
        for one in _rows(image, page, ""):
            match one.values:
                case ("table", str(name), _, int(root), *_):
                    roots.setdefault(name, root)
                case _:
                    yield one  # a row of another table, where a damaged page leads to it
    for table, root in roots.items():
        for page in _leaves(image, root, seen):
            yield from _rows(image, page, table)
    for page in range(2, image.pages + 1):
        if page not in seen and _kind(image, page) == LEAF:
            yield from _rows(image, page, "")


def _kind(image: Image, page: int) -> int:
    data = image.page(page)
    return data[_start(page)] if data else 0


def _start(page: int) -> int:
    """Where a page's own header begins: the first page has the file's before it."""
    return HEADER_BYTES if page == 1 else 0


def _leaves(image: Image, root: int, seen: set[int]) -> Iterator[int]:
    """The pages with rows of a tree; those that were seen before are left out."""
    waiting = [root]
    while waiting:
        page = waiting.pop()
        kind = _kind(image, page)
        if page in seen or kind not in {LEAF, BRANCH}:
            continue
        seen.add(page)
        if kind == LEAF:
            yield page
            continue
        data, start = image.page(page), _start(page)
        below = [_word(data, at) for at in _cells(data, start, header_bytes=12)]
        waiting += [*below, _word(data, start + 8)]


def _cells(data: memoryview, start: int, *, header_bytes: int) -> list[int]:
    """Where a page's cells begin."""
    (count,) = struct.unpack_from(">H", data, start + 3)
    first = start + header_bytes
    most = (len(data) - first) // 2
    return [
        at
        for (at,) in struct.iter_unpack(">H", data[first : first + 2 * min(count, most)])
        if first < at <= len(data) - 4
    ]


def _word(data: memoryview, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "big")


def _rows(image: Image, page: int, table: str) -> Iterator[PageRecord]:
    """The rows of one page; one that cannot be read is left out."""
    data = image.page(page)
    for at in _cells(data, _start(page), header_bytes=8):
        try:
            length, at = _varint(data, at)  # noqa: PLW2901 - it goes on from there
            rowid, at = _varint(data, at)  # noqa: PLW2901 - likewise
            values = _values(_payload(image, data, at, length))
        except (IndexError, ValueError, struct.error):
            continue
        yield PageRecord(table, _signed(rowid), values)


def _signed(number: int) -> int:
    return number - (1 << 64) if number >= 1 << 63 else number


def _varint(data: memoryview | bytes, at: int) -> tuple[int, int]:
    """A number of up to nine bytes, and where the next begins."""
    number = 0
    for _ in range(8):
        byte = data[at]
        at += 1
        number = number << 7 | byte & 0x7F
        if byte < 0x80:  # noqa: PLR2004 - the bit that says: one more
            return number, at
    return number << 8 | data[at], at + 1


def _payload(image: Image, data: memoryview, at: int, length: int) -> bytes:
    """A row's bytes, from its own page and the pages that it overflows to.

    Raises:
        ValueError: They are not all there.
    """
    usable = image.page_bytes
    if length > len(image.data):
        raise ValueError("longer than the file")
    if length <= usable - 35:
        return _whole(bytes(data[at : at + length]), length)
    least = (usable - 12) * 32 // 255 - 23
    here = least + (length - least) % (usable - 4)
    here = here if here <= usable - 35 else least
    parts, left, page = [bytes(data[at : at + here])], length - here, _word(data, at + here)
    for _ in range(image.pages):
        if left <= 0:
            break
        beyond = image.page(page)
        parts.append(bytes(beyond[4 : 4 + left]))
        left -= len(parts[-1])
        page = _word(beyond, 0)
    return _whole(b"".join(parts), length)


def _whole(data: bytes, length: int) -> bytes:
    if len(data) != length:
        raise ValueError("not all there")
    return data


def _values(payload: bytes) -> tuple[Value, ...]:
    """The columns of a row.

    Raises:
        ValueError: It is no row.
    """
    end, at = _varint(payload, 0)
    body, values = end, list[Value]()
    while at < end:
        kind, at = _varint(payload, at)
        value, body = _value(payload, body, kind)
        values.append(value)
        if len(values) > MOST_COLUMNS:
            raise ValueError("too many columns")
    if at != end or body != len(payload):
        raise ValueError("no row")
    return tuple(values)


_LENGTHS = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
_REAL, _ZERO, _ONE, _RESERVED, _BLOB = 7, 8, 9, 10, 12


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    """One column, and where the next begins.

    Raises:
        ValueError: There is no such kind of column.
    """
    if kind >= _BLOB:
        end = at + (kind - _BLOB) // 2
        raw = payload[at:end]
        return (raw.decode(errors="replace") if kind % 2 else raw), end
    if kind in {_RESERVED, _RESERVED + 1}:
        raise ValueError("a kind that is not used")
    end = at + _LENGTHS[kind]
    raw = payload[at:end]
    if kind in {_ZERO, _ONE}:
        return kind - _ZERO, end
    if kind == _REAL:
        return float(struct.unpack(">d", raw)[0]), end
    return (int.from_bytes(raw, "big", signed=True) if kind else None), end
