"""Authenticator: tells whose a token is, and what it allows.

Invariant: nothing is remembered between two look-ups but in the store, so a token that is removed
opens no door any more. It is looked up by its digest: how long that takes may tell of digests, from
which nobody finds a token.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable
from datetime import datetime

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.types import Origin
from jarvis_voice.core.wall_times import seconds_between
from jarvis_voice.doors.people.secret import digest_of, is_token
from jarvis_voice.store.people_port import PeopleStore
from jarvis_voice.store.records import KeptToken

log = logging.getLogger(__name__)

NOTED_EVERY_SECONDS = 60.0
"""The use of a token is written down no more often than this."""


class Authenticator:
    """Finds the user of a token.

    Args:
        people: Where tokens are kept.
        now: Gives the wall clock, with its time zone.
    """

    def __init__(self, people: PeopleStore, now: Callable[[], datetime]) -> None:
        self._people = people
        self._now = now

    async def authenticate(self, token: str) -> Origin | None:
        """Whose a token is; the place is named like the token. None is nobody's.

        Raises:
            StoreError: The tokens cannot be read.
        """
        if not is_token(token):
            return None
        digest = digest_of(token)
        found = await self._people.token_of(digest)
        if found is None or not hmac.compare_digest(found.digest, digest):
            return None
        await self._note_use(found)
        return Origin(found.user_id, place=found.name, may=found.may)

    async def _note_use(self, token: KeptToken) -> None:
        now = self._now()
        if token.last_used_at:
            age_seconds = seconds_between(datetime.fromisoformat(token.last_used_at), now)
            if 0 <= age_seconds < NOTED_EVERY_SECONDS:
                return
        try:
            await self._people.note_use(token.name, now)
        except StoreError as error:  # a full disk shuts nobody out
            log.warning("the use of a token was not written down: %s", error.code)
