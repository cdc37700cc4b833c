"""What is a command and what is none (contract): real sounds go through a real session."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engines.speech import Say, noise, whisper
from numpy.typing import NDArray
from voice.heard import Pcm, at_level, commands, quantised, seconds

from jarvis_voice.audio.earcons import earcon
from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, RATE_HZ, AudioFrame
from jarvis_voice.engines.stt.whisper import FasterWhisper
from jarvis_voice.engines.vad.silero import SileroVad
from jarvis_voice.language.en.name_sound import squeeze
from jarvis_voice.voice.endpointing.endpoint import START_PROBABILITY

pytestmark = [pytest.mark.e2e, pytest.mark.models]

COMMAND = "Jarvis, what time is it?"
TELEVISION = (
    "The minister said on Tuesday that the talks would go on until the end of the month, "
    "and now to the weather, which will stay wet and windy in the north of the country. "
    "Our reporter has spoken with the people who live by the river and who lost their homes."
)


@pytest.fixture
async def stt(weights: Path) -> AsyncIterator[FasterWhisper]:
    async with whisper(weights) as model:
        yield model


def music(count: float) -> Pcm:
    """Chords with overtones, a new one every half second."""
    time = np.arange(round(count * RATE_HZ)) / RATE_HZ
    root = 110 * 2 ** (np.array([0, 5, 7, 3, 8, 10])[(time * 2).astype(int) % 6] / 12)
    phase = np.cumsum(root) / RATE_HZ * 2 * np.pi
    tones = sum(np.sin(phase * ratio) / ratio for ratio in (1, 1.25, 1.5, 2, 3, 4, 5))
    return quantised(tones * np.exp(-3 * (time % 0.5)) * 6_000)


async def babble(say: Say, count: float) -> Pcm:
    """Several people at once, none of whom speaks to us."""
    size = round(count * RATE_HZ)
    voice = at_level(await say(TELEVISION), -20.0)
    mixed = np.zeros(size)
    for number in range(4):
        pitch = 0.85 + 0.1 * number  # another voice, and another pace
        place = np.arange(0, len(voice) - 1, pitch)
        other = np.interp(place, np.arange(len(voice)), voice)
        mixed += np.roll(np.resize(other, size), 5 * number * RATE_HZ)
    return quantised(mixed)


def placed(command: Any, background: NDArray[np.float64], at: float) -> Pcm:
    whole = background.copy()
    start = round(at * RATE_HZ)
    whole[start : start + len(command)] += command
    return quantised(whole)


@pytest.mark.parametrize("kind", ["silence", "noise", "music"])
async def test_no_words_are_invented(stt: FasterWhisper, kind: str) -> None:
    sound = {"silence": seconds(12), "noise": noise(12, -35.0), "music": music(12)}[kind]
    heard, _ = await commands(sound, 2.0, stt)
    assert heard == []


async def test_a_command_at_minus_40_dbfs_is_heard(say: Say, stt: FasterWhisper) -> None:
    command = at_level(await say(COMMAND), -40.0)
    sound = placed(command, noise(8, -65.0).astype(float), 2.0)
    heard, _ = await commands(sound, 2.0 + 0.6, stt)
    assert [text.strip(" ?.").lower() for text in heard] == ["what time is it"]


async def test_a_television_behind_a_command_neither_keeps_it_open_nor_gets_into_it(
    say: Say, stt: FasterWhisper
) -> None:
    """30 s of babble, 6 dB below the command in the middle of it."""
    command = at_level(await say(COMMAND), -20.0)
    background = at_level(await babble(say, 30), -26.0)
    heard, ended = await commands(placed(command, background, 6.0), 6.0 + 0.6, stt)
    assert len(heard) == 1, "the television is no command"
    words = heard[0].strip(" ?.").lower()
    assert words.endswith("what time is it"), "what follows the command is not taken for it"
    assert len(words) <= len("and now hey jarvis what time is it"), words
    assert ended[0] <= 6.0 + len(command) / RATE_HZ + 2.5


async def test_our_own_chime_is_no_speech_to_the_vad() -> None:
    """Hence it may sound while the user is listened to."""
    async with SileroVad() as vad:
        for gain in (1.0, 0.1):
            chime = np.concatenate(
                (seconds(1), quantised(earcon("awake", RATE_HZ) * gain), seconds(1))
            )
            chime = quantised(chime + noise(len(chime) / RATE_HZ, -65.0).astype(float))
            for number in range(len(chime) // FRAME_SAMPLES):
                pcm = chime[number * FRAME_SAMPLES : (number + 1) * FRAME_SAMPLES]
                assert await vad.probability(AudioFrame(pcm, number * FRAME_SECONDS)) < (
                    START_PROBABILITY
                )


@pytest.mark.parametrize("text", ["what time is it", "open youtube", "stop", "take a screenshot"])
async def test_one_breath_loses_no_first_word_when_frames_come_a_second_late(
    say: Say, stt: FasterWhisper, text: str
) -> None:
    spoken = await say(f"Jarvis, {text}.")
    sound = placed(spoken, noise(5 + len(spoken) / RATE_HZ, -65.0).astype(float), 2.0)
    heard, _ = await commands(sound, 2.6, stt, late_seconds=1.0)
    assert [squeeze(one) for one in heard] == [squeeze(text)], "spelt as speech to text likes"
