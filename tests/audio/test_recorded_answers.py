"""Answers in, a WAV out."""

from __future__ import annotations

import asyncio
import os
import wave
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.audio.recording import RecordingSpeaker
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import SpeechChunk

pytestmark = pytest.mark.flow


def tone(rate_hz: int, seconds: float) -> NDArray[np.float64]:
    """A sine of 440 Hz, half of full scale."""
    return np.asarray(0.5 * np.sin(2 * np.pi * 440 * np.arange(round(rate_hz * seconds)) / rate_hz))


async def say(*chunks: SpeechChunk) -> AsyncIterator[SpeechChunk]:
    for chunk in chunks:
        yield chunk


def chunk(rate_hz: int, seconds: float, text: str = "") -> SpeechChunk:
    return SpeechChunk(np.rint(tone(rate_hz, seconds) * 32_767).astype(np.int16), rate_hz, text)


def read_wav(path: Path) -> tuple[NDArray[np.int16], int, int]:
    with wave.open(str(path)) as file:
        pcm = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.int16)
        return pcm, file.getframerate(), file.getnchannels()


async def test_chunks_and_earcons_become_one_wav(tmp_path: Path) -> None:
    started: list[str] = []
    path = tmp_path / "out.wav"
    path.write_text("an older file")
    async with RecordingSpeaker(path, 22_050) as speaker:
        await speaker.play_earcon("awake")
        playback = await speaker.play(
            say(chunk(22_050, 0.5, "Good"), chunk(16_000, 0.5, "morning.")),
            lambda: started.append("started"),
        )
        assert path.read_text() == "an older file"
    assert (playback.text_heard, playback.was_interrupted) == ("Good morning.", False)
    assert started == ["started"]
    pcm, rate_hz, channels = read_wav(path)
    assert (rate_hz, channels) == (22_050, 1)
    assert len(pcm) / rate_hz == pytest.approx(0.18 + 0.5 + 0.5, abs=0.001)
    assert list(tmp_path.iterdir()) == [path]


async def test_what_was_said_before_an_error_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "out.wav"

    async def flow() -> None:
        async with RecordingSpeaker(path, 16_000) as speaker:
            await speaker.play(say(chunk(16_000, 0.5)), lambda: None)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await flow()
    assert len(read_wav(path)[0]) == 8_000


async def test_an_answer_without_a_sound_leaves_the_older_file(tmp_path: Path) -> None:
    path = tmp_path / "out.wav"
    path.write_text("an older file")
    async with RecordingSpeaker(path, 16_000) as speaker:
        await speaker.play(say(), lambda: None)
    assert path.read_text() == "an older file"


async def test_an_error_before_the_first_word_leaves_the_older_file(tmp_path: Path) -> None:
    path = tmp_path / "out.wav"
    path.write_text("an older file")

    async def flow() -> None:
        async with RecordingSpeaker(path, 16_000):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await flow()
    assert path.read_text() == "an older file"
    assert list(tmp_path.iterdir()) == [path]


async def test_the_file_that_a_link_leads_to_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "target.wav", tmp_path / "out.wav"
    target.write_text("an older file")
    link.symlink_to(target)
    async with RecordingSpeaker(link, 16_000) as speaker:
        await speaker.play(say(chunk(16_000, 0.5)), lambda: None)
    assert link.is_symlink()
    assert len(read_wav(target)[0]) == 8_000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
async def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    pipe = tmp_path / "out.wav"
    os.mkfifo(pipe)
    with pytest.raises(AudioError, match="no file that can be replaced"):
        async with RecordingSpeaker(pipe, 16_000):
            pass
    assert pipe.is_fifo()


async def test_a_speaker_without_a_file_discards(tmp_path: Path) -> None:
    async with RecordingSpeaker(None, 16_000) as speaker:
        playback = await speaker.play(say(chunk(16_000, 0.5, "Hello")), lambda: None)
    assert playback.text_heard == "Hello"


async def test_stop_ends_a_reply_that_is_still_being_made(tmp_path: Path) -> None:
    reached = asyncio.Event()

    async def slow() -> AsyncIterator[SpeechChunk]:
        yield chunk(16_000, 0.5, "One")
        reached.set()
        await asyncio.Event().wait()

    async with RecordingSpeaker(tmp_path / "out.wav", 16_000) as speaker:
        playing = asyncio.create_task(speaker.play(slow(), lambda: None))
        queued = asyncio.create_task(speaker.play(say(chunk(16_000, 0.25, "Two")), lambda: None))
        await reached.wait()
        speaker.stop()
        first, second = await playing, await queued
    assert (first.text_heard, first.was_interrupted) == ("One", True)
    assert (second.text_heard, second.was_interrupted) == ("Two", False)
    assert len(read_wav(tmp_path / "out.wav")[0]) == 12_000


async def test_speech_in_its_time_is_broken_into_where_it_is(tmp_path: Path) -> None:
    words = "one two three four five six seven eight nine ten"
    async with RecordingSpeaker(tmp_path / "out.wav", 16_000, realtime=True) as speaker:
        began = asyncio.get_running_loop().time()
        whole = await speaker.play(say(chunk(16_000, 0.2, "Hello")), lambda: None)
        assert asyncio.get_running_loop().time() - began >= 0.2
        asyncio.get_running_loop().call_later(0.5, speaker.stop)
        cut = await speaker.play(say(chunk(16_000, 60.0, words)), lambda: None)
    assert (whole.text_heard, whole.was_interrupted) == ("Hello", False)
    assert (cut.text_heard, cut.was_interrupted) == ("", True)
    assert len(read_wav(tmp_path / "out.wav")[0]) < 30 * 16_000


async def test_of_speech_that_is_broken_into_the_words_until_then_were_heard() -> None:
    words = "one two three four five six seven eight nine ten"
    async with RecordingSpeaker(None, 16_000, realtime=True) as speaker:
        asyncio.get_running_loop().call_later(1.0, speaker.stop)
        cut = await speaker.play(say(chunk(16_000, 2.0, words)), lambda: None)
    assert cut.was_interrupted
    assert words.startswith(cut.text_heard)
    assert 0 < len(cut.text_heard) < len(words)


async def test_an_unwritable_place_is_said(tmp_path: Path) -> None:
    with pytest.raises(AudioError) as caught:
        async with RecordingSpeaker(tmp_path / "none" / "out.wav", 16_000):
            pass
    assert caught.value.code == "recording-unwritable"
