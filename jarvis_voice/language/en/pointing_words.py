"""Whether a sentence goes on with something, or points at what it does not name. Pure."""

from __future__ import annotations

import re
from typing import Literal

from jarvis_voice.core.lazy_pattern import lazy_pattern

Pointing = Literal["nothing", "inside", "outside"]
"""At nothing; at a thing that the sentence itself names before; at one that it does not name."""

_LONGEST = 300
_LEAD = r"(?:(?:oh|ah|um+|er+|well|ok|okay|right|so|hey|jarvis|please|good|great|cool)\W+)*"
_RESUMES = lazy_pattern(
    rf"{_LEAD}(?:and|also|or|but|plus|then|instead|rather|no|nope|nah|wrong|not|actually|sorry|wait|oops|"
    r"whoops|i mean|i meant|i said|make it|make that|say|same|another|one more|what about|"
    r"which (?:ones? )?(?:is|was|are|were|comes|goes|of)|what if|what else(?!.*\babout me\b)|"
    r"how about(?! (?:we|you|i)\b)|(?:for|at|in|on|to|by)(?! (?:what|which|how|my)\b)|less|minus|"
    r"times|"
    r"divided)\b",
    re.I,
)
_TOO = re.compile(r"\b(?:too|as well|instead|either|also|though|after all)\W*\Z", re.I)
_CLAUSE = re.compile(r"[,;:.!?]+\s+|\s+(?:and|but|so|because)\s+", re.I)

_WEATHER = (
    r"(?:rain\w*|snow\w*|hail\w*|storm\w*|freez\w*|thunder\w*|chuck\w*|bucket\w*|pour\w*|drizzl\w*|"
    r"cold|colder|chilly|cool|warm|warmer|hot|hotter|mild|humid|wet|dry|windy|sunny|cloudy|foggy|icy|"
    r"dark|light|bright|late|early|nice|fine|time|christmas|safe|ok|okay|possible|true|like|"
    r"doing|blow\w*|tip\w*)"
)
_IT_OF_NOTHING = lazy_pattern(
    rf"\bit(?:'s|'ll| is| was| will| would| does| has| be| going| gonna| gets?| get| been| a| not|"
    rf" to| be| so| really| very| too| pretty| quite| chucking| that)* {_WEATHER}\b|"
    rf"\b(?:is|will|does|was|would|can|could|did) it(?: \w+){{0,3}}? {_WEATHER}\b|"
    r"\b(?:time|day|date|year|month|week|hour)(?:'s| is| was| will) it\b|\btime it (?:is|was)\b|"
    rf"\bhow {_WEATHER} (?:is|was|will|does) it\b|"
    r"\bhow (?:far|long|much|many \w+|hard|easy|safe|likely) (?:is|was|does|will|would) it "
    r"(?:from|to|take|cost|until|till|since|light|dark)\b|"
    r"\bit(?:'s| is) (?:been|a|an|me|[a-z]+(?: [a-z]+)? (?:speaking|here|calling|talking))\b|"
    r"\b(?:believe|like|love|hate|appreciate|make|find|take) it (?:or|when|if|that|to)\b|"
    r"\bout there\b",
    re.I,
)
"""An "it" that stands for nothing: "is it raining", "what time is it", "it's Ann speaking"."""

_THEY_OF_ANYBODY = lazy_pattern(
    r"\bthey (?:speak|say|call|have|use|do|eat|drink|make|celebrate|drive|sell|grow|play|pay)\b"
    r"(?=.* (?:in|at|of) \w)",
    re.I,
)
_THING_HERE = lazy_pattern(
    r"\b(?:this|these|that|those) (?:morning|afternoon|evening|night|week|weekend|month|year|"
    r"summer|winter|spring|autumn|days|computer|machine|laptop|device|pc|thing|screen|room|house|"
    r"conversation|minute|moment|time of|coming|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|"
    r"\bthere(?:'s| is| are| was| were| will| any)\b|\b(?:is|are|was|were|will|any) there\b"
    r"(?= (?:an?|any|some|no|much|many|going|\w+s)\b)|"
    r"\b(?:everything|anything|something|nothing|all|so|now|sure|glad|know|think|fact|given|seeing|"
    r"remember|note|say|said|tell me|remind me|pretend|way) that\b(?=\W*\w)",
    re.I,
)
_POINTER = lazy_pattern(
    r"\b(?:it|its|it's|it'll|another|they|them|they're|he|she|he's|she's|him|his|her|those|these|one|"
    r"ones|others?|the (?:same|lot|first|second|third|last|next|latter|former|longer|shorter|"
    r"earlier|later|early|late|middle|newest)(?: (?:one|thing|too|please|now))?(?=\W*\Z)|both|"
    r"neither)\b|"
    r"\bthis\b(?! is\b)|\bthere\b|"
    r"\bthat(?:'s|'ll)|\bthat(?=\W*\Z| (?:is|was|be|will|would|one|too|for|to|in|on|at|off|as|by|"
    r"now|again|please|then|leave|mean|wasn't|isn't|doesn't|didn't|list|timer|alarm|reminder|"
    r"page|song|word|place|back|down|up|out|instead)\b|[,;.])",
    re.I,
)
_ONE_THING = re.compile(
    r"\bone (?:timer|alarm|reminder|hour|minute|second|day|week|month|year|thing)s?\b", re.I
)
_ONE_OF_A_NUMBER = lazy_pattern(
    r"\bone (?:of|and|hundred|thousand|million|litre|liter|mile|cup|kilo\w*|pound|euro|dollar|"
    r"more time|o'clock|to|by|two|three)s?\b|"
    r"\b(?:at|until|till|to|and|by|between|from|twenty|thirty|forty|fifty|number|good|nice) one\b",
    re.I,
)


def resumes(text: str) -> bool:
    """Whether a sentence begins or ends as what goes on with the one before does.

    Args:
        text: It, as it was said.
    """
    line = _plain(text)
    return bool(_RESUMES.match(line) or _TOO.search(line))


def points_at(text: str) -> Pointing:
    """What a sentence points at.

    Args:
        text: It, as it was said.
    """
    line = _ONE_THING.sub(" a thing ", _plain(text))
    for blind in (_IT_OF_NOTHING, _THEY_OF_ANYBODY, _THING_HERE, _ONE_OF_A_NUMBER):
        line = blind.sub(" ", line)
    found = _POINTER.search(line)
    if found is None:
        return "nothing"
    return "inside" if _is_named_before(line[: found.start()]) else "outside"


_NOUN = lazy_pattern(
    r"\b(?:my|the|a|an|one|our|for|in|to|of|called) (?!the\b|a\b|an\b|my\b)[a-z]{3,}", re.I
)
_NAME = lazy_pattern(r"\A[A-Z][a-z]+|(?<=[a-z] )[A-Z][a-z]+")


def _is_named_before(before: str) -> bool:
    """Whether a clause in front of the pointer names a thing: "my sister lives in Rome, is she"."""
    clauses = _CLAUSE.split(before)
    named = " ".join(clauses[:-1])
    return bool(_NOUN.search(named) or _NAME.search(named))


def _plain(text: str) -> str:
    return " ".join(text[:_LONGEST].replace("\u2019", "'").split())
