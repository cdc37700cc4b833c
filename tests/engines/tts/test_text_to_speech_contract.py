"""Contract: every voice, the real one and the tone that stands for one."""

import numpy as np
import pytest
from engines.speech import voice
from fakes.engines import ToneTts

from jarvis_voice.core.ports import TextToSpeech

pytestmark = pytest.mark.contract


@pytest.fixture(params=["scripted", pytest.param("real", marks=pytest.mark.models)])
def tts(request: pytest.FixtureRequest) -> TextToSpeech:
    if request.param == "scripted":
        return ToneTts()
    return voice(request.getfixturevalue("weights"))


async def test_chunks_hold_mono_sound_and_together_the_words(tts: TextToSpeech) -> None:
    text = "It is half past ten. Shall I open it?"
    async with tts:
        chunks = [chunk async for chunk in tts.synthesize(text)]
    assert " ".join(chunk.text for chunk in chunks) == text
    assert len({chunk.rate_hz for chunk in chunks}) == 1
    for chunk in chunks:
        assert chunk.pcm.dtype == np.int16
        assert chunk.pcm.ndim == 1
        assert 0.1 < len(chunk.pcm) / chunk.rate_hz < 5.0
        assert np.abs(chunk.pcm).max() > 1_000


async def test_a_reader_that_leaves_early_leaves_the_voice_usable(tts: TextToSpeech) -> None:
    async with tts:
        async for _ in tts.synthesize("One thing. Another thing."):
            break
        assert [chunk.text async for chunk in tts.synthesize("Done.")] == ["Done."]


async def test_nothing_to_say_is_no_sound(tts: TextToSpeech) -> None:
    async with tts:
        assert [chunk async for chunk in tts.synthesize(" ")] == []
