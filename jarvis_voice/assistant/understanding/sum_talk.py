"""Goes on with a sum or a conversion: "half of that", "split it three ways", "with the tip". Pure.

Invariant: what goes on is the whole sum of before, in brackets; what is no sum then is none.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.spoken_numbers import UNITS
from jarvis_voice.tools.numbers.calculator import is_calculation
from jarvis_voice.tools.numbers.conversion import are_alike, read_amount

_THAT = r"(?:it|that|this|the (?:result|answer|total|sum|lot|whole thing|number))"
_LEADS = lazy_pattern(
    r"\A(?:(?:and|then|now|so|okay|ok|no|right|what is|what's|what about|how about|give me|"
    r"how much is|work out|make it|make that)\b[\s,]*)+",
    re.I,
)
_ASKED = re.compile(r"(?:what is|what's|how much is|calculate|work out)\b", re.I)
_TAIL = re.compile(
    r"[\s,]+(?:please|instead|then|now|again|too|as well|for me|that is|is what|is)\Z", re.I
)
_TIMES: dict[str, str] = {
    "double": "* 2", "twice": "* 2", "doubled": "* 2", "halve": "/ 2", "halved": "/ 2",
    "half": "/ 2", "triple": "* 3", "tripled": "* 3", "treble": "* 3", "thrice": "* 3",
    "quadruple": "* 4", "quarter": "/ 4", "square": "** 2", "squared": "** 2", "cube": "** 3",
    "cubed": "** 3", "third": "/ 3", "a third": "/ 3", "a quarter": "/ 4", "a half": "/ 2",
    "one half": "/ 2", "one third": "/ 3", "a tenth": "/ 10", "a fifth": "/ 5",
    "two thirds": "* 2 / 3", "three quarters": "* 3 / 4",
}  # fmt: skip
_CHANGED = lazy_pattern(
    rf"(?P<how>{'|'.join(sorted(_TIMES, key=len, reverse=True))})(?: of)?(?: {_THAT})?", re.I
)
_SHARE = lazy_pattern(rf"(?P<share>.+?(?: percent| per cent|%)) of {_THAT}", re.I)
_SPLIT = lazy_pattern(
    rf"(?:(?:split|share|divide|cut|divvy)(?: up)?(?: {_THAT})?(?: up)?|per (?:person|head) for) "
    r"(?:(?:between|among|amongst|by|into|in|for|over) )?(?:the )?(?P<number>\S+)"
    r"(?: of us| people| ways| friends| persons| parts)?|"
    r"(?:(?:between|among) )(?:the )?(?P<some>\S+)(?: of us| people| ways)?",
    re.I,
)
_BY_ITSELF = lazy_pattern(rf"(?:multiply|times)(?: {_THAT})? by itself|{_THAT} times itself", re.I)
_STEP = re.compile(r"(?:times|plus|minus|divided by) .+", re.I)
_WITH_IT = lazy_pattern(
    r"(?:altogether|all in|in all|all together|in total|the total|total|all told|"
    r"(?:the total |altogether |total )?(?:with|including|incl|plus|add) (?:the )?"
    r"(?:tip|tax|vat|service|it|that|bill|interest)(?: on| in)?|"
    r"(?:the |my )?(?:whole )?bill(?: then| in all| altogether)?)",
    re.I,
)
_WITHOUT_IT = lazy_pattern(
    r"(?:(?:minus|less|without|after|taking off|take off|with) (?:the )?(?:tip|tax|vat|discount|"
    r"that|it|reduction)(?: off)?|(?:the )?(?:sale )?price(?: after that)?|what(?:'s| is)? left)",
    re.I,
)
_PART_OF = lazy_pattern(
    r"(?P<share>.+?(?:percent|per cent|%))(?: (?:tip|discount|tax|vat|service|interest))?"
    r" (?:of|on|off|for) (?P<whole>.+)",
    re.I,
)
_AMOUNT = lazy_pattern(
    rf"(?:-?\d[\d.,]*|(?:an?|{'|'.join(UNITS)})) ?(?P<unit>[a-z\u00b0$\u20ac\u00a3].*)", re.I
)
_NUMBER = re.compile(r"-?\d[\d.,]*")
_PERCENT_OF_TWO = re.compile(r"[\d.]+ / [\d.]+ \* 100")
_POWER = re.compile(r"(?P<number>\S+) (?:squared|cubed)", re.I)
_TOLD = re.compile(r"(?P<sum>.+) is (?:about )?-?\d[\d.,]*\.")
_LONGEST = 200
_OUT_OF = re.compile(r"(?P<a>[\d.]+) (?:out of|of|over) (?P<b>[\d.]+)", re.I)


def sum_told(reply: str) -> str:
    """The sum that our answer tells: "37 plus 48" of "37 plus 48 is 85."; "" where it is none."""
    found = _TOLD.fullmatch(reply) if len(reply) <= _LONGEST else None
    return found["sum"] if found and is_calculation(found["sum"]) else ""


def gone_on(words: str, previous: Intent) -> Intent | None:
    """The sum or the conversion of before as the new words go on with it; None where they do not.

    Args:
        words: What is said now: "half of that".
        previous: What was calculated or converted.
    """
    said = _TAIL.sub("", _LEADS.sub("", words.strip(" ,.?!"), count=1)).strip(" ,.?!")
    if previous.name == "convert":
        amount = _AMOUNT.fullmatch(str(previous.slots.get("what", "")))
        if amount and _NUMBER.fullmatch(said):
            return previous.having(what=f"{said} {amount['unit']}")
        was, now = read_amount(str(previous.slots.get("what", ""))), read_amount(said)
        is_like = was is not None and now is not None and are_alike(was.word, now.word)
        return previous.having(what=said) if is_like and _AMOUNT.fullmatch(said) else None
    if previous.name != "calculate" or not said:
        return None
    if _ASKED.match(words.strip()) and said.lower().startswith("minus ") and is_calculation(said):
        return None  # "what is minus three minus minus five" is a sum of its own
    before = str(previous.slots["expression"])
    said = _BY_ITSELF.sub("squared", said)
    expression = _in_place(said, before) or _summed(said, before)
    is_sum = bool(expression) and is_calculation(expression)
    return previous.having(expression=expression) if is_sum else None


def _in_place(said: str, before: str) -> str:
    """The same number with another power: "cubed instead"; "" for any other sum."""
    power = _POWER.fullmatch(before)
    is_power = said.lower() in {"squared", "cubed"} and not before.lower().endswith(said.lower())
    return f"{power['number']} {said}" if power and is_power else ""


def _summed(said: str, before: str) -> str:
    part = _PART_OF.fullmatch(before)
    if part and _WITH_IT.fullmatch(said):
        return f"({part['whole']}) + ({part['share']} of {part['whole']})"
    if part and _WITHOUT_IT.fullmatch(said):
        return f"({part['whole']}) - ({part['share']} of {part['whole']})"
    if found := _CHANGED.fullmatch(said):
        return f"({before}) {_TIMES[found['how'].lower()]}"
    if found := _SHARE.fullmatch(said):
        return f"{found['share']} of ({before})"
    if _PERCENT_OF_TWO.fullmatch(before) and (two := _OUT_OF.fullmatch(said)):
        return f"{two['a']} / {two['b']} * 100"
    if _STEP.fullmatch(said):
        return f"({before}) {said}"
    split = _SPLIT.fullmatch(said)
    return f"({before}) / {split['number'] or split['some']}" if split else ""
