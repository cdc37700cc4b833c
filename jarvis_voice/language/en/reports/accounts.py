"""Tells whether a model is to tell how things are, and to compose no text. Pure."""

from __future__ import annotations

from jarvis_voice.language.en.reports.clause_words import word_table
from jarvis_voice.language.en.reports.plain_words import BREAKS, plain_words

_TELLING = word_table("tell explain describe define compare say show clarify interpret list")
_COMPOSED = word_table(
    "poem haiku limerick sonnet story tale joke riddle pun speech toast essay letter e-mail mail "
    "email message text recipe plan itinerary eulogy invitation quiz dialogue fable myth monologue "
    "checklist quote proverb prayer lullaby slogan apology complaint wish song lyrics song script"
)
_COMPOSING = word_table(
    "write draft compose invent imagine pretend translate rewrite rephrase paraphrase sing rap "
    "recite act play roleplay narrate improvise greet toast continue"
)
_BEFORE = 6
"""Words of politeness that may stand before the verb."""


def asks_for_an_account(text: str) -> bool:
    """Whether it asks how things are ("tell me why bread rises"), and for no text to be composed.

    Args:
        text: What was said, or the part of it that a model answers.
    """
    words = [word for word in plain_words(text).words if word not in BREAKS]
    asks = bool(_TELLING.intersection(words[:_BEFORE]))
    return asks and not (_COMPOSED | _COMPOSING).intersection(words)
