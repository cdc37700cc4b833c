"""What a body may be: by its address JSON alone, or also a sound or a picture. Pure."""

from __future__ import annotations

from dataclasses import dataclass

JSON_TYPE = "application/json"
FORM_TYPE = "multipart/form-data"
SOUND_KINDS = ("audio/", "video/webm", "video/mp4", "application/ogg")
"""Types of a body that is a sound; a browser calls its own recordings videos at times."""

TRANSCRIPTIONS_PATH = "/v1/audio/transcriptions"
TURNS_PATH = "/api/v1/turns"
SOUND_TURNS_PATH = "/api/v1/turns/sound"
PICTURE_TURNS_PATH = "/api/v1/turns/picture"

_TAKES_FORMS = frozenset({TRANSCRIPTIONS_PATH, TURNS_PATH, SOUND_TURNS_PATH, PICTURE_TURNS_PATH})
_TAKES_SOUND = frozenset({TURNS_PATH, SOUND_TURNS_PATH})
_TAKES_JSON_TOO = frozenset({TURNS_PATH})

SOUND_BYTES = 25 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class BodyRule:
    """What a body may be.

    Attributes:
        most_bytes: How large.
        seconds: How long all of it may take to come.
        is_large: Whether only a few of them may be here at once.
        slowest_bytes_per_second: What comes at this pace has its time besides; 0 has none.
    """

    most_bytes: int
    seconds: float
    is_large: bool = False
    slowest_bytes_per_second: int = 0


SLOWEST_BYTES_PER_SECOND = 20_000
"""Of who is known: a telephone at the edge of its network sends more."""

JSON_BODY = BodyRule(2 * 1024 * 1024, 15.0, slowest_bytes_per_second=SLOWEST_BYTES_PER_SECOND)
SOUND_BODY = BodyRule(
    SOUND_BYTES + 64 * 1024, 60.0, is_large=True, slowest_bytes_per_second=SLOWEST_BYTES_PER_SECOND
)
"""A sound of 25 MB, or a picture, and around it the form that it is sent in."""

ENTRY_BODY = BodyRule(2 * 1024, 15.0)
"""Of who comes in: the code of a link, or a token."""

NO_BODY = BodyRule(0, 15.0)
"""Of who is not known: there is nothing to be read."""


def rule_for(path: str, kind: str) -> BodyRule | None:
    """The rule for a body of a type at an address; None where there may be none of that type.

    Args:
        path: The address.
        kind: The type of the content, without its parameters.
    """
    kind = kind.lower()
    is_form = kind == FORM_TYPE and path in _TAKES_FORMS
    if is_form or (kind.startswith(SOUND_KINDS) and path in _TAKES_SOUND):
        return SOUND_BODY
    takes_json = path not in _TAKES_FORMS or path in _TAKES_JSON_TOO
    return JSON_BODY if kind == JSON_TYPE and takes_json else None


def wanted_kind(path: str) -> str:
    """The type that a body should have, for who sent another."""
    return FORM_TYPE if path in _TAKES_FORMS - _TAKES_JSON_TOO else JSON_TYPE
