"""Tells a remark that only settles on what was told: "ninety it is, thanks", "coat then". Pure.

Invariant: where we wait for an answer, such words are the answer, and no remark.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import FOUND, Topic
from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 80
_LEADS = (
    r"(?:(?:ok|okay|right|grand|great|good|lovely|fine|so|oh|ah|well|yeah|yes|yep|nah|no|cool|"
    r"perfect|thanks|thank you|cheers|ta|brilliant|alright|all right)\b[\s,.!]*)"
)
_TAILS = (
    r"(?:[\s,.!]+(?:thanks|thank you|cheers|ta|then|so|mate|love|for (?:me|us)|jarvis|a lot|"
    r"very much|i (?:guess|suppose))\b)"
)
_IT_IS = lazy_pattern(
    rf"{_LEADS}*(?!(?:what|how|who|when|where|which|whatever|is|and|or|so|as)\b)"
    rf"[\w'.%-]+(?: [\w'.%-]+){{0,2}} it is{_TAILS}*[\s.!]*",
    re.I,
)
"""Chooses what was told: "Wednesday it is, cheers"."""
_THEN_THANKS = lazy_pattern(
    rf"{_LEADS}+(?!(?:what|how|who|when|where|which|and|or|is|will|in|at|for|on)\b)"
    r"(?:an? |the |my |no )?[a-z-]+(?: [a-z-]+)? then[\s,.!]+(?:thanks|thank you|cheers|ta)\b"
    r"[\s\w.!]{0,10}"
)
"""Draws a conclusion and thanks for it: "right, coat then, cheers"."""
_TOO_MUCH = lazy_pattern(
    rf"{_LEADS}*(?:(?:that is|that's|it is|it's|that was|sounds|bit|a bit|far|way|much) )*"
    rf"too (?:hot|cold|warm|wet|windy|far|early|late|much|dear|many|long|little|chilly) for "
    rf"(?:me|us|my (?:liking|taste|blood)|him|her|them){_TAILS}*[\s.!]*",
    re.I,
)
"""Says what the user thinks of it: "yeah nah, too hot for me"."""
_TOLD = frozenset({"place", "sum", "conversion"})


def settled(text: str, topic: Topic) -> ResolvedTurn | None:
    """The turn as a remark on what was told; None where it is none.

    Args:
        text: The turn as it was said.
        topic: What the conversation is about.
    """
    if topic.is_asking or not topic.turns or len(text) > _LONGEST or "?" in text:
        return None
    if topic.kind not in _TOLD and topic.turns[0][-1].value != FOUND:
        return None
    line = text.replace("\u2019", "'").strip()
    line = line[:1].lower() + line[1:]
    forms = (_IT_IS, _THEN_THANKS, _TOO_MUCH)
    is_settled = any(form.fullmatch(line) for form in forms)
    return ResolvedTurn(text, is_told=True) if is_settled else None
