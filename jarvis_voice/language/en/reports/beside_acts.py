"""Finds what an answer claims beside an act that was done and told. Pure.

Invariant: what the user spoke of, or what the act's receipt tells, is no such claim. Who set one
alarm for tomorrow has no second one, and none that rings every day.
"""

from __future__ import annotations

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.reports.beside_lookups import claims_beside
from jarvis_voice.language.en.reports.figures import invents_figures

_RINGING = lazy_pattern(r"\b(?:(?:alarm|timer|reminder)s?|remind|wake)\b")
_FOR = r"(?: (?:for|to|at|of|on|in) (?:\S+ ){0,3}?\S+)?"
"""What it is for, between a thing and its verb."""
_ONE_THAT_RINGS = lazy_pattern(
    rf"\b(?:the|your|my|this) (?:\S+ ){{0,3}}(?:alarm|timer|reminder)s?{_FOR}"
    r"(?:'s| (?:is|are|will|ring|rings|ends?|goes|go|runs?|starts?|lasts?|comes?|repeats?)\b)"
    r"|\b(?:it's|it has|you've|you have) (?:got )?(?:\S+ ){1,4}(?:left|remaining|to go)\b"
    r"|\b(?:starting (?:right )?now|and counting|on the clock|from now)\b"
    r"|\byou(?:'ll| will) (?:be (?:woken|reminded)|hear|get (?:the|your|a|my) (?:reminder|alarm))\b"
    r"|\bit(?:'ll| will)? rings?\b"
)
_AGAIN = lazy_pattern(
    r"\b(?:every|each|daily|weekly|hourly|weekdays?|weekends?|repeat(?:s|ed|ing)?|recurring|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
)
"""Words that let it ring more often, or on a day."""
_ONE_MORE = lazy_pattern(
    r"\b(?:an? (?:second|third|further|extra|additional)|another|one more) (?:\S+ ){0,2}"
    rf"(?:alarm|timer|reminder){_FOR} (?:(?:also |now |then )?(?:rings|sounds|beeps|goes off|ends|"
    r"runs|starts|comes|follows)\b|will (?:ring|sound|beep|go off|wake|remind|start|end|run|follow|"
    r"come)\b|(?:is|has been) (?:also |now |already )*(?:set|running|on|active|ready|due|there|"
    r"scheduled|started)\b)"
)
_MANY = lazy_pattern(r"\b(?:another|second|two|more|both|several|extra|alarms|timers|reminders)\b")
_NONE = lazy_pattern(
    r"\bnothing(?: else| more)?(?:(?: is|'s)(?: now| still)?)? (?:set|scheduled|due|planned)\b|"
    r"\bnothing(?: else| more)? (?:will (?:ring|wake)|rings|goes off|wakes)\b|"
    r"\bno (?:other |more |further )?(?:alarm|timer|reminder)s?(?: is| are)? (?:set|left|running)\b"
)
_LEAVES_OUT = lazy_pattern(
    r"\bi(?:'ve| have)?(?: also| just| already)? (?:left out|skipped|dropped|paused) "
    r"(?:the |your |all )?(?:\w+ ){0,2}(?P<days>weekend|week|month|mornings?|days|weekdays)\b"
)
_ARRIVES = lazy_pattern(
    r"(?:\bwill|'ll) (?:also )?(?:arrive|be delivered|be brought|be shipped|be picked up) "
    r"(?:today|tomorrow|tonight|this \w+|at |by |on \w+day|within |in )"
)
_ORDERED = lazy_pattern(r"\b(?:arriv|deliver|order|ship|pick)")
_ALL_DONE = lazy_pattern(
    r"^\W*(?:(?:that's|that is|they're|they are) )?(?:both|all|everything)"
    r"(?: (?:of (?:them|it|that|those)|that|two|three))?"
    r"(?:'s| is| are| has been| have been| was| were)?(?: now| already)? (?:done|set|sorted|settled"
    r"|ready|handled|in place|finished|complete|taken care of)\b"
)
_TAG = lazy_pattern(
    r",? (?:(?:have|has|did|do|does|is|are|was|were|will|would|had)n't|won't|right) ?"
    r"(?:i|it|they|you|we|she|he)?\?\s*\Z"
)


def untagged(sentence: str) -> str:
    """The statement that a sentence makes before it asks for a nod: "it is off, isn't it?".

    Args:
        sentence: One sentence of an answer.
    """
    tag = _TAG.search(sentence.replace("\u2019", "'").lower())
    return f"{sentence[: tag.start()]}." if tag is not None and tag.start() else sentence


def claims_more(sentence: str, known: str) -> bool:
    """Whether it claims another thing, time or act than what was done.

    Args:
        sentence: One sentence of an answer.
        known: What the user said, and what the receipts of the turn tell.
    """
    line = " ".join(sentence.replace("\u2019", "'").split())
    if claims_beside(line, known):
        return True
    low, spoken_of = line.lower(), known.lower()
    left_out = _LEAVES_OUT.search(low)
    if left_out is not None and left_out["days"] not in spoken_of:
        return True
    if _ARRIVES.search(low) and not _ORDERED.search(spoken_of):
        return True
    return bool(_RINGING.search(spoken_of)) and _rings_otherwise(low, spoken_of)


def claims_all_done(sentence: str) -> bool:
    """Whether it says that all is done: false where a part of it was not."""
    return bool(_ALL_DONE.search(sentence.replace("\u2019", "'").lower()))


def _rings_otherwise(low: str, spoken_of: str) -> bool:
    """Whether it tells of more that rings, of nothing that does, or of another time."""
    if _ONE_MORE.search(low) and not _MANY.search(spoken_of):
        return True
    if _NONE.search(low) and not _NONE.search(spoken_of):
        return True
    if not _ONE_THAT_RINGS.search(low):
        return False
    comes = _AGAIN.findall(low)
    if comes and not any(word in spoken_of for word in comes):
        return True
    return invents_figures(low, [spoken_of])
