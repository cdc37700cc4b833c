"""JobLine: lets one job at a time to a model: by rank, and in turns between callers of one rank."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Generic, TypeVar

from jarvis_voice.core.callers import Caller, Rank

Job = TypeVar("Job")


class FairOrder(Generic[Job]):
    """The order in which jobs that wait are done.

    A lower rank goes first. Within a rank each caller has one job done, then the next caller; the
    jobs of one caller keep their order.
    """

    def __init__(self) -> None:
        self._waiting: dict[Rank, OrderedDict[str, deque[Job]]] = {
            rank: OrderedDict() for rank in Rank
        }

    def put(self, caller: Caller, job: Job) -> None:
        """Add a job."""
        self._waiting[caller.rank].setdefault(caller.name, deque()).append(job)

    def pop(self) -> Job | None:
        """Take out the job that is next; None where nothing waits."""
        for callers in self._waiting.values():
            if callers:
                name, jobs = next(iter(callers.items()))
                job = jobs.popleft()
                if jobs:
                    callers.move_to_end(name)
                else:
                    del callers[name]
                return job
        return None

    def is_ahead(self, rank: Rank) -> bool:
        """Whether a job waits that goes before all of a rank."""
        return any(callers for one, callers in self._waiting.items() if one < rank)

    def drop(self, caller: Caller, job: Job) -> None:
        """Take out a job that waits and that nobody wants any more."""
        callers = self._waiting[caller.rank]
        callers[caller.name].remove(job)
        if not callers[caller.name]:
            del callers[caller.name]


class JobLine:
    """A line of jobs before one model; whoever is let in must `leave`."""

    def __init__(self) -> None:
        self._order: FairOrder[asyncio.Future[None]] = FairOrder()
        self._is_taken = False

    async def enter(self, caller: Caller) -> None:
        """Wait for one's turn; who is cancelled meanwhile waits no longer."""
        if not self._is_taken:
            self._is_taken = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._order.put(caller, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # it was let in at the same moment
            else:
                self._order.drop(caller, turn)
            raise

    def is_pressed(self, caller: Caller) -> bool:
        """Whether somebody waits who goes before this caller; any thread may ask."""
        return self._order.is_ahead(caller.rank)

    def leave(self) -> None:
        """Let the next one in."""
        following = self._order.pop()
        if following is None:
            self._is_taken = False
        else:
            following.set_result(None)
