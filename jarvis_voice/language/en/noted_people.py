"""Finds who is named in what the user noted to do: "call Marta", "Leo's birthday". Pure.

Invariant: a name has a capital letter and stands where only somebody near the user does; what is
bought, watched or travelled to names nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jarvis_voice.core.lazy_pattern import lazy_pattern

_KIN = (
    r"(?:(?:aunt|auntie|uncle|cousin|grandma|grandpa|granny|nan|nana|dr|doctor|mr|mrs|ms|miss)\.? )"
)
_ONE = r"(?-i:[A-Z])[^\W\d_]+(?:-(?-i:[A-Z])[^\W\d_]+)?(?: (?-i:[A-Z])[^\W\d_]+)?"
_NAMES = rf"(?:(?:the|our|my) )?{_KIN}?(?P<names>{_ONE}(?:(?:,| and|, and| or) {_ONE})*)"
_REACHES = (
    r"(?:call|phone|ring|text|message|email|e-mail|facetime|whatsapp|write to|reply to|answer|"
    r"get back to|speak to|speak with|talk to|talk with|chat with|chat to|check on|check in with|"
    r"catch up with|follow up with|ask|tell|remind|warn|thank|congratulate|invite|visit aunt|"
    r"visit uncle|pay back|pay|repay|owe|lend|meet|meet up with|meet with|babysit|hug|apologi[sz]e "
    r"to|say sorry to|say (?:hi|hello|thanks|goodbye|happy birthday) to|give|bring|take|"
    r"drop off|drop|collect|fetch|pick up|wake)"
)
_FROM_OR_TO = (
    r"(?:from|to) (?:the )?(?:school|nursery|kindergarten|daycare|preschool|practice|training|"
    r"football|swimming|ballet|piano|work|airport|station|bus stop|doctor|dentist|vet|"
    r"hospital|party|bed)"
)
_NEEDS_MORE = frozenset({"give", "bring", "take", "drop", "collect", "fetch", "pick up", "wake"})
"""What is done with things as well: "collect Leo from school", "give Leo his book"."""
_ORDERED = lazy_pattern(
    rf"\b(?P<verb>{_REACHES}) {_NAMES}(?P<behind>(?: (?:back|up|off))?(?: {_FROM_OR_TO}\b| "
    r"(?:his|her|their|a|the|some|my|back|off|up)\b)?)",
    re.I,
)
_WITH = lazy_pattern(
    r"\b(?:lunch|dinner|breakfast|brunch|coffee|drinks?|tea|supper|tennis|golf|squash|chess|"
    r"appointment|walk|run|gym|playdate|date|catch-?up|sleepover) (?:with|at) "
    rf"{_NAMES}(?:'s|’s)?",
    re.I,
)
_FOR = lazy_pattern(
    r"\b(?:present|gift|card|cake|flowers|toy|something|party|lunch|packed lunch|shoes|coat|"
    rf"medicine|prescription|invitation|birthday) (?:for|to|from) {_NAMES}",
    re.I,
)
_OWNS = lazy_pattern(
    rf"\b{_NAMES}(?:'s|’s|s') (?:\d+(?:st|nd|rd|th) )?(?:birthday|b-?day|party|wedding|present|"
    r"gift|card|cake|house|flat|place|room|school|teacher|homework|lunch|dinner|appointment|medicine|"
    r"prescription|number|address|email|mum|mom|dad|wife|husband|son|daughter|dog|cat|car|bike|"
    r"keys?|coat|shoes|recital|match|game|practice|lesson|exam|graduation|funeral|christening|"
    r"anniversary|baby|visit|flight|train|form|letter|report|money|book|stuff|things)\b",
    re.I,
)
_TO_ONE = lazy_pattern(
    r"\b(?:send|give|return|forward|show|lend|write) (?:[\w'’-]+ ){1,4}?"
    rf"(?:to|for) {_NAMES}(?=[.,!?]|\Z| (?:by|on|at|before|today|tomorrow|tonight|this|next)\b)",
    re.I,
)
_NO_PERSON = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april june july
    august september october november december christmas easter new god jesus mother father
    valentine halloween thanksgiving ramadan eid i i'm i'll i've jarvis google siri alexa amazon
    apple netflix spotify youtube facebook instagram whatsapp microsoft paypal ebay uber vodafone
    verizon comcast o2 bt sky virgin british bank tesco sainsbury asda aldi lidl ikea walmart
    costco target macy mcdonald wendy domino nando starbucks dhl ups fedex hermes royal usps hmrc
    irs dvla nhs gp hr it mr mrs ms dr st saint the mum mom dad mummy daddy gran granny grandma
    grandpa grandad nan nana aunt uncle auntie customer support council insurance santa
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
"""First words with a capital letter that call nobody by name."""
_AND = re.compile(r",? and |, | or ")
_LONGEST = 300


def people_in(note: str) -> Iterator[str]:
    """The names of those who are near the user, as a note or a reminder has them.

    Args:
        note: The entry of a list, or the words of a reminder.
    """
    text = note[:_LONGEST]
    for form in (_ORDERED, _WITH, _FOR, _OWNS, _TO_ONE):
        for found in form.finditer(text):
            if form is _ORDERED and not _is_person(found):
                continue
            for name in _AND.split(found["names"]):
                if name.split()[0].casefold() not in _NO_PERSON:
                    yield name


def _is_person(found: re.Match[str]) -> bool:
    """Whether what is done is done with somebody, and not with a thing that has a name."""
    return found["verb"].casefold() not in _NEEDS_MORE or bool(found["behind"].strip())
