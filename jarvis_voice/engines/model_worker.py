"""Runs one native model on a thread of its own: loads it, calls it and releases it.

Invariant: the model is touched by its own thread alone, one call at a time, never by the loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar

from jarvis_voice.core.errors import JarvisError, ModelError
from jarvis_voice.engines.load_order import LOADING

log = logging.getLogger(__name__)

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)
R = TypeVar("R")
P = ParamSpec("P")

STOP_SECONDS = 5.0
"""How long `__aexit__` waits for a call that is still running."""


class WorkerPlace(Protocol[M_co]):
    """Where a model is reached: a worker, or a seat at one that others use too."""

    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *exc: object) -> None: ...

    async def run(
        self, work: Callable[Concatenate[M_co, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Call `work(model, *args)` in the model's thread; see `ModelWorker.run`."""
        ...

    def is_pressed(self) -> bool:
        """Whether somebody waits who goes before this caller; any thread may ask."""
        ...


class ModelWorker(Generic[M]):
    """A native model on its own thread, opened by `async with`.

    Attributes:
        name: What the model is, for messages and the thread's name ("wake word").
    """

    def __init__(
        self, name: str, files: Sequence[Path], load: Callable[[], M], *, is_long: bool = False
    ) -> None:
        """Store the parts.

        Args:
            name: See above.
            files: Without which it cannot be loaded.
            load: Loads it, in its thread.
            is_long: It takes longer to load than others, and so goes before them.
        """
        self.name = name
        self._is_long = is_long
        self._files = tuple(files)
        self._load = load
        self._executor: ThreadPoolExecutor | None = None
        self._model: M | None = None

    async def __aenter__(self) -> Self:
        """Start the thread and load the model in it.

        Raises:
            ModelError: A file is missing, or the model cannot be loaded; the message names it.
        """
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=self.name.replace(" ", "-"))
        try:
            await asyncio.get_running_loop().run_in_executor(self._executor, self._open)
        except BaseException:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
            raise
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Let the model go in its thread and end it; gives up after `STOP_SECONDS`."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        closing = asyncio.get_running_loop().run_in_executor(executor, self._close)
        executor.shutdown(wait=False)
        done, _ = await asyncio.wait({closing}, timeout=STOP_SECONDS)
        if done:
            executor.shutdown(wait=True)  # its last call has ended: the thread is on its way out
        else:
            log.warning("the %s model was still busy when it was told to stop", self.name)
            executor.shutdown(wait=False, cancel_futures=True)

    async def run(
        self, work: Callable[Concatenate[M, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Call `work(model, *args)` in the model's thread and wait for its result.

        Cancelling drops a call that has not begun; one that has runs to its end unseen, and the
        next waits for it.

        Raises:
            ModelError: The model failed, or it is not open.
        """
        if self._executor is None:
            raise ModelError("model-closed", f"The {self.name} model is not open.")
        call = asyncio.get_running_loop().run_in_executor(
            self._executor, lambda: work(self._opened(), *args, **kwargs)
        )
        try:
            return await call
        except JarvisError:
            raise
        except Exception as error:
            raise ModelError(
                "model-failed",
                f"The {self.name} model failed: {type(error).__name__}.",
                spoken="One of my models failed.",
            ) from error

    def is_pressed(self) -> bool:
        """Never: nobody else is there."""
        return False

    def _open(self) -> None:
        for file in self._files:
            if not file.exists():
                raise ModelError(
                    "model-missing",
                    f"The {self.name} model needs {file}, which is not there. "
                    "Run `jarvis setup` to fetch it.",
                )
        try:
            with LOADING.place(is_long=self._is_long):
                if self._executor:  # else nobody waits for it any more
                    self._model = self._load()
        except Exception as error:
            names = ", ".join(str(file) for file in self._files)
            raise ModelError(
                "model-damaged",
                f"The {self.name} model cannot be loaded from {names} ({type(error).__name__}). "
                "Run `jarvis setup` to check the files.",
                spoken="One of my models is damaged.",
            ) from error

    def _opened(self) -> M:
        if self._model is None:
            raise ModelError("model-closed", f"The {self.name} model is not open.")
        return self._model

    def _close(self) -> None:
        self._model = None
