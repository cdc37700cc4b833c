"""Unit: what is given out is never changed, and ends where the sound ends."""

import io

import numpy as np
import pytest

from jarvis_voice.audio.sound_encoder import ENCODERS, OutputSink

pytestmark = pytest.mark.unit


def test_a_place_that_was_taken_stays_as_it_is() -> None:
    sink = OutputSink()
    sink.write(b"abcd")
    sink.seek(1)
    sink.write(b"X")
    assert sink.take() == b"aXcd"
    sink.seek(2)
    sink.write(b"YYefg")
    assert sink.tell() == 7
    assert sink.take() == b"efg"
    assert sink.seek(0, io.SEEK_END) == 7


def test_raw_samples_are_24_khz_and_a_wav_is_the_same_behind_its_head() -> None:
    pcm = (np.arange(22_050) % 1_000).astype(np.int16)
    made = {}
    for form in ("pcm", "wav"):
        encoder = ENCODERS[form][1]()
        made[form] = encoder.add(pcm, 22_050) + encoder.end()
    assert len(made["pcm"]) == 2 * 24_000
    assert made["wav"][44:] == made["pcm"]
    assert made["wav"][40:44] == b"\xff\xff\xff\xff"


@pytest.mark.parametrize("form", ENCODERS)
def test_no_sound_is_an_empty_one(form: str) -> None:
    encoder = ENCODERS[form][1]()
    assert isinstance(encoder.end(), bytes)
