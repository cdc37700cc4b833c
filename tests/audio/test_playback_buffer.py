"""Unit: nothing of what is said is lost between sentences, between rates and at the end."""

import numpy as np
import pytest

from jarvis_voice.audio.playback_buffer import PlaybackBuffer, Splicer
from jarvis_voice.core.types import SpeechChunk

pytestmark = pytest.mark.unit


def chunk(rate_hz: int, seconds: float, text: str = "word") -> SpeechChunk:
    return SpeechChunk(np.full(round(rate_hz * seconds), 900, np.int16), rate_hz, text)


def test_chunks_of_the_tapes_rate_are_on_it_unchanged() -> None:
    tape = PlaybackBuffer(16_000)
    splicer = Splicer(tape)
    splicer.write(chunk(16_000, 0.1, "one"))
    splicer.write(chunk(16_000, 0.1, "two"))
    splicer.end(0.05)
    assert tape.waiting_seconds == pytest.approx(0.25)
    assert list(tape.take(3_200)) == [900] * 3_200
    assert list(tape.take(800)) == [0] * 800
    assert tape.words_before(3_200) == "one two"


def test_speech_of_two_rates_is_as_long_on_the_tape_as_it_was() -> None:
    tape = PlaybackBuffer(48_000)
    splicer = Splicer(tape)
    splicer.write(chunk(22_050, 0.5))
    splicer.write(chunk(16_000, 0.5))
    splicer.end(0.0)
    assert tape.waiting_seconds == pytest.approx(1.0, abs=0.002)
