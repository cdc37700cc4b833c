"""Takes of two of one kind the one that is meant: "at five no six", "at five, not six". Pure.

Invariant: both are lengths, amounts, times of day, days or names, with nothing but a word of
correction between them; any other "no" or "sorry" is what was said.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jarvis_voice.language.en.spoken_numbers import SCALES, TENS, UNITS

_LONGEST = 300
_MOST = 4
"""Corrections in one sentence."""

_ONE_CUE = (
    r"(?:no|nope|sorry|wait|oops|actually|i mean|i meant|i should say|make that|make it|or rather|"
    r"scratch that|let us say|let's say)"
)
_CUE = (
    rf"[,;.]?\s+(?:oh,? |uh,? |um,? |er,? )?(?P<cue>{_ONE_CUE})(?:[,.]?\s+(?:{_ONE_CUE})"
    r"\b){0,3}[,.]?\s+"
)
_SMALL = "|".join(sorted({*UNITS, *TENS, *SCALES, "hundred"}, key=len)[::-1])
_NUMBER = (
    rf"(?:\d+(?:[.,]\d+)?|(?:half )?an?|(?:{_SMALL})(?:[ -](?:and |a )?(?:{_SMALL}|half)){{0,3}})"
)
_TIME = r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)"
_MEASURE = (
    r"(?:percent|%|miles?|(?:kilo|centi|milli)?met(?:er|re)s?|feet|foot|inch(?:es)?|yards?|"
    r"(?:milli)?lit(?:er|re)s?|(?:kilo)?grams?|kilos?|pounds?|ounces?|pints?|cups?|gallons?|"
    r"teaspoons?|tablespoons?|degrees?|euros?|dollars?|bottles?|cans?|tins?|packs?|packets?|"
    r"boxes|box|bags?|slices?|loaves|loaf|bunch(?:es)?|jars?|dozen)"
)
_AMOUNTS = tuple(
    re.compile(
        rf"\b(?P<number>{_NUMBER}) {unit}(?P<of> of [\w-]+(?: [\w-]+)?)??{_CUE}"
        rf"(?:for |by |of )?(?P<last>(?:{_NUMBER} )?{unit})\b(?! no\b)",
        re.I,
    )
    for unit in (_TIME, _MEASURE)
)
_NUMBERS = re.compile(
    rf"\b(?P<number>{_NUMBER}) (?P<unit>{_TIME}|{_MEASURE}){_CUE}(?P<last>(?!one\b){_NUMBER})"
    r"(?=[,.]?\s*(?:please)?[.!]?\Z)",
    re.I,
)
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_DAY = (
    rf"(?:today|tonight|the day after tomorrow|tomorrow(?: (?:morning|afternoon|evening|night))?|"
    rf"(?:(?:next|this) )?(?:{_WEEKDAY}(?: (?:morning|afternoon|evening|night))?|week|month))"
)
_DAYS = re.compile(rf"\b{_DAY}{_CUE}(?:on |for )?(?P<last>{_DAY})\b(?!')", re.I)
_HOUR = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:1\d|2[0-3]|0?\d)"
    r"(?:[:.][0-5]\d)?)"
)
_HALF = r"(?P<{0}> ?(?:[ap]\.?m\b\.?|in the (?:morning|afternoon|evening)|at night))"
_CLOCK = (
    rf"(?:noon|midday|midnight|(?:(?:half|quarter|five|ten|twenty|twenty[ -]five) (?:past|to) )?"
    rf"{_HOUR}(?: (?:o'clock|fifteen|thirty|forty[ -]five|ten|twenty|forty|fifty))?)"
)
_CLOCKS = re.compile(
    rf"(?P<lead>\b(?:at|for|by|until|till|before|around|about|from|to) )(?P<first>{_CLOCK})"
    rf"{_HALF.format('half')}?{_CUE}(?:at |for |by )?(?P<last>{_CLOCK})"
    rf"{_HALF.format('other')}?(?![\w:]| (?:minutes?|hours?|seconds?|days?|weeks?|percent|people|"
    r"times|of)\b)",
    re.I,
)
_NAME = r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?"
_NAMES = re.compile(
    rf"(?<=[a-z] ){_NAME}[,;]?\s+(?P<cue>no|no wait|no sorry|no,? I mean|sorry|[Ii] meant?|"
    rf"make that|or rather)[,.]?\s+(?P<last>{_NAME})(?!\w)"
)
_TELLS = re.compile(r"\b(?:tell|say|says|said|text|write|message|ask|answers?|answered)\b", re.I)
_SAID = frozenset({"no", "sorry"})

_NOT = r"[,;]? (?:and |but )?(?:not|instead of|rather than|as opposed to) (?:at |for |on |to |in )?"
_TIMED = rf"(?:{_CLOCK}(?: ?[ap]\.?m\b\.?| o'clock| in the (?:morning|afternoon|evening))?)"
_LENGTH = rf"(?:{_NUMBER}(?: {_TIME})?)"
_WAY = r"(?:earlier|later|sooner|forwards?|backwards?|back|up|down)"
_OTHERS = tuple(
    re.compile(rf"\b(?P<meant>{lead}{meant}){_NOT}{other}(?![\w:']| {_TIME}\b)", re.I)
    for lead, meant, other in (
        (r"(?:at|for|to|until|from|it|alarm) ", _TIMED, _TIMED),
        (r"(?:at|for|to|until|from|it|alarm) ", rf"{_TIMED}(?: (?:on )?{_DAY})?", _TIMED),
        (r"(?!(?:next |this )?(?:week|month)\b)", rf"{_DAY}(?: at {_TIMED})?", _DAY),
        ("", _WAY, _WAY),
        ("", rf"{_NUMBER} {_TIME}", _LENGTH),
    )
)
_OF_TWO = re.compile(
    rf"\b(?P<lead>for |by |to |add ){_NUMBER} (?:instead of|rather than|not) {_NUMBER} "
    rf"(?P<unit>{_TIME})\b",
    re.I,
)
_ORDERS = re.compile(
    r"(?:(?:hey|ok|okay|jarvis|please|no|and|now|can you|could you|would you|will you)\W+)*"
    r"(?:set|wake|remind|move|make|change|put|push|shift|reschedule|postpone|skip|cancel|delete|"
    r"add|schedule|start|give|leave|omit|don't wake|do not wake)\b",
    re.I,
)
"""Begins an order; what is meant there is said, and what is not meant puts nothing right."""

_FROM_DAY = re.compile(
    r"(?P<order>\A(?:\w+\W+){0,4}?(?:move|shift|change|push|put|reschedule)\b.{2,80}?) "
    rf"from (?P<day>{_DAY}) to (?={_DAY}\b)",
    re.I,
)
"""Says on which day it was: it is moved, and comes no more often than before."""
_BUT = re.compile(
    r",? not (?P<lead>to|for|on|at|in|from) [^,.;!?]{1,40}?,? but (?=(?P=lead)\b)", re.I
)
"""Says first what is not meant: "not at seven but at eight"."""
_SETS_REMINDER = re.compile(
    r"\b(?:remind (?:me|us)|(?:set|add|make|create|schedule)\b.{0,20}\breminder)\b(?P<when>.*?)"
    rf"(?:\b(?:to|that|about|(?<!instead )of|saying)\b(?! {_CLOCK}\b)|:)",
    re.I,
)
_IDLE_WHEN = re.compile(r"(?:\W|\b(?:please|again|also|too)\b)*", re.I)
_A_DAY = re.compile(rf"\b{_DAY}\b", re.I)
_A_TIME = re.compile(
    rf"\b(?:at {_CLOCK}|{_CLOCK} ?(?:[ap]\.?m|o'clock)|in {_NUMBER} {_TIME}|noon|midnight)\b", re.I
)
_ANY_ONE = re.compile(r"\b(?:the|my|our) (?:alarm|reminder|routine)\Z", re.I)
_MOVES = re.compile(
    r"(?:please )?(?:make|change) (?:(?:the|my|our) )?(?:\w+ )?(?:alarm|reminder) "
    r"(?!to\b|at\b|for\b)",
    re.I,
)
"""Names the old time behind the new one: "make my alarm 8 instead of 7"."""


def first_of_kind(line: str) -> str:
    """An order without the times that it says are not meant.

    Args:
        line: "move it to 8, not to 9" gives "move it to 8", "at 5 instead of 6" gives "at 5".
    """
    if len(line) > _LONGEST or not _ORDERS.match(line) or _MOVES.match(line):
        return line
    said = _SETS_REMINDER.search(line)
    if said is None:
        return _OF_TWO.sub(_first_amount, _first_ones(_BUT.sub(" ", _FROM_DAY.sub(_of_day, line))))
    when, words = line[: said.end()], line[said.end() :]
    if _IDLE_WHEN.fullmatch(said["when"]):
        return when + _first_ones(words, _is_said)
    return _first_ones(when) + _first_ones(words, _is_one_piece)


def _first_ones(line: str, is_kept: Callable[[re.Match[str]], bool] | None = None) -> str:
    """The line without what is not meant; of a reminder's words most are kept as they are."""
    for form in _OTHERS:
        line = form.sub(lambda two: two[0] if is_kept and is_kept(two) else two["meant"], line)
    return line


