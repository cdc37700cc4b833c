"""Measures the processor time in which a sentence is understood without a model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time

from jarvis_voice.app.reader_factory import load_second_reader
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.sentence_reader import MeaningReader
from jarvis_voice.platform.gc import gc_paused
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar
from jarvis_voice.workshop.sentences.trial import TrialApplications, open_trial, without_network
from jarvis_voice.workshop.worlds.scenario import load_scenarios

WARM_UP_SENTENCES = 20


async def bench_reading(
    took_ms: list[float],
    sentences: Iterable[str] = (),
    load: Callable[[], MeaningReader] | None = None,
) -> None:
    """Measure it with the grammar of all tools and the trained reader.

    Args:
        took_ms: Milliseconds of each sentence are added to it as they come.
        sentences: Two or more to read; where there are none, all that the scenarios say.
        load: Instead of loading the reader that ships.
    """
    said = tuple(sentences) or scenario_sentences()
    with (
        TemporaryDirectory(prefix="jarvis-bench-") as folder,
        gc_paused(),  # a collection is no part of a reading
    ):
        knowledge = await _knowledge(Path(folder), load)
        for sentence in said[:WARM_UP_SENTENCES]:
            knowledge.read(sentence)
        for sentence in said[WARM_UP_SENTENCES:] or said:
            took_ms.append(_timed(knowledge, sentence))
            await asyncio.sleep(0)


def scenario_sentences() -> tuple[str, ...]:
    """All that the scenarios say, each once."""
    turns = (turn for scenario in load_scenarios() for turn in scenario.turns)
    return tuple(dict.fromkeys(turn.say for turn in turns))


async def _knowledge(folder: Path, load: Callable[[], MeaningReader] | None) -> Knowledge:
    """What the program knows with all its tools."""
    paths = find_paths({"JARVIS_HOME": str(folder)})
    with without_network():
        async with open_trial(folder) as trial:
            await trial.say("hello")
            grammar = compiled_grammar(paths, trial.tools.values())
    second = load_second_reader(load, tuple, lambda _code, _message: None)
    return Knowledge(grammar, SiteTable.load(paths), TrialApplications(), second)


def _timed(knowledge: Knowledge, sentence: str) -> float:
    started_at = thread_time()
    knowledge.read(sentence)
    return 1_000 * (thread_time() - started_at)
