"""Our own words, noted where they are played and passed over where they are heard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import numpy as np
import pytest
from fakes.engines import ScriptedStt

from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.types import EndedBy, SpeechChunk, Utterance
from jarvis_voice.language.en.self_speech_words import SelfSpeechWords
from jarvis_voice.voice.output.self_speech_filter import SelfSpeechFilter, SelfSpeechRecorder

pytestmark = pytest.mark.flow

SECOND = 16_000
SENTENCE = "The train leaves from platform nine."


class TimedSpeaker:
    """Plays in the clock's own time; can be cut."""

    name = "timed"

    def __init__(self, clock: FrameClock, cut_after: float = 1e9) -> None:
        self.clock = clock
        self.cut_after = cut_after
        self.log: list[str] = []

    async def __aenter__(self) -> TimedSpeaker:
        self.log.append("open")
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.log.append("closed")

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        begins = self.clock.seconds() + 0.2  # the device takes its time to open
        played = 0.0
        async for chunk in chunks:
            if not played:
                self.clock.advance_to(begins)
                on_started()
            played = min(played + len(chunk.pcm) / chunk.rate_hz, self.cut_after)
            self.clock.advance_to(begins + played)
        return Playback("", was_interrupted=played == self.cut_after)

    async def play_earcon(self, earcon: Earcon) -> bool:
        self.log.append(earcon)
        return True

    def stop(self) -> None:
        self.log.append("stop")


async def say(speaker: SelfSpeechRecorder, *sentences: str, seconds: float = 3.0) -> Playback:
    async def chunks() -> AsyncIterator[SpeechChunk]:
        for sentence in sentences:
            yield SpeechChunk(np.zeros(round(seconds * SECOND), np.int16), SECOND, sentence)

    return await speaker.play(chunks(), lambda: None)


def heard(seconds: float, quiet_tail: float = 0.3, **values: object) -> Utterance:
    sound = np.random.default_rng(1).integers(-3_000, 3_000, round(seconds * SECOND))
    sound[len(sound) - round(quiet_tail * SECOND) :] //= 1_000
    word = values.get("wake_word")
    ended_by: EndedBy = "key_up" if values.get("key") else "silence"
    return Utterance(sound.astype(np.int16), str(word) if word else None, ended_by)


@pytest.mark.parametrize(
    ("later", "utterance", "text", "left"),
    [
        (0.6, heard(1.2), "leaves from platform nine", ""),
        (0.6, heard(1.2), "which platform is that", "which platform is that"),
        (1.9, heard(1.2), "leaves from platform nine", "leaves from platform nine"),
        (0.6, heard(1.2, wake_word="jarvis"), "from platform nine", "from platform nine"),
        (0.6, heard(1.2, key=True), "from platform nine", "from platform nine"),
    ],
)
async def test_our_own_words_are_no_command_unless_the_user_called(
    later: float, utterance: Utterance, text: str, left: str
) -> None:
    clock, words = FrameClock(), SelfSpeechWords()
    async with SelfSpeechFilter(ScriptedStt([text]), words, clock) as stt:
        await say(SelfSpeechRecorder(TimedSpeaker(clock), words, clock), SENTENCE)
        clock.advance_to(clock.seconds() + later)
        transcript = await stt.transcribe(utterance)
    assert transcript.text == left
    assert stt.echoes == (left == "")


async def test_words_are_noted_when_they_sound_not_when_they_are_made() -> None:
    clock, words = FrameClock(), SelfSpeechWords()
    await say(
        SelfSpeechRecorder(TimedSpeaker(clock), words, clock), "one two three", "four five six"
    )
    assert clock.seconds() == pytest.approx(6.2)
    assert words.are_echoed("one two three", 1.0, 3.2)
    assert not words.are_echoed("four five six", 0.0, 3.0)
    assert words.are_echoed("four five six", 4.0, 6.2)


async def test_what_was_cut_off_is_not_ours() -> None:
    clock, words = FrameClock(), SelfSpeechWords()
    speaker = SelfSpeechRecorder(TimedSpeaker(clock, cut_after=1.0), words, clock)
    playback = await say(speaker, "one two three", "four five six")
    assert playback.was_interrupted
    assert not words.are_echoed("four five six", 1.5, 2.0)


async def test_it_is_the_loudspeaker_in_all_else() -> None:
    inner = TimedSpeaker(FrameClock())
    async with SelfSpeechRecorder(inner, SelfSpeechWords(), inner.clock) as speaker:
        await speaker.play_earcon("awake")
        speaker.stop()
        assert speaker.name == "timed"
    assert inner.log == ["open", "awake", "stop", "closed"]
