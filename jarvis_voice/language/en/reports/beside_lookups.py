"""Finds what an answer to a question claims beside what was looked up. Pure.

Invariant: what the user spoke of, or what a lookup told of, is no such claim: "the alarm is set" is
one only where neither names an alarm.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_THING = (
    r"(?:timer|alarm|reminder|routine|note|list|calendar|appointment|light|lamp|mail|e-?mail|"
    r"message|music|blind|heating|door|bill|order|taxi|cab|driver|pizza|parcel|delivery|table|"
    r"ticket|meeting)"
)
_BE = r"(?:is|are|'s|'re|has been|have been|was|were|will be)(?: now| already| all| both| also)*"
_STATE = (
    r"(?:set|off|on|gone|running|empty|left out|skipped|cancell?ed|saved|sent|noted|started|moved|"
    r"deleted|cleared|paused|stopped|silenced|ready|scheduled|booked|paid|ordered|locked|unlocked|"
    r"open|closed|dimmed|muted|done|coming|(?:on|under) (?:its|the|his|her|their) way)"
)
_CLOSE = r"(?=\W*\Z|[,;]| (?:and|now|too|as well|for you|already|again)\b)"
_STATES = lazy_pattern(
    r"\b(?:the|your|my|a|an|another|that|tomorrow's|today's|tonight's|\w+day's)(?: [\w'-]+){0,2} "
    rf"(?P<thing>{_THING})s? {_BE} {_STATE}{_CLOSE}",
    re.I,
)
_ALSO = r"(?:'ve| have| had)?(?: also| just| already| then)*"
_PEOPLE = (
    r"(?:(?-i:(?!You\b|Wikipedia\b|Google\b|Python\b)[A-Z][a-z]+)|"
    r"(?:your|the) (?!calc|web\b|net|tool|model|search|question)[a-z]+|him|her|"
    r"them|every ?one|every ?body)"
)
_TELLS = lazy_pattern(
    rf"\bi{_ALSO} (?:told|informed|notified|warned|texted|asked|called|let) "
    rf"(?P<thing>{_PEOPLE})\b|"
    r"\b(?P<name>(?-i:(?!Nobody\b|Everyone\b|Everybody\b|Only\b|God\b|One\b|Who\b|No\b)[A-Z][a-z]+"
    r")|your \w+) (?:has been (?:told|informed|notified)|knows(?: now| already| about it| that)?"
    r"(?=\W*\Z)|has it now|got (?:it|the message)(?=\W*\Z))",
    re.I,
)
_PLACE = (
    r"(?:your|the) (?P<thing>notes?|(?:\w+ )?lists?|calendar|diary|reminders?|inbox|phone|drafts)\b"
)
_KEEPS = lazy_pattern(
    r"\b(?:it|that|this|all|everything)(?: is|'s| has been)(?: now| also| already)* (?:saved|noted|"
    rf"stored|written down|recorded|added|sent|kept)(?: down)? (?:in|on|to|for|into) {_PLACE}|"
    rf"\bi{_ALSO} (?:have |got |had )?(?:it|that|this) (?:saved|noted|stored|written|down|recorded)"
    r"\b|[,;] (?:and )?(?:noted|saved|sent|done|ordered|booked)(?=\W*\Z)",
    re.I,
)
_LEAVES_OUT = lazy_pattern(
    rf"\bi{_ALSO} (?:left out|skipped|dropped|cancell?ed|paused|turned off|switched off|left) "
    r"(?P<thing>today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.I,
)
_CLAIMS = (_STATES, _TELLS, _KEEPS, _LEAVES_OUT)


def claims_beside(sentence: str, known: str) -> bool:
    """Whether a sentence claims an act or a state that nothing of the turn speaks of.

    Args:
        sentence: One sentence of an answer.
        known: What the user said, and what was looked up.
    """
    line = " ".join(sentence.replace("\u2019", "'").split())
    spoken_of = known.casefold()
    for claim in _CLAIMS:
        for found in claim.finditer(line):
            named = found.groupdict()
            thing = (named.get("thing") or named.get("name") or "").casefold()
            if not thing or thing not in spoken_of:
                return True
    return False
