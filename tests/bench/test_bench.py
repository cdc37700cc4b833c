"""The bench itself (e2e): what goes in at one end of the machine comes out at the other."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from bench.desktop import MARK, Desktop
from bench.process import Program, clean_environment, marked
from bench.recording import Pcm, level_dbfs
from bench.sound import SoundServer
from bench.voices import VOICES, Voice, concatenate, mix_noise, read, speak, write
from bench.web import Get, WebSite

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]


def tone(path: Path, seconds: float = 1.0) -> Path:
    """A WAV with 1 kHz at -9 dBFS."""
    times = np.arange(int(seconds * 16_000)) / 16_000
    return write(path, (0.5 * np.sin(2 * np.pi * 1_000 * times)).astype(np.float32), 16_000)


def chirp(path: Path) -> tuple[Path, Pcm]:
    """A WAV whose every stretch of samples is different, and its samples."""
    noise = np.random.default_rng(7).normal(0, 0.1, 24_000).astype(np.float32)
    write(path, noise, 16_000)
    return path, np.rint(read(path)[0] * 32_768).astype(np.int16)


def position_of(needle: Pcm, haystack: Pcm) -> int:
    """Where `needle` lies bit for bit in `haystack`, or -1."""
    at = haystack.tobytes().find(needle.tobytes())
    return at // 2 if at >= 0 else -1


@pytest.mark.bench("sound")
def test_a_wav_played_into_the_microphone_is_heard_bit_for_bit(
    sound: SoundServer, tmp_path: Path
) -> None:
    file, pcm = chirp(tmp_path / "noise.wav")
    with sound.record_microphone() as heard:
        for _ in range(2):
            sound.play(file)
            sound.wait_until_played()
        heard.wait_for_silence(0.5)
    first = position_of(pcm, heard.pcm)
    assert first >= 0
    assert position_of(pcm, heard.pcm[first + len(pcm) :]) >= 0


@pytest.mark.bench("sound")
def test_the_noise_floor_is_continuous_and_quiet(sound: SoundServer) -> None:
    sound.noise_floor(-60)
    with sound.record_microphone() as heard:
        heard.wait_for_seconds(3)
    steps = heard.pcm[: 3 * 16_000].reshape(-1, 1_600)
    assert all(step.any() for step in steps)
    assert level_dbfs(heard.pcm) == pytest.approx(-60, abs=1)


@pytest.mark.bench("sound")
def test_the_microphone_hears_the_loudspeaker_only_over_a_loopback(
    sound: SoundServer, tmp_path: Path
) -> None:
    wav = tone(tmp_path / "tone.wav")
    player = ["paplay", "--device=speaker", str(wav)]
    env = clean_environment() | sound.env
    with sound.record_speaker() as out, sound.record_microphone() as heard:
        with Program(player, env) as paplay:
            assert paplay.wait() == 0
        out.wait_for_sound()
        out.wait_for_silence()
        assert not heard.pcm.any()
        sound.set_loopback(on=True)
        with Program(player, env) as paplay:
            assert paplay.wait() == 0
        heard.wait_for_sound()
        sound.set_loopback(on=False)
    spectrum = np.abs(np.fft.rfft(out.pcm))
    assert np.argmax(spectrum) * 16_000 / len(out.pcm) == pytest.approx(1_000, abs=5)


@pytest.mark.bench("sound")
def test_the_server_comes_back_with_its_noise(sound: SoundServer, tmp_path: Path) -> None:
    file, _ = chirp(tmp_path / "noise.wav")
    sound.noise_floor()
    sound.play(file)
    sound.kill()
    sound.restart()
    with sound.record_microphone() as heard:
        heard.wait_for_sound(-75)
        sound.play(file)
        heard.wait_for_sound(-30)


@pytest.mark.bench("sound")
def test_the_microphone_can_be_pulled_out_and_plugged_in(
    sound: SoundServer, tmp_path: Path
) -> None:
    file, pcm = chirp(tmp_path / "noise.wav")
    sound.unload_source()
    with pytest.raises(AssertionError), sound.record_microphone():
        pytest.fail("there is no microphone")
    sound.reload_source()
    with sound.record_microphone() as heard:
        sound.play(file)
        sound.wait_until_played()
        heard.wait_for_silence(0.5)
    assert position_of(pcm, heard.pcm) >= 0


@pytest.mark.bench("sound")
def test_portaudio_finds_the_virtual_devices(sound: SoundServer, tmp_path: Path) -> None:
    script = """
