"""The bench of the wake word: a small set of sound in, a table out."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest
import soundfile

from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import AudioFrame, Transcript, Utterance
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.engines.wake.heads import WakeHead, find_head
from jarvis_voice.platform.weights.manifest import whisper_folder
from jarvis_voice.voice.readiness import phrase_file
from jarvis_voice.workshop.benches.wake_bench import (
    WAYS,
    Bench,
    Tally,
    WakeFigures,
    find_sets,
    report,
)
from jarvis_voice.workshop.benches.wake_recordings import Scored
from jarvis_voice.workshop.benches.wake_trial import Judges, try_recording

pytestmark = pytest.mark.flow

POINT = WakePoint("jarvis", 0.6, 0.35)
HEAD = WakeHead("jarvis", Path("jarvis.onnx"), 0.6, 0.35, ("jarvis",))


class Judge:
    """A VAD that hears speech in what is loud, and speech to text that hears the word."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        pass

    async def probability(self, frame: AudioFrame) -> float:
        return float(np.abs(frame.pcm).max() > 1_000)

    async def transcribe(self, utterance: Utterance) -> Transcript:
        return Transcript("Jarvis")

    async def likeness(self, utterance: Utterance, word: str) -> float:
        return -0.1

    async def fits(self, utterance: Utterance, texts: Sequence[str]) -> tuple[float, ...]:
        raise AssertionError("nobody asks for a command")

    def reset(self) -> None:
        pass


def recording(scores: Sequence[float]) -> Scored:
    """Two seconds of a quiet room, then 0.6 s of something loud that ends with these scores."""
    room = np.random.default_rng(4).normal(0, 20, (33, 1_280))
    room[25:] *= 100
    values = np.array([[0.01]] * (33 - len(scores)) + [[score] for score in scores])
    return Scored("one", 2.64, room.astype(np.int16), values)


@pytest.mark.parametrize(
    ("scores", "alone", "looked_at"),
    [((0.9,), 1, 1), ((0.1,), 0, 0), ((0.4, 0.5, 0.1), 0, 1), ((0.62,), 1, 1)],
)
async def test_the_second_stage_adds_what_all_speaks_for(
    scores: tuple[float, ...], alone: int, looked_at: int
) -> None:
    judges = Judges(Judge(), Judge())
    for second_stage, expected in ((False, alone), (True, looked_at)):
        outcome = await try_recording(
            recording(scores), 0, POINT, judges, second_stage=second_stage
        )
        assert len(outcome.calls) == expected


def figures() -> WakeFigures:
    made = WakeFigures(negative_seconds=7_200.0, frame_ms=[0.4, 0.5])
    for way, missed, alarms in zip(WAYS, (1, 0, 45), (0, 0, 2), strict=True):
        called = [False] * missed + [True] * (100 - missed)
        made.clean[way] = Tally(called)
        made.noisy[way] = Tally(called)
        made.negative[way] = Tally([False], alarms, Counter({"click": 3}))
    return made


def test_the_table_tells_misses_and_false_accepts_with_their_bounds() -> None:
    body: dict[str, Any] = json.loads(report(figures(), HEAD).to_json())
    rows = {row["what"]: row for row in body["rows"]}
    missed = rows["missed, clean, head alone"]
    assert (missed["ours"]["value"], missed["stock"]["value"]) == (1.0, 45.0)
    assert missed["ours"]["bounds"] == [pytest.approx(0.2, abs=0.1), pytest.approx(5.4, abs=0.1)]
    rate = rows["false accepts an hour, head alone"]
    assert rate["ours"]["bounds"] == [0.0, pytest.approx(1.5, abs=0.01)]
    assert rate["stock"]["value"] == 1.0
    assert any("click 3" in note for note in body["notes"])


def test_a_set_that_was_not_heard_has_no_row() -> None:
    made = WakeFigures()
    made.clean["head alone"].called.append(True)
    made.clean["stock"].called.append(False)
    [row] = report(made, HEAD).rows
    assert (row.what, row.ours.value) == ("missed, clean, head alone", 0)


def test_a_folder_without_the_layout_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AudioError, match="no recordings"):
        find_sets(tmp_path, None)


@pytest.mark.e2e
@pytest.mark.models
async def test_a_small_set_is_heard_from_end_to_end(tmp_path: Path) -> None:
    for name in ("wake/positive", "wake/negative/hum", "commands", "noise"):
        (tmp_path / name).mkdir(parents=True)
    shutil.copy(phrase_file(), tmp_path / "wake/positive/a.wav")
    noise = np.random.default_rng(6).normal(0, 0.02, 48_000)
    for name in ("wake/negative/hum/b.flac", "commands/c.flac", "noise/kitchen.flac"):
        soundfile.write(tmp_path / name, noise, 16_000)
    paths = find_paths()
    head = find_head("jarvis", paths.wake_heads, paths.models)
    sets, done = find_sets(tmp_path, None), Counter[str]()
    bench = Bench(paths.models, head, whisper_folder(paths.models, "tiny.en"))
    made = WakeFigures()
    await bench.run(sets, made, lambda: done.update(["one"]))
    assert done["one"] == sets.steps == 4
    for way in WAYS:
        assert made.clean[way].missed.count == 0
        assert made.negative[way].calls == 0
    assert made.negative_seconds == pytest.approx(6.0, abs=0.2)
