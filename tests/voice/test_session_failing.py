"""A session whose parts fail (flow): each failure is told, and the ears stay open.

Frames are letters, as in test_voice.py.
"""

from __future__ import annotations

import pytest
from voice.scripted_parts import Answers
from voice.spoken import ANSWERED, ANSWERS, ASKED, COMMAND, WAKE
from voice.talk import Talk

from jarvis_voice.core.errors import AudioError, JarvisError, ModelError, PlannerError
from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.flow


async def test_stt_that_fails_is_said_aloud_and_told() -> None:
    talk = Talk(hears=[ModelError("model-failed", "It broke.", spoken="I could not listen.")])
    assert await talk.play(WAKE, COMMAND, "." * 40) == [
        *ASKED[:5],
        "problem-reported model-failed",
        "speaking-started ",
        "spoken  I could not listen.",
    ]
    assert talk.session.state is State.IDLE


async def test_a_turn_that_fails_in_the_middle_is_said_aloud_after_what_came_before() -> None:
    error = PlannerError("no-plan", "No plan.", spoken="I lost the thread.")
    talk = Talk(hears=["Hey Jarvis, open mit"], answers={"open mit": ["Opened.", error]})
    assert await talk.play(WAKE, COMMAND, "." * 40) == [
        *ANSWERED,
        "problem-reported no-plan",
        "speaking-started ",
        "spoken  I lost the thread.",
    ]


async def test_a_fault_in_the_turn_leaves_the_ears_open(caplog: pytest.LogCaptureFixture) -> None:
    answers: Answers = {"open mit": [ZeroDivisionError("secret")], "and again": ["Again."]}
    talk = Talk(hears=["Hey Jarvis, open mit", "Hey Jarvis, and again"], answers=answers)
    lines = await talk.play(WAKE, COMMAND, "." * 40, WAKE, COMMAND)
    assert lines[7:10] == [
        "problem-reported answering-failed",
        "speaking-started ",
        "spoken  Sorry, something went wrong.",
    ]
    assert lines[-1] == "spoken t2 Again."
    assert "answering failed" in caplog.text


async def test_a_failing_loudspeaker_is_told_and_the_turn_goes_on() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    talk.speaker.error = AudioError("no-speaker", "No loudspeaker.")
    assert await talk.play(WAKE, COMMAND, "." * 40) == [
        *ASKED,
        "problem-reported no-speaker",
        "earcon done",
    ]


async def test_without_a_voice_a_turn_ends_with_an_earcon() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS, voice=False)
    assert await talk.play(WAKE, COMMAND, "." * 40) == [*ASKED, "earcon done"]


async def test_a_failure_that_cannot_be_spoken_is_heard_as_an_earcon() -> None:
    talk = Talk(hears=[ModelError("model-failed", "It broke.")], voice=False)
    assert await talk.play(WAKE, COMMAND, "." * 40) == [
        *ASKED[:5],
        "problem-reported model-failed",
        "earcon error",
    ]


async def test_a_lost_microphone_is_told_and_what_was_said_is_answered() -> None:
    lost = AudioError("microphone-lost", "The microphone is gone.")
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS, lost=lost)
    assert await talk.play(WAKE, COMMAND) == [*ANSWERED, "problem-reported microphone-lost"]


async def test_a_broken_wake_model_is_told_once_and_the_key_still_works() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    talk.wake.error = ModelError("model-failed", "It broke.")
    lines = await talk.play("." * 20, talk.session.press, "s" * 10, talk.session.release, "." * 9)
    assert lines[:2] == ["problem-reported model-failed", "listening-started key"]
    assert lines.count("problem-reported model-failed") == 1
    assert lines[-1] == "spoken t1 Opened."


async def test_a_broken_vad_is_told_once_and_the_cap_ends_the_command() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS, follow_up_seconds=0)
    talk.vad.error = JarvisError("vad-failed", "It broke.")
    lines = await talk.play(WAKE, "s" * 80)
    assert lines.count("problem-reported vad-failed") == 1
    assert "speech-ended max_length 5.12" in lines
    assert lines[-1] == "spoken t1 Opened."
