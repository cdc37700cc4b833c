"""Takes the name by which somebody would rather go: "just Tunde, please", "naw, Jimmy". Pure.

Invariant: a name begins with a capital letter; one that is no part of the name before and that no
answer to our question gives is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.core.lazy_pattern import lazy_pattern

_NAME = r"(?P<new>[A-Z][\w'-]*(?: [A-Z][\w'-]*)?)"
_TAILS = (
    r"(?:,? (?:please|thanks|then|now|for short|will do|would do|'ll do|is fine|is enough|"
    r"is plenty|is better|if you (?:like|don't mind)|from now on|to (?:my|you and my) friends))*"
)
_JUST = lazy_pattern(
    r"(?:(?i:no|nah|naw|nope|oh|ah|well|actually|but|and|yes|ok|okay|splendid|lovely|great|good|"
    r"nice|fine|perfect|brilliant|wonderful|excellent|thanks|thank you|please|correct|right|"
    r"that's right)\b[\s,.!]*)*"
    rf"(?i:just|only|simply|plain|call me just|make (?:it|that)(?: just)?) {_NAME}{_TAILS}"
)
_NO = lazy_pattern(
    r"(?:(?i:no|nah|naw|nope|nay|not quite|almost|nearly|close|oh|sorry|actually|wait|rather|it's|"
    rf"it is|i said|i'm)\b[\s,.!]+)+{_NAME}{_TAILS}"
)
_SUITS = re.compile(r"(?:\b(?:will|would)|'ll) do\b|\bis (?:fine|enough|plenty|better)\b", re.I)
"""Says of a name that it is the one to use."""
_OFFER = re.compile(r"Did you mean: call me [^?]+\?\Z")
_NOBODY = lazy_pattern(
    r"\b(?:I|I'm|I'd|No|Not|Yes|Never|Don't|Do|Stop|Wait|Thanks?|Sorry|Please|Jarvis|It|That|This|"
    r"You|Me|My|The|What|Who|Why|How|Cancel|Forget|Okay|Ok|Right|Wrong|Good|(?:Mon|Tues|Wednes|"
    r"Thurs|Fri|Satur|Sun)day)\b"
)
_CALLS = "call me {}"


def own_name(text: str, topic: Topic, messages: Sequence[MessageState]) -> ResolvedTurn | None:
    """The order to call the user so; None where no name is given.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
        messages: The conversation before it, in pairs.
    """
    last = topic.last("profile") if topic.kind == "profile" else None
    is_offered = bool(messages) and _OFFER.search(messages[-1]["text"]) is not None
    if not is_offered and (last is None or last.name != "name" or topic.is_asking):
        return None
    line = " ".join(text.replace("\u2019", "'").split()).strip(" .,!?")
    found = _JUST.fullmatch(line) or (_NO.fullmatch(line) if is_offered else None)
    if found is None or _NOBODY.search(found["new"]):
        return None
    old = last.value.casefold().split() if last else []
    is_part = set(found["new"].casefold().split()) <= set(old)
    is_sure = is_part or is_offered or _SUITS.search(line) is not None
    return ResolvedTurn(_CALLS.format(found["new"]), is_guess=not is_sure)
