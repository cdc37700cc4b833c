"""What a stopwatch has measured. Pure.

Invariant: a wall clock that is set does not change what is measured, unless the machine was started
anew meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from jarvis_voice.core.schedule_entries import Moment
from jarvis_voice.core.wall_times import seconds_between


@dataclass(frozen=True, slots=True)
class StopwatchRun:
    """A stopwatch that a user has started.

    Attributes:
        started_at: When, by the wall clock, with a time zone.
        boot: Which run of the clock that nobody sets it was.
        started_elapsed_seconds: What that clock showed.
        stopped_seconds: What it showed when it was stopped; None while it runs.
        turn_id: The turn in which it was started; "" outside of one.
    """

    started_at: datetime
    boot: str
    started_elapsed_seconds: float
    stopped_seconds: float | None = None
    turn_id: str = ""


def begun(moment: Moment, turn_id: str = "") -> StopwatchRun:
    """A stopwatch that starts at a moment."""
    return StopwatchRun(moment.wall, moment.boot, moment.elapsed_seconds, turn_id=turn_id)


def measured_seconds(run: StopwatchRun, moment: Moment) -> float:
    """What a stopwatch shows at a moment."""
    if run.stopped_seconds is not None:
        return run.stopped_seconds
    by_wall = seconds_between(run.started_at, moment.wall)
    if run.boot != moment.boot:
        return max(by_wall, 0.0)
    by_elapsed = moment.elapsed_seconds - run.started_elapsed_seconds
    return max(by_elapsed if moment.counts_sleep else max(by_wall, by_elapsed), 0.0)


def held(run: StopwatchRun, moment: Moment) -> StopwatchRun:
    """The stopwatch as it is when it is stopped at a moment."""
    return replace(run, stopped_seconds=measured_seconds(run, moment))
