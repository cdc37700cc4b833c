"""Recordings of many formats in, frames out; chunks in, a WAV out."""

from __future__ import annotations

import asyncio
import struct
import tracemalloc
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from jarvis_voice.audio.pcm import level_dbfs
from jarvis_voice.audio.recording import RecordingMicrophone
from jarvis_voice.audio.sound_file import (
    LEAD_SECONDS,
    SILENCE_SECONDS,
    frame_blocks,
    numbered,
    open_recording,
)
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import AudioFrame

pytestmark = pytest.mark.flow


def tone(rate_hz: int, seconds: float, hz: float = 440) -> NDArray[np.float64]:
    wave_form: NDArray[np.float64] = 0.5 * np.sin(
        2 * np.pi * hz * np.arange(round(rate_hz * seconds)) / rate_hz
    )
    return wave_form


def microphone(path: Path, **options: Any) -> RecordingMicrophone:
    return RecordingMicrophone(
        path, **{"clock": FrameClock(), "realtime": False, "gate": None, **options}
    )


async def listen(path: Path, **options: Any) -> list[AudioFrame]:
    async with microphone(path, **options) as source:
        return [frame async for frame in source.frames()]


def joined(frames: list[AudioFrame]) -> NDArray[np.int16]:
    return np.concatenate([frame.pcm for frame in frames])


async def test_16_khz_mono_arrives_bit_exact(tmp_path: Path) -> None:
    pcm = np.random.default_rng(1).integers(-32_768, 32_768, 40_000).astype(np.int16)
    soundfile.write(tmp_path / "a.wav", pcm, 16_000, "PCM_16")
    clock = FrameClock()
    frames = await listen(tmp_path / "a.wav", clock=clock)
    assert len(frames) == 32  # 31.25 frames: the last is filled up
    assert {frame.pcm.shape for frame in frames} == {(1_280,)}
    assert np.array_equal(joined(frames)[:40_000], pcm)
    assert not joined(frames)[40_000:].any()
    assert [frame.captured_at for frame in frames[:3]] == pytest.approx([0.08, 0.16, 0.24])
    assert clock.seconds() == pytest.approx(2.56)


@pytest.mark.parametrize("channels", [1, 2, 6])
@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 44_100, 48_000])
@pytest.mark.parametrize(
    ("form", "subtype"),
    [
        ("WAV", "PCM_U8"),
        ("WAV", "PCM_16"),
        ("WAV", "PCM_24"),
        ("WAV", "PCM_32"),
        ("WAV", "FLOAT"),
        ("WAV", "DOUBLE"),
        ("WAV", "ULAW"),
        ("WAVEX", "PCM_16"),
        ("WAVEX", "PCM_24"),
        ("WAVEX", "FLOAT"),
        ("FLAC", "PCM_24"),
    ],
)
async def test_every_format_sounds_the_same(
    tmp_path: Path, form: str, subtype: str, rate_hz: int, channels: int
) -> None:
    samples = np.repeat(tone(rate_hz, 1.6)[:, np.newaxis], channels, axis=1)
    soundfile.write(tmp_path / "a", samples, rate_hz, subtype, format=form)
    heard = joined(await listen(tmp_path / "a"))
    expected = np.rint(tone(16_000, 1.6) * 32_768)
    assert len(heard) == len(expected) == 25_600
    middle = slice(1_600, -1_600)
    difference = (heard[middle] - expected[middle]).astype(np.int16)
    assert level_dbfs(difference) < (-35 if subtype in {"PCM_U8", "ULAW"} else -60)


@pytest.mark.parametrize("subtype", ["GSM610", "G721_32", "NMS_ADPCM_16", "IMA_ADPCM"])
async def test_a_telephones_recording_is_heard_and_followed_to_its_end(
    tmp_path: Path, subtype: str
) -> None:
    soundfile.write(tmp_path / "a.wav", tone(16_000, 1.6), 16_000, subtype)
    async with microphone(tmp_path / "a.wav") as source:
        frames = [frame async for frame in source.frames()]
        assert source.seconds_read == source.seconds == pytest.approx(1.6, abs=0.06)
    assert len(frames) in {20, 21}
    assert level_dbfs(joined(frames)[1_600:-1_600]) > -15


async def test_a_long_recording_is_read_as_it_is_asked_for(tmp_path: Path) -> None:
    with soundfile.SoundFile(tmp_path / "a.wav", "w", 48_000, 2, "PCM_16") as file:
        second = np.random.default_rng(2).integers(-300, 300, (48_000, 2)).astype(np.int16)
        for _ in range(600):
            file.write(second)
    async with microphone(tmp_path / "a.wav") as source:
        frames = source.frames()
        for _ in range(20):
            await anext(frames)
        assert source._file.tell() <= 3 * 48_000