import sounddevice as sd
heard = sd.rec(1_280 * 12, samplerate=16_000, channels=1, dtype="int16", blocking=True)
print("peak", abs(heard).max())
"""
    sound.noise_floor(-30)
    env = clean_environment() | sound.env
    with Program([sys.executable, "-c", script], env) as recorder:
        assert 300 < int(recorder.expect(r"peak (\d+)")[1]) < 10_000


@pytest.mark.parametrize("scheme", ["https", "http"])
@pytest.mark.bench("screen", "browser")
def test_the_default_browser_opens_a_page_of_the_site(
    desktop: Desktop, site: WebSite, tmp_path: Path, scheme: str
) -> None:
    desktop.open(f"{scheme}://www.mit.edu/")
    assert site.wait_for("www.mit.edu", "/", timeout=90) == Get(scheme, "www.mit.edu", "/")
    assert Get(scheme, "www.mit.edu", "/") in site.gets()
    desktop.wait_for_window("www.mit.edu")
    desktop.screenshot(tmp_path / "screen.png")
    assert (tmp_path / "screen.png").stat().st_size > 1_000


@pytest.mark.bench("screen", "browser")
def test_nothing_is_left_of_a_desktop_not_even_what_was_detached(
    site: WebSite, tmp_path: Path
) -> None:
    with Desktop(tmp_path, site) as desktop:
        mark = desktop.env[MARK]
        desktop.open("https://example.org/left-open")
        site.wait_for("example.org", "/left-open", timeout=90)
        detach = "import subprocess; subprocess.Popen(['sleep', '600'], start_new_session=True)"
        with Program([sys.executable, "-c", detach], clean_environment() | desktop.env) as opener:
            assert opener.wait() == 0
        assert len(list(marked(mark))) > 4
    assert list(marked(mark)) == []
    assert not Path(mark).exists()


@pytest.mark.parametrize("voice", [voice for voice in VOICES if voice != "piper-joe"])
@pytest.mark.bench("voices")
def test_a_voice_speaks_for_a_plausible_time(voice: Voice, tmp_path: Path) -> None:
    file = speak("Hey Jarvis, open M I T's website.", voice, tmp_path / "said.wav")
    spoken, rate = read(file)
    assert rate == 16_000
    assert 2.0 < len(spoken) / rate < 5.0
    assert np.abs(spoken).max() < 1
    assert (spoken[:1_600] != 0).any()


@pytest.mark.models
def test_piper_speaks_for_a_plausible_time_at_any_rate(tmp_path: Path) -> None:
    spoken, rate = read(speak("Hello there.", "piper-joe", tmp_path / "said.wav", 48_000))
    assert rate == 48_000
    assert 1.0 < len(spoken) / rate < 4.0


def test_recordings_are_put_in_a_row_and_under_noise(tmp_path: Path) -> None:
    files = [tone(tmp_path / "a.wav", 1.0), tone(tmp_path / "b.wav", 0.5)]
    row, rate = read(concatenate(files, tmp_path / "row.wav", gap_seconds=0.25))
    assert len(row) == rate * 1.75
    noisy, _ = read(mix_noise(files[0], tmp_path / "noisy.wav", snr_db=10))
    difference = noisy - read(files[0])[0]
    assert 20 * np.log10(np.sqrt(np.mean(difference**2))) == pytest.approx(-33, abs=0.3)


def test_a_program_is_read_written_to_and_interrupted() -> None:
    script = """
import sys
print("ready")
for line in sys.stdin:
    print("heard", line.strip())
try:
    print("closed", file=sys.stderr)
    while True: input_ = __import__("time").sleep(1)
except KeyboardInterrupt:
    sys.exit(7)
"""
    env = clean_environment() | {"PYTHONUNBUFFERED": "1"}
    with Program([sys.executable, "-c", script], env) as program:
        program.expect("^ready$")
        program.send_line("one")
        program.send_line("two")
        assert program.expect(r"heard (\w+)")[1] == "one"
        assert program.expect(r"heard (\w+)")[1] == "two"
        program.close_stdin()
        program.expect("^closed$")
        assert (program.lines[-1], program.errors) == ("heard two", ["closed"])
        program.interrupt()
        assert program.wait() == 7
        with pytest.raises(AssertionError, match=r"ended without 'three'[\s\S]*heard two"):
            program.expect("three")


def test_a_program_that_will_not_end_is_ended() -> None:
    script = "import signal, time; signal.signal(15, signal.SIG_IGN); print(1); time.sleep(600)"
    env = clean_environment() | {"PYTHONUNBUFFERED": "1"}
    with Program([sys.executable, "-c", script], env) as program:
        program.expect("1")
        pid = program.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
