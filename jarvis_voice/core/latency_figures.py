"""How long answers took: percentiles of each stage, by the door that turns came through. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from jarvis_voice.core.stage_times import STAGES, TurnStages

PERCENTS = (50, 90, 95)
MILLISECONDS = 1_000

StageFigures = dict[str, float]
"""The number of turns that had a stage ("turns"), and "p50_ms", "p90_ms" and "p95_ms"."""


def by_source(turns: Sequence[TurnStages]) -> dict[str, dict[str, StageFigures]]:
    """The figures by source and stage."""
    sources: dict[str, dict[str, StageFigures]] = {}
    for source in sorted({turn.source for turn in turns}):
        ours = [turn.seconds for turn in turns if turn.source == source]
        for stage in STAGES:
            took = [seconds[stage] * MILLISECONDS for seconds in ours if stage in seconds]
            if took:
                figures = {f"p{one}_ms": round(percentile(took, one), 1) for one in PERCENTS}
                sources.setdefault(source, {})[stage] = {"turns": len(took), **figures}
    return sources


def percentile(values: Sequence[float], percent: float) -> float:
    """The value below which so many percent lie, interpolated."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
