"""TurnRecord: writes one turn into the store, from its beginning to its answer, and cleans up.

Invariant: a store that cannot be written costs the record of a turn, never its answer; the user is
told that it is not kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.turn_ledger import TurnLedger
from jarvis_voice.core.types import Outcome, ReceiptKind, TurnInput
from jarvis_voice.store.ports import Store

log = logging.getLogger(__name__)


class TurnRecord:
    """Writes one turn into the store; of a dry run it writes nothing.

    Attributes:
        is_kept: Whether its beginning is in the store, so that the rest can follow.
        is_ended: Whether its answer is, too.
    """

    def __init__(self, store: Store, turn: TurnInput, report: Callable[[str, str], None]) -> None:
        self._store = store
        self._turn = turn
        self._report = report
        self.is_kept = False
        self.is_ended = False
        self._was_cut_off = False

    async def begin(self, now: datetime) -> None:
        """Write down what was asked."""
        if self._turn.dry_run:
            return
        try:
            await self._store.turns.begin(self._turn, now)
            self.is_kept = True
        except asyncio.CancelledError:
            self._was_cut_off = True  # the store may have written it before it heard of that
            raise
        except JarvisError as error:
            self._report(error.code, f"{error.message} I answer, but I do not keep this turn.")

    async def look_again(self) -> None:
        """Find out whether a beginning that was cut off is in the store."""
        if not self._was_cut_off:
            return
        user_id, turn_id = self._turn.origin.user_id, self._turn.turn_id
        try:
            self.is_kept = bool(await self._store.turns.thread_of(user_id, turn_id))
        except JarvisError as error:
            log.warning("it is not known whether turn %s was begun: %s", turn_id, error.code)

    async def act(self, kind: ReceiptKind | None) -> None:
        """Write down that an act is about to begin (None), and then what its receipt says.

        An act is not refused because its record cannot be kept.
        """
        if not self.is_kept:
            return
        acts, turn_id = self._store.interruptions, self._turn.turn_id
        try:
            await (acts.act_is_over(turn_id, kind) if kind else acts.act_begins(turn_id))
        except JarvisError as error:
            log.warning("an act of turn %s was not recorded: %s", turn_id, error.code)

    async def end(self, reply: str, outcome: Outcome, ledger: TurnLedger) -> None:
        """Write down what was answered.

        Raises:
            StoreError: The store cannot be written.
        """
        if self.is_kept:
            await self._store.turns.end(self._turn, reply, outcome, ledger)
            self.is_ended = True

    async def tidy(self) -> None:
        """Drop what the turn has made superfluous, behind its last word."""
        if not self.is_kept:
            return
        try:
            await self._store.turns.tidy(self._turn)
        except JarvisError as error:
            log.warning("old checkpoints were left: %s", error.code)
