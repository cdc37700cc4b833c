"""Cuts a sentence into pieces of whole words for the Piper decoder, each longer than the last.

Invariant: the pieces follow one another without gap or overlap, and hold every word once, in order.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

FIRST_FRAMES = 24
"""About 0.28 s of a Piper voice: enough to make the next piece of twice its length meanwhile."""

MOST_FRAMES = 160
GROWTH = 2
SPARE = 0.8
"""How much of a piece's own length the next one may take to be made."""

LEAST_FRAMES = 12
"""What is left at the end of a sentence joins the piece before it when it is shorter."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a sentence, and the frames of their sound.

    Attributes:
        begin: Its first frame.
        end: The frame behind its last one.
        text: Its words.
    """

    begin: int
    end: int
    text: str


def split_pieces(
    text: str, word_ends: Sequence[int], extra_frames: int = 0, pace: float = 0.0
) -> list[Piece]:
    """The pieces of a sentence.

    Args:
        text: Its words.
        word_ends: The frames behind each word as it is sounded, ascending; the last one ends the
            sentence. Where there are more or fewer than words in the text (a voice says "of the" as
            one), the text is dealt out by its length.
        extra_frames: Frames of work that each piece costs beside its own.
        pace: Work for a second of sound, in seconds.
    """
    ends = _ends_in(text.split(), word_ends)
    least = _first_frames(extra_frames, pace)
    pieces, begin, words = list[Piece](), 0, list[str]()
    for word, end in ends:
        words.append(word)
        is_rest_short = word_ends[-1] - end < LEAST_FRAMES
        if end - begin >= least and not is_rest_short:
            pieces.append(Piece(begin, end, " ".join(words)))
            begin, words, least = end, [], min(least * GROWTH, max(MOST_FRAMES, least))
    if words or begin < word_ends[-1]:
        pieces.append(Piece(begin, word_ends[-1], " ".join(words)))
    return pieces


def _first_frames(extra_frames: int, pace: float) -> float:
    """So many that the next piece, twice as long, is ready before they are over."""
    left = SPARE - GROWTH * pace
    return max(FIRST_FRAMES, extra_frames * pace / left) if left > 0 else math.inf


def _ends_in(words: Sequence[str], word_ends: Sequence[int]) -> list[tuple[str, int]]:
    """Each word of the text with the frame behind it."""
    if len(words) == len(word_ends):
        return list(zip(words, word_ends, strict=True))
    signs, total, ends = 0, sum(map(len, words)), list[tuple[str, int]]()
    for word in words:
        signs += len(word)
        nearest = bisect_left(word_ends, word_ends[-1] * signs / max(total, 1))
        ends.append((word, word_ends[min(nearest, len(word_ends) - 1)]))
    return ends
