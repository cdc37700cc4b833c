"""Makes the table of the turn bench from its figures. Pure.

Invariant: a turn that was cut off before its speech had ended has no latency, and is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from jarvis_voice.core.stage_times import STAGES, Stage
from jarvis_voice.workshop.benches.comparison import Figure, Report, Row, ratio
from jarvis_voice.workshop.benches.load_times import FIRST_READY, READY
from jarvis_voice.workshop.benches.stock_turn import IN_WORDS
from jarvis_voice.workshop.benches.turn_bench import TurnFigures
from jarvis_voice.workshop.benches.turn_ways import HeardTurn
from jarvis_voice.workshop.worlds.timed_sound import DEVICE_SECONDS

STATISTICS = ("median", "p90", "p95")
PERCENTS = {"median": "p50", "p90": "p90", "p95": "p95"}
WHOLE = "last sample of speech to the answer's first word"
MEMORY = ("memory (PSS), everything warm", "memory (PSS), what is free given back")
"""In the order of `TurnFigures.memory_mb`."""

WANTED = {"median": "<= 700 ms (goal 500)", "p95": "<= 1200 ms"}
STAGE_NAMES: Mapping[Stage, str] = {
    "pause": "pause: until the end is decided",
    "transcribe": "transcribe: to the words",
    "plan": "plan: to the first step",
    "act": "act: to the end of the last tool",
    "word": "word: to the first sentence",
    "synthesise": "synthesise: to its first clause",
    "output": "output: to its first sound",
    "whole": WHOLE,
}
STAGE_WANTED: Mapping[Stage, str] = {
    "pause": "200 ms",
    "transcribe": "100 ms",
    "plan": "10 ms",
    "synthesise": "120 ms",
    "output": "100-150 ms",
}
"""The budget of a local command on two cores."""


def report(figures: TurnFigures) -> Report:
    """The table."""
    made = [one for one in figures.ours if not one.is_real]
    stock = [one for one in figures.stock if not one.is_real]
    rows = [*_whole(made, stock, "")]
    if made:
        rows += [*_counts(made, stock, ""), *_stages(made, stock)]
    real, real_stock = _real(figures.ours), _real(figures.stock)
    if real:
        rows += [*_whole(real, real_stock, "real: "), *_counts(real, real_stock, "real: ")]
    rows += [*_loading(figures.loading), *_costs(figures)]
    return Report("Bench of turns", tuple(rows), IN_WORDS, tuple(_notes(figures)))


def took_ms(turns: Iterable[HeardTurn], stage: Stage) -> tuple[float, ...]:
    """Milliseconds of a stage in all turns that were heard to their end and answered."""
    return tuple(
        1_000 * one.stages.seconds[stage]
        for one in turns
        if one.stages and not one.is_cut_off and stage in one.stages.seconds
    )


def _real(turns: Iterable[HeardTurn]) -> list[HeardTurn]:
    return [one for one in turns if one.is_real]


def _whole(ours: list[HeardTurn], stock: list[HeardTurn], prefix: str) -> Iterator[Row]:
    our_ms, stock_ms = took_ms(ours, "whole"), took_ms(stock, "whole")
    for name in STATISTICS:
        figures = Figure(our_ms, "ms", statistic=name), Figure(stock_ms, "ms", statistic=name)
        yield Row(f"{prefix}{WHOLE}, {PERCENTS[name]}", *figures, WANTED.get(name, ""))
    times = ratio(Figure(stock_ms), Figure(our_ms), digits=1)
    yield Row(f"{prefix}times as fast as the stock way, p50", times, None, ">= 2.5")


def _counts(ours: list[HeardTurn], stock: list[HeardTurn], prefix: str) -> Iterator[Row]:
    for what, is_so, wanted in (
        ("answered", _is_answered, ""),
        ("did what was asked", _is_done, ""),
        ("cut off before the speech had ended", _is_cut_off, "0"),
    ):
        ours_so, stock_so = (Figure((float(sum(map(is_so, way))),)) for way in (ours, stock))
        yield Row(f"{prefix}{what}, of {len(ours)}", ours_so, stock_so, wanted)


def _is_answered(turn: HeardTurn) -> bool:
    return turn.stages is not None


def _is_done(turn: HeardTurn) -> bool:
    return turn.is_done


def _is_cut_off(turn: HeardTurn) -> bool:
    return turn.is_cut_off


def _stages(ours: list[HeardTurn], stock: list[HeardTurn]) -> Iterator[Row]:
    for stage in STAGES[:-1]:
        our_ms, stock_ms = took_ms(ours, stage), took_ms(stock, stage)
        for name in STATISTICS:
            yield Row(
                f"{STAGE_NAMES[stage]}, {PERCENTS[name]}",
                Figure(our_ms, "ms", statistic=name),
                Figure(stock_ms, "ms", statistic=name),
                STAGE_WANTED.get(stage, "") if name == "median" else "",
            )


def _loading(loading: Mapping[str, Sequence[float]]) -> Iterator[Row]:
    if not loading:
        return
    alone = {name: Figure(tuple(took), "s", digits=2) for name, took in loading.items()}
    ready, first_ready = alone.pop(READY), alone.pop(FIRST_READY)
    slowest = max(alone, key=lambda name: max(alone[name].values, default=0.0))
    yield Row("until ready", ready)
    yield Row("until ready, at the first start", first_ready)
    for name, figure in alone.items():
        yield Row(f"{name} loaded alone", figure)
    times = ratio(ready, alone[slowest], digits=2)
    yield Row(f"until ready, times the slowest alone ({slowest})", times, None, "<= 1.5")


def _costs(figures: TurnFigures) -> Iterator[Row]:
    for what, memory_mb in zip(MEMORY, figures.memory_mb, strict=True):
        if memory_mb is not None:
            yield Row(what, Figure((memory_mb,), "MB"), None, "<= 500 MB")
    for what, took in figures.cold_ms.items():
        yield Row(f"{what}, typed, its library not loaded yet", Figure((took,), "ms"))
    yield Row(
        "the latency ledger holds up the loop, a turn",
        Figure(tuple(figures.ledger_ms), "ms", digits=3),
        None,
        "< 1 ms",
    )


def _notes(figures: TurnFigures) -> Iterator[str]:
    n_real = len(_real(figures.ours))
    yield (
        f"It rests on {len(figures.ours)} commands, each said once each way: "
        f"{len(figures.ours) - n_real} of synthetic voices and {n_real} recordings of people."
    )
    yield (
        "Measured from the label of the recording to the first sound of the answer in what left "
        f'{figures.loudspeaker}; earcons and "One moment." do not count. The output holds '
        f"{1_000 * DEVICE_SECONDS:.0f} ms of a device's latency both ways, unless a device was "
        "asked for; the microphone's own latency is in neither."
    )
    yield (
        "Commands: this machine's synthetic voices, in noise at -50 dBFS, each one both ways by "
        "turns. Real ones are labelled by energy and have no wake word: a synthetic one is put "
        "before them; they are orders to a coffee machine, which Jarvis answers but cannot do."
    )
    if figures.ours and None in figures.memory_mb:
        yield "This system does not tell the memory of a process: no row for it."
    missed = [one.name for one in figures.ours if one.stages is None]
    if missed:
        yield f"Not answered by ours: {'; '.join(missed)}"
