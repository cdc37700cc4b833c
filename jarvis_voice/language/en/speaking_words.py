"""Tells whether a wish for more or less sound is about the voice of who speaks. Pure.

Invariant: without a word of speaking or of a "you" that is meant, it is about the sound.
"""

from __future__ import annotations

import re

_ASKED_OF = re.compile(
    r"\b(?:can|could|will|would|may|might|won't) (?:you|ya|u)\b|"
    r"\b(?:thank|bless|love) (?:you|ya)\b|"
    r"\bif you (?:can|could|will|would|like|please|don't mind|do not mind|wouldn't mind)\b|"
    r"\b(?:do|would) you mind\b",
    re.I,
)
"""A "you" that only asks."""
_OF_SPEAKING = re.compile(
    r"\b(?:speak\w*|talk\w*|say|saying|voice|whisper\w*|shout\w*|yell\w*|mumbl\w+|"
    r"you|you're|you've|your|yours|yourself|ya|yer)\b",
    re.I,
)


def is_of_voice(text: str) -> bool:
    """Whether "louder" or "quieter" in it is said of how somebody speaks."""
    return _OF_SPEAKING.search(_ASKED_OF.sub(" ", text)) is not None