def _is_one_piece(found: re.Match[str]) -> bool:
    """Whether no comma parts the two, behind which another request would be read."""
    return "," not in found[0]


def _is_said(found: re.Match[str]) -> bool:
    """Whether two of one kind belong to the words, since the time follows them."""
    rest = found.string[found.end() :]
    is_day = _A_DAY.match(found["meant"]) is not None
    is_timed = (_A_DAY if is_day else _A_TIME).search(rest) is not None
    return is_timed and _is_one_piece(found)


def last_of_kind(line: str) -> str:
    """The sentence with what was corrected replaced by the correction.

    Args:
        line: A sentence on one line: "remind me on Monday no Tuesday to pay the rent".
    """
    if len(line) > _LONGEST:
        return line
    for _ in range(_MOST):
        shorter = _once(line)
        if shorter == line:
            break
        line = shorter
    return line


def _once(line: str) -> str:
    for form in _AMOUNTS:
        line = form.sub(_amount, line, count=1)
    line = _NUMBERS.sub(lambda found: f"{found['last']} {found['unit']}", line, count=1)
    line = _DAYS.sub(lambda found: found["last"], line, count=1)
    line = _CLOCKS.sub(_clock, line, count=1)
    return _NAMES.sub(_name, line, count=1)


def _of_day(found: re.Match[str]) -> str:
    """What is to be moved, by its day where it has no other name."""
    day = f" on {found['day']}" if _ANY_ONE.search(found["order"]) else ""
    return f"{found['order']}{day} to "


def _first_amount(found: re.Match[str]) -> str:
    """The first of two numbers with their one unit."""
    number = found[0].split(" ")[1]
    return f"{found['lead']}{number} {found['unit']}"


def _amount(found: re.Match[str]) -> str:
    """The last amount; a unit alone has the number of the first."""
    last = found["last"] if " " in found["last"] else f"{found['number']} {found['last']}"
    return f"{last}{found['of'] or ''}"


def _clock(found: re.Match[str]) -> str:
    """The last time of day, in the half of the day that was said of the first."""
    is_somebody = found["cue"].lower() == "no" and found["last"].lower() == "one"
    if is_somebody:  # "at five no one is home"
        return found[0]
    half = found["other"] or found["half"] or ""
    return f"{found['lead']}{found['last']}{half}"


def _name(found: re.Match[str]) -> str:
    is_told = found["cue"] in _SAID and _TELLS.search(found.string, 0, found.start())
    return found[0] if is_told else found["last"]
