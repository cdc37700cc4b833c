"""End to end: microphone and requests share the loaded models, and hear and speak as one alone."""

import asyncio
from pathlib import Path

import pytest
from engines.speech import VOICE, WHISPER, Say

from jarvis_voice.core.callers import MICROPHONE, Caller, Rank
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import Utterance
from jarvis_voice.engines.speech_models import SpeechModels
from jarvis_voice.engines.stt.whisper import whisper_worker
from jarvis_voice.engines.tts.piper import voice_worker

pytestmark = [pytest.mark.e2e, pytest.mark.models]


@pytest.fixture
def models(weights: Path) -> SpeechModels:
    return SpeechModels(
        lambda: whisper_worker(weights / WHISPER, "en", 2), lambda: voice_worker(weights / VOICE)
    )


async def test_one_load_serves_a_microphone_and_two_others_at_once(
    models: SpeechModels, say: Say
) -> None:
    texts = ("What time is it?", "Turn the music down.", "Open the calculator.")
    sounds = [Utterance(await say(text), None, "silence") for text in texts]
    callers = (MICROPHONE, Caller("ada", Rank.ASKED), Caller("bob", Rank.FILE))
    ears = [models.ears(one) for one in callers]
    await asyncio.gather(*(one.__aenter__() for one in ears))
    heard = await asyncio.gather(
        *(one.transcribe(sound) for one, sound in zip(ears, sounds, strict=True))
    )
    for one in ears:
        await one.__aexit__()
    assert models.hearing.loads == 1
    assert [one.text.lower().rstrip(".?") for one in heard] == [
        text.lower().rstrip(".?") for text in texts
    ]


async def test_each_caller_of_the_voice_has_a_speed_of_its_own(models: SpeechModels) -> None:
    lengths = []
    fast_dials = models.voice(Caller("ada", Rank.ASKED), Prosody(2.0))
    async with models.voice(MICROPHONE, Prosody(1.0)) as usual, fast_dials as fast:
        for voice in (usual, fast):
            chunks = [one async for one in voice.synthesize("This is a test of the voice.")]
            lengths.append(sum(len(one.pcm) for one in chunks))
    assert models.speech.loads == 1
    assert lengths[1] < 0.7 * lengths[0]
