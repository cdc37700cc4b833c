"""Unit: where the speech of a recording ends, found by energy alone."""

from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.workshop.worlds.labelled_commands import (
    CALL_PAUSE_SECONDS,
    HEAD_SECONDS,
    SPEECH_DBFS,
    TAIL_SECONDS,
    called,
    end_of_speech,
    label,
    noisy_speech,
    read_commands,
)

pytestmark = pytest.mark.unit

SECOND = RATE_HZ


def tone(samples: int, level: float = 0.5) -> NDArray[np.float32]:
    return np.asarray(level * np.sin(np.arange(samples) * 0.3), np.float32)


def hiss(samples: int, level: float) -> NDArray[np.float32]:
    return np.asarray(np.random.default_rng(1).normal(0, level, samples), np.float32)


def spoken(tail_level: float) -> NDArray[np.float32]:
    """A second of sound, then half a second at another level."""
    return np.concatenate([tone(SECOND), tone(SECOND // 2, tail_level)])


@pytest.mark.parametrize(
    ("tail_level", "end"),
    [(0.0, SECOND), (0.5 * 10 ** (-50 / 20), SECOND), (0.5 * 10 ** (-40 / 20), 3 * SECOND // 2)],
)
def test_the_end_is_the_last_sample_above_45_db_below_the_peak(tail_level: float, end: int) -> None:
    assert end_of_speech(spoken(tail_level)) == pytest.approx(end, abs=12)


def test_silence_and_nothing_end_at_once() -> None:
    assert end_of_speech(np.zeros(100, np.float32)) == 0
    assert end_of_speech(np.zeros(0, np.float32)) == 0
    assert noisy_speech(np.zeros(0, np.float32)) == (0, 0)


def test_in_noise_speech_is_above_the_noise() -> None:
    sound = np.concatenate([np.zeros(SECOND, np.float32), spoken(0.0)])
    begin, end = noisy_speech(sound + hiss(len(sound), 0.02))
    assert begin == pytest.approx(SECOND, abs=320)
    assert end == pytest.approx(2 * SECOND, abs=320)


def test_a_label_cuts_what_is_behind_it_and_sets_the_level() -> None:
    made = label("one", np.concatenate([spoken(0.0), np.zeros(SECOND, np.float32)]))
    assert len(made.pcm) == made.end_sample + 1 + round(TAIL_SECONDS * RATE_HZ)
    level = np.sqrt(np.mean((made.pcm[: made.end_sample + 1] / 32_768.0) ** 2))
    assert 20 * np.log10(level) == pytest.approx(SPEECH_DBFS, abs=0.1)


def test_a_call_is_put_before_a_command_and_moves_its_label() -> None:
    call, command = label("call", spoken(0.0)), label("command", spoken(0.0))
    whole = called(call, command)
    moved = call.end_sample + 1 + round(CALL_PAUSE_SECONDS * RATE_HZ)
    assert whole.end_sample == moved + command.end_sample
    assert np.array_equal(whole.pcm[moved:], command.pcm)


@pytest.mark.parametrize("below", ["commands", ""])
def test_real_commands_are_read_at_any_rate(tmp_path: Path, below: str) -> None:
    folder = tmp_path / below
    folder.mkdir(exist_ok=True)
    for number in range(4):
        soundfile.write(folder / f"{number}.flac", tone(2 * 8_000), 8_000)
    commands = read_commands(tmp_path)
    assert {one.name for one in commands} == {f"{number}.flac" for number in range(4)}
    assert commands[0].end_sample == pytest.approx(2 * RATE_HZ, abs=320)


def test_the_silence_before_their_speech_is_cut(tmp_path: Path) -> None:
    sound = np.concatenate([hiss(SECOND, 0.001), tone(SECOND)])
    soundfile.write(tmp_path / "late.flac", sound, RATE_HZ)
    [command] = read_commands(tmp_path)
    head = round(HEAD_SECONDS * RATE_HZ)
    assert command.end_sample == pytest.approx(SECOND + head, abs=320)


def test_a_sample_of_them_is_drawn_by_chance_and_fewer_are_the_first_of_more(
    tmp_path: Path,
) -> None:
    for number in range(9):
        soundfile.write(tmp_path / f"{number}.flac", tone(2 * 8_000), 8_000)

    def names(count: int, seed: int) -> list[str]:
        return [one.name for one in read_commands(tmp_path, count, seed)]

    assert names(2, 0) == names(9, 0)[:2]
    assert names(9, 0) != names(9, 1)
    assert len({*names(9, 1)}) == 9


@pytest.mark.parametrize(
    ("name", "code"), [("a.txt", "no-commands"), ("a.flac", "recording-unreadable")]
)
def test_what_cannot_be_read_is_told(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / "commands").mkdir()
    (tmp_path / "commands" / name).write_bytes(b"no sound")
    with pytest.raises(AudioError) as told:
        read_commands(tmp_path, 2)
    assert told.value.code == code
