"""TurnNumbers: takes the numbers of turns from the server, a block at a time.

Invariant: a number is given once, whichever process asks; while the server is away numbers come
from a range of which nothing is ever written down.
"""

from __future__ import annotations

import logging

from jarvis_voice.core.errors import StoreError
from jarvis_voice.store.postgres.database import PostgresDatabase

log = logging.getLogger(__name__)

BLOCK = 200
"""Numbers taken at once: what a crash can leave unused."""

UNKEPT = 2**52
"""Numbers from here on are of turns that cannot be written down."""

_TAKE = "UPDATE jarvis_counters SET last = last + %s WHERE name = 'turns' RETURNING last"
_GIVE_BACK = "UPDATE jarvis_counters SET last = %s WHERE name = 'turns' AND last = %s"


class TurnNumbers:
    """Numbers of turns.

    Args:
        database: Where the counter is.
    """

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._last = self._end = 0
        self._next: tuple[int, int] | None = None
        self._unkept = UNKEPT

    def take(self) -> int:
        """The next number."""
        if self._last == self._end and self._next:
            self._last, self._end = self._next
            self._next = None
        if self._last == self._end:
            self._unkept += 1
            return self._unkept
        self._last += 1
        return self._last

    async def refill(self) -> None:
        """Take a block more, if half of this one is given.

        Raises:
            StoreError: The server gives none.
        """
        if self._next or self._end - self._last > BLOCK // 2:
            return
        end = await self._taken()
        if self._last == self._end:
            self._last, self._end = end - BLOCK, end
        else:
            self._next = end - BLOCK, end

    async def give_back(self) -> None:
        """Give what was not used to the next process, if nobody has taken numbers since."""
        end = self._next[1] if self._next else self._end
        last = self._next[0] if self._next and self._last == self._end else self._last
        if self._next and last != self._next[0]:
            return  # two blocks, with numbers of others between them
        self._last = self._end = 0
        self._next = None
        try:
            await self._database.write((_GIVE_BACK, (last, end)))
        except StoreError as error:
            log.warning("numbers of turns were not given back: %s", error.code)

    async def _taken(self) -> int:
        """The last number of a new block."""
        return int((await self._database.returned(_TAKE, BLOCK))[0][0])
