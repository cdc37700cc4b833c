"""Tells which variable of the environment is not the JSON that its setting takes. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from jarvis_voice.core.parsed_text import parsed_json

_LIST, _TABLE = '["one name", "another"]', '{"hey jarvis": 0.5}'
_IN_JSON = {
    "JARVIS_BRIEFING__SECTIONS": '["weather", "today"]',
    "JARVIS_BRIEFING__TOPICS": _LIST,
    "JARVIS_HTTP__NAMES": _LIST,
    "JARVIS_HTTP__ORIGINS": _LIST,
    "JARVIS_HTTP__TRUST_PROXY": _LIST,
    "JARVIS_MICROPHONE__PREFERRED": _LIST,
    "JARVIS_SPEAKER__PREFERRED": _LIST,
    "JARVIS_WAKE__WORDS": _TABLE,
}
"""Variables whose value is JSON, with an example of it."""


def what_is_no_json(env: Mapping[str, str]) -> str:
    """Which variable is not the JSON that it must be, and how that is written."""
    for name in sorted(env):
        example = _IN_JSON.get(name.upper())
        try:
            if example:
                parsed_json(env[name])
        except ValueError:
            return f"The environment variable {name} must be written like this: {example}"
    return "A list or a table in the environment cannot be read. See: jarvis config list"
