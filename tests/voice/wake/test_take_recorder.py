"""Takes from a microphone (flow): a recording in its place goes in, takes and advice come out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from jarvis_voice.audio.recording import RecordingMicrophone
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import AudioError
from jarvis_voice.voice.wake.take_recorder import record_takes

pytestmark = pytest.mark.flow

COUNTDOWN, TAKE = 24, 30
"""Frames."""

Sound = np.ndarray[tuple[int], np.dtype[np.float64]]


def room(frames: int) -> Sound:
    return np.random.default_rng(frames).normal(0, 0.0006, frames * 1_280)


def word(level: float = 0.2) -> Sound:
    """A take's length, with 0.5 s of a tone in it."""
    sound = room(TAKE)
    sound[12_800:20_800] += level * np.sin(np.arange(8_000) / 8)
    return np.clip(sound, -1, 1)


def microphone(folder: Path, *parts: Sound) -> RecordingMicrophone:
    soundfile.write(folder / "mic.wav", np.concatenate(parts), 16_000)
    return RecordingMicrophone(folder / "mic.wav", clock=FrameClock(), realtime=False, gate=None)


async def record(
    device: RecordingMicrophone, count: int, told: list[str] | None = None
) -> tuple[list[int], list[str]]:
    told = [] if told is None else told
    async with device:
        lengths = [
            len(pcm) async for pcm in record_takes(device, count, 'Say "jarvis"', told.append)
        ]
    return lengths, told


async def test_each_take_has_its_countdown_and_is_given_out(tmp_path: Path) -> None:
    device = microphone(tmp_path, room(12), *[room(COUNTDOWN), word()] * 2)
    lengths, told = await record(device, 2)
    assert lengths == [TAKE * 1_280] * 2
    assert told == [
        "One moment of silence, please ...",
        *["1 of 2: 3", "1 of 2: 2", "1 of 2: 1", '>>> Say "jarvis"', "    good"],
        *["2 of 2: 3", "2 of 2: 2", "2 of 2: 1", '>>> Say "jarvis"', "    good"],
    ]


async def test_what_is_too_quiet_or_clipped_is_asked_for_once_more(tmp_path: Path) -> None:
    parts = [room(COUNTDOWN), word(0.0), room(COUNTDOWN), word(9.0), room(COUNTDOWN), word()]
    lengths, told = await record(microphone(tmp_path, room(12), *parts), 1)
    assert lengths == [TAKE * 1_280]
    assert [line.split(".")[0].strip() for line in told if line.endswith("Once more.")] == [
        "I heard too little",
        "That was too loud: it is clipped",
    ]


async def test_a_microphone_that_gives_nothing_of_use_is_given_up(tmp_path: Path) -> None:
    device = microphone(tmp_path, room(12), *[room(COUNTDOWN), room(TAKE)] * 4)
    with pytest.raises(AudioError, match="jarvis devices"):
        await record(device, 1)


@pytest.mark.parametrize("value", [0.0, 0.25])
async def test_a_microphone_that_gives_no_sound_at_all_is_given_up_after_two_tries(
    tmp_path: Path, value: float
) -> None:
    device = microphone(tmp_path, np.full(1_280 * (12 + 4 * (COUNTDOWN + TAKE)), value))
    told: list[str] = []
    with pytest.raises(AudioError, match="muted") as silent:
        await record(device, 5, told)
    assert silent.value.code == "takes-silent"
    assert told.count('>>> Say "jarvis"') == 2


async def test_behind_a_noise_gate_all_that_is_said_at_the_mark_is_kept(tmp_path: Path) -> None:
    """Zeros between the words, and one mark that was missed."""
    gated = np.where(np.abs(word()) > 0.02, word(), 0.0)
    silence = [np.zeros(1_280 * n) for n in (12, COUNTDOWN, TAKE)]
    parts = [silence[0], silence[1], silence[2], *[silence[1], gated] * 3]
    lengths, told = await record(microphone(tmp_path, *parts), 3)
    assert lengths == [TAKE * 1_280] * 3
    assert sum("muted" in line for line in told) == 1


async def test_a_microphone_that_ends_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AudioError) as ended:
        await record(microphone(tmp_path, room(20)), 1)
    assert ended.value.code == "takes-ended"
