"""Tells a clause that only says how things are: "the oven beeped". Pure.

Invariant: in doubt a clause is none; a wish, a question, a condition and a denial never are.
"""

from __future__ import annotations

import re

_WHO = (
    r"(?:(?i:(?:the|my|our|his|her|their|this|these|those|some|all|both) (?:[\w'-]+ ){1,4}?|"
    r"(?:he|she|they|someone|somebody|everyone|everybody|nobody|guests|people|visitors|work|dinner|"
    r"lunch|breakfast|school|today|tonight) )|[A-Z]\w+ (?:and [A-Z]\w+ )?)"
)
_DOES = (
    r"(?:is|are|was|were|has|have|had|will|won't|isn't|aren't|needs?|wants?|keeps?|takes?|likes?|"
    r"gets?|got|"
    r"goes|went|came|comes?|starts?|begins?|ends?|leaves?|left|broke|fell|ran|rang|died|ate|took|"
    r"made|woke|hurts?|smells?|looks?|sounds?|feels?|just \w+|[a-z]{3,}ed)\b"
)
_OF_OTHERS = re.compile(
    rf"(?i:(?:and|so|but|because|since|as|well|oh|hey|now) )*{_WHO}(?i:{_DOES})",
)
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
_NO_STATEMENT = re.compile(
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
    return any(one.match(line) for one in (_OF_OTHERS, _SHORT_IS, _NO_SUBJECT, _BEFORE))
