"""Words that stop what is under way, recognised before anything else. Pure."""

from __future__ import annotations

import re

_STOP = re.compile(
    r"(?:(?:hey )?jarvis )?(?:please )?"
    r"(?:stop|stop it|stop that|stop talking|cancel|cancel that|never ?mind|forget it|be quiet|"
    r"quiet|shut up|enough|that's enough)"
    r"(?: please| jarvis)?"
)


def is_stop(text: str) -> bool:
    """Whether the whole text only asks to stop."""
    words = re.findall(r"[\w']+", text.lower().replace("\u2019", "'"))
    return bool(_STOP.fullmatch(" ".join(words)))