HOUR = 3_600
FRAME = 1_280


def silence_with(path: Path, seconds: int, *sounds: float) -> None:
    """A recording of zeros, on the disk as long as its sounds alone: noise of 1 s, at seconds."""
    n_bytes = seconds * 32_000
    layout = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, 16_000, 32_000, 2, 16)
    with path.open("wb") as file:
        file.write(b"RIFF" + struct.pack("<I", n_bytes + 36) + b"WAVE" + layout)
        file.write(b"data" + struct.pack("<I", n_bytes))
        begin = file.tell()
        file.truncate(begin + n_bytes)
        for at in sounds:
            file.seek(begin + round(at * 16_000) * 2)
            file.write((1_000 * tone(16_000, 1.0)).astype("<i2").tobytes())


async def test_long_silence_is_left_out_and_what_is_said_behind_it_keeps_its_time(
    tmp_path: Path,
) -> None:
    silence_with(tmp_path / "long.wav", 300, 200)
    frames = await listen(tmp_path / "long.wav")
    loud = [frame.captured_at for frame in frames if frame.pcm.any()]
    assert loud[0] == pytest.approx(200.08, abs=0.081)
    assert len(loud) == pytest.approx(12.5, abs=1)
    given = SILENCE_SECONDS + LEAD_SECONDS + 1 + SILENCE_SECONDS + LEAD_SECONDS
    assert len(frames) * 0.08 == pytest.approx(given, abs=0.3)
    assert frames[-1].captured_at == pytest.approx(300, abs=0.081)


def test_hours_take_no_memory(tmp_path: Path) -> None:
    silence_with(tmp_path / "hours.wav", HOUR, 1_800, 1_900)
    tracemalloc.start()
    with open_recording(tmp_path / "hours.wav") as file:
        blocks = numbered(frame_blocks(file, tmp_path / "hours.wav"), skips=True)
        loud = sum(bool(pcm.any()) for block in blocks for _, pcm in block)
    peak_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert loud == pytest.approx(25, abs=2)
    assert peak_bytes < 5_000_000, "115 MB are in the file"


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 900), st.integers(1, 3)), max_size=4))
def test_no_sound_is_left_out_and_as_much_silence_as_is_looked_back_over(
    parts: list[tuple[int, int]],
) -> None:
    """Of each part so many frames of zeros, then so many with sound."""
    loud = [n for zeros, sounds in parts for n in [False] * zeros + [True] * sounds]
    frames = [np.full(FRAME, is_loud, np.int16) for is_loud in loud]
    blocks = [frames[n : n + 12] for n in range(0, len(frames), 12)]
    kept = [number for block in numbered(blocks, skips=True) for number, _ in block]
    every = [number for block in numbered(blocks, skips=False) for number, _ in block]
    assert every == [*range(1, len(loud) + 1)]
    assert kept == sorted(set(kept))
    behind, lead = round(SILENCE_SECONDS / 0.08), round(LEAD_SECONDS / 0.08)
    for number in range(1, len(loud) + 1):
        near = loud[max(number - behind - 1, 0) : number + lead]
        if any(near) or number <= behind or number > len(loud) - lead:
            assert number in kept
        elif not any(loud[max(number - behind - 1, 0) : number]):
            assert number not in kept


async def test_the_gate_is_awaited_before_every_frame(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", tone(16_000, 0.24), 16_000)
    clock, asked_at = FrameClock(), []

    async def gate() -> None:
        asked_at.append(round(clock.seconds(), 2))

    assert len(await listen(tmp_path / "a.wav", clock=clock, gate=gate)) == 3
    assert asked_at == [0.0, 0.08, 0.16]


def test_real_time_gives_a_frame_each_80_ms(
    tmp_path: Path, in_jumping_time: Callable[[Coroutine[Any, Any, Any]], Any]
) -> None:
    soundfile.write(tmp_path / "a.wav", tone(16_000, 0.4), 16_000)

    async def times() -> list[float]:
        loop = asyncio.get_running_loop()
        async with microphone(tmp_path / "a.wav", realtime=True) as source:
            start = loop.time()
            return [round(loop.time() - start, 2) async for _ in source.frames()]

    assert in_jumping_time(times()) == [0.08, 0.16, 0.24, 0.32, 0.4]


def good_wav(path: Path) -> bytes:
    soundfile.write(path, tone(16_000, 1.0), 16_000, "PCM_16")
    return path.read_bytes()


async def refusal(path: Path) -> str:
    with pytest.raises(AudioError) as caught:
        await listen(path)
    assert str(path) in caught.value.message
    return caught.value.code


async def test_a_missing_recording(tmp_path: Path) -> None:
    assert await refusal(tmp_path / "none.wav") == "recording-missing"


async def test_a_folder_is_no_recording(tmp_path: Path) -> None:
    assert await refusal(tmp_path) == "recording-unreadable"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "recording-empty"),
        (b"Hello, I am a text and not a sound at all. " * 10, "recording-unreadable"),
        (b"RIFF", "recording-truncated"),
        (b"RIFF\x24\x00\x00\x00WAVE", "recording-truncated"),
    ],
)
async def test_no_recording(tmp_path: Path, content: bytes, code: str) -> None:
    (tmp_path / "a.wav").write_bytes(content)
    assert await refusal(tmp_path / "a.wav") == code


