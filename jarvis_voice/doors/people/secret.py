"""Makes tokens and their digests.

Invariant: a token is shown once, to who asked for it; nothing but its digest is kept.
"""

from __future__ import annotations

import hashlib
import re
import secrets

PREFIX = "jv_"
RANDOM_BYTES = 32

_TOKEN = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
"""32 bytes are 43 signs in base64url without padding."""


def new_token() -> str:
    """A token that nobody can guess."""
    return f"{PREFIX}{secrets.token_urlsafe(RANDOM_BYTES)}"


def is_token(text: str) -> bool:
    """Whether a text has the form of a token."""
    return _TOKEN.fullmatch(text) is not None


def digest_of(token: str) -> str:
    """What is kept of a token: SHA-256 in hexadecimal digits.

    It is plain SHA-256, since a token is random: a slow digest protects words that people choose.
    """
    return hashlib.sha256(token.encode()).hexdigest()
