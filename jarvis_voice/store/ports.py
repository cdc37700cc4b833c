"""Protocols of the store for other rooms, without SQL, files or a database's own types.

Invariant: a row belongs to the user who made it, and no method shows, changes, counts or forgets
rows of another. The ledger of a turn (usage, trace, stage times, acts) belongs to the user of that
turn. A number or a turn id is given once, whoever the user is. Each method that awaits raises
StoreError where what is kept cannot be read, or cannot be written: nothing has changed then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, Self

from jarvis_voice.store.losses import Kept
from jarvis_voice.store.stopwatches import StopwatchStore

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from jarvis_voice.core.schedule_entries import Entry, State
    from jarvis_voice.core.stage_times import TurnStages
    from jarvis_voice.core.turn_ledger import TurnLedger
    from jarvis_voice.core.types import Outcome, ReceiptKind, ThreadKey, TurnInput
    from jarvis_voice.store.briefing_port import BriefingStore
    from jarvis_voice.store.erasure_port import ErasureStore
    from jarvis_voice.store.people_port import PeopleStore
    from jarvis_voice.store.records import (
        Damage,
        Fact,
        Interruption,
        Note,
        PastTurn,
        Profile,
    )

Report = Callable[[str, str], None]
"""Tells the user of a problem: a code and a sentence."""

IsWhole = Callable[[Mapping[str, Any]], bool]
"""Whether the values of a conversation's state are of the kinds that their reader expects."""


class TurnStore(Protocol):
    """Turns and their transcripts."""

    def next_turn_id(self) -> str:
        """The id of a new turn: "t1" is the first; no id is given twice."""
        ...

    async def begin(self, turn: TurnInput, started_at: datetime) -> None:
        """Write down what was asked."""
        ...

    async def end(
        self, turn: TurnInput, reply: str, outcome: Outcome, ledger: TurnLedger | None = None
    ) -> None:
        """Write down what was answered and what it cost; `tidy` comes after it.

        Answer, usage and trace are there together or not at all. Of the trace, the user's newest
        `limits.TRACED_TURNS` turns are kept.
        """
        ...

    async def tidy(self, turn: TurnInput) -> None:
        """Drop the checkpoints before the thread's last one: a turn has made them superfluous."""
        ...

    async def note_heard(self, turn_id: str, heard: str) -> tuple[ThreadKey, str] | None:
        """Write down that of an answer no more than this was heard.

        Returns:
            The turn's thread and what was asked in it; None where it was never written down.
        """
        ...

    async def thread_of(self, user_id: str, turn_id: str) -> str:
        """The thread of a turn; "" where this user has no such turn."""
        ...

    async def transcript(self, thread: ThreadKey) -> Sequence[PastTurn]:
        """A thread's turns, oldest first; empty for an unknown thread."""
        ...

    async def rename(self, thread: ThreadKey, name: str) -> None:
        """Give a thread another name, with its checkpoints; the old name has no turns then.

        Args:
            thread: No turn of it may run.
            name: The user has no thread of that name.
        """
        ...

    async def clear(self, thread: ThreadKey) -> int:
        """Forget a thread, whole or not at all; returns how many turns it had.

        Its traces, its times, what it cost and its checkpoints go with it; facts and notes stay.
        Where nothing lasts that is a StoreError "nothing-kept".
        """
        ...


class InterruptionStore(Protocol):
    """Keeps the acts of running turns, and which turns a crash interrupted."""

    async def act_begins(self, turn_id: str) -> None:
        """Write down that an act of a turn is about to begin; not of a turn that is not kept."""
        ...

    async def act_is_over(self, turn_id: str, kind: ReceiptKind) -> None:
        """Write down what became of the act that began last."""
        ...

    async def interrupted(self, user_id: str) -> Sequence[Interruption]:
        """The user's turns that a crash cut short and that were not told yet, the newest first."""
        ...

    async def have_been_told(self, user_id: str) -> None:
        """Forget which these were: each is told once."""
        ...


class MemoryStore(Kept, Protocol):
    """What users asked Jarvis to keep, across threads: facts, and lists of notes.

    Where nothing lasts, nothing is taken and nothing taken back: a StoreError "nothing-kept".
    """

    async def keep_fact(
        self,
        user_id: str,
        text: str,
        turn_id: str,
        said_at: datetime,
        instead_of: tuple[int, ...] = (),
    ) -> bool:
        """Keep a fact; False where this user has it already, in capitals or not (of a to z).

        Args:
            user_id: Whose it is.
            text: In the user's words.
            turn_id: The turn in which they were said.
            said_at: When.
            instead_of: This user's facts that it replaces, in the same transaction.

        Raises:
            ToolError: It is too long, or there are too many.
        """
        ...

    async def facts(self, user_id: str) -> tuple[Fact, ...]:
        """All facts of a user, oldest first."""
        ...

    async def forget_facts(self, user_id: str, numbers: tuple[int, ...]) -> int:
        """Forget facts of a user; how many there were."""
        ...

    async def add_notes(
        self,
        user_id: str,
        list_name: str,
        texts: Sequence[str],
        added_at: datetime,
        turn_id: str = "",
    ) -> None:
        """Add entries to a list, all of them or none; who forgets the turn forgets them.

        Raises:
            ToolError: One is too long, or there are too many.
        """
        ...

    async def notes(self, user_id: str, list_name: str) -> tuple[Note, ...]:
        """The entries of a user's list, oldest first."""
        ...

    async def list_names(self, user_id: str) -> tuple[str, ...]:
        """The user's lists that have entries, in the order of their first one."""
        ...

    async def remove_notes(self, user_id: str, numbers: tuple[int, ...]) -> int:
        """Remove entries of a user's lists; how many there were."""
        ...