async def test_a_recording_without_samples(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", np.zeros(0), 16_000)
    assert await refusal(tmp_path / "a.wav") == "recording-empty"


@pytest.mark.parametrize("kept_bytes", [20, 44, 45, 20_001])
async def test_a_truncated_recording(tmp_path: Path, kept_bytes: int) -> None:
    content = good_wav(tmp_path / "a.wav")[:kept_bytes]
    (tmp_path / "a.wav").write_bytes(content)
    assert await refusal(tmp_path / "a.wav") == "recording-truncated"


async def test_a_truncated_flac(tmp_path: Path) -> None:
    noise = np.random.default_rng(3).integers(-9_000, 9_000, 64_000).astype(np.int16)
    soundfile.write(tmp_path / "a.flac", noise, 16_000)
    content = (tmp_path / "a.flac").read_bytes()
    (tmp_path / "a.flac").write_bytes(content[: len(content) // 2])
    assert await refusal(tmp_path / "a.flac") == "recording-truncated"


@pytest.mark.parametrize("declared", [0xFFFF_FFFF, 0x7FFF_FFFF])
async def test_a_length_never_filled_in_is_no_damage(tmp_path: Path, declared: int) -> None:
    content = bytearray(good_wav(tmp_path / "a.wav"))
    content[40:44] = struct.pack("<I", declared)
    (tmp_path / "a.wav").write_bytes(content)
    assert len(await listen(tmp_path / "a.wav")) == 13


@pytest.mark.parametrize("riff_bytes", [0, 36, 32_036])
async def test_a_length_of_zero_before_sound_was_never_written(
    tmp_path: Path, riff_bytes: int
) -> None:
    content = bytearray(good_wav(tmp_path / "a.wav"))
    content[4:8], content[40:44] = struct.pack("<I", riff_bytes), bytes(4)
    (tmp_path / "b.wav").write_bytes(content)
    heard = joined(await listen(tmp_path / "b.wav"))
    assert np.array_equal(heard, joined(await listen(tmp_path / "a.wav")))


async def test_another_riff_file_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"RIFF" + struct.pack("<I", 1_000) + b"AVI LIST" + bytes(992))
    with pytest.raises(AudioError) as caught:
        await listen(path)
    assert caught.value.code == "recording-unreadable"
    assert caught.value.message == f"{path} is a RIFF file of kind AVI, not a WAV recording."


@pytest.mark.parametrize("rate_hz", [1, 3_999])
async def test_a_rate_too_low_for_speech(tmp_path: Path, rate_hz: int) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, np.ones(4_000) / 4, rate_hz, "PCM_16")
    with pytest.raises(AudioError) as caught:
        await listen(path)
    assert caught.value.code == "recording-unreadable"
    assert caught.value.message == (
        f"{path} has a rate of {rate_hz} Hz; speech needs at least 4000 Hz."
    )


@pytest.mark.parametrize(
    "shares",
    [(0, 0, 1, 0, 0, 0), (1, 0), (0, 1), (1, -1), (1, -0.9), (1, 0.0001), (1, 1, 1, 1, 1, 1)],
)
async def test_a_voice_in_any_channels_is_as_loud_as_it_was(
    tmp_path: Path, shares: tuple[float, ...]
) -> None:
    voice = tone(16_000, 2.4)
    soundfile.write(tmp_path / "a.wav", voice[:, np.newaxis] * np.array(shares), 16_000, "PCM_24")
    difference = joined(await listen(tmp_path / "a.wav")) - np.rint(voice * 32_768)
    assert level_dbfs(difference.astype(np.int16)) < -75
