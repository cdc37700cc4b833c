"""Leaves the user's units and name alone where a sentence denies them or tells of others. Pure.

Invariant: what is only denied or told of others is asked about or left; an order is never held up.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent

_LONGEST = 200
_PROFILE = "set_profile"
_UNITS = {
    "imperial": r"(?:fahrenheit|imperial|miles?|feet|foot|inch(?:es)?|pounds?|ounces?|gallons?)",
    "metric": r"(?:celsius|centigrade|metric|kilomet(?:er|re)s?|met(?:er|re)s?|kilos?|"
    r"kilograms?|lit(?:er|re)s?)",
}
_WORDS = {"imperial": "use fahrenheit", "metric": "use celsius"}
_OPPOSITE = {"imperial": "metric", "metric": "imperial"}
_NO = (
    r"(?:(?<!why )not|(?<!why )(?:\w+n't|dont)(?! (?:you|forget)\b)|never|cannot|"
    r"nobody|no one|none|neither|hates?|dislike|detest|loathe|without|"
    r"used to (?:use|think|like|prefer|have|say|work))"
)
_DENIED = {
    system: lazy_pattern(rf"\b{_NO}\b(?:(?!\b(?:but|{_UNITS[_OPPOSITE[system]]})\b)[^,;.!?])*?"
                         rf"\b{words}\b", re.I)
    for system, words in _UNITS.items()
}  # fmt: skip
_OF_OTHERS = lazy_pattern(
    r"(?:(?:and|but|oh|well|so|you know|i know|i heard|i think)\b[\s,]*)*"
    r"(?!(?:and|but|oh|well|so|then|also|ok|okay|yes|yeah|no|hey|hi|hello|for|in|next|better|"
    r"rather|maybe|perhaps|actually|why|how|what|don't|do|not|i|i'm|i'd|i'll|i've|we|we're|we'd|you|jarvis|please|use|switch|change|set|give|tell|show|"
    r"let|stop|start|quit|begin|make|put|from|my units|my temperatures?|"
    r"the (?:units|temperatures?|weather)|temperatures?|units|"
    r"weather|distances?|always|just|only|now|can|could|would|will|it|that|this)\b)"
    r"(?:[\w'-]+ ){1,5}?(?:uses?|used|using|thinks?|thought|prefers?|likes?|loves?|says?|has|have|"
    r"works?|measures?) (?!me\b|us\b).*",
    re.I,
)
"""Tells of somebody else: "my wife uses fahrenheit"."""
_NOT_CALLED = lazy_pattern(
    rf"(?:.*\b)?(?:{_NO}|hardly anyone|only (?:my|the|his|her) [\w' -]+?) (?:[\w'-]+ ){{0,4}}?"
    r"(?:calls?|called|calling|knows?) me\b.*",
    re.I,
)
_CLAUSE = re.compile(r"[,;.!?]+ |\b(?:but|so)\b ")
_REMARK = "remark"


def as_meant(text: str, intent: Intent | None) -> Intent | None:
    """The request; of a name or units that are denied or told of others, what comes instead.

    Args:
        text: The sentence as it was said.
        intent: What it was taken for.
    """
    is_set = intent is not None and intent.name == _PROFILE and bool(intent.slots.get("value"))
    if intent is None or not is_set or len(text) > _LONGEST:
        return intent
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    field, value = str(intent.slots.get("field", "")), str(intent.slots["value"])
    if field == "name" and _NOT_CALLED.fullmatch(_CLAUSE.split(line)[-1]):
        return Intent(_REMARK)
    if field != "units" or value not in _UNITS:
        return intent
    if _DENIED[value].search(line):
        return Intent(proposals.SUGGEST, {"sentence": _WORDS[_OPPOSITE[value]]})
    if _OF_OTHERS.fullmatch(line):
        return Intent(proposals.SUGGEST, {"sentence": _WORDS[value]})
    return intent
