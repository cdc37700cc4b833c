"""Counts what the answer of a model is made of, before a library reads it on the loop. Pure.

Invariant: an answer beyond the bounds is refused while it comes in, before anything parses it.
"""

from __future__ import annotations

MOST_PARTS = 10_000
"""Lists and objects of one JSON text; an answer has some tens."""

MOST_LINES = 200_000
"""Of one answer: a streamed one has three for each token."""


class AnswerParts:
    """Counts along as an answer comes in.

    Args:
        is_stream: Whether it is one of server-sent events: each of its lines is a JSON text.
    """

    def __init__(self, *, is_stream: bool) -> None:
        self._is_stream = is_stream
        self._n_parts = self._n_lines = 0

    def take(self, piece: bytes) -> bool:
        """Count a piece; whether the answer is still within its bounds."""
        self._n_lines += piece.count(b"\n") + piece.count(b"\r")
        if self._n_lines > MOST_LINES:
            return False
        for place, text in enumerate(piece.split(b"\n") if self._is_stream else [piece]):
            if place:
                self._n_parts = 0
            self._n_parts += text.count(b"[") + text.count(b"{")
            if self._n_parts > MOST_PARTS:
                return False
        return True
