"""Unit: sounds in all kinds of containers, whole, half, too long or none at all."""

import contextlib
import io
import struct
from typing import Any

import av
import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from jarvis_voice.audio.sent_sound import decode_sound
from jarvis_voice.audio.sound_encoder import ENCODERS, wav_head
from jarvis_voice.core.errors import AudioError

pytestmark = pytest.mark.unit

RATE_HZ = 16_000


def tone(seconds: float, rate_hz: int = RATE_HZ) -> NDArray[np.int16]:
    times = np.arange(round(seconds * rate_hz)) / rate_hz
    loud: NDArray[np.int16] = (np.sin(2 * np.pi * 300 * times) * 9_000).astype(np.int16)
    return loud


def packed(pcm: NDArray[Any], rate_hz: int = RATE_HZ, **how: Any) -> bytes:
    box = io.BytesIO()
    soundfile.write(box, pcm, rate_hz, **{"format": "WAV", **how})
    return box.getvalue()


def why(data: bytes, most_seconds: float = 60.0) -> str:
    with pytest.raises(AudioError) as caught:
        decode_sound(data, most_seconds)
    return caught.value.code


@pytest.mark.parametrize("rate_hz", [8_000, 22_050, 48_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_any_rate_and_both_channels_are_one_sound_at_16_khz(rate_hz: int, channels: int) -> None:
    pcm = np.stack([tone(1.0, rate_hz)] * channels, 1)
    heard = decode_sound(packed(pcm, rate_hz), 2.0)
    assert len(heard) == pytest.approx(RATE_HZ, abs=5)
    middle = heard[4_000:12_000].astype(float)
    assert np.sqrt(np.mean(middle**2)) == pytest.approx(9_000 / np.sqrt(2), rel=0.02)


@pytest.mark.parametrize("how", [{"subtype": "FLOAT"}, {"subtype": "PCM_24"}, {"subtype": "ULAW"}])
def test_samples_of_other_types_are_as_loud(how: dict[str, Any]) -> None:
    assert np.abs(decode_sound(packed(tone(0.5) / 32_768, **how), 1.0)).max() == pytest.approx(
        9_000, rel=0.05
    )


def test_a_recording_that_went_through_a_pipe_has_no_length() -> None:
    pcm = tone(0.5).tobytes()
    endless = wav_head() + tone(0.5, 24_000).tobytes()
    unwritten = packed(tone(0.5)).replace(b"data" + struct.pack("<I", len(pcm)), b"data" + bytes(4))
    for data in (endless, unwritten):
        assert len(decode_sound(data, 1.0)) == pytest.approx(RATE_HZ / 2, abs=20)


@pytest.mark.parametrize("form", ["WAV", "FLAC"])
def test_a_half_that_can_be_told_is_cut(form: str) -> None:
    data = packed((np.random.default_rng(1).normal(0, 3_000, 40_000)).astype(np.int16), format=form)
    assert why(data[: len(data) // 2]) == "sound-cut"


def test_a_sound_is_decoded_no_further_than_it_may_be_long() -> None:
    silence = packed(np.zeros(RATE_HZ * 600, np.int16), format="FLAC")
    assert len(silence) < 60_000
    assert why(silence, 5.0) == "sound-too-long"


def test_nobody_waits_for_the_rest_of_an_unwanted_sound() -> None:
    heard = decode_sound(packed(tone(10.0)), 60.0, lambda: True)
    assert len(heard) == RATE_HZ


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "sound-empty"),
        (b"#EXTM3U\nhttp://127.0.0.1/\n", "sound-unreadable"),
        (b"ffconcat version 1.0\nfile /etc/passwd\n", "sound-unreadable"),
        (b"v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n", "sound-unreadable"),
        (b"\x1a\x45\xdf\xa3" + bytes(100), "sound-unreadable"),
        (b"\x00\x00\x00\x18ftypisom" + bytes(100), "sound-unreadable"),
        (b"\xff\xf1" + bytes(100), "sound-unreadable"),
        (b"RIFF\x00\x00\x00\x00AVI LIST", "sound-unreadable"),
        (packed(np.zeros((100, 9), np.int16)), "sound-unreadable"),
        (packed(tone(1.0, 2_000), 2_000), "sound-unreadable"),
        (packed(np.zeros(0, np.int16)), "sound-empty"),
    ],
)
def test_what_is_no_sound_is_told(data: bytes, code: str) -> None:
    assert why(data) == code


def test_a_film_without_sound_is_told() -> None:
    box = io.BytesIO()
    with av.open(box, "w", format="matroska") as container:
        stream: Any = container.add_stream("mpeg4", rate=10)
        stream.width = stream.height = 16
        picture = av.VideoFrame.from_ndarray(np.zeros((16, 16, 3), np.uint8), format="rgb24")
        for one in (picture, None):
            container.mux(stream.encode(one))
    assert why(box.getvalue()) == "sound-empty"


STARTS = [
    b"",
    b"\x1a\x45\xdf\xa3",
    b"0000ftyp",
    b"\xff\xf1",
    b"\xff\xfb",
    b"OggS",
    b"fLaC",
    b"RIFF",
]


@given(st.sampled_from(STARTS), st.binary(max_size=200))
def test_junk_is_never_more_than_an_error(start: bytes, rest: bytes) -> None:
    with contextlib.suppress(AudioError):
        decode_sound(start + rest, 1.0)


@pytest.mark.parametrize("form", [one for one in ENCODERS if one != "pcm"])
def test_what_is_packed_here_is_read_here(form: str) -> None:
    encoder = ENCODERS[form][1]()
    pcm = tone(2.0, 22_050)
    parts = [encoder.add(pcm[at : at + 3_000], 22_050) for at in range(0, len(pcm), 3_000)]
    ready = sum(bool(part) for part in parts)
    heard = decode_sound(b"".join([*parts, encoder.end()]), 10.0)
    assert ready > 5
    assert len(heard) / RATE_HZ == pytest.approx(2.0, abs=0.1)
    middle = heard[8_000:24_000].astype(float)
    assert np.sqrt(np.mean(middle**2)) == pytest.approx(9_000 / np.sqrt(2), rel=0.1)
