"""Reads spoken lengths of time, such as "an hour and a half", and writes them plainly.

Invariant: pure; words are read whole or not at all.
"""

from __future__ import annotations

import re

from jarvis_voice.language.en.spoken_numbers import numerals

_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_UNIT = r"(?P<{0}>seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?)"
_AMOUNT = r"(?P<amount>\d+(?:\.\d+)?|an?|a couple of|half an?|a half|half)"
_PART = {"half": 0.5, "quarter": 0.25, "3 quarters": 0.75}
_TERM = re.compile(
    rf"(?:{_AMOUNT} {_UNIT.format('unit')}(?: and (?:an? )?(?P<part>half|quarter|3 quarters))?"
    rf"|(?:a )?(?P<quarters>quarter|3 quarters)(?: of an?)? {_UNIT.format('of')})\b"
)
_BETWEEN = re.compile(r"(?:,? and |,? )")
_ONE_LEFT_OUT = re.compile(
    r"\A(?=(?:hour|minute)(?: and (?:an? )?(?:half|quarter)\b| (?:\d+|and \d+) ))"
)
"""The "an" goes without saying: "hour and a half", "hour and 20 minutes"."""
_GLUED = re.compile(r"(?<![:\d])(\d+)(hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?=\d|\b)")
_SMALLER_LEFT_OUT = re.compile(r"(?P<all>(?:\d+|an?) (?P<unit>hour|minute)s? (?:and )?[1-5]\d)\Z")
"""The smaller unit goes without saying: "2 minutes 30", "an hour and 20"."""
LONGEST_SECONDS = 366 * 86_400.0
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
    *("seventeenth", "eighteenth", "nineteenth", "twentieth"),
)
_COUNTED = r"(?<!\d )(?<!\d-)(?<!\ba )(?<!\bone )"
"""Behind a number "second" is a length."""
_ORDINAL = re.compile(rf"{_COUNTED}(?:(twenty|thirty)[ -])?\b({'|'.join(_ORDINALS)}|thirtieth)\b")
_ONE_SECOND = re.compile(r"\bsecond\b", re.I)


def length_in(words: str) -> float | None:
    """Seconds of a length of time; None where the words are not just that."""
    said = plain(_ONE_SECOND.sub("seconds", words))
    said = re.sub(r"^(?:about|for|another|exactly) ", "", said)
    said = re.sub(r"^(\d+|an?) more ", r"\1 ", said)
    said = _ONE_LEFT_OUT.sub("1 ", _SMALLER_LEFT_OUT.sub(_with_smaller, said))
    total, position = 0.0, 0
    while found := _TERM.match(said, position):
        total += _seconds(found)
        position = found.end()
        if position == len(said):
            return total if 0 < total <= LONGEST_SECONDS else None
        between = _BETWEEN.match(said, position)
        if between is None:
            return None
        position = between.end()
    return None


def _with_smaller(found: re.Match[str]) -> str:
    return f"{found['all']} {'minutes' if found['unit'] == 'hour' else 'seconds'}"


def plain(words: str) -> str:
    """The words in small letters, with numerals, and each sign that says nothing left out."""
    said = words.lower().replace("\u2019", "'").strip(" .,!?;:")
    said = re.sub(r"\b([ap])\.? ?m\b\.?", r"\1m", said)
    said = re.sub(r"(?<=\d)(?=[ap]m\b)", " ", said)
    said = re.sub(r"\bo'? ?clock\b", "", said)
    said = re.sub(r"\b(\d{1,2})\.(\d\d)\b(?! ?(?:h|min|sec))", r"\1:\2", said)
    said = re.sub(r"\b3 ?/ ?4\b", "3 quarters", said)
    said = _ORDINAL.sub(_numbered, said)
    said = _GLUED.sub(r"\1 \2 ", said)
    said = re.sub(r"(?<=\w)-(?=\w)", " ", said)
    said = re.sub(r"\b(\d+) h\b", r"\1 hours", said)
    said = re.sub(r"\b(\d+) m\b", r"\1 minutes", said)
    said = re.sub(r"\b(\d+) s\b", r"\1 seconds", said)
    tokens = re.sub(r"[,;]", " , ", said).split()
    return re.sub(r" ,", ",", " ".join(numerals(tokens)))


def _numbered(found: re.Match[str]) -> str:
    ten = {"twenty": 20, "thirty": 30}.get(found[1] or "", 0)
    one = 30 if found[2] == "thirtieth" else _ORDINALS.index(found[2]) + 1
    return f"{ten + one}th"


def _seconds(found: re.Match[str]) -> float:
    if quarters := found["quarters"]:
        return _PART[quarters] * _UNITS[found["of"][0]]
    amount = found["amount"]
    if amount.startswith(("half", "a half")):
        number = 0.5
    elif amount in {"a", "an"}:
        number = 1.0
    else:
        number = 2.0 if amount == "a couple of" else float(amount)
    part = _PART.get(found["part"] or "", 0.0)
    return (number + part) * _UNITS[found["unit"][0]]
