"""End to end: microphone and requests share the loaded models, and hear and speak as one alone."""

import asyncio
from pathlib import Path

import numpy as np
import pytest
from engines.speech import VOICE, WHISPER, Say

from jarvis_voice.core.callers import MICROPHONE, Caller, Rank
from jarvis_voice.core.ports import SpeechToText
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import Utterance
from jarvis_voice.engines.speech_models import SpeechModels
from jarvis_voice.engines.stt.whisper import whisper_worker
from jarvis_voice.engines.tts.piper import voice_worker

pytestmark = [pytest.mark.e2e, pytest.mark.models]


LONG = ("My sister bought apples and bread.", "The train leaves at noon.", "It will rain soon.")


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


async def test_a_long_piece_of_a_file_makes_way_for_a_command_and_is_heard_after_it(
    models: SpeechModels, say: Say
) -> None:
    piece = np.concatenate([await say(text) for text in LONG])
    command = Utterance(await say("What time is it?"), None, "silence")
    heard: list[str] = []
    live, file = models.ears(MICROPHONE), models.ears(Caller("ada", Rank.FILE))

    async def hear(ears: SpeechToText, sound: Utterance) -> None:
        heard.append((await ears.transcribe(sound)).text)

    async with live, file:
        reading = asyncio.create_task(hear(file, Utterance(piece, None, "silence")))
        await asyncio.sleep(0)  # it has the model
        await hear(live, command)
        await reading
    assert "time" in heard[0]
    assert "apples" in heard[1]
