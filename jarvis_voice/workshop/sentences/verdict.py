"""Compares what came of a sentence with what is expected. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from jarvis_voice.workshop.sentences.expectation import ANSWERS, Alternative
from jarvis_voice.workshop.sentences.trial import LEFT, WAITS, SeenAction, SeenAnswer

Verdict = Literal["right", "asked_right", "refused", "wrong"]

WORST_FIRST: tuple[Verdict, ...] = ("wrong", "refused", "asked_right", "right")

_WITHOUT_EFFECT = frozenset({"no_op", "failed"})
_QUOTED = re.compile(r'"[^"]*"')
_UNKNOWN = re.compile(r"\bI did not understand\b|\bI do not understand\b")
_ASKS = re.compile(
    r"\?|\bSay (?:its|it|for example|which|what|when|that)\b|\bwhich (?:\w+ )?you mean\b|"
    r"\bI do not know (?:which|whose|what|who)\b|\bYou did not say\b"
)
_TELLS = re.compile(r"\bYou have not told me\b")
"""What the user never told is the answer, whatever is said behind it of how to tell it."""

_REFUSES = re.compile(
    r"(?:No, |Sorry, )?(?:I cannot|I can only|I can tell \S+ \S+ of \S+ and|I am not able|"
    r"I do not (?:keep|notice)|That is too)\b"
)


@dataclass(frozen=True, slots=True)
class TurnVerdict:
    """What a turn was worth.

    Attributes:
        wrong_acts: Acts that nobody had asked for.
        needless_searches: Searches of the web where something else was expected.
    """

    verdict: Verdict
    wrong_acts: tuple[SeenAction, ...] = ()
    needless_searches: int = 0


def judge_turn(
    expected: Sequence[Alternative], seen: SeenAnswer, offered: Sequence[Alternative] = ()
) -> TurnVerdict:
    """What a turn was worth.

    Args:
        expected: What may come of it; at least one.
        seen: What came of it.
        offered: What was expected of the turn before and only offered there; it may be done now.
    """
    ran = _ran(seen)
    steps = [step for steps in expected for step in steps if step.is_tool]
    fitting = [one for one in ran if any(step.fits(one.action, one.arguments) for step in steps)]
    strange = [one for one in ran if one not in fitting]
    owed = [step for steps in offered for step in steps if step.is_tool]
    strange = [one for one in strange if not any(s.fits(one.action, one.arguments) for s in owed)]
    acts = tuple(one for one in strange if one.is_act and one.status != WAITS)
    if not acts and any(_has_come(steps, seen, ran) for steps in expected):
        return TurnVerdict("right")
    if fitting and not acts and seen.outcome != "done":
        return TurnVerdict("refused")  # it did a part of what is expected, and said so
    if ran:
        searches = 0 if fitting else sum(one.finds for one in strange)
        return TurnVerdict("wrong", acts, searches)
    return TurnVerdict("wrong" if answers_in(seen) == {"talk"} else "refused")


def _has_come(steps: Alternative, seen: SeenAnswer, ran: Sequence[SeenAction]) -> bool:
    """Whether all of it came: its tools, and beside them an answer in words."""
    answers = answers_in(seen)
    if any(step.is_tool for step in steps):  # then the words are known by how the turn ended
        answers = frozenset({"talk"} if seen.outcome == "done" else ANSWERS - {"talk"})
    return all(
        any(step.fits(one.action, one.arguments) for one in ran)
        if step.is_tool
        else step.name in answers
        for step in steps
    )


def answers_in(seen: SeenAnswer) -> frozenset[str]:
    """The ways in which a turn was answered in words; none where a tool was run."""
    words = _QUOTED.sub("", seen.reply)
    is_refusal = _REFUSES.match(words) is not None
    if ran := _ran(seen):
        is_nothing = all(one.status in _WITHOUT_EFFECT for one in ran)
        return frozenset({"refuse"} if is_nothing and is_refusal else ())
    if any(one.status == LEFT for one in seen.actions):
        return frozenset({"talk"})
    if seen.outcome == "done":
        return frozenset({"refuse" if is_refusal else "talk"})
    if seen.outcome != "not_done":  # it broke, or took too long, or a tool asks what it needs
        return frozenset({"ask"} if any(map(asked_back, seen.actions)) else ())
    found = {"unknown"} if _UNKNOWN.search(words) else set[str]()
    if _ASKS.search(words):
        found.add("ask")
    return frozenset(found or {"refuse"})


def _ran(seen: SeenAnswer) -> list[SeenAction]:
    return [one for one in seen.actions if one.status != LEFT and not asked_back(one)]


def asked_back(action: SeenAction) -> bool:
    """Whether a tool did nothing but ask for what it needs."""
    if action.status not in _WITHOUT_EFFECT or _TELLS.search(action.observed):
        return False
    return _ASKS.search(action.observed) is not None


def worst(verdicts: Collection[Verdict]) -> Verdict:
    """What a dialogue was worth by its turns."""
    return next(one for one in WORST_FIRST if one in verdicts)
