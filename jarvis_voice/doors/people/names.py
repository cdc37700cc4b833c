"""Checks the names of users and tokens, and the scopes that are asked for. Pure.

Invariant: a name is kept in small letters, so no two names differ in capitals alone.
"""

from __future__ import annotations

import re
import unicodedata

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.types import SCOPES, Scope

LONGEST_NAME = 32

_STROKE = "/"
_NAME = re.compile(r"[^\W_][\w.-]*")


def user_named(name: str) -> str:
    """A user's name as it is kept.

    Raises:
        ConfigError: "user-name": it cannot be one.
    """
    return _named(name, "user", "anna")


def token_named(name: str) -> str:
    """A token's name as it is kept.

    Raises:
        ConfigError: "token-name": it cannot be one.
    """
    return _named(name, "token", "annas-phone")


def place_of(token: str, satellite: str) -> str:
    """The place of a satellite that came in with a token; neither name has a stroke in it."""
    return f"{token}{_STROKE}{satellite}"


def token_of(place: str) -> str:
    """The name of the token with which somebody came in at a place; "" is this machine."""
    return place.partition(_STROKE)[0]


def scopes_asked(text: str) -> frozenset[Scope]:
    """The scopes in a list such as "talk,act".

    Raises:
        ConfigError: "scope": one of them does not exist, or there is none.
    """
    words = {one.strip().lower() for one in text.split(",")} - {""}
    if not words or words - set(SCOPES):
        raise ConfigError("scope", f"What a token may do is one or more of: {','.join(SCOPES)}.")
    return frozenset(one for one in SCOPES if one in words)


def _named(name: str, what: str, example: str) -> str:
    # NFC behind lower(): a capital letter may become two signs
    kept = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).lower())
    if len(kept) > LONGEST_NAME or not _NAME.fullmatch(kept):
        raise ConfigError(
            f"{what}-name",
            f"The name of a {what} begins with a letter or a digit, and has at most {LONGEST_NAME} "
            f"letters, digits, dots, dashes and underscores, such as {example}.",
        )
    return kept
