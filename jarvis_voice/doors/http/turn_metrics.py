"""TurnMetrics: counts what happens, for Prometheus; one listener on the bus.

Invariant: no label holds words, a user or a thread. Counting costs the publisher some additions;
what stands in the program now is looked up when somebody asks for the page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Self

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import CounterMetricFamily

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import (
    Event,
    ModelAsked,
    TokensSpent,
    TurnEnded,
    TurnStarted,
    WakeDetected,
    WakeRefused,
)
from jarvis_voice.core.operations import EarsStatus
from jarvis_voice.core.stage_times import STAGES, Stage, StageFold
from jarvis_voice.platform.loop_lag import LagCount, LoopLag

STAGE_SECONDS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.5, 5.0)
LATE_SECONDS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

MOST_OPEN = 1_000
"""Turns whose end is waited for; the oldest is not counted when one more begins."""


class TurnMetrics:
    """Counts while it is open.

    Args:
        bus: Where events come from.
        seconds: The clock that stages are measured by.

    Attributes:
        lag: Tells how late the event loop has been so far; None where nobody looks.
    """

    def __init__(self, bus: Bus, seconds: Callable[[], float] = perf_counter) -> None:
        self._bus = bus
        self._seconds = seconds
        self.lag: LoopLag | None = None
        self._is_open = False
        self._fold = StageFold()
        self._sources: dict[str, str] = {}
        self._registry = registry = CollectorRegistry()
        self._stages = Histogram(
            "jarvis_stage_seconds",
            "Seconds that a stage of a turn took.",
            ["stage"],
            buckets=STAGE_SECONDS,
            registry=registry,
        )
        self._stage: dict[Stage, Histogram] = {one: self._stages.labels(one) for one in STAGES}
        self._turns = Counter(
            "jarvis_turns", "Turns that are over.", ["source", "outcome"], registry=registry
        )
        self._wakes = Counter(
            "jarvis_wake", "Wake words heard, and why not.", ["word", "result"], registry=registry
        )
        self._failures = Counter(
            "jarvis_model_failures",
            "Models that failed when they were asked for a step.",
            ["rung"],
            registry=registry,
        )
        self._tokens = Counter(
            "jarvis_tokens",
            "Tokens that models were sent and wrote.",
            ["model", "direction"],
            registry=registry,
        )
        ProcessCollector(registry=registry)
        self._now = _NowCollector()
        registry.register(self._now)

    def __enter__(self) -> Self:
        self._is_open = True
        self._bus.listen(self.take)
        return self

    def __exit__(self, *exc: object) -> None:
        self._is_open = False

    def take(self, event: Event) -> None:
        """Count one event, on the publisher's time."""
        if not self._is_open:
            return
        if stages := self._fold.add(event, self._seconds()):
            for stage, seconds in stages.seconds.items():
                self._stage[stage].observe(seconds)
        match event:
            case TurnStarted(turn_id=turn_id, source=source):
                self._sources[turn_id] = source
                if len(self._sources) > MOST_OPEN:
                    del self._sources[next(iter(self._sources))]
            case TurnEnded(turn_id=turn_id, outcome=outcome):
                if came_by := self._sources.pop(turn_id, ""):
                    self._turns.labels(came_by, outcome).inc()
            case WakeDetected(word=word):
                self._wakes.labels(word, "accepted").inc()
            case WakeRefused(word=word, reason=reason):
                self._wakes.labels(word, reason).inc()
            case ModelAsked(model=rung, error=error) if error:
                self._failures.labels(rung).inc()
            case TokensSpent(model=model):
                self._tokens.labels(model, "input").inc(event.input_tokens)
                self._tokens.labels(model, "output").inc(event.output_tokens)
            case _:
                pass

    def page(self, ears: EarsStatus | None = None) -> bytes:
        """The page, in Prometheus' form of text.

        Args:
            ears: How the microphone is; None where that is not known.
        """
        self._now.ears, self._now.lag = ears, self.lag.so_far if self.lag else None
        self._now.tasks = len(asyncio.all_tasks()) if self.lag else None
        return generate_latest(self._registry)


class _NowCollector:
    """The part of the page that is looked up."""

    def __init__(self) -> None:
        self.ears: EarsStatus | None = None
        self.lag: LagCount | None = None
        self.tasks: int | None = None

    def collect(self) -> Iterator[Metric]:
        if (ears := self.ears) is not None:
            if ears.frame_age_seconds is not None:
                yield GaugeMetricFamily(
                    "jarvis_mic_frame_age_seconds",
                    "Age of the newest sound of the microphone.",
                    ears.frame_age_seconds,
                )
            yield CounterMetricFamily(
                "jarvis_audio_dropped_frames",
                "Frames of sound that nobody read in time.",
                ears.dropped_frames,
            )
        if self.tasks is not None:
            yield GaugeMetricFamily("jarvis_tasks", "What runs or waits at once.", self.tasks)
        if (lag := self.lag) is not None:
            buckets = [(str(bound), lag.looks_below(1_000 * bound)) for bound in LATE_SECONDS]
            yield HistogramMetricFamily(
                "jarvis_loop_late_seconds",
                "How late the event loop came to what was due.",
                [*buckets, ("+Inf", lag.looks)],
                lag.sum_ms / 1_000,
            )
