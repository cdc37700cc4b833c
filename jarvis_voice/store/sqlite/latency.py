"""SqliteLatencyStore: keeps the stage times of the newest turns.

Invariant: numbers alone are kept, never words; they go with the thread they belong to.
"""

from __future__ import annotations

from jarvis_voice.core.stage_times import STAGES, TurnStages
from jarvis_voice.store import limits
from jarvis_voice.store.sqlite.database import Database, Statement

_COLUMNS = ", ".join(f"{stage}_seconds" for stage in STAGES)
_ADD = (
    f"INSERT OR REPLACE INTO latency (turn, source, {_COLUMNS}) "  # noqa: S608 - names of our own
    f"SELECT {', '.join('?' * (len(STAGES) + 2))} "
    "WHERE EXISTS (SELECT 1 FROM turns WHERE number = ?)"
)
_DROP_OLD = """
WITH mine AS (SELECT user_id FROM turns WHERE number = ?1)
DELETE FROM latency WHERE turn < (
    SELECT number FROM turns WHERE user_id = (SELECT user_id FROM mine)
    ORDER BY number DESC LIMIT 1 OFFSET ?2
) AND EXISTS (
    SELECT 1 FROM turns WHERE number = latency.turn AND user_id = (SELECT user_id FROM mine)
)
"""


class SqliteLatencyStore:
    """Keeps stage times in the file; implements `ports.LatencyStore`.

    Args:
        database: The file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, *turns: TurnStages) -> None:
        """Write turns down together; of one that is not kept (a dry run) no time is kept either."""
        await self._database.write(*(one for turn in turns for one in _added(turn)))


def _added(turn: TurnStages) -> tuple[Statement, Statement]:
    number = int(turn.turn_id[1:])
    times = (turn.seconds.get(stage) for stage in STAGES)
    added = (_ADD, (number, turn.source, *times, number))
    return added, (_DROP_OLD, (number, limits.TIMED_TURNS - 1))
