"""The self-test of the echo canceller: in simulated air, on a real sound server, and deceived."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from bench.process import Program, clean_environment
from bench.sound import SoundServer

from jarvis_voice.audio.echo.canceller import EchoCanceller
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.workshop.benches.echo.acoustic_loop import LoopMicrophone
from jarvis_voice.workshop.benches.echo.echo_live import ENOUGH_DB, EchoMeasured, measure_echo
from jarvis_voice.workshop.worlds.air import AirSetup

pytestmark = pytest.mark.flow


def speech(seconds: float) -> list[SpeechChunk]:
    """Noise that comes and goes like syllables."""
    times = np.arange(round(seconds * 16_000)) / 16_000
    rise = np.maximum(np.sin(2 * np.pi * 2.3 * times), 0.0)
    sound = 4_000 * rise * np.random.default_rng(1).normal(0, 1, len(times))
    return [SpeechChunk(np.clip(sound, -30_000, 30_000).astype(np.int16), 16_000, "words")]


async def measure(echo_db: float) -> EchoMeasured:
    async def gate() -> None:
        """Nobody waits."""

    def trouble(code: str, message: str) -> None:
        raise AssertionError(f"{code}: {message}")

    air = AirSetup(rate_hz=16_000, echo_db=echo_db)
    microphone = LoopMicrophone(air, FrameClock(), gate)
    async with microphone.speaker as speaker:
        return await measure_echo(microphone, speaker, microphone.played, speech(7), trouble)


async def test_a_canceller_that_works_is_told_with_its_decibels() -> None:
    measured = await measure(0.0)
    assert measured.cancels
    assert measured.cancelled_db > 12
    assert measured.delay_seconds == pytest.approx(0.12, abs=0.02)
    assert measured.verdict == f"Cancels {measured.cancelled_db:.0f} dB: you can talk over me."


async def test_headphones_are_recognised() -> None:
    measured = await measure(-120.0)
    assert not measured.was_heard
    assert "headphones" in measured.verdict


async def test_a_canceller_that_silently_does_nothing_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(EchoCanceller, "process", lambda _, frame: frame.pcm)
    measured = await measure(0.0)
    assert measured.was_heard
    assert not measured.cancels
    assert measured.cancelled_db == pytest.approx(0.0, abs=0.1)
    assert "only 0 dB of it are cancelled" in measured.verdict


LIVE = """
import asyncio
from jarvis_voice.cli.bench_long import _measure_live, _show_live
_show_live(asyncio.run(_measure_live()), as_json=True)
"""
"""What `jarvis bench echo --live --json` does."""


@pytest.mark.e2e
@pytest.mark.bench("sound")
@pytest.mark.e2e
@pytest.mark.models
@pytest.mark.timeout(300)
@pytest.mark.parametrize("is_heard", [True, False])
def test_on_a_real_sound_server(sound: SoundServer, tmp_path: Path, *, is_heard: bool) -> None:
    sound.noise_floor()
    sound.set_loopback(on=is_heard)
    folders = {"JARVIS_HOME": str(tmp_path), "JARVIS_MODELS": str(find_paths().models)}
    env = clean_environment() | sound.env | folders
    with Program([sys.executable, "-c", LIVE], env) as program:
        measured = json.loads(program.expect(r"\{.*verdict.*\}", 120.0)[0])
    assert measured["was_heard"] is is_heard
    if is_heard:
        assert measured["cancelled_db"] >= ENOUGH_DB, "less on a busy machine than on an idle one"
        assert 0.02 < measured["delay_seconds"] < 0.5
