"""Decides from the samples whether a long run let anything grow.

Invariant: pure; a slope is said to be small, or large, only where its whole confidence interval is.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from jarvis_voice.platform.loop_lag import LagCount
from jarvis_voice.workshop.soak.soak_watch import LISTENING, Census, Sample

WARM_UP_SHARE = 0.2
"""Of each part, at its beginning: caches fill, pools make their threads, libraries load."""

CONFIDENCE = 0.95
FEWEST_SAMPLES = 6
"""Behind the warm-up, for a slope."""


@dataclass(frozen=True, slots=True)
class Bars:
    """The growth that is allowed.

    Attributes:
        memory_mb: Growth in a hundred turns.
        memory_mb_per_hour: Growth in an hour that is only listened to.
        counted: Growth of descriptors, threads, tasks or waiting things, over the whole run.
        log_mb: The log with its older files.
        journal_mb: What is written and not moved into the database yet.
        database_kb: Growth of the database in a turn: what was said is kept.
        lag_ms: p99 of the event loop's lag.
        rows: The most rows of those tables that are bounded.
    """

    memory_mb: float = 1.0
    memory_mb_per_hour: float = 5.0
    counted: float = 2.0
    log_mb: float = 10.0
    journal_mb: float = 20.0
    database_kb: float = 8.0
    lag_ms: float = 50.0
    rows: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Slope:
    """The slope of a straight line, with its confidence interval.

    Attributes:
        value: The most likely.
        low: It is hardly less.
        high: It is hardly more.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SoakFinding:
    """One limit, and whether the samples keep it.

    Attributes:
        what: What was measured.
        values: The figure, or all that were measured.
        unit: Of the values.
        wanted: The bar in words.
        is_kept: None where the run was too short to tell, or the system does not.
        bounds: A confidence interval of the figure.
        note: What else a reader should know.
    """

    what: str
    values: tuple[float, ...]
    unit: str
    wanted: str
    is_kept: bool | None
    bounds: tuple[float, float] | None = None
    note: str = ""


def judge(
    samples: Sequence[Sample], counts: Sequence[Census], bars: Bars
) -> tuple[SoakFinding, ...]:
    """What the samples of a run say, one finding a promise."""
    findings: list[SoakFinding] = []
    for part in dict.fromkeys(one.part for one in samples):
        own = [one for one in samples if one.part == part]
        findings += _memory(part, own, bars)
        findings += _counted(part, _settled(own), bars)
        findings += _lag(part, own, bars)
    return (*findings, *_files(samples, bars), *_census(counts, bars))


def leaks(findings: Iterable[SoakFinding]) -> tuple[str, ...]:
    """What was promised and is not so."""
    return tuple(one.what for one in findings if one.is_kept is False)


def slope(x: Sequence[float], y: Sequence[float]) -> Slope:
    """Least squares, with an interval of 95 %.

    Neighbours in time are alike: as many samples count as would be independent of each other
    (from the residuals' correlation with their neighbours).

    Args:
        x: At least three, not all equal.
        y: As many.
    """
    fitted = statistics.linear_regression(x, y)
    rest = [b - fitted.slope * a - fitted.intercept for a, b in zip(x, y, strict=True)]
    squares = math.fsum(one * one for one in rest)
    if not squares:
        return Slope(fitted.slope, fitted.slope, fitted.slope)
    alike = math.fsum(a * b for a, b in pairwise(rest)) / squares
    alike = min(max(alike, 0.0), 0.95)
    free = max(len(x) * (1 - alike) / (1 + alike) - 2, 1.0)
    mean = statistics.fmean(x)
    spread = math.fsum((one - mean) ** 2 for one in x)
    error = math.sqrt(squares / free / spread)
    reach = _student(free) * error
    return Slope(fitted.slope, fitted.slope - reach, fitted.slope + reach)


def _student(free: float) -> float:
    """The quantile of Student's t: an expansion, 3 % too small at two degrees and better above."""
    z = statistics.NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / free + second / free**2 + third / free**3


def _settled(samples: Sequence[Sample]) -> Sequence[Sample]:
    return samples[math.ceil(len(samples) * WARM_UP_SHARE) :]


