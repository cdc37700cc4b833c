"""Tells a turn that orders nothing: it denies an order, asks of the past, or tells of others. Pure.

Invariant: in doubt a turn orders nothing; "I don't need it" and "don't bother" still cancel.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.unordered_acts import mention_of

_OTHER_ACTS = (
    r"(?:touch|shut|add|put|set|start|make|call|push|bring|pause|reset|lose|mess|cut|be|go)"
)
"""What is no act of ending or changing; of those `unordered_acts` knows."""
_ACTS = r"(?:cancel|stop|delete|remove|change|move|drop|kill|bin|scrap|take|add|put|set|make|be)"
_LONGEST = 200
_NOT = (
    r"(?:do not|don't|dont|don\u2019t|never|no need to|not to|rather not|rather you did not|"
    r"rather you didn't|shouldn't|should not|wouldn't|would not|mustn't|must not|can't|cannot|"
    r"won't|will not|didn't|did not)"
)
_DENIED = lazy_pattern(
    rf"(?:\b{_NOT}|\Anot) (?:\w+ ){{0,4}}?{_OTHER_ACTS}\b|"
    rf"\b{_NOT} (?:you )?forget (?:it|that|this|them)\W*\Z", re.I
)  # fmt: skip
_DENIED_THOUGH_MEANT = lazy_pattern(
    rf"\b(?:do not|don't|dont|didn't|did not) (?:mean|meant|want|need|say)(?: to)? "
    rf"(?:{_ACTS} )?(?:it|that|this|them|one)?(?: any ?more| now| after all| though)*[.!]*\Z",
    re.I,
)
"""What is said of a thing that is to go, or of an order that was a slip."""

_ASKS_OF_PAST = lazy_pattern(
    r"(?:what (?:happens|would happen)|how (?:do|can|would|could) (?:i|we)|"
    r"(?:i|we|he|she|they) (?:could|must|might|should) have)\b|"
    r"(?:(?:so|and|but|oh|wait|hey|ok|okay|jarvis|sorry)\W+)*(?:why\b(?! not)|who\b.*\b\w+ed\b)|"
    r"(?:(?:so|and|but|oh|wait|hey|ok|okay|jarvis|sorry)\W+)*(?:did|have|had|has) "
    r"(?:you|i|we|he|she|they)\b.*\b(?:cancel|stop|delete|remove|take|took|taken|clear|forget|"
    r"forgot|forgotten|move|change|rename|drop|erase|wipe)(?:l?ed|d)?\b", re.I
)  # fmt: skip
_OF_OTHERS = lazy_pattern(
    r"(?:(?:so|and|but|oh|well|because|cos|ok|okay)\W+)*(?:he|she|they|mum|mom|dad|somebody|"
    r"someone|everybody|everyone|nobody|my (?:wife|husband|son|daughter|brother|sister|partner|"
    r"flatmate|mum|mom|dad|boss|friend)|the (?:kids|children|boys|girls|neighbours?|dog|cat))"
    r"(?: (?:just|already|always|never|has|have|had))* (?!(?:want|need|like|say|said|prefer)s?\b)"
    r"[a-z]+(?:ed|t|s|e|d|k|n|m)?\b", re.I
)  # fmt: skip
_CONCEDES = lazy_pattern(
    r"(?:(?:so|and|but|oh|well)\W+)*(?:not that (?:i|you|we|he|she|they|it|anyone|anybody|there)\b|"
    r"i(?:'d| would)? (?:really |just )?(?:hate|love|like|adore) \w+ing\b)",
    re.I,
)
"""Tells what somebody thinks of something: "not that I need it", "I hate waiting"."""
_OUGHT_TO_BE = lazy_pattern(
    r"(?:(?:so|and|but|oh|well)\W+)*(?:it|that|they) (?:should|ought to|must|had better) "
    r"(?:be|go)(?: on(?: it| there)?|in|there)?\W*", re.I
)  # fmt: skip
"""Says of what was asked for that it should be there, and so wants it there."""
_HAS_GONE_OFF = re.compile(r"\b(?:is|are|was|were|has gone|have gone|'s|went) off\W*\Z", re.I)
_I_DID = lazy_pattern(
    r"(?:(?:so|and|but|oh|well)\W+)*(?:i|we) (?:waited|forget|forgot|had|slept|walked|ran|ate|"
    r"went|saw|heard|felt|thought)\b(?! it\b)", re.I
)  # fmt: skip


_ORDERS = lazy_pattern(
    r"\b(?:remind|timers?|alarms?|add|put|wake|make|list|set|set it|open|tell me|play|need it|"
    r"cancel|want|remember|forget (?:it|that)|you can|please|drop|bin|scrap|lose|"
    r"delete|remove|stop|(?:cross|tick|strike|scratch|rub|knock|wipe|clear|take|leave) "
    r"(?:it|that|them|him|her|those|this|one|everything) (?:off|out))\b", re.I
)  # fmt: skip
_NEW_VALUE = re.compile(r"\b(?:make|but|instead|rather|just)\b|\d", re.I)


def denies(clauses: Sequence[str]) -> bool:
    """Whether a turn says not to do something, and nothing else to do behind it.

    Args:
        clauses: Its clauses, in their order.
    """
    said = [*map(_denied, clauses)]
    if not any(said):
        return False
    behind = clauses[said.index(True) + 1 :]
    return not any(_NEW_VALUE.search(one) for one in behind)


def _denied(clause: str) -> bool:
    is_denied = mention_of(clause) == "denied" or _DENIED.search(clause) is not None
    return is_denied and not _DENIED_THOUGH_MEANT.search(clause)


def tells_only(text: str) -> bool:
    """Whether a turn asks about what was done, or tells of something, and orders nothing.

    Args:
        text: The turn as it was said.
    """
    line = " ".join(text[:_LONGEST].replace("\u2019", "'").split())
    if _CONCEDES.match(line):
        return True
    if _OUGHT_TO_BE.fullmatch(line):
        return False
    is_told = _OF_OTHERS.match(line) or _I_DID.match(line) or _HAS_GONE_OFF.search(line)
    return bool((is_told and not _ORDERS.search(line)) or _ASKS_OF_PAST.match(line))


_SET_PHRASE = lazy_pattern(
    r"(?:(?:no|nah|nope|oh|ah|ok|okay|well|yes|actually|just|please|good|fine|great)\W+)*(?:"
    r"(?:leave|let|keep) (?:it|that|them|things)(?: (?:be|alone|there|like that|that way|running|"
    r"set|(?:just )?as (?:it|they|things) (?:is|are)))?|as you were|"
    r"(?:(?:here we go|oh no|please) )?not (?:this |that |you )?again|here we go again|"
    r"(?:do not|don't|never) let (?:me|us) (?:miss|forget|lose|skip|sleep through|be late for)"
    r"(?: (?:it|that|this|them|one))?(?: o| this time| again| now| please)?|"
    r"no (?:way|chance|doubt|wonder|fun|luck|such luck|joke|use|comment|thanks to \w+)|"
    r"no (?:probs?|problems?|worries|hurry|rush|kidding|bother|sweat|stress|biggie|fuss|matter|"
    r"offen[cs]e)(?: at all)?|not? to worry|don't worry(?: about (?:it|that))?|"
    r"(?:that is|that's|it is|it's|it was|that was)? ?(?:the )?wrong (?:answer|question)|"
    r"(?:that is|that's|that was|much) (?:much |a lot |far )?better(?:[, ]+i (?:can|could) .+)?|"
    r"(?:that is|that's) not what i (?:asked|meant|said|wanted)(?: for| at all)?)\W*", re.I
)  # fmt: skip


def is_set_phrase(text: str) -> bool:
    """Whether a turn only declines, comforts or complains: "no, leave it", "no worries"."""
    line = " ".join(text[:_LONGEST].replace("\u2019", "'").split())
    return _SET_PHRASE.fullmatch(line) is not None


_IDIOM = re.compile(
    r"(?:(?:and|plus|also|oh|ok|okay|please|now)\b\W*)*(?:get a move on|put a sock in it|"
    r"stick a fork in (?:it|me)|(?:put|get|stick|pop|have) (?:the|a|my|your|on the) (?:kettle|"
    r"tell?y|tv|heating|oven|dinner|coat|shoes|hat|jacket|glasses|brave face|show|weight|wash|"
    r"washing) on|"
    r"done and dusted(?: then)?|(?:done|did|does|doing) my head in(?: .*)?|"
    r"get some (?:sleep|rest|air|peace)(?: in)?(?: there)?|another (\w+)\W+another \w+|"
    r"plus \u00e7a change\b.*|(?:happy|merry) (?:birthday|christmas|new year|easter|anniversary)|"
    r"lots of (?:love|luck|fun)|[^\w]*)\W*", re.I
)  # fmt: skip
"""What is only said, and names no thing: "put the kettle on", "get a move on"."""


def is_idiom(text: str) -> bool:
    """Whether a turn is a set saying, or has no word: nothing of it goes on with a list."""
    return len(text) <= _LONGEST and _IDIOM.fullmatch(text.strip()) is not None


_POINTS = lazy_pattern(
    r"\b(?:it|that|this|them|those|these|one|ones|other|others|another|same|again|there|instead|too|"
    r"also|first|second|third|last|next|else|more|less|earlier|later|longer|shorter|sooner)\b",
    re.I,
)


def leans_on(text: str) -> bool:
    """Whether a turn points at something that was said before."""
    return _POINTS.search(text) is not None
