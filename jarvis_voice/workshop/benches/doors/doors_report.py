"""The figures of the doors bench as one table. Pure."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence

from jarvis_voice.workshop.benches.comparison import Figure, Report, Row
from jarvis_voice.workshop.benches.doors.doors_bench import (
    BesideStreams,
    CrowdFigures,
    DoorsFigures,
)
from jarvis_voice.workshop.benches.doors.doors_soak import SoakLook

STOCK = (
    "the graph alone with LangGraph's own saver: its default durability, and its one lock; "
    "no transcript, no ledger, no clean-up"
)


def report(figures: DoorsFigures) -> Report:
    """The figures as a table."""
    options = figures.options
    rows = [
        *_beside("no stream", figures.alone),
        *_beside(f"{options.streams} idle streams", figures.beside),
        *_stream_memory(figures),
        *(_crowd(figures.crowd, options.users) if figures.crowd else ()),
        *_stores(figures),
        Row(
            f"the last of {options.streams} streams ends after the signal",
            _seconds(figures.streams_end_seconds), wanted="<= 1 s",
        ),
        Row("the program ends after it", _seconds(figures.program_ends_seconds)),
        *_soak(figures.looks),
    ]  # fmt: skip
    where = "PostgreSQL" if options.url else "SQLite"
    notes = (
        f"The program in a process of its own; its store is on {where}; its clients on this "
        "machine, too.",
        "How late the loop was is counted up to 1, 5, 10, 50, 100, 250 ms ...: the bound is given.",
        *by_minute(figures.looks),
    )
    return Report("the doors", tuple(rows), STOCK, notes)


def _seconds(value: float | None) -> Figure:
    return Figure(() if value is None else (value,), "s", 2)


def _beside(beside: str, found: BesideStreams | None) -> Iterator[Row]:
    if not found:
        return
    for statistic in ("median", "p95"):
        name = "p50" if statistic == "median" else statistic
        yield Row(f"{beside}: a turn over HTTP, {name}", Figure(found.took_ms, "ms", 1, statistic))
    yield Row(
        f"{beside}: 99 % of the loop's looks are no later than",
        Figure((found.late.bound_ms(99),), "ms"), wanted="<= 50 ms",
    )  # fmt: skip


def _stream_memory(figures: DoorsFigures) -> Iterator[Row]:
    if figures.streams_mb is not None:
        one_kb = 1_000 * figures.streams_mb / figures.options.streams
        yield Row("memory of one stream", Figure((one_kb,), "kB"))


def _crowd(crowd: CrowdFigures, users: int) -> Iterator[Row]:
    who = f"{users:,} users x 3 threads"
    turns = len(crowd.took_ms)
    yield Row(f"{who}: answered, of {turns:,}", Figure((turns,)))
    yield Row(f"{who}: turns a second over HTTP", Figure((turns / crowd.seconds,), digits=1))
    if crowd.processor_seconds is not None:
        used_ms = 1_000 * crowd.processor_seconds / turns
        yield Row(f"{who}: processor time of a turn", Figure((used_ms,), "ms", 1))
    yield Row(f"{who}: a turn, p95", Figure(crowd.took_ms, "ms", 1, "p95"))
    yield Row(
        f"{who}: 99 % of the loop's looks are no later than",
        Figure((crowd.late.bound_ms(99),), "ms"),
    )


def _stores(figures: DoorsFigures) -> Iterator[Row]:
    for name, found in figures.stores.items():
        ours, stock = found.ours, found.stock
        yield Row(
            f"{name}: turns of three steps a second, {found.at_once} at once",
            Figure((ours.turns_per_second,), digits=1),
            Figure((stock.turns_per_second,), digits=1),
        )
        yield Row(
            f"{name}: processor time of one",
            Figure((ours.processor_ms,), "ms", 1), Figure((stock.processor_ms,), "ms", 1),
        )  # fmt: skip


def _soak(looks: Sequence[SoakLook]) -> Iterator[Row]:
    """What the last third has more than the second: the first is for caches to fill."""
    if len(looks) < 3:  # noqa: PLR2004 - one for each third
        return
    third = len(looks) // 3
    middle, end = looks[third : 2 * third], looks[2 * third :]
    minutes = looks[-1].at_seconds / 60
    quantities: tuple[tuple[str, Callable[[SoakLook], float | None], str, str], ...] = (
        ("memory", lambda look: look.memory_mb, "MB", "<= 2 MB"),
        ("descriptors", lambda look: look.descriptors, "", "0"),
        ("threads", lambda look: look.threads, "", "0"),
        ("tasks", lambda look: look.tasks, "", "0"),
        ("rows kept", lambda look: look.rows, "", "0"),
        ("database", lambda look: look.database_mb or None, "MB", ""),
        ("its journal", lambda look: look.journal_mb or None, "MB", ""),
    )
    for what, of, unit, wanted in quantities:
        before, after = (_middle(part, of) for part in (middle, end))
        if before is not None and after is not None:
            name = f"soak, {minutes:.0f} minutes: {what} from {before:.1f}, grown by"
            yield Row(name, Figure((after - before,), unit, 1), wanted=wanted)


def by_minute(looks: Sequence[SoakLook]) -> Iterator[str]:
    """The last look of each minute of the soak, a line each."""
    last = {int(look.at_seconds // 60): look for look in looks}
    for minute, look in last.items():
        yield (
            f"soak, minute {minute + 1}: {_told(look.memory_mb, 1)} MB, "
            f"{_told(look.descriptors)} descriptors, {_told(look.threads)} threads, "
            f"{look.tasks} tasks"
        ) + (
            ""
            if look.rows is None
            else f", {look.rows} rows, database {look.database_mb:.2f} MB, "
            f"journal {look.journal_mb:.2f} MB"
        )


def _told(value: float | None, digits: int = 0) -> str:
    return "?" if value is None else f"{value:.{digits}f}"


def _middle(looks: Sequence[SoakLook], of: Callable[[SoakLook], float | None]) -> float | None:
    values = [value for look in looks if (value := of(look)) is not None]
    return statistics.median(values) if values else None
