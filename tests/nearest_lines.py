"""Makes asyncio's debug mode cheap: of where each call was made, the nearest lines do.

Invariant: what the debug mode finds stays; only the place that it names beside has fewer lines.
"""

from __future__ import annotations

import sys
from asyncio import constants, format_helpers
from traceback import FrameSummary, StackSummary
from types import FrameType

LINES = 3


def nearest_lines(f: FrameType | None = None, limit: int | None = None) -> StackSummary:
    """The innermost frames, as `asyncio` asks for them; no file is looked at until one is shown."""
    frame: FrameType | None = f or sys._getframe(1)
    found = StackSummary()
    for _ in range(limit or LINES):
        if frame is None:
            break
        code = frame.f_code
        found.append(
            FrameSummary(code.co_filename, frame.f_lineno, code.co_name, lookup_line=False)
        )
        frame = frame.f_back
    found.reverse()
    return found


def note_nearest_lines() -> None:
    """Make `asyncio` take them for what it notes of each call."""
    constants.DEBUG_STACK_DEPTH = LINES  # type: ignore[misc]
    format_helpers.extract_stack = nearest_lines
