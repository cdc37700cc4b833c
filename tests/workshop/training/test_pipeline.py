"""A head from the first word spoken to the file, tiny: from this machine's voices alone."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile
from workshop.training.doubles import Silent

from jarvis_voice.core.wake_point import LIKE_FROM
from jarvis_voice.engines.wake.heads import read_head
from jarvis_voice.platform.weights.manifest import whisper_folder
from jarvis_voice.workshop.training.clips import Clip
from jarvis_voice.workshop.training.examples import SEGMENT_STEPS, Negatives
from jarvis_voice.workshop.training.fit import Plan
from jarvis_voice.workshop.training.folds import (
    FoldResult,
    chances,
    fold_of_clips,
    fold_of_segments,
)
from jarvis_voice.workshop.training.operating_point import (
    GREY_FROM,
    GREY_FROM_OF_VOICES,
    Rate,
    Share,
)
from jarvis_voice.workshop.training.pipeline import described, judged, make_head
from jarvis_voice.workshop.training.settings import TrainingSettings
from jarvis_voice.workshop.training.spoken_clips import Sizes

pytestmark = pytest.mark.flow

SIZES = Sizes(alone=10, one_breath=3, near=6, talk=6)


def order(weights: Path, work: Path) -> TrainingSettings:
    return TrainingSettings(
        "computer",
        ("computer", "hey computer"),
        weights,
        work,
        rooms=2,
        spoken_scenes=1,
        sizes=SIZES,
        plan=Plan(steps=6, members=1, rounds=1),
        folds=2,
    )


class Stopping(Silent):
    """As if the user pressed Ctrl-C when the learning begins."""

    def stage(self, name: str, steps: int) -> None:
        super().stage(name, steps)
        if name == "learning":
            raise KeyboardInterrupt


@pytest.mark.e2e
@pytest.mark.models
@pytest.mark.timeout(600)
def test_a_head_is_made_from_voices_and_recordings_and_the_program_can_read_it(
    weights: Path, tmp_path: Path
) -> None:
    hiss = np.random.default_rng(1).normal(0, 0.1, 64_000)
    (tmp_path / "more" / "hiss").mkdir(parents=True)
    soundfile.write(tmp_path / "more" / "hiss" / "a.flac", hiss, 16_000)
    progress = Silent()
    wanted = replace(
        order(weights, tmp_path / "work"),
        negatives=(tmp_path / "more",),
        whisper=whisper_folder(weights, "tiny.en"),
    )

    made = make_head(wanted, tmp_path / "heads", progress)

    head = read_head(made.description)
    assert (head.word, head.phrases) == ("computer", ("computer", "hey computer"))
    assert head.grey_from == GREY_FROM_OF_VOICES, "no person said the word"
    assert head.grey_from < head.threshold
    assert -30 < head.like_from < 0
    assert head.like_from != LIKE_FROM, "measured on these voices"
    assert not made.is_of_people
    assert "hiss" in made.found.alarms
    assert sorted(file.name for file in (tmp_path / "heads").iterdir()) == [
        "computer.json",
        "computer.onnx",
    ]
    told = json.loads(made.description.read_text())["held_out"]
    assert told["words_tried"] == made.found.clean.of > 0

    # stopped on the way, a second run leaves nothing behind; the shelf saves it the speaking
    with pytest.raises(KeyboardInterrupt):
        make_head(wanted, tmp_path / "others", stopped := Stopping())
    assert not (tmp_path / "others").exists()
    assert stopped.stages == ["learning"]


def clips(*groups: str, is_real: bool = True) -> list[Clip]:
    pcm = np.zeros(4, np.int16)
    return [Clip(pcm, "word", "k", group, 0, 4, is_real) for group in groups]


def test_a_speaker_is_held_out_whole_and_synthetic_voices_never_beside_people() -> None:
    people = clips("speaker-10", "speaker-2", "speaker-10", "speaker-0")
    voices = clips("piper-joe", is_real=False)

    folds = fold_of_clips([*people, *voices], range(4), 3)

    assert folds.tolist() == [2, 1, 2, 0, -1]


def test_voices_are_held_out_by_family_where_nobody_recorded_the_word() -> None:
    voices = clips("flite-kal", "piper-joe", "flite-kal", is_real=False)

    folds = fold_of_clips(voices, [0, 1], 2)

    assert folds[0] == folds[2] != folds[1]


def test_kinds_are_held_out_whole_but_for_what_resembles_the_word() -> None:
    kinds = ("talk", "near-miss", "music")
    kind = np.array([0, 0, 0, 1, 1, 1, 2, 2], np.int32)
    others = Negatives(
        np.zeros((8, SEGMENT_STEPS, 96), np.float16),
        kind,
        np.arange(8, dtype=np.int32),
        np.ones(8, np.bool_),
        kinds,
    )

    folds = fold_of_segments(others, 2)

    assert len(set(folds[kind == 0])) == len(set(folds[kind == 2])) == 1
    assert folds[0] != folds[7]
    assert set(folds[kind == 1]) == {0, 1}


def test_people_make_half_of_what_is_learnt_from() -> None:
    all_clips = [*clips("speaker-0", "speaker-1"), *clips("piper-joe", "espeak-m", is_real=False)]
    scenes = np.array([0, 0, 0, 1, 2, 3], np.int32)

    share = chances(all_clips, scenes)

    assert share[:4].sum() == pytest.approx(share[4:].sum())
    assert share[4] == pytest.approx(share[5])
    assert share[0] < share[3]


@pytest.fixture
def verdict() -> FoldResult:
    quiet, loud = [-6.0] * 45_000, [-6.0] * 44_999 + [1.0]
    return FoldResult([0.0, *[9.0] * 99], [9.0] * 100, [("talk", quiet), ("talk", loud)])


def test_the_threshold_is_such_that_nothing_held_out_fires(verdict: FoldResult) -> None:
    found = judged(verdict)

    assert found.threshold > 1.0
    assert found.clean == Share(1, 100)
    assert found.noisy == Share(0, 100)
    assert found.usual_alarms == Rate(0, 2.0)
    assert found.alike_alarms == Rate(0, 0.0)
    assert found.calibration.score(found.threshold) == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("like_from", "is_of_people", "grey_from"),
    [
        (-9.7, False, GREY_FROM_OF_VOICES),
        (-9.7, True, GREY_FROM),
        (None, False, GREY_FROM),
    ],
)
def test_a_word_that_voices_alone_taught_is_looked_at_twice_from_a_lower_score_on(
    verdict: FoldResult,
    tmp_path: Path,
    like_from: float | None,
    is_of_people: bool,
    grey_from: float,
) -> None:
    wanted = order(tmp_path, tmp_path)
    told = described(wanted, judged(verdict), like_from, is_of_people=is_of_people)
    assert told["grey_from"] == grey_from
    assert told.get("like_from") == like_from
