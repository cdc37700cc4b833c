"""Converts the last number by the unit that it is told to have: "that is milligrams". Pure.

Invariant: the unit is said in the turn or in the sum; where neither says it, it is asked for.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.tools.numbers.conversion import are_alike, is_convertible, read_amount

_LEADS = r"(?:(?:and|so|ok|okay|now|then|no|oh|sorry|but|well|right|if)\b\W*)*"
_THAT = r"(?:it|that|this|they|those|these|the (?:answer|result|total|sum|number))"
_ARE = r"(?:'s|'re| is| are| was| were)"
_ASKS = (
    lazy_pattern(
        rf"{_LEADS}(?:(?:what|how much|how many|how long|how far|how heavy)(?:{_ARE}| would)|"
        rf"(?:tell me|give me|say|convert|turn|put|make|change))(?: {_THAT})?(?: be)?"
        r" (?:in|into|to|as) (?:an? )?(?P<to>[a-z]+(?: [a-z]+)?)(?: (?:then|please|is that|is it|"
        r"make))*",
        re.I,
    ),
    lazy_pattern(
        rf"{_LEADS}how many (?P<to>[a-z]+(?: [a-z]+)?) (?:is|are|was|were|does|do|would) {_THAT}"
        r"(?: (?:be|make|then|come to|in all|altogether))*",
        re.I,
    ),
)
_IN = lazy_pattern(rf"{_LEADS}(?:in|into|to|as) (?P<to>[a-z]+(?: [a-z]+)?)", re.I)
"""Enough where the unit of the number is known."""
_TOLD = lazy_pattern(
    rf"{_LEADS}{_THAT}{_ARE}(?: (?:all|actually|just|meant to be|supposed to be|really))*(?: in)? "
    r"(?P<unit>[a-z]+(?: [a-z]+)?)(?: (?:by the way|though|actually|sorry))*",
    re.I,
)
_CLAUSES = re.compile(r"\s*[,;.!?]+\s+(?:(?:and|so) )?|\s+(?:and|so) (?=how|what|it|that)", re.I)
_WORD = re.compile(r"[A-Za-z]+")
_MOST_CLAUSES = 2


def in_told_unit(text: str, topic: Topic) -> ResolvedTurn | None:
    """The conversion of the last sum, or the question for its unit; None where none is asked for.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
    """
    last = topic.last("sum") if topic.kind == "sum" else None
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    clauses = [one.strip(" .,!?") for one in _CLAUSES.split(line)]
    if last is None or topic.is_asking or not last.value or len(clauses) > _MOST_CLAUSES:
        return None
    is_known = len(clauses) > 1 or bool(_units_in(last))
    asked = [(one, to) for one in clauses if (to := _asked_unit(one, is_known=is_known))]
    if len(asked) != 1:
        return None
    told = [found["unit"] for one in clauses if (found := _TOLD.fullmatch(one))]
    if len(told) != len(clauses) - 1:
        return None
    to, number = asked[0][1], last.value.removeprefix("about ").replace(",", "")
    units = [one for one in told or _units_in(last) if is_convertible(f"{number} {one}", to)]
    if told and not units:
        return None
    if len(units) == 1 and are_alike(_word(units[0]), _word(to)):
        return ResolvedTurn(f"convert {number} {units[0]} to {to}")
    return None if units else ResolvedTurn(f"convert {number} {{unit}} to {to}", f"{number} what?")


def _asked_unit(clause: str, *, is_known: bool) -> str:
    """The unit that is asked for; "" where it is none."""
    for form in (*_ASKS, *([_IN] if is_known else [])):
        if (found := form.fullmatch(clause)) and is_convertible(f"1 {found['to']}", found["to"]):
            return found["to"]
    return ""


def _units_in(last: Touched) -> list[str]:
    """The units that the words of the sum say: "180 grams times 240"."""
    said = dict.fromkeys(one.lower() for one in _WORD.findall(last.name))
    return [one for one in said if read_amount(f"2 {one}")]


def _word(unit: str) -> str:
    amount = read_amount(f"2 {unit}")
    return amount.word if amount else ""
