"""Contract: the real Whisper with a short context says what the library says with the whole one."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
from bench.voices import Voice, at_level, read, speak
from engines.speech import Pcm, linked_whisper, noise, whisper

from jarvis_voice.core.types import RATE_HZ, Utterance
from jarvis_voice.engines.stt.whisper import FasterWhisper
from jarvis_voice.language.en.repetition import words_of
from jarvis_voice.language.en.wake_phrase import strip_wake_word
from jarvis_voice.voice.sound_check import UtteranceSound, why_rejected

pytestmark = [pytest.mark.e2e, pytest.mark.models, pytest.mark.bench("voices")]

VOICED = UtteranceSound(level_dbfs=-20.0, voiced_seconds=1.0)
"""A sound that passed the gates before speech to text: its transcript alone decides."""


@pytest.fixture
async def stt(weights: Path) -> AsyncIterator[FasterWhisper]:
    async with whisper(weights) as opened:
        yield opened


def said(text: str, voice: Voice, folder: Path, dbfs: float = -23.0) -> Pcm:
    sound, _ = read(speak(text, voice, folder / f"{voice}.wav"))
    pcm: Pcm = np.rint(at_level(sound, dbfs) * 32_767).astype(np.int16)
    return pcm


def utterance(pcm: Pcm) -> Utterance:
    return Utterance(pcm, None, "silence")


@pytest.mark.parametrize(
    ("voice", "text"),
    [
        ("slt", "what is seventeen percent of two hundred and forty"),
        ("rms", "open the website of the university and take a screenshot"),
        ("slt", "stop"),
    ],
)
async def test_a_command_is_heard_as_the_library_hears_it(
    stt: FasterWhisper, weights: Path, tmp_path: Path, voice: Voice, text: str
) -> None:
    from faster_whisper import WhisperModel

    library = WhisperModel(
        str(weights / "whisper/tiny.en"), device="cpu", compute_type="int8", local_files_only=True
    )
    pcm = said(text, voice, tmp_path)
    segments, _ = library.transcribe(pcm.astype(np.float32) / 32_768.0)
    heard = await stt.transcribe(utterance(pcm))
    assert words_of(heard.text) == words_of(" ".join(segment.text for segment in segments))
    assert heard.text not in heard.alternatives


@pytest.mark.parametrize("dbfs", [-20.0, -40.0, -45.0])
async def test_a_quiet_command_is_as_good_as_a_loud_one(
    stt: FasterWhisper, tmp_path: Path, dbfs: float
) -> None:
    heard = await stt.transcribe(utterance(said("open the calculator", "slt", tmp_path, dbfs)))
    assert words_of(heard.text) == ["open", "the", "calculator"]
    assert why_rejected(VOICED, heard) is None


async def test_with_the_states_of_silence_from_its_last_start_it_hears_the_same(
    weights: Path, tmp_path: Path
) -> None:
    asked = utterance(said("what time is it", "slt", tmp_path))
    kept, heard, written = tmp_path / "silence.states", [], []
    folder = linked_whisper(weights, tmp_path / "tiny.en")
    for _ in range(2):
        async with FasterWhisper(folder, "en", cpu_threads=2, kept=kept) as stt:
            heard.append(await stt.transcribe(asked))
        written.append(kept.stat().st_mtime_ns)
    assert written[0] == written[1]
    assert heard[0] == heard[1]
    assert list(words_of(heard[0].text)) == ["what", "time", "is", "it"]


@pytest.mark.parametrize("voice", ["slt", "rms"])
async def test_behind_a_call_that_is_known_the_command_is_heard(
    stt: FasterWhisper, tmp_path: Path, voice: Voice
) -> None:
    pcm = said("Hey Jarvis. What time is it?", voice, tmp_path)
    heard = await stt.transcribe(Utterance(pcm, "jarvis", "silence"))
    assert list(words_of(heard.text)) == ["hey", "jarvis", "what", "time", "is", "it"]
    assert why_rejected(VOICED, heard) is None


@pytest.mark.parametrize("voice", ["slt", "rms", "awb"])
async def test_behind_the_bare_call_no_command_is_made_up(
    stt: FasterWhisper, tmp_path: Path, voice: Voice
) -> None:
    pcm = said("Hey Jarvis.", voice, tmp_path)
    heard = await stt.transcribe(Utterance(pcm, "jarvis", "silence"))
    assert strip_wake_word(heard.text, "jarvis", is_heard=True) == "", heard


async def test_how_texts_fit_is_the_same_before_and_after_the_sound_was_heard(
    stt: FasterWhisper, tmp_path: Path
) -> None:
    asked = utterance(said("open the calculator", "slt", tmp_path))
    other = utterance(said("what time is it", "rms", tmp_path))
    texts = ("open the calculator.", "open the refrigerator.")
    await stt.transcribe(other)
    before = await stt.fits(asked, texts)
    await stt.transcribe(asked)
    assert await stt.fits(asked, texts) == pytest.approx(before, abs=0.01)
    assert before[0] > before[1]


@pytest.mark.parametrize("kind", ["silence", "white", "pink", "hum", "chords", "breath"])
async def test_sound_without_words_gives_none(stt: FasterWhisper, kind: str) -> None:
    for dbfs in (-60.0, -36.0, -12.0):
        heard = await stt.transcribe(utterance(wordless(kind, dbfs)))
        assert why_rejected(VOICED, heard) is not None, (dbfs, heard)


async def test_more_than_half_a_minute_goes_through_in_windows(
    stt: FasterWhisper, tmp_path: Path
) -> None:
    once = said("open the calculator and take a screenshot", "slt", tmp_path)
    long = np.tile(once, 33 * RATE_HZ // len(once) + 1)
    heard = await stt.transcribe(utterance(long))
    assert words_of(heard.text).count("screenshot") > 3


async def test_a_cancelled_call_leaves_the_next_one_whole(
    stt: FasterWhisper, tmp_path: Path
) -> None:
    asked = utterance(said("open the calculator", "slt", tmp_path))
    calls = [asyncio.create_task(stt.transcribe(asked)) for _ in range(3)]
    await asyncio.sleep(0)
    for call in calls[:2]:
        call.cancel()
    ended = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(one) for one in ended[:2]] == [asyncio.CancelledError] * 2
    assert ended[2] == await stt.transcribe(asked)


def wordless(kind: str, dbfs: float, seconds: float = 2.0) -> Pcm:
    """A sound of this RMS level in which nobody speaks."""
    white = noise(seconds, -20.0).astype(np.float64)
    at = np.arange(len(white)) / RATE_HZ
    spectrum = np.fft.rfft(white)
    pink = np.fft.irfft(spectrum / np.sqrt(np.arange(len(spectrum)) + 1), len(white))
    tones = {
        "silence": white * 0,
        "white": white,
        "pink": pink,
        "hum": np.sum([np.sin(2 * np.pi * 50 * n * at) / n for n in range(1, 8)], axis=0),
        "chords": np.sum(
            [np.sin(2 * np.pi * hz * n * at) / n for hz in (220, 277, 330) for n in (1, 2, 3)],
            axis=0,
        ),
        "breath": pink * np.sin(2 * np.pi * at / 1.5) ** 2,
    }
    sound = tones[kind].astype(np.float32)
    if kind != "silence":
        sound = at_level(sound, dbfs)
    pcm: Pcm = np.rint(sound * 32_767).astype(np.int16)
    return pcm
