"""Reads SQLite's log of changes (the file "-wal"): its pages, and whether some of it is lost. Pure.

Invariant: a page counts only where its sum is right, as for SQLite itself.
"""

from __future__ import annotations

import struct

_HEADER_BYTES, _FRAME_HEADER_BYTES = 32, 24
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
_MASK = 0xFFFFFFFF
_HEAD_BYTES = 100


def lay_over(data: bytearray, log: bytes, size: int, most_bytes: int) -> None:
    """Write the pages of all whole transactions of a log where they belong.

    Args:
        data: The file's pages.
        log: The log.
        size: Bytes of a page.
        most_bytes: A page beyond this is left out.
    """
    changed, _ = _changed_pages(log, size)
    for number, start in changed.items():
        end = number * size
        if 0 < end <= most_bytes:
            data.extend(bytes(max(end - len(data), 0)))
            data[end - size : end] = log[start : start + size]


def has_lost_changes(log: bytes, size: int) -> bool:
    """Whether a whole transaction lies behind the place up to which a log can be read.

    So it may be where the log has no header of its own. What a program was writing when it was
    killed is no loss: it was not yet whole. Nor are pages of an earlier use of the log: they bear
    other salts.

    Args:
        log: The log.
        size: Bytes of a page.
    """
    step = size + _FRAME_HEADER_BYTES
    if not _has_header(log, size):
        return len(log) >= _HEADER_BYTES
    valid = _valid_frames(log, size)
    first = valid[-1] + step if valid else _HEADER_BYTES
    return any(
        any(log[start + 4 : start + 8]) and log[start + 8 : start + 16] == log[16:24]
        for start in range(first, len(log) - step + 1, step)
    )


def is_of_another(log: bytes, size: int, head: bytes, pages: int) -> bool:
    """Whether a log would make another database of a file, which SQLite does without a word.

    A file of ours is never brought to an earlier version of its tables, and it becomes shorter only
    where all of it is written anew.

    Args:
        log: The log.
        size: Bytes of a page of the file.
        head: The first bytes of the file.
        pages: How many pages the file has.
    """
    if len(head) < _HEAD_BYTES or struct.unpack_from(">I", head, 28) != (pages,):
        return False
    if not _has_header(log, size):
        return _has_header(log, int.from_bytes(log[8:12], "big"))
    changed, length = _changed_pages(log, size)
    first = changed.get(1)
    if first is not None and log[first + 60 : first + 64] < head[60:64]:
        return True
    return 0 < length < pages and any(number not in changed for number in range(1, length + 1))


def _changed_pages(log: bytes, size: int) -> tuple[dict[int, int], int]:
    """Where the pages of all whole transactions begin, and how many the file then has."""
    changed: dict[int, int] = {}
    pending: dict[int, int] = {}
    length = 0
    for start in _valid_frames(log, size):
        number, pages = struct.unpack_from(">II", log, start)
        pending[number] = start + _FRAME_HEADER_BYTES
        if pages:  # the last frame of a transaction
            changed |= pending
            length = pages
            pending.clear()
    return changed, length


def _valid_frames(log: bytes, size: int) -> list[int]:
    """Where the frames begin whose sums are right, up to the first whose are not."""
    if not _has_header(log, size):
        return []
    order = _MAGIC[int.from_bytes(log[:4], "big")]
    one, two = struct.unpack_from(">2I", log, 24)
    frames: list[int] = []
    step = size + _FRAME_HEADER_BYTES
    for start in range(_HEADER_BYTES, len(log) - step + 1, step):
        if log[start + 8 : start + 16] != log[16:24]:
            break
        one, two = _frame_sums(log, start, step, order, one, two)
        if (one, two) != _said(log, start):
            break
        frames.append(start)
    return frames


def _has_header(log: bytes, size: int) -> bool:
    """Whether a log begins as one of a file with such pages."""
    if len(log) < _HEADER_BYTES:
        return False
    magic, _, said, _, _, _, one, two = struct.unpack_from(">8I", log)
    order = _MAGIC.get(magic)
    return order is not None and said == size and (one, two) == _sums(log[:24], order, 0, 0)


def _said(log: bytes, start: int) -> tuple[int, int]:
    """The sum that a frame bears."""
    one, two = struct.unpack_from(">2I", log, start + 16)
    return one, two


def _frame_sums(
    log: bytes, start: int, step: int, order: str, one: int, two: int
) -> tuple[int, int]:
    """The sum that a frame should bear, by the one before it."""
    body = log[start : start + 8] + log[start + _FRAME_HEADER_BYTES : start + step]
    return _sums(body, order, one, two)


def _sums(data: bytes, order: str, one: int, two: int) -> tuple[int, int]:
    """SQLite's checksum over pairs of words."""
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & _MASK
        two = (two + second + one) & _MASK
    return one, two
