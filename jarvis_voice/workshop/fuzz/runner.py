"""Runs every fuzzer for some rounds, each round with a seed of its own, and collects what gave way.

Invariant: a round is told by its fuzzer and its seed alone, so that it can be run again.
"""

from __future__ import annotations

import random
import tempfile
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jarvis_voice.workshop.benches.comparison import Figure, Report, Row
from jarvis_voice.workshop.fuzz.control_lines import control_lines_round
from jarvis_voice.workshop.fuzz.databases import databases_round
from jarvis_voice.workshop.fuzz.hostile_texts import hostile_texts_round
from jarvis_voice.workshop.fuzz.services import services_round

Round = Callable[[random.Random, Path], Awaitable[str | None]]
"""One round in an empty folder: None where everything held, else a sentence of what gave way."""

FUZZERS: tuple[Round, ...] = (
    databases_round,
    control_lines_round,
    services_round,
    hostile_texts_round,
)
"""All of them; a further one is one more function here."""


@dataclass(frozen=True, slots=True)
class FuzzFailure:
    """One round in which something gave way.

    Attributes:
        fuzzer: Its name: "databases".
        seed: Which round it was.
        what: What gave way, in one sentence.
    """

    fuzzer: str
    seed: int
    what: str


@dataclass(frozen=True, slots=True)
class FuzzResults:
    """What came out of all rounds so far.

    Attributes:
        rounds: How many each fuzzer has run, by its name.
        failures: In order.
    """

    rounds: Counter[str] = field(default_factory=Counter)
    failures: list[FuzzFailure] = field(default_factory=list)


def name_of(fuzzer: Round) -> str:
    """What a fuzzer is called: `databases_round` is "databases"."""
    return fuzzer.__name__.removesuffix("_round")


async def run_fuzzers(
    rounds: int,
    first_seed: int,
    results: FuzzResults,
    step: Callable[[], None],
    fuzzers: Sequence[Round] = FUZZERS,
) -> None:
    """Run each fuzzer for so many rounds.

    Args:
        rounds: How many each runs.
        first_seed: Of the first round; each further round has the next number.
        results: Each round is added to them as it comes.
        step: Called after each round.
        fuzzers: Which.
    """
    for fuzzer in fuzzers:
        name = name_of(fuzzer)
        for seed in range(first_seed, first_seed + rounds):
            what = await _one(fuzzer, seed)
            results.rounds[name] += 1
            if what:
                results.failures.append(FuzzFailure(name, seed, what))
            step()


MOST_SHOWN = 50
"""Failures that are shown; more of them say nothing new."""


def fuzz_report(results: FuzzResults) -> Report:
    """One row a fuzzer, with the rounds that held; and each failure with its seed."""
    rows, failures = [], results.failures
    for name, rounds in results.rounds.items():
        held = rounds - sum(one.fuzzer == name for one in failures)
        rows.append(Row(f"{name}: rounds that held", Figure((held,)), wanted=f"{rounds}"))
    notes = [f"{one.fuzzer}, seed {one.seed}: {one.what}" for one in failures[:MOST_SHOWN]]
    return Report("Fuzz", tuple(rows), notes=tuple(notes))


async def _one(fuzzer: Round, seed: int) -> str | None:
    """One round; an error that comes out of it is what gave way."""
    with tempfile.TemporaryDirectory(prefix="jarvis-fuzz-") as folder:
        try:
            return await fuzzer(random.Random(seed), Path(folder))  # noqa: S311 - to be repeated
        except Exception as error:  # noqa: BLE001 - it is the finding, and the next round goes on
            places = traceback.extract_tb(error.__traceback__)[-1:]
            where = "".join(f" in {Path(one.filename).name}:{one.lineno}" for one in places)
            return f"{type(error).__name__}{where}: {error}"
