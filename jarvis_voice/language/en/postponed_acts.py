"""Whether an order to take something away is for later, or on a condition. Pure."""

from __future__ import annotations

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 300
"""Characters that are read; a longer sentence is no such order."""

_TAKE = r"(?:cancel|remove|delete|clear|forget|stop|drop|erase|take|get rid of|turn|switch|scrap)"
_ARE = r"(?:'s|'re|'ve| is| are| have| has)?(?: still| already)*"
_THERE = (
    rf"(?:it|that|there|they|he|she|i|we){_ARE} "
    r"(?:there|on|one|any|set|running|ringing|on it|on the list|got (?:one|any|it))\b"
)
_POLITE = (
    r"(?:you\b|possible|(?:it|that)(?:'s| is) (?:ok|okay|fine|possible|alright|all right|no|not)\b|"
    r"i may\b|need be\b)"
)
_IF = (
    rf"(?:(?:only )?if (?!{_THERE}|{_POLITE})|unless |in case |provided |as soon as |"
    r"once (?:it|he|she|they|i|we|the|my)\b|until )"
)
_CONDITION = lazy_pattern(rf"\b{_TAKE}\b[^,;.!?]*(?:, )?\b{_IF}|\A{_IF}.*\b{_TAKE} ")
_IN_A_WHILE = (
    r"(?<!due )(?<!ends )in (?:an?|half an|\d+|two|three|five|ten|fifteen|twenty|thirty) "
    r"(?:seconds?|minutes?|hours?|days?|weeks?|bit|while)"
)
_LATER = lazy_pattern(
    rf"\b{_TAKE}\b[^,;.!?]* (?:later(?: on)?|some (?:other )?time|another (?:time|day)|one day|"
    rf"some ?day|next time|soon|not (?:now|yet)|{_IN_A_WHILE})[ .!]*\Z|"
    rf"(?:\A|\W)(?:maybe|perhaps|possibly) (?:you |we |i )?(?:can |could |should |will )?{_TAKE}\b"
)


def is_postponed(text: str) -> bool:
    """Whether something is to be taken away at another time, or only if something else is so.

    Args:
        text: "cancel it if it rains", "remove the eggs later", "maybe cancel it".
    """
    if len(text) > _LONGEST:
        return False
    line = " ".join(text.casefold().replace("\u2019", "'").split())
    return _CONDITION.search(line) is not None or _LATER.search(line) is not None
