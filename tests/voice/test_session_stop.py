"""Stopping the voice session (flow): in every state, bounded, and nothing comes afterwards."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from voice.scripted_parts import Answers, settle
from voice.talk import Talk

from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.flow

ANSWERS: Answers = {"open mit": ["Opened.", "More."]}
WAKE = "....sssssssssW"
COMMAND = "s" * 12 + "." * 9

ASKED = [
    "wake-detected hey jarvis 0.9",
    "listening-started wake_word",
    "earcon awake",
    "stt 0-27 hey jarvis",
    "speech-ended silence 2.8",
]
TURN = [*ASKED, "speech-transcribed open mit", "ask voice open mit"]
PLAYED = [*TURN, "speaking-started t1"]

CASES: dict[str, tuple[str, Callable[[Talk], Any], State, list[str]]] = {
    "idle": ("....", lambda _: None, State.IDLE, []),
    "wake word made out": ("....sssssssssw", lambda t: t.stt.latch.hold(), State.IDLE, []),
    "listening": (WAKE, lambda _: None, State.LISTENING, ASKED[:3]),
    "transcribing": (
        WAKE + COMMAND + "." * 11,  # words that are being made out are waited for
        lambda t: t.stt.latch.hold(),
        State.THINKING,
        [*ASKED[:4], "speech-ended silence 3.68"],
    ),
    "thinking": (
        WAKE + COMMAND,
        lambda t: t.brain.latch.hold(),
        State.THINKING,
        [*TURN, "cancelled open mit"],
    ),
    "speaking": (
        WAKE + COMMAND,
        lambda t: t.speaker.latch.hold(),
        State.SPEAKING,
        [*PLAYED, "hush", "cut-off t1 Opened."],
    ),
    "follow-up": (
        WAKE + COMMAND + "..",
        lambda _: None,
        State.FOLLOW_UP,
        [*PLAYED, "spoken t1 Opened. More."],
    ),
}


async def start(talk: Talk, letters: str) -> asyncio.Task[None]:
    """A session that has heard the letters, and now hears nothing more for ever."""
    heard, end = asyncio.Event(), asyncio.Event()
    talk.microphone.script = (letters, heard.set, end.wait)
    running = asyncio.create_task(talk.session.run())
    await heard.wait()
    await settle()
    return running


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("way", ["stop", "cancel"])
async def test_stop_in_every_state(case: str, way: str) -> None:
    letters, hold, state, expected = CASES[case]
    heard = ["Hey Jarvis, open mit"]
    talk = Talk(hears=heard, answers=ANSWERS)
    hold(talk)
    running = await start(talk, letters)
    assert talk.session.state is state

    if way == "stop":
        await asyncio.wait_for(talk.session.stop(), 5)
        await asyncio.wait_for(running, 5)
    else:
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(running, 5)

    assert talk.log == expected
    assert talk.session.state is State.IDLE
    talk.session.press()
    talk.session.release()
    talk.session.toggle()
    await settle()
    assert talk.log == expected, "nothing comes afterwards"
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_stop_twice_and_before_run() -> None:
    talk = Talk()
    await talk.session.stop()
    await talk.session.stop()
    assert talk.log == []


async def test_stop_is_bounded_when_the_turn_will_not_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("jarvis_voice.voice.session.STOP_SECONDS", 0.01)
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    end = asyncio.Event()

    async def ignore_cancel() -> None:
        while not end.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await end.wait()

    monkeypatch.setattr(talk.brain.latch, "wait", ignore_cancel)
    running = await start(talk, WAKE + COMMAND)
    await talk.session.stop()
    await asyncio.wait_for(running, 5)
    assert "did not end when it was cancelled" in caplog.text
    assert talk.log == TURN
    end.set()
    await settle()


FRAMES = st.text(".sWe", min_size=1, max_size=25)
DEEDS = ("press", "release", "toggle", "hold brain", "free brain", "hold speaker", "free speaker")


@settings(max_examples=40, deadline=None)
@given(st.lists(FRAMES | st.sampled_from(DEEDS), max_size=14), st.booleans())
async def test_whatever_is_heard_and_pressed_it_comes_home(
    parts: list[str], is_cancelled: bool
) -> None:
    """No frame is lost, no fault is met, no turn is left open, and the ears are there again."""
    answers: Answers = {**ANSWERS, "stop": ["Okay."]}
    talk = Talk(answers=answers, hears_while_speaking=is_cancelled)
    talk.stt.texts = ["open mit", "Hey Jarvis.", "", "Hey Jarvis, open mit", "stop"] * 20
    deeds: dict[str, Callable[[], Any]] = {
        "press": talk.session.press,
        "release": talk.session.release,
        "toggle": talk.session.toggle,
        "hold brain": talk.brain.latch.hold,
        "free brain": talk.brain.latch.let_go,
        "hold speaker": talk.speaker.latch.hold,
        "free speaker": talk.speaker.latch.let_go,
    }
    free = (talk.brain.latch.let_go, talk.speaker.latch.let_go)
    talk.microphone.script = [*(deeds.get(part, part) for part in parts), *free]
    await asyncio.wait_for(talk.session.run(), 20)

    assert talk.session.state is State.IDLE
    assert talk.wake.seen == list(range(len(talk.microphone.letters)))
    assert not [told for told in talk.log if told.startswith("problem")]
    started = [told.split()[1] for told in talk.log if told.startswith("speaking-started")]
    ended = [told.split()[1] for told in talk.log if told.startswith(("spoken", "cut-off"))]
    assert started == ended
    assert asyncio.all_tasks() == {asyncio.current_task()}
