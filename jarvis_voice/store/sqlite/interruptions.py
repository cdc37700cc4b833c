"""SqliteInterruptionStore: keeps which turns a crash interrupted, and how far each had come.

Invariant: that an act begins is on disk before it begins, and its receipt before anything follows
from it; so after a crash "done", "may be done" and "not begun" can be told apart.
"""

from __future__ import annotations

from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.store.records import Interruption
from jarvis_voice.store.sqlite.database import Database
from jarvis_voice.store.sqlite.row_conditions import readable

_FOUND = f"""
SELECT 't' || number, text,
    (SELECT count(*) FROM acts WHERE turn = number AND receipt = ''),
    (SELECT count(*) FROM acts WHERE turn = number AND receipt IN ('effect', 'partial')),
    user_id
FROM turns JOIN interrupted ON turn = number
WHERE {readable("turns")} AND user_id = ? ORDER BY number DESC
"""  # noqa: S608 - names of our own
_OF_USER = "turn IN (SELECT number FROM turns WHERE user_id = ?)"


class SqliteInterruptionStore:
    """Keeps acts and interruptions in the file; implements `ports.InterruptionStore`.

    Args:
        database: The file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def act_begins(self, turn_id: str) -> None:
        """Write down that an act of a turn is about to begin."""
        sql = (
            "INSERT INTO acts (turn, position) "
            "SELECT ?1, count(*) FROM acts WHERE turn = ?1 HAVING EXISTS "
            "(SELECT 1 FROM turns WHERE number = ?1)"
        )
        await self._database.write((sql, (int(turn_id[1:]),)))

    async def act_is_over(self, turn_id: str, kind: ReceiptKind) -> None:
        """Write down what became of the act that began last."""
        sql = (
            "UPDATE acts SET receipt = ?2 WHERE turn = ?1 AND position = "
            "(SELECT max(position) FROM acts WHERE turn = ?1)"
        )
        await self._database.write((sql, (int(turn_id[1:]), kind.value)))

    async def interrupted(self, user_id: str) -> list[Interruption]:
        """The user's turns that a crash cut short and that were not told yet, the newest first."""
        return [Interruption(*row) for row in await self._database.rows(_FOUND, user_id)]

    async def have_been_told(self, user_id: str) -> None:
        """Forget which these were: each is told once."""
        acts = f"DELETE FROM acts WHERE turn IN (SELECT turn FROM interrupted) AND {_OF_USER}"  # noqa: S608 - two constants
        turns = f"DELETE FROM interrupted WHERE {_OF_USER}"  # noqa: S608 - likewise
        await self._database.write((acts, (user_id,)), (turns, (user_id,)))
