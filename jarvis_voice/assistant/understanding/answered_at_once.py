"""Answers a turn in another script, and an order that takes itself back. Pure."""

from __future__ import annotations

from collections.abc import Callable

from jarvis_voice.assistant.replies import ENGLISH_ONLY
from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.plain_orders import withdrawn
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.language.en.given_texts import given_text
from jarvis_voice.language.en.scripts import is_in_another_script, is_pictures


def at_once(text: str, understand: Callable[[str], Intent | None]) -> Understanding | None:
    """What a turn is whose words are in no letters of ours, or take their order back; else None.

    Args:
        text: The turn as it was said.
        understand: What a sentence by itself asks for.
    """
    if is_in_another_script(text) or is_pictures(text):
        reply = Intent(proposals.CANNOT, {"reply": ENGLISH_ONLY})
        return Understanding(text, (Part(text, reply),))
    return None if given_text(text) else withdrawn(text, understand)
