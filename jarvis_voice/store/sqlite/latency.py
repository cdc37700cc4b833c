"""LatencyStore: the stage times of the newest turns, in the one database.

Invariant: numbers alone are kept, never words; they go with the thread they belong to.
"""

from __future__ import annotations

from jarvis_voice.core.stage_times import STAGES, TurnStages
from jarvis_voice.store.sqlite.database import Database

MOST_TURNS = 5_000
"""The newest turns whose times are kept: under a megabyte, some months of talk."""

_COLUMNS = ", ".join(f"{stage}_seconds" for stage in STAGES)
_ADD = (
    f"INSERT OR REPLACE INTO latency (turn, source, {_COLUMNS}) "  # noqa: S608 - names of our own
    f"SELECT {', '.join('?' * (len(STAGES) + 2))} "
    "WHERE EXISTS (SELECT 1 FROM turns WHERE number = ?)"
)
_DROP_OLD = (
    "DELETE FROM latency WHERE turn < "
    "(SELECT turn FROM latency ORDER BY turn DESC LIMIT 1 OFFSET ?)"
)


class LatencyStore:
    """The table of stage times, written through the database's one writer.

    Args:
        database: The file, open.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, stages: TurnStages) -> None:
        """Write one turn down; of a turn that is not kept (a dry run) no time is kept either.

        Raises:
            StoreError: The file cannot be written.
        """
        number = int(stages.turn_id[1:])
        times = (stages.seconds.get(stage) for stage in STAGES)
        added = (_ADD, (number, stages.source, *times, number))
        await self._database.write(added, (_DROP_OLD, (MOST_TURNS - 1,)))
