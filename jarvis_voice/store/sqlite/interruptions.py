"""Interruptions: which turns a crash cut short, and how far they had come.

Invariant: that an act begins is on disk before it begins, and its receipt before anything follows
from it; so after a crash "done", "may be done" and "not begun" can be told apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.store.sqlite.database import Database

MOST_TOLD = 3
"""Of a program that crashed again and again the newest are told, and how many more there were."""

LONGEST_QUOTE = 80
"""Characters of what was asked."""

_FOUND = """
SELECT 't' || number, text,
    (SELECT count(*) FROM acts WHERE turn = number AND receipt = ''),
    (SELECT count(*) FROM acts WHERE turn = number AND receipt IN ('effect', 'partial'))
FROM turns JOIN interrupted ON turn = number ORDER BY number DESC
"""


@dataclass(frozen=True, slots=True)
class Interruption:
    """A turn that had not been answered when the program died.

    Attributes:
        text: What was asked.
        open_acts: Acts that had begun and have no receipt.
        effects: Acts whose receipt says that something has changed.
    """

    turn_id: str
    text: str
    open_acts: int
    effects: int

    @property
    def sentence(self) -> str:
        """What the user is told of it: claims neither that it was done nor that it was not."""
        asked = " ".join(self.text.split())
        if len(asked) > LONGEST_QUOTE:
            asked = f"{asked[:LONGEST_QUOTE]} ..."
        if self.open_acts:
            done = " Part of it was done before." if self.effects else ""
            return f'I was interrupted in the middle of "{asked}". It may not have been done.{done}'
        if self.effects:
            return f'I was interrupted after I had done "{asked}", or part of it.'
        return f'I was interrupted before I had answered "{asked}". Nothing was done.'


class Interruptions:
    """What the last crash cut short, and the acts that a next one might."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def act_begins(self, turn_id: str) -> None:
        """Write down that an act of a turn is about to begin.

        Raises:
            StoreError: The file cannot be written.
        """
        sql = (
            "INSERT INTO acts (turn, position) "
            "SELECT ?1, count(*) FROM acts WHERE turn = ?1 HAVING EXISTS "
            "(SELECT 1 FROM turns WHERE number = ?1)"
        )
        await self._database.write((sql, (int(turn_id[1:]),)))

    async def act_is_over(self, turn_id: str, kind: ReceiptKind) -> None:
        """Write down what became of the act that began last.

        Raises:
            StoreError: The file cannot be written.
        """
        sql = (
            "UPDATE acts SET receipt = ?2 WHERE turn = ?1 AND position = "
            "(SELECT max(position) FROM acts WHERE turn = ?1)"
        )
        await self._database.write((sql, (int(turn_id[1:]), kind.value)))

    async def sentences(self) -> list[str]:
        """What is to be told of the turns that a crash cut short, the oldest first; none mostly.

        Raises:
            StoreError: The file cannot be read.
        """
        found = [Interruption(*row) for row in await self._database.rows(_FOUND)]
        told = [one.sentence for one in found[:MOST_TOLD]][::-1]
        if len(found) > MOST_TOLD:
            told.insert(0, f"I was interrupted {len(found)} times; these were the last.")
        return told

    async def have_been_told(self) -> None:
        """Forget them: each is told once.

        Raises:
            StoreError: The file cannot be written.
        """
        await self._database.write(
            ("DELETE FROM acts WHERE turn IN (SELECT turn FROM interrupted)", ()),
            ("DELETE FROM interrupted", ()),
        )
