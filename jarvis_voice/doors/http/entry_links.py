"""EntryLinks: codes in links, with which the owner's browser comes in.

Invariant: a code opens once, and only for a minute.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable

CODE_SECONDS = 60.0
CODE_BYTES = 32
MOST_CODES = 20


class EntryLinks:
    """Makes codes, and takes each once.

    Args:
        seconds: A clock that nobody sets.

    Attributes:
        entering: Held while the token of a browser gets its name.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._made: dict[str, float] = {}
        self.entering = asyncio.Lock()

    def new_code(self) -> str:
        """A code that nobody can guess; of many that nobody has used, the oldest is dropped."""
        code = secrets.token_urlsafe(CODE_BYTES)
        self._made = dict(list(self._open().items())[-(MOST_CODES - 1) :])
        self._made[code] = self._seconds()
        return code

    def take(self, code: str) -> bool:
        """Whether a code opens; it does not do so again."""
        self._made = self._open()
        return self._made.pop(code, None) is not None

    def _open(self) -> dict[str, float]:
        now = self._seconds()
        return {code: at for code, at in self._made.items() if now - at <= CODE_SECONDS}
