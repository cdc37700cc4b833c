"""Flow: what Piper says is woken by, voiced, heard and judged as it was meant."""

from pathlib import Path

import numpy as np
import pytest
from engines.speech import Pcm, Say, frames, noise, voice, whisper

from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import FRAME_SECONDS, Transcript, Utterance
from jarvis_voice.engines.vad.silero import SileroVad
from jarvis_voice.language.en.wake_phrase import strip_wake_word
from jarvis_voice.voice.sound_check import UtteranceSound, measure_level_dbfs, why_rejected

pytestmark = [pytest.mark.e2e, pytest.mark.models]


async def judge(weights: Path, pcm: Pcm) -> tuple[UtteranceSound, Transcript]:
    async with SileroVad() as vad, whisper(weights) as stt:
        voiced = [await vad.probability(frame) > 0.5 for frame in frames(pcm)]
        transcript = await stt.transcribe(Utterance(pcm, None, "silence"))
    return UtteranceSound(measure_level_dbfs(pcm), sum(voiced) * FRAME_SECONDS), transcript


@pytest.mark.parametrize("quieter_db", [0, 20, 30])
async def test_a_quiet_command_is_heard_like_a_loud_one(
    weights: Path, say: Say, quieter_db: int
) -> None:
    loud = await say("Hey Jarvis, open MIT's website.")
    quiet = (loud * 10 ** (-quieter_db / 20)).astype(np.int16) + noise(len(loud) / 16_000, -70.0)
    sound, transcript = await judge(weights, quiet)
    assert why_rejected(sound, transcript) is None
    command = strip_wake_word(transcript.text, "hey jarvis")
    assert command.lower().rstrip(".") == "open mit's website"


@pytest.mark.parametrize("level_dbfs", [-60.0, -40.0, -20.0])
async def test_noise_is_no_command_by_sound_and_by_words(weights: Path, level_dbfs: float) -> None:
    sound, transcript = await judge(weights, noise(3.0, level_dbfs))
    assert why_rejected(sound) == "no-speech"
    fooled = UtteranceSound(sound.level_dbfs, voiced_seconds=1.0)
    assert why_rejected(fooled, transcript) in {"no-speech", "unsure", "empty"}


async def test_speed_makes_speech_shorter(weights: Path) -> None:
    seconds = []
    for speed in (1.0, 2.0):
        async with voice(weights, Prosody(speed)) as tts:
            chunks = [chunk async for chunk in tts.synthesize("This sentence is spoken twice.")]
        seconds.append(sum(len(chunk.pcm) / chunk.rate_hz for chunk in chunks))
    assert seconds[1] < 0.75 * seconds[0]


async def test_the_dials_are_read_at_every_sentence(weights: Path) -> None:
    dials, levels, seconds = Prosody(), list[float](), list[float]()
    turns = iter((lambda: dials.turn_loudness(-12.0), lambda: dials.turn_speed(3.0), lambda: True))
    async with voice(weights, dials) as tts:
        spoken = list[Pcm]()
        async for chunk in tts.synthesize(" ".join(["This sentence is spoken thrice."] * 3)):
            spoken.append(chunk.pcm)
            if chunk.text.endswith("thrice."):
                levels.append(measure_level_dbfs(np.concatenate(spoken)))
                seconds.append(sum(map(len, spoken)) / chunk.rate_hz)
                spoken.clear()
                next(turns)()
    assert -16.0 < levels[1] - levels[0] < -8.0, "the voice itself varies by some decibels"
    assert seconds[2] < 0.8 * seconds[0]
