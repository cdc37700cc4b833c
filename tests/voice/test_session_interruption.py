""" "Stop" while it thinks or speaks (flow): short speech that only asks to stop ends the turn.

Frames are letters, as in test_voice.py. Without a judge of words nine silent frames end a command.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from voice.scripted_parts import Answers, settle
from voice.talk import Talk

from jarvis_voice.core.errors import ModelError
from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.flow

ANSWERS: Answers = {"open mit": ["Opened."], "and again": ["Again."]}
ASKED = "....sssssssssW" + "s" * 12 + "." * 9  # 35 frames, 0-34
WORD = "....sssss.."
"""Half a second of speech in silence."""


def thinking(*hears: str | ModelError) -> Talk:
    talk = Talk(hears=["Hey Jarvis, open mit", *hears], answers=ANSWERS)
    talk.brain.latch.hold()
    return talk


def since_asked(lines: list[str]) -> list[str]:
    return lines[lines.index("ask voice open mit") + 1 :]


@pytest.mark.parametrize("word", ["Stop!", "stop it, please", "Hey Jarvis, never mind."])
async def test_stop_while_it_thinks(word: str) -> None:
    talk = thinking(word)
    states: list[State] = []
    lines = await talk.play(ASKED, WORD, lambda: states.append(talk.session.state), "." * 20)
    assert since_asked(lines) == ["stt 35-45 None", "cancelled open mit"]
    assert states == [State.IDLE], "two frames behind the word"


async def test_a_word_with_a_quiet_end_stops_one_frame_sooner() -> None:
    talk = thinking("stop")
    states: list[State] = []
    await talk.play(ASKED, "....ssss2.", lambda: states.append(talk.session.state), "." * 20)
    assert states == [State.IDLE]


@pytest.mark.parametrize("said", ["stop the music", "open mit", "", "Thank you."])
async def test_everything_else_that_is_said_meanwhile_is_ignored(said: str) -> None:
    talk = thinking(said)
    lines = await talk.play(ASKED, WORD, talk.brain.latch.let_go, "." * 40)
    assert since_asked(lines) == ["stt 35-45 None", "speaking-started t1", "spoken t1 Opened."]


async def test_long_speech_meanwhile_is_not_even_made_out() -> None:
    talk = thinking()
    lines = await talk.play(ASKED, "....", "s" * 40, "...", talk.brain.latch.let_go, "." * 40)
    assert since_asked(lines) == ["speaking-started t1", "spoken t1 Opened."]


async def test_a_stop_that_is_made_out_too_late_stops_nothing() -> None:
    """The answer has begun to sound when its words come."""
    talk = thinking()
    lines = await talk.play(
        ASKED, "....sssss", talk.stt.latch.hold, "..", talk.brain.latch.let_go,
        talk.stt.latch.let_go, "." * 40,
    )  # fmt: skip
    assert since_asked(lines) == ["stt 35-45 None", "speaking-started t1", "spoken t1 Opened."]


async def test_speech_to_text_that_fails_stops_nothing() -> None:
    talk = thinking(ModelError("model-failed", "It broke."))
    lines = await talk.play(ASKED, WORD, talk.brain.latch.let_go, "." * 40)
    assert lines[-1] == "spoken t1 Opened."


async def test_a_stop_in_a_typed_answer_that_sounds_meanwhile_is_our_own() -> None:
    talk = thinking()

    async def texts() -> AsyncIterator[str]:
        yield "Stop."

    talk.speaker.latch.hold()
    saying: list[asyncio.Task[object]] = []
    lines = await talk.play(
        ASKED, "..", lambda: saying.append(asyncio.create_task(talk.mouth.say("typed", texts()))),
        "..ssss....", talk.speaker.latch.let_go, talk.brain.latch.let_go, "." * 40,
    )  # fmt: skip
    await settle()
    assert not [line for line in since_asked(lines) if line.startswith(("stt", "cancelled"))]


def speaking(*hears: str, is_heard: bool = True) -> Talk:
    """One that says its answer for as long as its loudspeaker is not let go."""
    talk = Talk(
        hears=["Hey Jarvis, open mit", *hears], answers=ANSWERS, hears_while_speaking=is_heard
    )
    talk.speaker.latch.hold()
    return talk


@pytest.mark.parametrize("word", ["eeeesssssee", "....sssss..", "e.essss2e"])
async def test_stop_while_it_speaks(word: str) -> None:
    talk = speaking("Stop!")
    states: list[State] = []
    lines = await talk.play(ASKED, word, lambda: states.append(talk.session.state), "." * 20)
    stop_word, *rest = since_asked(lines)[1:]
    assert stop_word.startswith("stt ")
    assert rest == ["hush", "cut-off t1 Opened."], "and no window is opened"
    assert states == [State.IDLE]


async def test_where_its_own_voice_is_not_cancelled_nobody_listens_while_it_speaks() -> None:
    talk = speaking(is_heard=False)
    lines = await talk.play(ASKED, WORD, talk.speaker.latch.let_go, "." * 40)
    assert since_asked(lines) == ["speaking-started t1", "spoken t1 Opened."]
    assert not set(range(35, 46)) & set(talk.vad.seen)


async def test_its_own_voice_is_no_speech() -> None:
    talk = speaking()
    lines = await talk.play(ASKED, "..eeeee....", talk.speaker.latch.let_go, "." * 40)
    assert since_asked(lines) == ["speaking-started t1", "spoken t1 Opened."]


@pytest.mark.parametrize("said", ["stop the music", "go on", ""])
async def test_nothing_else_that_is_said_over_its_voice_cuts_it_off(said: str) -> None:
    talk = speaking(said)
    lines = await talk.play(ASKED, "eeeessss2eee", talk.speaker.latch.let_go, "." * 40)
    assert since_asked(lines)[2:] == ["spoken t1 Opened."]


async def test_a_stop_that_began_before_the_answer_stops_it() -> None:
    talk = speaking("stop")
    talk.brain.latch.hold()
    lines = await talk.play(ASKED, "....sss", talk.brain.latch.let_go, "ss..", "." * 20)
    assert since_asked(lines)[1:] == ["stt 35-45 None", "hush", "cut-off t1 Opened."]


async def test_a_sure_wake_word_over_its_voice_silences_it_in_the_same_frame() -> None:
    talk = speaking("Hey Jarvis.")
    cut: list[bool] = []
    lines = await talk.play(
        ASKED, "eeee....ssssssW", lambda: cut.append("hush" in talk.log), "." * 100
    )
    assert cut == [True]
    told = since_asked(lines)
    assert told[:2] == ["speaking-started t1", "hush"]
    assert {"wake-detected hey jarvis 0.9", "cut-off t1 Opened."} <= set(told)


async def test_stop_in_the_follow_up_window_is_a_turn_like_any_other() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", "stop"], answers={**ANSWERS, "stop": ["Okay."]})
    lines = await talk.play(ASKED, "." * 10, "sssss", "." * 9, "." * 40)
    assert "ask voice stop" in lines
