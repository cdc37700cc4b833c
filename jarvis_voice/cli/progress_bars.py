"""Progress bars of `jarvis setup`."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)


class FetchBars:
    """Draws what `fetch` tells: a bar an item, with size, speed and time left."""

    def __init__(self) -> None:
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=10),
            DownloadColumn(),
            TransferSpeedColumn(),
            TimeRemainingColumn(compact=True),
        )
        self._tasks: dict[str, TaskID] = {}
        self._now: TaskID | None = None

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def started(self, name: str, total_bytes: int) -> None:
        """Draw a bar, or begin the one of that name anew."""
        total = total_bytes or None
        if name in self._tasks:
            self._bars.reset(self._tasks[name], total=total)
        else:
            self._tasks[name] = self._bars.add_task(name, total=total)
        self._now = self._tasks[name]

    def advanced(self, n_bytes: int) -> None:
        """Move the bar on."""
        if self._now is not None:
            self._bars.advance(self._now, n_bytes)

    def finished(self) -> None:
        """Leave the bar full."""
        if self._now is not None:
            self._bars.stop_task(self._now)

    def note(self, text: str) -> None:
        """Print a line above the bars."""
        self._bars.console.print(text, highlight=False, soft_wrap=True, markup=False)
