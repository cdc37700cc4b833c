"""WriterLease: says that this process lives, and which conversations it answers in.

Invariant: of two processes only one runs a turn of a thread; who was stopped for longer than its
lease writes nothing of that turn any more.
"""

from __future__ import annotations

import asyncio
import logging
import platform
import time
from secrets import token_hex
from typing import Self

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.store.conversation_ids import checkpoint_id
from jarvis_voice.store.postgres.database import PostgresDatabase, Statement
from jarvis_voice.store.postgres.schema import CLOSE_LEFT

log = logging.getLogger(__name__)

LEASE_SECONDS = 15
RENEW_SECONDS = 5.0
LONGEST_WAIT_SECONDS = 300.0
"""For a turn of another process in the same conversation: longer than a turn may take."""

_FIRST_WAIT_SECONDS, _MOST_WAIT_SECONDS = 0.02, 0.5

_UNTIL = f"clock_timestamp() + interval '{LEASE_SECONDS} seconds'"
_REGISTER = f"INSERT INTO jarvis_writers VALUES (%s, %s, {_UNTIL})"  # noqa: S608 - a constant
_DROP_DEAD = "DELETE FROM jarvis_writers WHERE until < clock_timestamp()"
_DROP_MINE = "DELETE FROM jarvis_writers WHERE home = %s"
_ADOPT = "UPDATE jarvis_schedule SET home = %s WHERE home NOT IN (SELECT home FROM jarvis_writers)"
_RENEW = f"UPDATE jarvis_writers SET until = {_UNTIL} WHERE writer = %s"  # noqa: S608 - a constant
_RENEW_LANES = f"UPDATE jarvis_lanes SET until = {_UNTIL} WHERE writer = %s AND lane = ANY(%s)"  # noqa: S608 - a constant
_TAKE_LANE = f"""
INSERT INTO jarvis_lanes AS had (lane, writer, turn, until) VALUES (%s, %s, %s, {_UNTIL})
ON CONFLICT (lane) DO UPDATE SET writer = excluded.writer, turn = excluded.turn,
    until = excluded.until
WHERE had.writer = excluded.writer OR had.until < clock_timestamp()
RETURNING lane
"""  # noqa: S608 - a constant
_CLOSE_LOST = """
lost AS (
    UPDATE jarvis_turns SET outcome = 'cancelled', writer = '' WHERE outcome IS NULL
    AND user_id = %s AND thread_id = %s AND writer <> %s AND EXISTS (SELECT 1 FROM taken)
    RETURNING number
),
told AS (INSERT INTO jarvis_interrupted SELECT number FROM lost ON CONFLICT DO NOTHING)
"""
"""Whose lane has run out has lost its turn, too."""

_LEAVE_LANE = "DELETE FROM jarvis_lanes WHERE lane = %s AND writer = %s AND turn = %s"
_IF_MINE = """
SELECT 1 / CASE WHEN EXISTS (
    SELECT 1 FROM jarvis_lanes WHERE lane = %s AND (writer = %s OR until < clock_timestamp())
) OR (%s AND NOT EXISTS (SELECT 1 FROM jarvis_lanes WHERE lane = %s)) THEN 1 ELSE 0 END
"""
"""Divides by zero, and so ends its transaction, where the conversation is another process's."""


class WriterLease:
    """The lease of this process; it holds inside `async with`.

    Args:
        database: Where leases are.
        home: What tells this Jarvis from others of the same database; the same after a restart.

    Attributes:
        home: As given.
        writer: This process.
    """

    def __init__(self, database: PostgresDatabase, home: str) -> None:
        self._database = database
        self.home = home
        self.writer = f"{platform.node()[:60]}-{token_hex(8)}"
        self._lanes: dict[str, int] = {}
        self._renewing: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Register, and close what processes that are no more have left open.

        Raises:
            StoreError: The database cannot be written.
        """
        await self._register()
        self._renewing = asyncio.create_task(self._renew(), name="store-lease")
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._renewing:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        try:
            await self._database.write(
                ("DELETE FROM jarvis_lanes WHERE writer = %s", (self.writer,)),
                ("DELETE FROM jarvis_writers WHERE writer = %s", (self.writer,)),
            )
        except StoreError as error:
            log.warning("the lease was left to run out: %s", error.code)

    async def take(self, thread: ThreadKey, number: int, begin: Statement) -> None:
        """Wait for a conversation, and write the beginning of a turn with it.

        Args:
            thread: The conversation.
            number: Of the turn.
            begin: Writes the turn down, from a table "taken" that has a row.

        Raises:
            StoreError: Another process has it for too long, or the database cannot be written.
        """
        sql, values = begin
        lane = checkpoint_id(thread)
        both: Statement = (
            f"WITH taken AS ({_TAKE_LANE}), {_CLOSE_LOST} {sql}",
            (lane, self.writer, number, *thread, self.writer, *values),
        )
        wait, until = _FIRST_WAIT_SECONDS, time.monotonic() + LONGEST_WAIT_SECONDS
        while not await self._database.write(both):
            if time.monotonic() > until:
                message = "Another Jarvis has been answering in this conversation for too long."
                raise StoreError("thread-busy", message)
            await asyncio.sleep(wait)
            wait = min(wait * 1.5, _MOST_WAIT_SECONDS)
        self._lanes[lane] = number

    def ends(self, lane: str, number: int) -> None:
        """A turn is at its end: from now on its conversation is not held any longer than that."""
        if self._lanes.get(lane) == number:
            del self._lanes[lane]

    def leaving(self, lane: str, number: int) -> Statement:
        """Leaves a conversation to others."""
        self.ends(lane, number)
        return _LEAVE_LANE, (lane, self.writer, number)

    def if_mine(self, lane: str) -> Statement:
        """Ends its transaction where what was said in a conversation may not be kept now.

        Not while another process answers in it, and not where it was taken from this one: then
        somebody has it forgotten, or this one was stopped for too long. The driver raises
        DivisionByZero then.
        """
        return _IF_MINE, (lane, self.writer, lane not in self._lanes, lane)

    async def _register(self) -> None:
        left: list[Statement] = [(sql, ()) for sql in CLOSE_LEFT]
        await self._database.write(
            (_DROP_MINE, (self.home,)),
            (_DROP_DEAD, ()),
            (_REGISTER, (self.writer, self.home)),
            *left,
            (_ADOPT, (self.home,)),
        )

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                renewed, *_ = await self._database.changes(
                    (_RENEW, (self.writer,)),
                    (_RENEW_LANES, (self.writer, list(self._lanes))),
                    (_DROP_DEAD, ()),
                    *((sql, ()) for sql in CLOSE_LEFT),
                )
                if not renewed:  # this machine slept, and others took it for dead
                    await self._register()
            except StoreError as error:
                log.warning("the lease was not renewed: %s", error.code)
