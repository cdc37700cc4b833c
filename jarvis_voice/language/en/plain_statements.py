"""Tells a clause that only says how things are: "the oven beeped". Pure.

Invariant: in doubt a clause is none; a wish, a question, a condition and a denial never are.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_WHO = (
    r"(?:(?:the|my|our|their|this|these|those|some|all|both) (?:[\w'-]+ ){1,4}?|"
    r"(?:someone|somebody|everyone|everybody|nobody|guests|people|visitors|work|dinner|lunch|"
    r"breakfast|school|today|tonight) |[a-z]{3,}s (?=are |were |have ))"
)
_HAPPENS = (
    r"is|was|has|had|will|won't|isn't|needs|wants|keeps|takes|likes|gets|got|goes|went|came|comes|"
    r"starts|begins|ends|leaves|left|broke|fell|ran|rang|died|ate|took|made|woke|hurts|smells|"
    r"looks|sounds|feels|[a-z]{3,}ed"
)
_DOES = (
    rf"(?:{_HAPPENS}|are|were|have|aren't|need|want|keep|take|like|get|come|start|begin|end|leave|"
    r"hurt|smell|look|sound|feel|just \w+)\b"
)
_ALSO = (
    r"(?:(?:seeing (?:as|that)|given that|now that|and|so|but|because|since|as|well|oh|hey|now) )*"
)
_OF_OTHERS = lazy_pattern(rf"{_ALSO}{_WHO}{_DOES}", re.I)
_OF_SOMEBODY = lazy_pattern(rf"(?i:{_ALSO})[A-Z]\w+ (?i:(?:{_HAPPENS})\b)")
_SHORT_IS = re.compile(
    r"(?!(?:what|who|where|when|how|that|here|let)'s)(?:the |my |our )?(?:[\w-]+ ){0,2}?[\w-]+'s "
    r"(?:\w+ ){0,3}\w+\Z",
    re.I,
)
_NO_SUBJECT = re.compile(
    r"(?:just )?(?:got|came|going|heading|finished|woke|ran out|forgot|lost|broke|spilled|burnt|"
    r"been|had|having|running|feeling|stuck|back) [\w' -]{2,60}\Z",
    re.I,
)
_BEFORE = re.compile(
    r"before (?:the|my|our|we|i|everyone|everybody|people|guests|he|she|they) [\w' -]{2,60}\Z", re.I
)
_NO_STATEMENT = lazy_pattern(
    r"\?|\b(?:please|timers?|alarms?|reminders?|lists?|volume|if|unless|when|whenever|should|must|"
    r"could|would|can|except|only|instead|not|never|no longer|don't|doesn't|didn't|wrong|mean|"
    r"tomorrow|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day|name|called|call|birthday|live|lives|born|you|your|tell|say|says|said)\b",
    re.I,
)
_MOST_WORDS = 14


def tells_of_others(clause: str) -> bool:
    """Whether a clause says how things are, and asks for nothing."""
    line = clause.strip(" ,.;!")
    if len(line.split()) > _MOST_WORDS or _NO_STATEMENT.search(line):
        return False
    return any(
        one.match(line) for one in (_OF_OTHERS, _OF_SOMEBODY, _SHORT_IS, _NO_SUBJECT, _BEFORE)
    )
