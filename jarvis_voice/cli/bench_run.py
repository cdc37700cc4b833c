"""Runs one bench: shows how far it is, bounds its time, and ends it early with what it has.

Invariant: stdout gets the table alone. Ctrl-C, SIGTERM and the end of the time all do the same: the
work is cancelled, everything it opened is closed, and what was measured so far is shown.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from jarvis_voice.cli.output import err, show_report

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from types import TracebackType

    from jarvis_voice.workshop.benches.comparison import Report

EVERY_SECONDS = 10.0
"""Between two lines where no bar can be drawn."""

PATIENCE_SECONDS = 30.0
"""What still works so long after its end is interrupted once more."""

INTERRUPTED = 130
"""The exit code of a command that was ended by Ctrl-C."""

WithinOption = Annotated[
    float,
    typer.Option(
        "--within",
        min=0,
        help="End after so many minutes with what was measured by then; 0 is never.",
    ),
]


JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


class ProgressLines:
    """Tells a pipe or a file how far a bench is, a line at a time.

    Args:
        write: Prints a line.
        now: Seconds of a clock that never goes back.
    """

    def __init__(
        self, write: Callable[[str], None] = err, now: Callable[[], float] = monotonic
    ) -> None:
        self._write = write
        self._now = now
        self._began_at = now()
        self._at = ""

    def start(self) -> None:
        """Nothing is shown before something is told."""

    def tell(self, done: float, total: float, what: str) -> None:
        """It is so far; the first time it is shown at once."""
        is_first = not self._at
        self._at = where(done, total, what)
        if is_first:
            self.beat()

    def beat(self) -> None:
        """Show how far it is."""
        minutes, seconds = divmod(int(self._now() - self._began_at), 60)
        self._write(f"jarvis: {minutes}:{seconds:02} {self._at or 'starting'}")

    def stop(self) -> None:
        """Nothing is left to take away."""


class ProgressBar:
    """Draws how far a bench is on a terminal."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
        from rich.progress import MofNCompleteColumn as Count

        columns = (TextColumn("{task.description}"), BarColumn(), Count(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._progress.add_task("starting", total=None)

    def start(self) -> None:
        """Draw it."""
        self._progress.start()

    def tell(self, done: float, total: float, what: str) -> None:
        """It is so far."""
        self._progress.update(
            self._task,
            completed=round(done),
            total=round(total) or None,
            description=what[:50].replace("[", r"\["),
        )

    def beat(self) -> None:
        """It draws itself."""

    def stop(self) -> None:
        """Take it away."""
        self._progress.stop()


class BenchRun:
    """One run of a bench, as a context in which it is measured.

    Args:
        minutes: How long it may take; 0 is without end.
        shown: Where it is shown how far it is; None is a bar on a terminal, lines elsewhere.

    Attributes:
        ended_by: What ended it early, "" where it came to its end.
    """

    def __init__(
        self, minutes: float = 0.0, shown: ProgressLines | ProgressBar | None = None
    ) -> None:
        self.ended_by = ""
        self._seconds = 60 * minutes
        self._shown = shown or (ProgressBar() if _is_terminal() else ProgressLines())
        self._at = ""
        self._is_cancelled = False
        self._muted = logging.root.manager.disable
        self._running: tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]] | None = None
        self._handlers: dict[int, Any] = {}
        self._is_over = threading.Event()
        self._watch = threading.Thread(target=self._beat, name="bench-progress", daemon=True)

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)
            if before is not signal.SIG_IGN or number == signal.SIGTERM:
                self._handlers[number] = before
                signal.signal(number, self._interrupted)
        self._shown.start()
        self._watch.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        """An error of a bench that was ended early comes of its end."""
        del kind, error, traceback
        self._is_over.set()
        for number, before in self._handlers.items():
            signal.signal(number, before)
        self._watch.join()
        self._shown.stop()
        logging.disable(self._muted)
        return bool(self.ended_by)

    def wait(self, bench: Coroutine[Any, Any, object]) -> None:
        """Run an asynchronous bench to its end, or until it is cancelled."""
        asyncio.run(self._main(bench))

    def tell(self, done: float, total: float, what: str) -> None:
        """The bench is so far."""
        if what:
            self._at = where(done, total, what)
        self._shown.tell(done, total, what)

    def counted(self, total: float, what: str) -> Callable[[], None]:
        """Something to call after each step of a part."""
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            self.tell(done, total, what)

        self.tell(0, total, what)
        return step

    def say(self, what: str) -> None:
        """Something else goes on now, of which nobody knows how much there is."""
        self.tell(0, 0, what.strip())

    def show(self, report: Report, *, as_json: bool) -> None:
        """Print the table, and leave with another exit code where a user ended the bench early."""
        show_report(self.marked(report), as_json=as_json)
        self.leave()

    def marked(self, report: Report) -> Report:
        """The table, which says so where the bench was ended early."""
        if not self.ended_by:
            return report
        at = f', at "{self._at}"' if self._at else ""
        return report.broken_off(f"Ended early by {self.ended_by}{at}.")

    def leave(self) -> None:
        """End the command where a user ended the bench early.

        Raises:
            Exit: It was.
        """
        if self.ended_by and self.ended_by != self._limit:
            raise typer.Exit(INTERRUPTED)

    @property
    def _limit(self) -> str:
        return f"its limit of {self._seconds / 60:g} minutes (--within)"

    async def _main(self, bench: Coroutine[Any, Any, object]) -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        if task is not None:
            self._running = loop, task
        try:
            await bench
        finally:
            self._running = None
            if self.ended_by:  # the table does not wait for what a thread still works at
                loop.set_default_executor(ThreadPoolExecutor(1))

    def _interrupted(self, number: int, _frame: object) -> None:
        """The first time what runs is cancelled, so that it can close what it opened."""
        self.ended_by = self.ended_by or signal.Signals(number).name.replace("SIGINT", "Ctrl-C")
        logging.disable()  # what breaks off complains that it does, and tells nobody anything
        if self._running and not self._is_cancelled:
            self._is_cancelled = True
            loop, task = self._running
            loop.call_soon_threadsafe(task.cancel)
            return
        raise KeyboardInterrupt

    def _beat(self) -> None:
        """On a thread of its own, since a bench may hold the loop."""
        ends_at = monotonic() + self._seconds if self._seconds else float("inf")
        while not self._is_over.wait(min(EVERY_SECONDS, max(ends_at - monotonic(), 0.0))):
            if monotonic() < ends_at:
                self._shown.beat()
                continue
            ends_at = monotonic() + PATIENCE_SECONDS
            self.ended_by = self.ended_by or self._limit
            _interrupt_main()


def where(done: float, total: float, what: str) -> str:
    """How far a bench is, in words."""
    so_far = f"{round(done):,} of {round(total):,}" if total else ""
    return ": ".join(part for part in (so_far, what) if part)


def _interrupt_main() -> None:
    """As SIGTERM would, also where the main thread waits for something."""
    main = threading.main_thread().ident
    if main is not None and hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, signal.SIGTERM)
    else:
        signal.raise_signal(signal.SIGTERM)


def _is_terminal() -> bool:
    return sys.stderr is not None and not sys.stderr.closed and sys.stderr.isatty()
