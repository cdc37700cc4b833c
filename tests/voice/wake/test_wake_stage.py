"""Calling (flow): frames and scores go in, calls and refusals with their reasons come out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import pytest

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import JarvisError, ModelError
from jarvis_voice.core.events import Event, ProblemReported, WakeRefused
from jarvis_voice.core.near_misses import HeardNearMiss
from jarvis_voice.core.types import (
    FRAME_SAMPLES,
    FRAME_SECONDS,
    RATE_HZ,
    AudioFrame,
    Transcript,
    Utterance,
)
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.voice.speech_input import SpeechInput
from jarvis_voice.voice.wake.wake_stage import WakeDetection, WakeStage

pytestmark = pytest.mark.flow

POINTS = (WakePoint("jarvis", 0.5, 0.3), WakePoint("computer", 0.8, 0.6, like_from=-15.0))
ROOM, SPEECH = 30, 3_000
QUIET = [0.0] * 20
"""1.6 s of a quiet room."""


def near(seconds: float) -> Any:
    """A time, but for rounding."""
    return pytest.approx(seconds)


class Model:
    """A wake model, a VAD and speech to text in one: each says what its frame is worth.

    Attributes:
        utterances: What speech to text was given.
        last: What is in a short piece of sound, where that is not the text.
        asked: How often the VAD was asked for a frame.
    """

    words = ("jarvis", "computer")

    def __init__(self, text: str, last: str = "") -> None:
        self.text, self.last = text, last
        self.scores: list[tuple[float, ...]] = []
        self.utterances: list[Utterance] = []
        self.asked = 0
        self.resets = 0
        self.error: JarvisError | None = None
        self.stt_error: JarvisError | None = None
        self.latch = asyncio.Event()
        self.latch.set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        pass

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        await asyncio.sleep(0)
        if self.error:
            raise self.error
        return self.scores.pop(0)

    async def probability(self, frame: AudioFrame) -> float:
        await asyncio.sleep(0)
        self.asked += 1
        return 0.9 if np.abs(frame.pcm).max() >= SPEECH else 0.02

    async def windows(self, frame: AudioFrame) -> Sequence[float]:
        return (await self.probability(frame),)

    async def transcribe(self, utterance: Utterance) -> Transcript:
        self.utterances.append(utterance)
        await self.latch.wait()
        if self.stt_error:
            raise self.stt_error
        return Transcript(self.text)

    async def likeness(self, utterance: Utterance, word: str) -> float:
        transcript = await self.transcribe(utterance)
        text = self.last if self.last and len(utterance.pcm) < RATE_HZ * 1.5 else transcript.text
        return -0.1 if word in text.lower() else -14.0

    async def fits(self, utterance: Utterance, texts: Sequence[str]) -> tuple[float, ...]:
        raise AssertionError("nobody asks for a command")

    def reset(self) -> None:
        self.resets += 1


class Room:
    """Calling, and what came of it."""

    def __init__(self, text: str = "Jarvis.", *, last: str = "", second_stage: bool = True) -> None:
        self.model = Model(text, last)
        self.calls: list[WakeDetection] = []
        self.told: list[Event] = []
        self.misses: list[HeardNearMiss] = []
        self.clock = FrameClock()
        bus = Bus()
        bus.listen(self.told.append)
        model: Any = self.model
        ears = SpeechInput(model, model, POINTS, model, model, model)
        self.wake_stage = WakeStage(
            ears,
            bus,
            self.clock,
            asyncio.Event(),
            second_stage=second_stage,
            on_near_miss=self.misses.append,
        )
        self.frames = 0

    async def hear(
        self, scores: Sequence[float], loud: int = 0, *, word: int = 0, **changed: bool
    ) -> Room:
        """Hear frames with these scores of a word; the last `loud` ones hold speech."""
        for number, score in enumerate(scores):
            is_loud = number >= len(scores) - loud
            self.frames += 1
            noise = np.random.default_rng(self.frames).normal(0, 1, FRAME_SAMPLES)
            pcm = (noise * (SPEECH if is_loud else ROOM)).astype(np.int16)
            await self.hear_frame(pcm, score, word, **changed)
        return self

    async def hear_frame(
        self, pcm: Any, score: float, word: int = 0, *, own: bool = False, busy: bool = False
    ) -> None:
        self.model.scores.append(tuple(score if n == word else 0.0 for n in range(len(POINTS))))
        frame = AudioFrame(pcm, self.now)
        self.clock.advance_to(self.now)
        call = await self.wake_stage.hear(frame, is_own_voice=own, is_busy=busy)
        self.note(call)
        for _ in range(5):
            await asyncio.sleep(0)
        self.note(self.wake_stage.take_call())

    def note(self, call: WakeDetection | None) -> None:
        if call:
            self.calls.append(call)

    @property
    def now(self) -> float:
        return self.frames * FRAME_SECONDS

    async def end(self) -> Room:
        await self.wake_stage.settle()
        self.note(self.wake_stage.take_call())
        return self

    @property
    def reasons(self) -> list[str]:
        return [event.reason for event in self.told if isinstance(event, WakeRefused)]


def saying(*last: float) -> list[float]:
    """Half a second of a word whose last frames score so."""
    return [0.0] * (7 - len(last)) + list(last)


async def test_a_clear_score_is_a_call_at_once_and_nobody_is_asked() -> None:
    room = await (await Room().hear(QUIET)).hear(saying(0.4, 0.95), loud=7)
    assert room.calls == [WakeDetection("jarvis", 0.95, near(room.now))]
    assert (room.model.asked, room.model.utterances, room.reasons) == (0, [], [])


async def test_each_word_has_its_own_point() -> None:
    room = await (await Room().hear(QUIET)).hear(saying(0.7, 0.95), loud=7, word=1)
    assert [call.word for call in room.calls] == ["computer"]


async def test_after_one_word_the_other_rests_too() -> None:
    room = await Room().hear(QUIET)
    await room.hear(saying(0.95), loud=7)
    await room.hear([0.95], loud=1, word=1)
    assert [call.word for call in room.calls] == ["jarvis"]
    assert room.reasons == ["refractory"]


async def test_a_doubtful_score_is_a_call_where_the_sound_is_like_the_word() -> None:
    room = await (await Room("Jarvis.").hear(QUIET)).hear(saying(0.55), loud=7)
    await room.end()
    assert [call.score for call in room.calls] == [0.55]
    assert len(room.model.utterances) == 1


async def test_a_doubtful_score_over_another_word_is_refused() -> None:
    room = await (await Room("Service.").hear(QUIET)).hear(saying(0.55), loud=7)
    await room.end()
    assert (room.reasons, room.calls) == (["another-word"], [])


async def test_how_like_the_word_the_sound_must_be_is_the_words_own() -> None:
    room = await (await Room("Service.").hear(QUIET)).hear(saying(0.85), loud=7, word=1)
    await room.end()
    assert [call.word for call in room.calls] == ["computer"]


async def test_a_doubtful_score_is_a_call_at_once_while_somebody_is_listened_to() -> None:
    room = await Room("Service.").hear(QUIET)
    await room.hear(saying(0.55), loud=7, busy=True)
    assert ([call.score for call in room.calls], room.model.utterances) == ([0.55], [])


async def test_where_speech_to_text_fails_the_score_alone_decides() -> None:
    room = await Room().hear(QUIET)
    room.model.stt_error = ModelError("model-failed", "It failed.")
    await (await room.hear(saying(0.55), loud=7)).end()
    assert [call.score for call in room.calls] == [0.55]


async def test_a_doubtful_score_over_nothing_but_the_room_is_refused_and_counted() -> None:
    room = await Room().hear([*QUIET, *QUIET, 0.55])
    [refusal] = room.told
    assert refusal == WakeRefused(near(room.now), "jarvis", 0.55, "noise-floor")
    assert room.wake_stage.refusals == {"noise-floor": 1}
    assert room.calls == []


async def test_a_doubtful_score_over_digital_silence_is_refused() -> None:
    room = Room()
    for score in [*QUIET, 0.55]:
        room.frames += 1
        await room.hear_frame(np.zeros(FRAME_SAMPLES, np.int16), score)
    assert room.reasons == ["silence"]


async def test_a_doubtful_score_over_a_click_is_refused() -> None:
    room = await Room().hear([*QUIET, *QUIET])
    click = np.random.default_rng(0).normal(0, ROOM, FRAME_SAMPLES).astype(np.int16)
    click[:400] = 20_000
    room.frames += 1
    await room.hear_frame(click, 0.55)
    assert room.reasons == ["click"]


async def test_without_the_second_stage_the_threshold_alone_decides() -> None:
    room = await Room(second_stage=False).hear([*QUIET, *QUIET, 0.55])
    assert [call.score for call in room.calls] == [0.55]
    await room.hear([*QUIET, 0.0, 0.45, 0.1])
    assert (len(room.calls), room.reasons) == (1, [])


async def test_a_grey_score_is_a_call_when_sound_speech_and_the_word_speak_for_it() -> None:
    room = await (await Room("Jarvis").hear(QUIET)).hear(saying(0.35, 0.45, 0.4), loud=7)
    await (await room.hear([0.1])).end()
    assert room.calls == [WakeDetection("jarvis", 0.45, near(26 * FRAME_SECONDS))]
    [utterance] = room.model.utterances
    assert len(utterance.pcm) / 16_000 == near(1.6 + 2 * FRAME_SECONDS)


async def test_where_the_whole_is_not_like_the_word_its_last_parts_are_asked_about() -> None:
    room = await Room("So I said.", last="Jarvis.").hear([*QUIET, *QUIET])
    await (await room.hear([*QUIET, 0.35, 0.45, 0.4, 0.1], loud=24)).end()
    assert [call.score for call in room.calls] == [0.45]
    lengths = [len(one.pcm) / 16_000 for one in room.model.utterances]
    assert lengths == [near(1.6 + 2 * FRAME_SECONDS), near(1.12 + 2 * FRAME_SECONDS)]


async def test_a_doubtful_score_in_talk_is_a_call_where_its_last_part_is_like_the_word() -> None:
    room = await (await Room("So I said.", last="Jarvis.").hear(QUIET)).hear(saying(0.55), loud=7)
    await room.end()
    assert [call.score for call in room.calls] == [0.55]


@pytest.mark.parametrize(
    ("text", "scores", "loud", "reason"),
    [
        ("Open it.", (0.35, 0.45, 0.4), 7, "below-threshold"),
        ("Jarvis", (0.0, 0.45, 0.1), 7, "too-brief"),
        ("Jarvis", (0.35, 0.45, 0.4), 3, "little-speech"),
        ("Jarvis", (0.35, 0.45, 0.4), 0, "noise-floor"),
    ],
)
async def test_a_grey_score_stays_refused_for_a_reason(
    text: str, scores: tuple[float, ...], loud: int, reason: str
) -> None:
    room = await (await Room(text).hear([*QUIET, *QUIET])).hear(saying(*scores), loud=loud)
    await (await room.hear([0.1])).end()
    assert (room.reasons, room.calls) == ([reason], [])


async def test_a_grey_score_within_talk_that_is_not_like_the_word_is_refused() -> None:
    room = await Room("Open it.").hear([*QUIET, *QUIET])
    await (await room.hear([*QUIET, 0.35, 0.45, 0.4, 0.1], loud=24)).end()
    assert (room.reasons, room.calls) == (["within-speech"], [])


async def test_frames_are_heard_while_a_claim_is_judged_and_a_clear_call_does_not_wait() -> None:
    room = await (await Room().hear(QUIET)).hear(saying(0.35, 0.45, 0.4), loud=7)
    room.model.latch.clear()
    await room.hear([0.1, *QUIET])
    assert (len(room.model.utterances), room.calls) == (1, [])
    await room.hear([0.95], loud=1)
    assert [call.score for call in room.calls] == [0.95]


async def test_own_speech_is_refused_with_its_reason() -> None:
    room = await Room().hear(QUIET)
    await room.hear(saying(0.95), loud=7, own=True)
    assert (room.reasons, room.calls) == (["own-voice"], [])


async def test_nobody_is_asked_about_a_grey_score_while_somebody_is_listened_to() -> None:
    room = await Room().hear(QUIET)
    await (await room.hear([*saying(0.35, 0.45, 0.4), 0.1], loud=8, busy=True)).end()
    assert (room.reasons, room.model.utterances) == (["busy"], [])


async def test_after_a_refusal_it_is_asked_seldom_but_a_retry_is_heard() -> None:
    room = await Room("Open it.").hear(QUIET)
    await (await room.hear([*saying(0.35, 0.45, 0.4), 0.1], loud=8)).end()
    room.model.text = "Jarvis!"
    await (await room.hear([*saying(0.35, 0.45, 0.4), 0.1], loud=8)).end()
    assert (room.reasons, room.calls) == (["below-threshold"], [])
    await (await room.hear(QUIET)).end()
    assert [call.at for call in room.calls] == [near(34 * FRAME_SECONDS)]


async def test_a_claim_right_after_one_that_its_own_sound_refused_does_not_wait() -> None:
    room = await (await Room().hear([*QUIET, *QUIET])).hear(saying(0.35, 0.45, 0.4), loud=3)
    await (await room.hear([0.1])).end()
    assert (room.reasons, room.calls) == (["little-speech"], [])
    await (await room.hear([*saying(0.35, 0.45, 0.4), 0.1], loud=8)).end()
    assert [call.score for call in room.calls] == [0.45]


async def test_two_hundred_noisy_claims_are_judged_seldom_and_a_clear_call_among_them_wakes() -> (
    None
):
    room = await Room("Open it.").hear(QUIET)
    for number in range(200):
        await room.hear([0.0] * 2 + [0.35, 0.45, 0.4, 0.1], loud=4)
        if number == 150:
            await room.hear([0.0, 0.95], loud=2)
        await room.end()
    assert len(room.model.utterances) < 200 * 6 * FRAME_SECONDS / 3
    assert len(room.calls) == 1
    assert room.wake_stage.refusals["back-off"] > 100


async def test_a_second_look_that_fails_leaves_the_score_to_decide_and_is_told() -> None:
    room = await Room().hear(QUIET)
    room.model.stt_error = ModelError("model-failed", "It failed.")
    await (await room.hear([*saying(0.35, 0.45, 0.4), 0.1], loud=8)).end()
    assert (room.reasons, room.calls) == (["model-failed"], [])
    assert [event.code for event in room.told if isinstance(event, ProblemReported)] == [
        "model-failed"
    ]
    await room.hear([0.0] * 20)
    await room.hear(saying(0.55), loud=7)
    assert [call.score for call in room.calls] == [0.55]


async def test_a_wake_model_that_fails_is_reported_once() -> None:
    room = Room()
    room.model.error = ModelError("model-failed", "The wake word model failed.")
    await room.hear([0.9] * 3)
    assert [event.type for event in room.told] == ["problem-reported"]
    assert room.calls == []


async def test_after_lost_sound_the_model_forgets_and_the_room_stays_known() -> None:
    room = await Room().hear([*QUIET, *QUIET])
    room.wake_stage.lose_sound()
    assert room.model.resets == 1
    await room.hear([*QUIET[:5], 0.55])
    assert room.reasons == ["noise-floor"]


async def test_the_sound_of_a_refused_claim_is_told_where_it_is_wanted() -> None:
    room = Room("Chavez.")
    await (await room.hear(QUIET)).hear(saying(0.4, 0.4, 0.0, 0.0), loud=7)
    await room.end()
    assert [(one.word, one.reason) for one in room.misses] == [("jarvis", room.reasons[0])]
    assert len(room.misses[0].pcm) / RATE_HZ == near(1.84)  # and a little behind its peak
