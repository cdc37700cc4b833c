"""PostgresLatencyStore: keeps the stage times of the newest turns.

Invariant: numbers alone are kept, never words; they go with the thread they belong to.
"""

from __future__ import annotations

from jarvis_voice.core.stage_times import STAGES, TurnStages
from jarvis_voice.store import limits
from jarvis_voice.store.postgres.database import PostgresDatabase, Statement

_COLUMNS = ", ".join(f"{stage}_seconds" for stage in STAGES)
_MARKS = ", ".join("%s::double precision" for _ in STAGES)
_NEW = ", ".join(f"{stage}_seconds = excluded.{stage}_seconds" for stage in STAGES)
_ADD = (
    f"INSERT INTO jarvis_latency (turn, source, {_COLUMNS}) SELECT %s::bigint, %s, {_MARKS} "  # noqa: S608 - names of our own
    "WHERE EXISTS (SELECT 1 FROM jarvis_turns WHERE number = %s) "
    f"ON CONFLICT (turn) DO UPDATE SET source = excluded.source, {_NEW}"
)
_DROP_OLD = """
DELETE FROM jarvis_latency AS old USING jarvis_turns AS timed, jarvis_turns AS this
WHERE this.number = %s AND timed.number = old.turn AND timed.user_id = this.user_id
AND old.turn < (
    SELECT number FROM jarvis_turns AS every WHERE every.user_id = this.user_id
    ORDER BY number DESC LIMIT 1 OFFSET %s
)
"""


class PostgresLatencyStore:
    """Keeps stage times in the database; implements `ports.LatencyStore`.

    Args:
        database: Where.
    """

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    async def add(self, *turns: TurnStages) -> None:
        """Write turns down together; of one that is not kept (a dry run) no time is kept either."""
        await self._database.write(*(one for turn in turns for one in _added(turn)))


def _added(turn: TurnStages) -> tuple[Statement, Statement]:
    number = int(turn.turn_id[1:])
    times = (turn.seconds.get(stage) for stage in STAGES)
    added = (_ADD, (number, turn.source, *times, number))
    return added, (_DROP_OLD, (number, limits.TIMED_TURNS - 1))
