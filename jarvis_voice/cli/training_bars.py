"""Draws the progress of a training: a bar a stage, on stderr."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    from jarvis_voice.workshop.training.clips import TrainingProgress


@contextmanager
def training_bars() -> Iterator[TrainingProgress]:
    """Progress bars on stderr, one line a stage."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as NewBars

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with NewBars(*columns, console=console, refresh_per_second=4) as bars:
        yield _BarDrawing(bars)


class _BarDrawing:
    """Draws a training run; implements `workshop.training.clips.Progress`."""

    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._task: TaskID | None = None

    def stage(self, name: str, steps: int) -> None:
        """A new bar."""
        self._task = self._bars.add_task(name, total=steps)

    def step(self, count: int = 1) -> None:
        """It grows."""
        if self._task is not None:
            self._bars.advance(self._task, count)

    def say(self, line: str) -> None:
        """A line above the bars."""
        self._bars.console.print(line, highlight=False)
