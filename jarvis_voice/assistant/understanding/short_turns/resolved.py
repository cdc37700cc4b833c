"""What a short turn comes to: a whole sentence, or the question for what it still misses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResolvedTurn:
    """What a short turn asks for.

    Attributes:
        sentence: The whole request; with a {slot} where one thing is still missing.
        question: The question for it; "" where nothing is missing.
        is_guess: We ask whether the sentence was meant.
        is_leaning: It leans on what was said before, and nobody knows how: it is not searched for.
        is_told: It asks for nothing, and is answered with a friendly word.
    """

    sentence: str
    question: str = ""
    is_guess: bool = False
    is_leaning: bool = False
    is_told: bool = False
