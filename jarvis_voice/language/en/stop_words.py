"""Recognises the sentences that stop or cancel what Jarvis does. Pure."""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_STOP = re.compile(
    r"(?:(?:hey )?jarvis )?(?:please )?"
    r"(?:stop|stop it|stop that|stop now|stop (?:talking|speaking|reading)|cancel|cancel it|"
    r"cancel that|never ?mind|"
    r"forget it|(?:be )?(?:quiet|silent)|silence|silence (?:it|that)|hush|shut up|enough|"
    r"that's enough)"
    r"(?: please| jarvis)?"
)
_TAKES_BACK = lazy_pattern(
    r"(?:(?:hey )?jarvis )?(?:please )?(?:cancel(?: it| that)?|(?:stop|silence) (?:it|that)|"
    r"never ?mind|forget it)(?: please| jarvis)?"
)
LONGEST_STOP = 100
"""Characters; whoever says more asks for more than to stop."""

_ANNOTATION = re.compile(r"[\[(*]")
"""What speech to text writes around a sound that is no word: "[silence]"."""


def is_stop(text: str) -> bool:
    """Whether the whole text only asks to stop."""
    if len(text) > LONGEST_STOP:
        return False
    return not _ANNOTATION.search(text) and bool(_STOP.fullmatch(_plain(text)))


def takes_back(text: str) -> bool:
    """Whether it may also mean what was done last, where nothing is under way: "cancel that"."""
    return len(text) <= LONGEST_STOP and bool(_TAKES_BACK.fullmatch(_plain(text)))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[\w']+", text.lower().replace("\u2019", "'")))