def _memory(part: str, samples: Sequence[Sample], bars: Bars) -> list[SoakFinding]:
    """The slope over turns at full speed, over hours where hardly any turn is asked for."""
    known = [(one, one.memory) for one in _settled(samples) if one.memory]
    if part == LISTENING:
        what, wanted = "memory (RSS) an hour, listening", bars.memory_mb_per_hour
        x = [one.at_seconds / 3_600 for one, _ in known]
    else:
        what, wanted = f"memory (RSS) in 100 turns, {part}", bars.memory_mb
        x = [one.turns / 100 for one, _ in known]
    if len(known) < FEWEST_SAMPLES or x[0] == x[-1]:
        return [SoakFinding(what, (), "MB", f"< {wanted:g} MB", None)]
    found = slope(x, [memory.rss_mb for _, memory in known])
    bounds = (found.low, found.high)
    is_kept = None if found.low < wanted <= found.high else found.high < wanted
    return [SoakFinding(what, (found.value,), "MB", f"< {wanted:g} MB", is_kept, bounds)]


def _counted(part: str, samples: Sequence[Sample], bars: Bars) -> list[SoakFinding]:
    looks: dict[str, Callable[[Sample], int | None]] = {
        "descriptors": lambda one: one.descriptors,
        "threads": lambda one: one.threads,
        "tasks": lambda one: one.tasks,
    }
    found = []
    for what, look in looks.items():
        values = [value for one in samples if (value := look(one)) is not None]
        name = f"more {what} at the end, {part}"
        found.append(_grown(name, values, bars.counted))
    return found


def _grown(what: str, values: Sequence[int], most: float) -> SoakFinding:
    """The least of the last third against that of the first: a busy moment is no growth."""
    third = len(values) // 3
    wanted = f"< {most:g}"
    if not third:
        return SoakFinding(what, (), "", wanted, None)
    grown = min(values[-third:]) - min(values[:third])
    return SoakFinding(what, (grown,), "", wanted, grown < most)


def _lag(part: str, samples: Sequence[Sample], bars: Bars) -> list[SoakFinding]:
    """Of all looks, those of the warm-up too: a user does not wait for that either."""
    lag = LagCount()
    for one in samples:
        lag.merge(one.lag)
    if not lag.looks:
        return []
    p50, p99 = lag.percentile_ms(50), lag.percentile_ms(99)
    told = f"half are under {p50:.1f} ms, the longest was {lag.max_ms:.0f} ms"
    what, wanted = f"p99 of the event loop's lag, {part}", f"< {bars.lag_ms:g} ms"
    return [SoakFinding(what, (p99,), "ms", wanted, p99 < bars.lag_ms, note=told)]


def _files(samples: Sequence[Sample], bars: Bars) -> list[SoakFinding]:
    if not samples:
        return []
    log_mb = max(one.log_bytes for one in samples) / 1e6
    found = [SoakFinding("the log", (log_mb,), "MB", f"< {bars.log_mb:g} MB", log_mb < bars.log_mb)]
    journal_mb = max(one.journal_bytes for one in samples) / 1e6
    wanted, most = f"< {bars.journal_mb:g} MB", bars.journal_mb
    found.append(
        SoakFinding("the database's journal", (journal_mb,), "MB", wanted, journal_mb < most)
    )
    settled = _settled([one for one in samples if one.part != LISTENING])
    turns = settled[-1].turns - settled[0].turns if settled else 0
    if turns:
        kb = (settled[-1].database_bytes - settled[0].database_bytes) / 1e3 / turns
        wanted = f"< {bars.database_kb:g} kB"
        found.append(
            SoakFinding("the database, a turn", (kb,), "kB", wanted, kb < bars.database_kb)
        )
    return found


def _census(counts: Sequence[Census], bars: Bars) -> list[SoakFinding]:
    settled = counts[1:] if len(counts) > 1 else counts
    if not settled:
        return []
    first, last = settled[0], settled[-1]
    grown = last.queued - first.queued
    wanted = f"< {bars.counted:g}"
    found = [SoakFinding("more waiting in queues", (grown,), "", wanted, grown < bars.counted)]
    for table, most in (bars.rows or {}).items():
        if table in last.rows:
            rows = max(one.rows.get(table, 0) for one in counts)
            what = f"rows of {table}"
            found.append(SoakFinding(what, (rows,), "", f"<= {most}", rows <= most))
    return found
