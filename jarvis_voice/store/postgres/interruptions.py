"""PostgresInterruptionStore: keeps which turns a crash interrupted, and how far each had come.

Invariant: that an act begins is on disk before it begins, and its receipt before anything follows
from it.
"""

from __future__ import annotations

from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.store.postgres.database import PostgresDatabase
from jarvis_voice.store.records import Interruption

_FOUND = """
SELECT 't' || number, text,
    (SELECT count(*) FROM jarvis_acts AS acts WHERE acts.turn = number AND receipt = ''),
    (SELECT count(*) FROM jarvis_acts AS acts
        WHERE acts.turn = number AND receipt IN ('effect', 'partial')),
    user_id
FROM jarvis_turns JOIN jarvis_interrupted AS cut ON cut.turn = number
WHERE user_id = %s ORDER BY number DESC
"""
_ACT_BEGINS = """
INSERT INTO jarvis_acts (turn, position)
SELECT number, (SELECT count(*) FROM jarvis_acts WHERE turn = number)
FROM jarvis_turns WHERE number = %s
"""
_ACT_IS_OVER = """
UPDATE jarvis_acts SET receipt = %s WHERE turn = %s AND position = (
    SELECT max(position) FROM jarvis_acts WHERE turn = %s
)
"""
_OF_USER = "turn IN (SELECT number FROM jarvis_turns WHERE user_id = %s)"


class PostgresInterruptionStore:
    """Keeps acts and interruptions in the database; implements `ports.InterruptionStore`.

    Args:
        database: Where.
    """

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    async def act_begins(self, turn_id: str) -> None:
        """Write down that an act of a turn is about to begin."""
        await self._database.write((_ACT_BEGINS, (int(turn_id[1:]),)))

    async def act_is_over(self, turn_id: str, kind: ReceiptKind) -> None:
        """Write down what became of the act that began last."""
        number = int(turn_id[1:])
        await self._database.write((_ACT_IS_OVER, (kind.value, number, number)))

    async def interrupted(self, user_id: str) -> list[Interruption]:
        """The user's turns that a crash cut short and that were not told yet, the newest first."""
        return [Interruption(*row) for row in await self._database.rows(_FOUND, user_id)]

    async def have_been_told(self, user_id: str) -> None:
        """Forget which these were: each is told once."""
        acts = (
            "DELETE FROM jarvis_acts WHERE turn IN (SELECT turn FROM jarvis_interrupted) "  # noqa: S608 - a constant
            f"AND {_OF_USER}"
        )
        turns = f"DELETE FROM jarvis_interrupted WHERE {_OF_USER}"  # noqa: S608 - a constant
        await self._database.write((acts, (user_id,)), (turns, (user_id,)))
