"""What comes beside the frames (flow): acted on at once, and dropped where it came too late.

Between the moment in which a work ends and the one in which the session acts on it anything may
happen: each test does it after any number of steps of the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from voice.scripted_parts import Answers
from voice.talk import Talk

from jarvis_voice.core.events import ProblemReported
from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.flow

ANSWERS: Answers = {"open mit": ["Opened."], "and again": ["Again."]}
ASKED = "....sssssssssW" + "s" * 12 + "." * 9
STEPS = range(2, 20)


def after(steps: int, *deeds: Callable[[], Any]) -> Callable[[], Awaitable[None]]:
    """The first deed, and the others so many steps of the loop later."""

    async def do() -> None:
        first, *others = deeds
        first()
        for _ in range(steps):
            await asyncio.sleep(0)
        for deed in others:
            deed()

    return do


def problems(talk: Talk) -> list[str]:
    return [event.code for event in talk.events if isinstance(event, ProblemReported)]


@pytest.mark.parametrize("steps", STEPS)
async def test_a_key_press_at_any_moment_of_a_turn_is_heard(steps: int) -> None:
    """From the first word of its transcript on, while it is understood, asked, said and over."""
    talk = Talk(hears=["Hey Jarvis, open mit", "and again"], answers=ANSWERS)
    talk.stt.latch.hold()
    press = after(steps, talk.stt.latch.let_go, talk.session.press)
    lines = await talk.play(ASKED, "." * 11, press, "s" * 12, talk.session.release, "." * 60)
    assert problems(talk) == []
    assert "listening-started key" in lines
    assert [line for line in lines if line.startswith("ask key")] == ["ask key and again"]
    assert lines[-1].startswith("spoken ")
    assert lines[-1].endswith(" Again.")
    assert talk.session.state is State.IDLE


@pytest.mark.parametrize("steps", STEPS)
async def test_a_stop_at_any_moment_of_a_turn_ends_it(steps: int) -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    talk.stt.latch.hold()
    talk.speaker.latch.hold()
    states: list[State] = []
    hush = after(steps, talk.stt.latch.let_go, talk.session.hush)
    lines = await talk.play(
        ASKED, "." * 11, hush, lambda: states.append(talk.session.state), "." * 60
    )
    assert (problems(talk), states) == ([], [State.IDLE])
    assert not [line for line in lines if line.startswith("spoken")], "what began was cut off"


@pytest.mark.parametrize("steps", STEPS)
async def test_a_stop_word_that_is_made_out_when_the_answer_begins_raises_nothing(
    steps: int,
) -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", "stop"], answers=ANSWERS)
    talk.brain.latch.hold()
    lines = await talk.play(
        ASKED, "....sssss", talk.stt.latch.hold, "..",
        after(steps, talk.stt.latch.let_go, talk.brain.latch.let_go), "." * 60,
    )  # fmt: skip
    assert problems(talk) == []
    assert lines[-1] in ("cancelled open mit", "spoken t1 Opened.", "cut-off t1 Opened.")


@pytest.mark.parametrize("steps", STEPS)
async def test_a_call_that_is_made_out_when_the_ears_are_closed_is_none(steps: int) -> None:
    talk = Talk()
    talk.stt.latch.hold()
    close = after(steps, talk.stt.latch.let_go, talk.session.close_ears)
    states: list[State] = []
    await talk.play("....sssssssssw", close, lambda: states.append(talk.session.state))
    assert (problems(talk), states) == ([], [State.IDLE])


async def test_a_fault_in_acting_on_news_leaves_the_session_awake(
    caplog: pytest.LogCaptureFixture,
) -> None:
    faults = [ZeroDivisionError()]

    def on_state(state: State) -> None:
        if state is State.THINKING and talk.stt.texts == ["and again"] and faults:
            raise faults.pop()

    talk = Talk(hears=["Hey Jarvis, open mit", "and again"], answers=ANSWERS, on_state=on_state)
    talk.stt.latch.hold()
    press, release = talk.session.press, talk.session.release
    lines = await talk.play(
        ASKED, "." * 11, talk.stt.latch.let_go, "..", press, "s" * 12, release, "." * 60
    )
    assert "could not be acted on" in caplog.text
    assert lines[-1].endswith(" Again.")