class ProfileStore(Kept, Protocol):
    """What users said of their own person: name, city, birthday, units.

    Where nothing lasts, nothing is taken and nothing taken back: a StoreError "nothing-kept".
    """

    async def profile(self, user_id: str) -> Profile:
        """What is known of a user."""
        ...

    async def keep(
        self, user_id: str, field: str, value: str, turn_id: str, said_at: datetime
    ) -> None:
        """Keep one thing of a user's person, in place of what was there.

        Args:
            user_id: Whose it is.
            field: A name of `Profile`.
            value: What it is; not "".
            turn_id: The turn in which it was said: who forgets the turn forgets it.
            said_at: When.

        Raises:
            ToolError: It is too long.
        """
        ...

    async def drop(self, user_id: str, field: str) -> bool:
        """Forget one thing of a user's person; whether it was there."""
        ...


class ScheduleStore(Kept, StopwatchStore, Protocol):
    """Timers, alarms, reminders and routines. Each entry names its user and its place."""

    @property
    def is_kept(self) -> bool:
        """Whether what is set outlives this process."""
        ...

    async def entries(self, user_id: str) -> tuple[Entry, ...]:
        """What a user has set, in the order in which it was set, and what rings."""
        ...

    async def all_entries(self) -> tuple[Entry, ...]:
        """All entries of all users, for the ringer; also those that it has reported as missed."""
        ...

    async def add(self, *entries: Entry) -> None:
        """Keep entries, all of them or none; one that has a number keeps it.

        Raises:
            ToolError: One is too long, or a user has too many.
        """
        ...

    async def mark(self, numbers: Iterable[int], state: State) -> None:
        """Write down what becomes of entries, for who rings them."""
        ...

    async def settle(
        self, numbers: Iterable[int], going_on: Sequence[Entry] = (), *, user_id: str | None = None
    ) -> None:
        """End entries; those that come again wait for their next time. In one transaction.

        Args:
            numbers: What rang, was missed or put off.
            going_on: Of these, the ones that come again; and with number 0, new ones.
            user_id: Whose entries end; None is anybody's, for who rings them.
        """
        ...

    async def exchange(self, user_id: str, number: int, new: Entry) -> bool:
        """Put another entry in the place of one that is still as it was read. In one transaction.

        Each that takes the place of another gets a number of its own, so that of two who change one
        entry at the same time the later one is told, and nothing becomes two.

        Args:
            user_id: Whose it is.
            number: What was read.
            new: What takes its place.

        Returns:
            False where it was cancelled, ended or exchanged meanwhile: nothing has changed.
        """
        ...

    async def remove(self, user_id: str, numbers: Iterable[int]) -> int:
        """Cancel entries of a user; how many there were.

        Where this process ends with its command that is a StoreError "nothing-kept".
        """
        ...


class LatencyStore(Protocol):
    """The stage times of turns: only numbers, never words."""

    async def add(self, *turns: TurnStages) -> None:
        """Write turns down together; of one that is not kept (a dry run) no time is kept either.

        The times of the user's newest `limits.TIMED_TURNS` turns are kept.
        """
        ...


class Store(Protocol):
    """A whole store, open for writing inside `async with`.

    A store in a file is written by only one process at a time; one on a server keeps the turns of
    its processes apart.

    A method of its parts raises StoreError "database-closed" where it is not open.
    """

    @property
    def turns(self) -> TurnStore:
        """Turns and their transcripts."""
        ...

    @property
    def interruptions(self) -> InterruptionStore:
        """What a crash cut short."""
        ...

    @property
    def memory(self) -> MemoryStore:
        """Facts and lists."""
        ...

    @property
    def profiles(self) -> ProfileStore:
        """What users are called, and where they live."""
        ...

    @property
    def schedule(self) -> ScheduleStore:
        """What was set for later."""
        ...

    @property
    def latency(self) -> LatencyStore:
        """Stage times."""
        ...

    @property
    def briefings(self) -> BriefingStore:
        """Briefings, feeds and what was told."""
        ...

    @property
    def erasure(self) -> ErasureStore:
        """Forgets."""
        ...

    @property
    def people(self) -> PeopleStore:
        """Users and their tokens."""
        ...

    @property
    def damage(self) -> Damage | None:
        """What became of a damaged store when this one was opened; None mostly."""
        ...

    def checkpointer(
        self, report: Report | None = None, is_whole: IsWhole | None = None
    ) -> BaseCheckpointSaver[str]:
        """LangGraph's saver; its threads are named by `checkpoint_id`.

        Args:
            report: Told once that a conversation cannot be read any more, and was dropped.
            is_whole: Whether a conversation's state has the shape that its reader expects; None
                takes each that can be decoded.
        """
        ...

    async def newly_unreadable(self) -> Mapping[str, int]:
        """How many rows of each table cannot be read and were not told before; 0 is left out."""
        ...

    async def take_over_memory(self) -> bool:
        """Know what users told the store that cannot be written; whether there is anything."""
        ...

    async def __aenter__(self) -> Self:
        """Open it; turns that a crash left open are closed, and told as interrupted.

        Raises:
            StoreError: It cannot be opened or written; "database-newer": by this version.
        """
        ...

    async def __aexit__(self, *exc: object) -> None:
        """Close it."""
        ...
