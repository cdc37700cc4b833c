"""Rewrites sums told as stories: "I have forty five, take away seventeen, what's left". Pure.

Invariant: a sentence is only reworded where nothing but numbers and the words of a sum is in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_numbers import SCALES, TENS, UNITS, numerals

_WORDS = "|".join(sorted({*UNITS, *TENS, *SCALES, "hundred"}, key=len, reverse=True))
_ONE = rf"(?:[£$€]?\d(?:[\d,]*\d)?(?:\.\d+)?|(?:{_WORDS})\b)"
NUMBER = (
    rf"(?:(?:a |an )?(?=hundred|thousand|million|[\w£$€]){_ONE}(?:(?:[ -]| and | point ){_ONE})*)"
)
"""A number in words or in digits, as a pattern."""

_MONEY = r"(?:pounds?|dollars?|euros?|quid|bucks|pence|cents)"
_A, _B = rf"(?P<a>{NUMBER})", rf"(?P<b>{NUMBER})"
_TAKEN = (
    r"(?:take away|takeaway|take off|take|subtract|minus|less|lose|lost|eat|ate|spend|spent|sell|"
    r"sold|"
    r"give|gave|use|used|pay|paid|drop|dropped)(?: away| off)?"
)
_GOT = (
    r"(?:get|gets|finds|buys|wins|earns|got|find|found|buy|bought|add|added|am given|was "
    r"given|win|won|earn|earned)"
)
_HAVE = (
    r"(?:(?:so|if|and|say|ok|suppose) )*(?:i|we|you|he|she)"
    r"(?:(?:'ve| have| has| had)(?: got)?| got| start with| started with)"
)
_THING = r"(?: (?!and\b|then\b|take|but\b)[a-z]+){0,2}?"
_ASKED = (
    r"(?:what is|what's|whats|how (?:much|many))(?: \w+){0,2}?(?: (?:is|are|do|have|would|will|"
    r"does))?"
    r"(?: (?:i|we|you|he|she|that|there|be|have|got))*"
)
_LEFT = rf",? (?:and )?{_ASKED}(?: left| remaining| over)(?: over| now)?"
_HAVE_LEFT = re.compile(
    rf"{_HAVE} {_A}{_THING},?(?: and| but| then)*,? (?:(?:i|we|you|he|she) )?(?:then )?{_TAKEN} "
    rf"{_B}"
    rf"{_THING}{_LEFT}",
    re.I,
)
_HAVE_MORE = re.compile(
    rf"{_HAVE} {_A}{_THING},?(?: and| but| then)*,? (?:(?:i|we|you|he|she) )?(?:then )?{_GOT} {_B}"
    rf"{_THING},? (?:and )?{_ASKED}(?: \w+){{0,3}}",
    re.I,
)
_TAKE_AWAY = re.compile(
    rf"(?:what is |what's |whats |how much is )?{_A},? (?:take away|takeaway|less|subtract) {_B}"
    rf"(?:{_LEFT})?",
    re.I,
)
_EACH = re.compile(
    r"(?:(?:i (?:work|worked|want|need|bought|sold)|it's|that's|what is|what's|whats|and|so|"
    rf"how much (?:is|are|for|would)) )*{_A} (?!(?:percent|per|of|plus|minus|times)\b)[a-z]+"
    rf"(?: [a-z]+)? (?P<how>at|for|costing) {_B}(?: ?(?:{_MONEY}|p)|"
    rf" [a-z]+(?= (?:each|apiece|a piece|per)\b))?"
    r"(?P<each> ?(?:each|apiece|a piece|an? [a-z]+|per [a-z]+|every [a-z]+))?"
    r"(?:,? (?:so )?(?:how much|what)(?:'s| is| does| will)? (?:it|that|this|all that)"
    r"(?: (?:come to|cost|be|make|altogether|in total|all in))?)?",
    re.I,
)
"""So many of a thing at a price each: "22 kids at 6 quid a head"."""
_PRICED = lazy_pattern(rf"[£$€]|\b{_MONEY}\b|\dp\b|\b(?:each|apiece|per \w+|a head)\b", re.I)
_PRICE_FIRST = lazy_pattern(
    rf"{_A}(?: ?{_MONEY}|p)? (?:each|apiece|(?:an?|per|every) (?P<of>[a-z]+)),? "
    rf"(?:and |for |so )?{_B} (?!(?:percent|more|less)\b)(?P<thing>[a-z]+)(?: [a-z]+)?"
    r"(?P<asked>,? (?:so )?(?:how much|what)(?:'s| is| does| will)? (?:it|that|this|all that)"
    r"(?: (?:come to|cost|be|make|altogether|in total|all in))?)?",
    re.I,
)
"""A price, and then how many: "35 quid a ticket, 12 tickets, what's that come to"."""
_AN_HOUR = r"(?:an?|per|each|every) (?:second|minute|hour|day|week|month|year|person|head|piece)"
_RATE = lazy_pattern(
    rf"(?:what is |what's |whats |how much is )?{_A}(?: ?{_MONEY})? {_AN_HOUR} "
    rf"(?:times|for|multiplied by|by) {_B} (?:second|minute|hour|day|week|month|year|people|person|"
    r"head|piece)s?",
    re.I,
)
"""What is paid or done in a time, for so long: "120 an hour times 3.5 hours"."""
_DOSES = lazy_pattern(
    rf"(?:what is |what's |whats |how much is )?(?P<amount>{NUMBER} [a-z]+) "
    rf"(?:(?P<often>once|twice|thrice)|{_A} times) (?:a|per|each|every) "
    rf"(?P<each>day|week|hour|month) for {_B} (?P<time>day|week|hour|month)s?",
    re.I,
)
"""So much so often, and for how long: "250 milligrams three times a day for seven days"."""
_OFTEN = {"once": "1", "twice": "2", "thrice": "3"}
_COUNTED = lazy_pattern(
    rf"(?:what is |what's |whats |how much is )?{_A} (?!(?:{_MONEY}|percent|per|of|and|point|"
    r"degrees|squared|cubed)\b)(?P<thing>[a-z]{3,}s) "
    rf"(?P<sign>divided by|shared by|split by|times|multiplied by) {_B}",
    re.I,
)
"""Things that are counted, and what is done with the number: "340 letters divided by 8"."""
_DOLLARS_CENTS = lazy_pattern(
    r"(?P<large>[£$€]?\d+) (?P<unit>pounds?|dollars?|euros?|quid|bucks) (?P<small>[1-9]\d)"
    r"(?= (?:each|apiece|a piece|an? [a-z]|per [a-z]|times\b)|\Z)",
    re.I,
)
"""A price in two numbers: "three dollars twenty each"."""
_PLURALS = {
    "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6, "sevens": 7, "eights": 8,
    "nines": 9, "tens": 10, "elevens": 11, "twelves": 12,
    "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60,
    "seventies": 70, "eighties": 80, "nineties": 90,
}  # fmt: skip
_TIMES = re.compile(
    rf"(?:what is |what are |what's |whats )?{_A} (?P<b>{'|'.join(_PLURALS)})", re.I
)
_INTO = re.compile(rf"(?:what is |what's |whats )?{_A} into {_B}", re.I)
_LISTED = re.compile(
    r"(?P<head>(?:what is |what's |whats )?(?:the )?(?:sum|total|product|average|mean) of )"
    rf"(?P<all>(?:{_ONE} )+and {_ONE})",
    re.I,
)
_OF_MONEY = re.compile(r"\b(?:tip|percent|split|divide|divided|each)\b|%", re.I)
_ANNOUNCED = lazy_pattern(
    r"(?:(?:here's|here is|do|i have|i've got|got|another|an?|one|quick|little|maths?|easy|hard) )*"
    r"(?:sum|calculation|question|one)(?: (?:for|to) (?:you|me))?(?: then)?[:,;]? (?P<sum>\S.+)",
    re.I,
)
"""Says first that a sum comes: "sum for you: 37 plus 48"."""
_AS_ONE_NUMBER = lazy_pattern(
    r"(?P<sign>\b(?:times|multiplied by|divided by|plus|minus) )(?P<large>[1-9]\d?) "
    r"(?P<small>[1-9]\d)\Z",
    re.I,
)
"""A number that is said in two: 750 of "times seven fifty"."""
_AN_AMOUNT = lazy_pattern(rf"(?P<amount>{_ONE}) {_MONEY}\b", re.I)


def plain_sums(line: str) -> Iterator[str]:
    """The sums that a clean sentence may tell, in plain order."""
    said = " ".join(numerals(line.split()))
    line = _DOLLARS_CENTS.sub(r"\g<large>.\g<small> \g<unit>", said)
    if line != said:
        yield line
    for pattern, sign in ((_HAVE_LEFT, "minus"), (_TAKE_AWAY, "minus"), (_HAVE_MORE, "plus")):
        if found := pattern.fullmatch(line):
            yield f"{found['a']} {sign} {found['b']}"
    if found := _TIMES.fullmatch(line):
        yield f"{found['a']} times {_PLURALS[found['b'].lower()]}"
    if found := _INTO.fullmatch(line):
        yield f"{found['b']} divided by {found['a']}"
    if each := _each(line) or _rated(line):
        yield each
    if found := _ANNOUNCED.fullmatch(line):
        yield found["sum"]
    if _AS_ONE_NUMBER.search(line):
        yield _AS_ONE_NUMBER.sub(r"\g<sign>\g<large>\g<small>", line)
    if found := _LISTED.fullmatch(line):
        yield f"{found['head']}{_with_commas(found['all'])}"
    if _OF_MONEY.search(line) and _AN_AMOUNT.search(line):
        yield _AN_AMOUNT.sub(r"\g<amount>", line)


def _each(line: str) -> str:
    """The product of a number of things and the price of each; "" where none is said."""
    found = _EACH.fullmatch(line)
    if found is None or _PRICED.search(line) is None:
        return ""
    is_each = found["how"].lower() != "for" or found["each"]
    return f"{found['a']} times {found['b']}" if is_each else ""


def _rated(line: str) -> str:
    """The product of what one costs or takes and how many there are; "" where none is said."""
    if found := _RATE.fullmatch(line):
        return f"{found['a']} times {found['b']}"
    if found := _COUNTED.fullmatch(line):
        sign = "times" if found["sign"].lower() in {"times", "multiplied by"} else "divided by"
        return f"{found['a']} {sign} {found['b']}"
    doses = _DOSES.fullmatch(line)
    if doses and doses["each"].lower() == doses["time"].lower():
        often = doses["a"] or _OFTEN[doses["often"].lower()]
        return f"{doses['amount']} times {often} times {doses['b']}"
    priced = _PRICE_FIRST.fullmatch(line)
    if priced is None or _PRICED.search(line) is None:
        return ""
    is_same = priced["of"] is not None and priced["thing"].startswith(priced["of"])
    return f"{priced['b']} times {priced['a']}" if is_same or priced["asked"] else ""


def _with_commas(listed: str) -> str:
    """Numbers one after the other, parted where they do not make one: "twenty five" does."""
    words = listed.split()
    out = words[0]
    for before, word in pairwise(words):
        is_one = before.lower() in TENS and word.lower() in UNITS
        is_joined = is_one or "and" in (before, word) or word.lower() in {*SCALES, "hundred"}
        out += f"{'' if is_joined else ','} {word}"
    return out
