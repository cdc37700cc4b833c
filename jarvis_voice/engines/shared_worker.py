"""SharedWorker: one native model for several callers, who each have a seat at it.

Invariant: the model is loaded once, when the first seat is taken, and let go with the last one. It
does one job at a time; whose is next is decided when the one before is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from jarvis_voice.core.callers import Caller
from jarvis_voice.core.errors import ModelError
from jarvis_voice.engines.job_line import JobLine
from jarvis_voice.engines.model_worker import ModelWorker
from jarvis_voice.platform.malloc import give_back

M = TypeVar("M")
R = TypeVar("R")
P = ParamSpec("P")


class SharedWorker(Generic[M]):
    """A model that is loaded when somebody needs it.

    Args:
        make: Makes its worker, not opened; runs on a thread, and may raise a JarvisError.
        give: Gives the system what a model left when it was let go; runs on a thread.

    Attributes:
        loads: How often the model was loaded.
    """

    def __init__(
        self, make: Callable[[], ModelWorker[M]], give: Callable[[], None] = give_back
    ) -> None:
        self._make = make
        self._give = give
        self._line = JobLine()
        self._changing = asyncio.Lock()
        self._worker: ModelWorker[M] | None = None
        self._seats = 0
        self.loads = 0

    @property
    def is_loaded(self) -> bool:
        """Whether the model is there."""
        return self._worker is not None

    def seat(self, caller: Caller) -> WorkerSeat[M]:
        """A place at the model, which counts while it is open."""
        return WorkerSeat(self, caller)

    def is_pressed(self, caller: Caller) -> bool:
        """Whether somebody waits who goes before this caller; any thread may ask."""
        return self._line.is_pressed(caller)

    async def take_seat(self) -> None:
        """Load the model where nobody has it yet.

        Raises:
            JarvisError: It cannot be loaded.
        """
        async with self._changing:
            if self._worker is None:
                worker = await asyncio.to_thread(self._make)
                await worker.__aenter__()
                self._worker = worker
                self.loads += 1
            self._seats += 1

    async def give_seat_back(self) -> None:
        """Let the model go where nobody has it any more."""
        async with self._changing:
            self._seats -= 1
            if self._seats == 0 and self._worker:
                worker, self._worker = self._worker, None
                await worker.__aexit__()
                del worker
                # 130 MB of speech to text would stay until something happens, maybe for hours
                await asyncio.to_thread(self._give)

    async def run(
        self,
        caller: Caller,
        work: Callable[Concatenate[M, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Call `work(model, *args)` when it is this caller's turn; see `ModelWorker.run`.

        Raises:
            ModelError: The model failed, or it is not open.
        """
        await self._line.enter(caller)
        if self._worker is None:
            self._line.leave()
            raise ModelError("model-closed", "This model is not open.")
        job = asyncio.ensure_future(self._worker.run(work, *args, **kwargs))
        job.add_done_callback(self._end)
        # a call that has begun cannot be stopped: the next one waits for its end
        return await asyncio.shield(job)

    def _end(self, job: asyncio.Future[Any]) -> None:
        if not job.cancelled():
            job.exception()  # nobody may want it any more
        self._line.leave()


class WorkerSeat(Generic[M]):
    """The place of one caller at a shared model; used like a worker of its own."""

    def __init__(self, shared: SharedWorker[M], caller: Caller) -> None:
        self._shared = shared
        self._caller = caller

    async def __aenter__(self) -> Self:
        """Take the seat.

        Raises:
            JarvisError: The model cannot be loaded.
        """
        await self._shared.take_seat()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Give it back."""
        await self._shared.give_seat_back()

    async def run(
        self, work: Callable[Concatenate[M, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Call `work(model, *args)` in the model's thread; see `SharedWorker.run`.

        Raises:
            ModelError: The model failed, or it is not open.
        """
        return await self._shared.run(self._caller, work, *args, **kwargs)

    def is_pressed(self) -> bool:
        """Whether somebody waits who goes before this caller; any thread may ask."""
        return self._shared.is_pressed(self._caller)
