"""`jarvis wake test`, `jarvis wake record` and calibration, with recordings as microphones."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile
import typer
from typer.testing import CliRunner

from jarvis_voice.audio.recording import RecordingMicrophone
from jarvis_voice.cli import calibration, setup, wake_test
from jarvis_voice.cli.wake_record import record_into
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.engines.wake.heads import find_head
from jarvis_voice.voice.readiness import phrase_file

pytestmark = pytest.mark.flow

app = typer.Typer()
app.command()(wake_test.try_word)


def saying(folder: Path, times: int) -> RecordingMicrophone:
    """A microphone into which the recorded phrase is said so often, each time on its mark."""
    phrase, rate = soundfile.read(phrase_file(), dtype="float32")
    assert rate == 16_000
    room = np.random.default_rng(8).normal(0, 0.0006, 60 * 16_000 * max(times, 1)).astype("float32")
    silence, countdown, take = 12 * 1_280, 24 * 1_280, 30 * 1_280
    sound = room[: silence + times * (countdown + take)]
    for number in range(times):
        begin = silence + number * (countdown + take) + countdown + 4_800
        called = phrase[: take - 9_600]
        sound[begin : begin + len(called)] += called * 0.9
    file = folder / "microphone.wav"
    soundfile.write(file, sound, 16_000)
    return RecordingMicrophone(file, clock=FrameClock(), realtime=False, gate=None)


async def test_takes_are_written_as_flac_and_numbered_on(tmp_path: Path) -> None:
    target = tmp_path / "own" / "positive"
    assert await record_into(saying(tmp_path, 2), target, 2, "Say it") == 2
    assert await record_into(saying(tmp_path, 1), target, 1, "Say it") == 1
    files = sorted(target.iterdir())
    assert [file.name for file in files] == ["001.flac", "002.flac", "003.flac"]
    info = soundfile.info(files[0])
    assert (info.samplerate, info.channels, info.frames) == (16_000, 1, 30 * 1_280)


# ---- the test of a word


@pytest.mark.e2e
@pytest.mark.models
def test_the_curve_is_printed_and_drawn(tmp_path: Path, paths: Paths) -> None:
    for name in ("positive/me", "negative"):
        (tmp_path / name).mkdir(parents=True)
    shutil.copy(phrase_file(), tmp_path / "positive/me/one.wav")
    noise = np.random.default_rng(9).normal(0, 0.05, 32_000)
    soundfile.write(tmp_path / "negative/two.ogg", noise, 16_000)
    picture = tmp_path / "curve.png"
    args = ["--recordings", str(tmp_path), "--png", str(picture)]
    shown = CliRunner().invoke(app, args)
    assert shown.exit_code == 0, shown.output
    assert "<- here" in shown.output
    assert "0 of 1 (0.0 %" in shown.output
    told = json.loads(CliRunner().invoke(app, [*args, "--json"]).stdout)
    [operating] = [point for point in told["curve"] if point["is_operating"]]
    assert operating["missed"] == {"count": 0, "of": 1}
    assert operating["false_accepts"]["count"] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_without_recordings_it_says_how_to_make_some(tmp_path: Path, paths: Paths) -> None:
    failed = CliRunner().invoke(app, ["--recordings", str(tmp_path)])
    assert isinstance(failed.exception, JarvisError)
    assert "jarvis wake record" in failed.exception.message


# ---- calibration


@pytest.mark.e2e
@pytest.mark.models
async def test_five_tries_are_scored_and_shown(tmp_path: Path, paths: Paths) -> None:
    told: list[str] = []
    head = find_head("jarvis", paths.wake_heads, find_paths().models)
    tries = await calibration.hear_tries(saying(tmp_path, 5), paths.models, head, told.append)
    assert len(tries.scores) == 5
    assert min(tries.scores) > head.threshold
    assert sum("score" in line for line in told) == 5


def test_a_voice_that_is_heard_well_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "jarvis.toml"
    tries = calibration.Tries((0.99,) * 5, 0.5)
    assert "stays 0.5" in calibration.settle(file, "jarvis", 0.5, tries, 0.6)
    assert not file.exists()


def test_a_voice_that_scores_low_is_written_into_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "jarvis.toml"
    file.write_text("# mine\n[wake.words]\njarvis = 0.5  # usual\n", encoding="utf-8")
    tries = calibration.Tries((0.9, 0.4), 0.7)
    assert "I wrote" in calibration.settle(file, "jarvis", 0.5, tries, 0.6)
    assert file.read_text(encoding="utf-8") == "# mine\n[wake.words]\njarvis = 0.7  # usual\n"


def test_settings_written_in_another_way_are_left_and_the_line_is_told(tmp_path: Path) -> None:
    file = tmp_path / "jarvis.toml"
    file.write_text("wake = {words = 3}\n", encoding="utf-8")
    said = calibration.settle(file, "jarvis", 0.5, calibration.Tries((0.4,), 0.7), 0.6)
    assert said == f'Put this under [wake.words] in {file}: "jarvis" = 0.7'
    assert file.read_text(encoding="utf-8") == "wake = {words = 3}\n"


def test_a_voice_that_is_hardly_heard_is_told_what_would_help(tmp_path: Path) -> None:
    tries = calibration.Tries((0.01,), 0.75)
    said = calibration.settle(tmp_path / "jarvis.toml", "jarvis", 0.5, tries, 0.6)
    assert "jarvis wake record" in said


def test_in_a_pipe_nobody_is_asked(paths: Paths) -> None:
    asked: list[str] = []

    def ask(question: str) -> bool:
        asked.append(question)
        return True

    calibration.offer_calibration(paths, ask, asked.append)
    assert asked == []


def test_setup_can_be_told_not_to_ask() -> None:
    whole = typer.Typer()
    whole.command()(setup.setup)
    assert "--no-calibrate" in CliRunner().invoke(whole, ["--help"]).output
