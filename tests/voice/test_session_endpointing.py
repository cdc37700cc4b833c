"""When a command ends (flow): words made out in a pause decide, to the millisecond of the frames.

Frames are letters, as in test_voice.py; the clock is the frames' own, so nothing sleeps.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from voice.scripted_parts import Answers, Part, settle
from voice.talk import Talk

from jarvis_voice.core.errors import JarvisError, ModelError
from jarvis_voice.core.events import SpeechEnded, SpeechTranscribed
from jarvis_voice.core.hypotheses import Completeness
from jarvis_voice.core.types import FRAME_SAMPLES, AudioFrame
from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.flow

OPEN, DONE = "open", "open mit"
SUM, LONGER_SUM = "what is 17 percent of 240", "what is 17 percent of 240 plus 12"
ORDER = "a large latte"
KNOWS = {
    OPEN: Completeness.INCOMPLETE,
    DONE: Completeness.COMPLETE,
    SUM: Completeness.EXTENDABLE,
    LONGER_SUM: Completeness.EXTENDABLE,
}
ANSWERS: Answers = {words: ["Yes."] for words in (OPEN, DONE, SUM, LONGER_SUM, ORDER)}
WAKE = "....sssssssssW"  # to 1.12 s
ROOM = "." * 40


def talking(*hears: str | JarvisError, **settings: Any) -> Talk:
    values = {"silence_seconds": 0.8, "max_seconds": 15.0, "follow_up_seconds": 0.0} | settings
    return Talk(hears=hears, answers=ANSWERS, knows=KNOWS, **values)


async def ends(talk: Talk, *script: Part) -> list[tuple[int, int, bool]]:
    """Of each command: when it ended and how long after the last speech, in ms; and whether its
    words were ready."""
    await talk.play(*script)
    ended = [event for event in talk.events if isinstance(event, SpeechEnded)]
    words = [event for event in talk.events if isinstance(event, SpeechTranscribed)]
    return [
        (round(end.at * 1000), round(end.silence_seconds * 1000), told.was_ready)
        for end, told in zip(ended, words, strict=True)
    ]


def asked(talk: Talk) -> list[str]:
    return [line for line in talk.log if line.startswith("ask")]


@pytest.mark.parametrize(
    ("heard", "speech", "expected"),
    [
        # 12 frames of speech from 1.12 s to 2.08 s, "2": its last 64 ms are silent
        (DONE, "s" * 12, (2320, 240, True)),
        (DONE, "s" * 11 + "2", (2240, 224, True)),
        (DONE, "s" * 11 + "1", (2320, 272, True)),
        (SUM, "s" * 12, (2880, 800, True)),
        (OPEN, "s" * 12, (3680, 1600, True)),
        (ORDER, "s" * 12, (2880, 800, True)),
    ],
)
async def test_the_words_tell_how_long_to_wait(
    heard: str, speech: str, expected: tuple[int, int, bool]
) -> None:
    talk = talking(heard)
    assert await ends(talk, WAKE, speech, ROOM) == [expected]
    assert asked(talk) == [f"ask voice {heard}"], "also what is incomplete is handed on"


@pytest.mark.parametrize(
    ("heard", "speech", "expected"),
    [
        # the same, shown every 32 ms: 0.224 s is the first that is known to be over 0.2
        (DONE, "s" * 12, (2304, 224, True)),
        (DONE, "s" * 11 + "2", (2224, 208, True)),
        (DONE, "s" * 11 + "1", (2272, 224, True)),
        (SUM, "s" * 12, (2880, 800, True)),
        (SUM, "s" * 11 + "2", (2832, 816, True)),
    ],
)
async def test_a_pause_is_not_waited_for_until_a_frame_is_full(
    heard: str, speech: str, expected: tuple[int, int, bool]
) -> None:
    talk = talking(heard, is_early=True)
    assert await ends(talk, WAKE, speech, ROOM) == [expected]
    assert asked(talk) == [f"ask voice {heard}"]
    assert talk.vad.seen == sorted(set(talk.vad.seen)), "each window was judged once"


async def test_speech_that_a_frame_begins_with_is_no_pause() -> None:
    talk = talking(SUM, LONGER_SUM, is_early=True, silence_seconds=0.7)
    # 8 frames of silence, 0.64 s, and then speech from a frame's first sample on
    assert await ends(talk, WAKE, "s" * 6, "." * 8, "s" * 6, ROOM) == [(3424, 704, True)]
    assert asked(talk) == [f"ask voice {LONGER_SUM}"]


async def test_words_that_come_between_two_frames_end_the_command_there() -> None:
    talk = talking(DONE, is_early=True)
    talk.stt.latch.hold()
    script = (WAKE, "s" * 12, "...", talk.stt.latch.let_go, ROOM)
    assert await ends(talk, *script) == [(2320, 240, True)]


async def test_words_that_come_while_a_frame_begins_with_speech_end_nothing() -> None:
    """Open MIT would be complete, and 0.24 s are over when its words come."""
    talk = talking(DONE, LONGER_SUM, is_early=True)
    talk.stt.latch.hold()
    judge = talk.vad.windows

    async def windows(frame: AudioFrame) -> tuple[float, ...]:
        found = await judge(frame)
        if talk.microphone.letters.endswith("...s") and len(frame.pcm) < FRAME_SAMPLES:
            asyncio.get_running_loop().call_later(0, talk.stt.latch.let_go)
        return found

    talk.vad.windows = windows  # type: ignore[method-assign] # the words come meanwhile
    assert len(await ends(talk, WAKE, "s" * 6, "...", "s" * 6, ROOM)) == 1
    assert asked(talk) == [f"ask voice {LONGER_SUM}"]


async def test_frames_are_shown_early_only_while_somebody_is_listened_to() -> None:
    talk = talking(DONE, is_early=True)
    hurried: list[bool] = []
    look = lambda: hurried.append(talk.microphone.is_hurried)  # noqa: E731 - a script's step
    await ends(talk, "....", look, WAKE[4:], look, "s" * 12, "...", look, ROOM, look)
    assert hurried == [False, True, False, False]


@pytest.mark.parametrize(
    ("finished", "wait_ms"), [(None, 800), (0.95, 400), (0.7, 640), (0.3, 800), (0.05, 1200)]
)
async def test_the_turn_model_is_asked_where_nobody_knows_the_words(
    finished: float | None, wait_ms: int
) -> None:
    talk = talking(ORDER, finished=finished)
    assert await ends(talk, WAKE, "s" * 12, ROOM) == [(2080 + wait_ms, wait_ms, True)]


async def test_the_turn_model_does_not_cut_a_sum_short() -> None:
    assert await ends(talking(SUM, finished=1.0), WAKE, "s" * 12, ROOM) == [(2880, 800, True)]


@pytest.mark.parametrize(
    ("before", "pause", "whole"), [(OPEN, 8, DONE), (OPEN, 13, DONE), (SUM, 8, LONGER_SUM)]
)
async def test_a_pause_in_the_middle_cuts_nothing(before: str, pause: int, whole: str) -> None:
    """Speech 0.5 s, a pause of 0.64 or 1.04 s, more speech."""
    talk = talking(before, whole)
    [(_, _, was_ready)] = await ends(talk, WAKE, "s" * 6, "." * pause, "s" * 12, ROOM)
    assert was_ready
    assert asked(talk) == [f"ask voice {whole}"]
    assert len(talk.stt.utterances) == 2


async def test_what_was_made_out_before_speech_went_on_is_never_used() -> None:
    """Open MIT would be complete, but its words come when the user is speaking again."""
    talk = talking(LONGER_SUM)
    talk.stt.latch.hold()
    lines = await talk.play(WAKE, "s" * 6, "..", "s", talk.stt.latch.let_go, "s" * 5, ROOM)
    assert [line for line in lines if line.startswith("stt")] == [
        "stt 0-21 hey jarvis",
        "stt 0-29 hey jarvis",
    ]
    assert asked(talk) == [f"ask voice {LONGER_SUM}"]


async def test_words_that_come_late_end_the_command_at_once() -> None:
    """Speech to text is slower than the pause: it ends when the words come, between two frames."""
    talk = talking(DONE)
    talk.stt.latch.hold()
    script = (WAKE, "s" * 12, "." * 6, talk.stt.latch.let_go, ROOM)
    assert await ends(talk, *script) == [(2560, 480, True)]


async def test_a_judge_slower_than_the_pause_is_waited_for() -> None:
    talk = talking(DONE)
    talk.judge.latch.hold()
    script = (WAKE, "s" * 12, "." * 5, talk.judge.latch.let_go, ROOM)
    assert await ends(talk, *script) == [(2480, 400, True)]


async def test_words_that_do_not_come_at_all_are_waited_for_behind_the_longest_pause() -> None:
    talk = talking(DONE)
    talk.stt.latch.hold()
    script = (WAKE, "s" * 12, "." * 25, talk.stt.latch.let_go, ROOM)
    assert await ends(talk, *script) == [(3680, 1600, False)]
    assert asked(talk) == [f"ask voice {DONE}"]


async def test_a_vad_slower_than_the_words_still_has_its_say() -> None:
    """The words come while VAD judges a frame, in which the user goes on."""
    talk = talking(DONE, LONGER_SUM)
    talk.stt.latch.hold()

    def words_come_within_the_next_frame() -> None:
        async def let_them_come() -> None:
            talk.stt.latch.let_go()
            await settle()

        talk.vad.first = let_them_come

    await talk.play(WAKE, "s" * 12, "...", words_come_within_the_next_frame, "s" * 6, ROOM)
    assert asked(talk) == [f"ask voice {LONGER_SUM}"]


async def test_speech_to_text_that_fails_in_a_pause_fails_the_turn_after_the_usual_pause() -> None:
    talk = talking(ModelError("model-failed", "It broke.", spoken="I could not listen."))
    lines = await talk.play(WAKE, "s" * 12, ROOM)
    assert lines[3:6] == [
        "stt 0-27 hey jarvis",
        "speech-ended silence 2.88",
        "problem-reported model-failed",
    ]
    assert talk.session.state is State.IDLE


async def test_noise_is_not_made_out() -> None:
    talk = talking()
    key = talk.session
    lines = await talk.play(key.press, "." * 30, key.release, ROOM)
    assert not [line for line in lines if line.startswith("stt")]


async def test_an_interruption_at_three_seconds_is_taken_at_that_frame() -> None:
    """Speech 0.5-2.5 s, a pause, and "stop" by key at 3.1 s while it thinks."""
    talk = talking(DONE)
    talk.brain.latch.hold()
    at: list[float] = []

    def press() -> None:
        talk.session.press()
        at.append(talk.clock.seconds())

    lines = await talk.play("....sW", "s" * 25, "." * 7, press, talk.session.release, ROOM)
    assert [round(moment * 1000) for moment in at] == [3040]
    assert lines[lines.index("cancelled open mit") - 1] == "listening-started key"


UNHEARD = "open amity"


@pytest.mark.parametrize(
    ("hears", "wait_ms", "command"),
    [
        # what is known is taken, and its pause decides
        (f"{UNHEARD} / {DONE}", 240, DONE),
        (f"{UNHEARD} / {ORDER}", 800, UNHEARD),
        (f"{SUM} / {DONE}", 800, SUM),
        (f"Hey Jarvis, {UNHEARD} / Hey Travis, {DONE}", 240, DONE),
    ],
)
async def test_of_several_hearings_the_one_that_is_known_is_judged_and_asked(
    hears: str, wait_ms: int, command: str
) -> None:
    talk = Talk(
        hears=[hears],
        answers={**ANSWERS, UNHEARD: ["Yes."]},
        knows=KNOWS,
        silence_seconds=0.8,
        max_seconds=15.0,
        follow_up_seconds=0.0,
    )
    assert await ends(talk, WAKE, "s" * 12, ROOM) == [(2080 + wait_ms, wait_ms, True)]
    assert asked(talk) == [f"ask voice {command}"]
    [told] = [event for event in talk.events if isinstance(event, SpeechTranscribed)]
    assert told.text == command


async def test_a_hearing_is_chosen_as_well_where_the_key_ends_the_command_first() -> None:
    talk = talking(f"{UNHEARD} / {DONE}")
    await talk.play(talk.session.press, "s" * 12, talk.session.release, ROOM)
    assert asked(talk) == [f"ask key {DONE}"]
