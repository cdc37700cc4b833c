"""Recordings of wake words (flow): files in, sound in a room out."""

from pathlib import Path
from typing import cast

import numpy as np
import pytest
import soundfile

from jarvis_voice.core.errors import AudioError
from jarvis_voice.engines.wake.detector import WakeScorer
from jarvis_voice.voice.wake.second_stage import levels_of
from jarvis_voice.workshop.benches import wake_recordings
from jarvis_voice.workshop.benches.wake_recordings import (
    BEFORE_SECONDS,
    in_a_room,
    in_noise,
    read_sound,
    score_recordings,
    sound_files,
)

pytestmark = pytest.mark.flow

RATE = 16_000


def word(level: float = 8_000) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    return (level * np.sin(np.arange(RATE // 2) / 5)).astype(np.int16)


def test_every_kind_of_recording_below_a_folder_is_found(tmp_path: Path) -> None:
    for name in ("b/two.FLAC", "a/one.wav", "three.ogg", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert [file.name for file in sound_files(tmp_path)] == ["one.wav", "two.FLAC", "three.ogg"]


def test_a_folder_without_recordings_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AudioError, match="no recordings"):
        sound_files(tmp_path)


def test_a_recording_of_another_rate_is_read_at_ours(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", np.zeros((44_100, 2)), 44_100)
    assert len(read_sound(tmp_path / "a.wav")) == pytest.approx(RATE, abs=1_280)


class CountingScorer:
    """Scores every frame by its own loudness; notes how much it was given at once."""

    def __init__(self) -> None:
        self.lengths: list[int] = []

    async def score_all(self, pcm: np.ndarray) -> list[tuple[float]]:
        self.lengths.append(len(pcm))
        frames = pcm.reshape(-1, 1_280).astype(float)
        return [(float(np.abs(frame).max() > 4_000),) for frame in frames] + [(0.0,)]


async def test_a_recording_of_hours_is_scored_in_pieces_and_nothing_of_it_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wake_recordings, "PIECE_SECONDS", 4.0)
    second = np.concatenate([word(), np.zeros(RATE // 2, np.int16)])
    soundfile.write(tmp_path / "long.wav", np.tile(second, 10), RATE)
    soundfile.write(tmp_path / "short.wav", second, RATE)
    scorer, done = CountingScorer(), 0

    def count() -> None:
        nonlocal done
        done += 1

    files = sound_files(tmp_path)
    scored = [one async for one in score_recordings(cast(WakeScorer, scorer), files, count)]
    assert [one.name for one in scored] == ["long", "long", "long", "short"]
    assert sum(one.seconds for one in scored) == pytest.approx(11, abs=0.2)
    assert max(scorer.lengths) <= (6 + BEFORE_SECONDS) * RATE
    assert sum(one.scores.sum() for one in scored) == pytest.approx(11 * 0.5 / 0.08, abs=14)
    assert done == 2


def test_a_sound_in_a_room_has_whole_frames_and_is_never_in_digital_silence() -> None:
    placed = in_a_room(word())
    assert len(placed) % 1_280 == 0
    levels = levels_of(placed)
    assert min(levels) == pytest.approx(-66.0, abs=3.0)
    first = next(n for n, level in enumerate(levels) if level > -30.0)
    assert first * 0.02 == pytest.approx(BEFORE_SECONDS, abs=0.03)


def test_noise_has_the_ratio_that_is_asked_for() -> None:
    kitchen = np.random.default_rng(3).normal(0, 3_000, 3 * RATE).astype(np.int16)
    levels = levels_of(in_noise(word(), kitchen, 10.0, seed=1))
    before = round(BEFORE_SECONDS / 0.02)
    loud = max(levels_of(word()))
    assert np.mean(levels[: before - 1]) == pytest.approx(loud - 10.0, abs=1.0)
