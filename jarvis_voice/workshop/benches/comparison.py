"""Table types for all benches: Jarvis and the stock way, measured in one run.

Invariant: a figure is kept with all it was taken from, so its spread is never lost.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
from dataclasses import dataclass, replace
from typing import Any, Self

from jarvis_voice.core.latency_figures import percentile


@dataclass(frozen=True, slots=True)
class Figure:
    """One quantity, measured once or many times.

    Attributes:
        values: What was measured; empty where a bench was ended before.
        unit: "ms", "%", "MB", "/h"; "" for a count or a ratio.
        digits: Places after the point when it is shown.
        statistic: Which of them stands for all: "median", "p90", "p95", "mean" or "max".
        bounds: A confidence interval, where one was computed.
    """

    values: tuple[float, ...]
    unit: str = ""
    digits: int = 0
    statistic: str = "median"
    bounds: tuple[float, float] | None = None

    @property
    def value(self) -> float:
        """The statistic of the values, of which there is one at least."""
        match self.statistic:
            case "mean":
                return statistics.fmean(self.values)
            case "max":
                return max(self.values)
            case "p90":
                return percentile(self.values, 90)
            case "p95":
                return percentile(self.values, 95)
            case _:
                return statistics.median(self.values)

    def __str__(self) -> str:
        """The value with its unit, and in brackets its bounds, else how the values are spread.

        The spread of a median is its quartiles. Any other statistic may lie outside of these: it
        has the lowest and the highest value.
        """
        low_high = self.bounds
        if low_high is None and len(self.values) > 1:
            ends = (25, 75) if self.statistic == "median" else (0, 100)
            low_high = (percentile(self.values, ends[0]), percentile(self.values, ends[1]))
        text = f"{self.value:.{self.digits}f}"
        if low_high:
            text += f" ({low_high[0]:.{self.digits}f} to {low_high[1]:.{self.digits}f})"
        return f"{text} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table.

    Attributes:
        what: What was measured.
        ours: The program's way.
        stock: The stock way on the same input in the same run, or None.
        wanted: The bar, in words: "<= 700 ms".
    """

    what: str
    ours: Figure
    stock: Figure | None = None
    wanted: str = ""

    def measured(self) -> Row:
        """The same without a stock way that was not measured."""
        return self if self.stock is None or self.stock.values else replace(self, stock=None)


@dataclass(frozen=True, slots=True)
class Report:
    """A table of figures, with the notes that a reader needs.

    Attributes:
        title: What was measured.
        rows: Its lines.
        stock: What the stock way is, in words.
        notes: What was measured on, and what the figures leave out.
        is_whole: Whether the bench came to its end.
    """

    title: str
    rows: tuple[Row, ...]
    stock: str = ""
    notes: tuple[str, ...] = ()
    is_whole: bool = True

    def __post_init__(self) -> None:
        """What was not measured has no row, and no place in one."""
        measured = [row.measured() for row in self.rows if row.ours.values]
        object.__setattr__(self, "rows", tuple(measured))

    def broken_off(self, why: str) -> Self:
        """The same table of a bench that was ended early."""
        title = f"{self.title}, broken off"
        if not self.rows:
            notes: tuple[str, ...] = (f"{why} Nothing was measured until then.",)
        else:
            rests = "The figures rest on what was measured until then."
            notes = (f"{why} {rests}", *self.notes)
        return replace(self, title=title, notes=notes, is_whole=False)

    def to_json(self) -> str:
        """One JSON object with every value."""
        body: dict[str, Any] = {
            "title": self.title,
            "machine": machine(),
            "is_whole": self.is_whole,
            "stock": self.stock,
            "rows": [
                {
                    "what": row.what,
                    "ours": _figure_json(row.ours),
                    "stock": _figure_json(row.stock) if row.stock else None,
                    "wanted": row.wanted,
                }
                for row in self.rows
            ],
            "notes": list(self.notes),
        }
        return json.dumps(body)


def ratio(above: Figure, below: Figure, digits: int) -> Figure:
    """How many times one is the other; empty where either was not measured."""
    if not (above.values and below.values and below.value):
        return Figure(())
    return Figure((above.value / below.value,), digits=digits)


def machine() -> str:
    """The machine that a figure was taken on, in one line."""
    system = f"{platform.system()} {platform.machine()}"
    return f"{system}, {os.cpu_count()} cores, CPython {platform.python_version()}"


def _figure_json(figure: Figure) -> dict[str, Any]:
    return {
        "value": round(figure.value, 4),
        "unit": figure.unit,
        "statistic": figure.statistic,
        "bounds": figure.bounds,
        "values": [round(value, 4) for value in figure.values],
    }
