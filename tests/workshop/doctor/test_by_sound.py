"""End to end: `jarvis doctor` on a real sound server, healthy and with one fault at a time."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from bench.daemon import JarvisProcess
from bench.sound import SoundServer
from bench.voices import add_noise, read, speak, write

from jarvis_voice.core.paths import find_paths

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.bench("sound"),
    pytest.mark.models,
    pytest.mark.timeout(300),
]

SECONDS = 200.0
LISTENS = "Listening for"
Made = Callable[[float], Path]


@pytest.fixture
def recording(tmp_path: Path) -> Made:
    """ "Hey Jarvis, what time is it?" twice over, so much louder, for some ten seconds."""

    def make(gain_db: float) -> Path:
        sound, rate = read(speak("Hey Jarvis, what time is it?", "slt", tmp_path / "once.wav"))
        room = add_noise(np.zeros(rate, np.float32), -70)
        once = np.concatenate([room, sound])
        louder = np.concatenate([once] * 3) * np.float32(10 ** (gain_db / 20))
        return write(tmp_path / f"said{gain_db:.0f}.wav", np.clip(louder, -1, 1), rate)

    return make


def examined(
    sound: SoundServer,
    tmp_path: Path,
    *arguments: str,
    wav: Path | None = None,
    has_models: bool = False,
) -> tuple[int, dict[str, str], dict[str, str]]:
    """Exit code, status and detail of each check; the WAV is played when it begins to listen."""
    env = {
        **sound.env,
        "JARVIS_HOME": str(tmp_path / "jarvis"),
        "JARVIS_MODELS": str(find_paths().models if has_models else tmp_path / "none"),
    }
    with JarvisProcess(env, "doctor", "--json", "--offline", *arguments) as doctor:
        if wav:
            doctor.expect(LISTENS, SECONDS)
            sound.play(wav)
        code = doctor.wait(SECONDS)
    (report,) = [line for line in doctor.lines if line.startswith("{")]
    checks = json.loads(report)["checks"]
    return (
        code,
        {check["name"]: check["status"] for check in checks},
        {check["name"]: check["detail"] for check in checks},
    )


@pytest.mark.bench("voices")
def test_a_healthy_machine_hears_the_word_and_its_own_loudspeaker(
    sound: SoundServer, tmp_path: Path, recording: Made
) -> None:
    sound.noise_floor(-65)
    sound.set_loopback(on=True)
    arguments = ("--seconds", "7")
    code, status, detail = examined(sound, tmp_path, *arguments, wav=recording(0), has_models=True)
    assert code == 0, detail
    assert status["microphone"] != "failed"  # a busy machine may lose it for a moment
    heard = ("zeros", "clipping", "level", "noise", "wake word", "words", "loop-back")
    assert {name: status[name] for name in heard} == dict.fromkeys(heard, "ok"), detail


def test_a_muted_source_gives_zeros_and_no_loop(sound: SoundServer, tmp_path: Path) -> None:
    code, status, detail = examined(sound, tmp_path, "--seconds", "2")
    assert code == 1
    assert status["zeros"] == "failed", detail
    assert status["loop-back"] == "warning", detail


def test_without_its_source_a_stream_that_was_led_to_the_loudspeaker_is_seen(
    sound: SoundServer, tmp_path: Path
) -> None:
    """PortAudio shows nothing of it: the sound server is asked."""
    sound.unload_source()
    code, status, detail = examined(sound, tmp_path, "--quick", "--seconds", "2")
    assert code == 1
    assert status["microphone"] == "failed", detail
    assert "would hear itself" in detail["microphone"]


@pytest.mark.bench("voices")
def test_a_voice_that_is_far_too_loud(sound: SoundServer, tmp_path: Path, recording: Made) -> None:
    sound.noise_floor(-85)
    arguments = ("--quick", "--seconds", "4")
    code, status, detail = examined(sound, tmp_path, *arguments, wav=recording(40.0))
    assert code == 1
    assert status["clipping"] == "failed", detail


@pytest.mark.bench("voices")
def test_a_voice_at_60_db_below_full_scale(
    sound: SoundServer, tmp_path: Path, recording: Made
) -> None:
    sound.noise_floor(-90)
    arguments = ("--quick", "--seconds", "6")
    code, status, detail = examined(
        sound, tmp_path, *arguments, wav=recording(-37.0), has_models=True
    )
    assert code == 1
    assert status["level"] == "failed", detail
