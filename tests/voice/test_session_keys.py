"""Push-to-talk in the voice session (flow): presses between frames, and what comes of them."""

from __future__ import annotations

import pytest
from voice.scripted_parts import Answers, Part
from voice.talk import Talk

pytestmark = pytest.mark.flow

ANSWERS: Answers = {"open mit": ["Opened."], "and again": ["Again."]}
ANSWER = [
    "speech-transcribed open mit",
    "ask key open mit",
    "speaking-started t1",
    "spoken t1 Opened.",
]


def asked(stt: str, seconds: float, ended_by: str = "key_up") -> list[str]:
    return [
        "listening-started key",
        f"speech-ended {ended_by} {seconds}",
        f"stt {stt} None",
        *ANSWER,
    ]


def made_out(stt: str, seconds: float, ended_by: str = "key_up") -> list[str]:
    """The same where the words were made out in a pause before the end."""
    opened, ended, heard, *answer = asked(stt, seconds, ended_by)
    return [opened, heard, ended, *answer]


async def test_hold_and_release() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    key = talk.session
    lines = await talk.play("." * 10, key.press, "s" * 8, "." * 12, key.release, "." * 40)
    assert lines == made_out("3-19", 2.32), "half a second before, a tail of two frames behind"


async def test_the_first_word_may_come_before_the_key() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    key = talk.session
    assert await talk.play(key.press, "s" * 8, key.release, "." * 9) == asked("0-9", 0.8)


async def test_auto_repeat_is_one_press() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    key = talk.session
    repeats: list[Part] = [key.press, "s"] * 20
    lines = await talk.play("." * 10, key.press, "s" * 8, *repeats, key.release, "." * 40)
    assert lines == asked("3-39", 2.96)


async def test_x11_repeats_that_look_like_releases_change_nothing() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    key = talk.session
    repeats: list[Part] = [key.release, key.press, "s"] * 20
    lines = await talk.play("." * 10, key.press, "s" * 8, *repeats, key.release, "." * 40)
    assert lines == asked("3-39", 2.96)


async def test_a_lost_release_ends_by_length() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    lines = await talk.play("." * 10, talk.session.press, "s" * 20, "." * 800)
    assert lines == made_out("3-31", 60.56, "max_length")


async def test_a_press_counts_as_the_lost_release() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    key = talk.session
    lines = await talk.play("." * 10, key.press, "s" * 20, key.press, "." * 10, key.release)
    assert lines == asked("3-31", 2.32)


async def test_the_press_after_a_cap_is_a_press() -> None:
    talk = Talk(hears=["open mit", "and again"], answers=ANSWERS)
    key = talk.session
    lines = await talk.play(
        "." * 10, key.press, "s" * 20, "." * 800, key.press, "s" * 9, key.release, "." * 9
    )
    assert lines[-3:] == ["ask key and again", "speaking-started t2", "spoken t2 Again."]


async def test_the_key_ends_with_the_recording() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    assert await talk.play(talk.session.press, "s" * 20) == asked("0-19", 1.6)


async def test_a_tap_is_no_command_and_is_said_to_be_none() -> None:
    talk = Talk()
    key = talk.session
    assert await talk.play("." * 10, key.press, ".", key.release, "." * 40) == [
        "listening-started key",
        "speech-ended key_up 0.8",
        "utterance-rejected no-speech",
        "earcon error",
    ]


async def test_a_press_while_speaking_stops_speech_and_leaves_it_out() -> None:
    talk = Talk(hears=["open mit", "and again"], answers=ANSWERS)
    key, latch = talk.session, talk.speaker.latch
    latch.hold()
    lines = await talk.play(
        key.press, "s" * 8, key.release, "..", "s" * 10, key.press, latch.let_go,
        "s" * 9, key.release, "." * 40,
    )  # fmt: skip
    assert lines == [
        *asked("0-9", 0.8)[:-1],
        "hush",
        "listening-started key",
        "cut-off t1 Opened.",
        "speech-ended key_up 0.88",
        "stt 20-30 None",
        "speech-transcribed and again",
        "ask key and again",
        "speaking-started t2",
        "spoken t2 Again.",
    ]


async def test_a_press_while_thinking_cancels_the_turn() -> None:
    talk = Talk(hears=["open mit", "and again"], answers=ANSWERS)
    key, latch = talk.session, talk.brain.latch
    latch.hold()
    lines = await talk.play(
        key.press, "s" * 8, key.release, "." * 9, key.press, latch.let_go,
        "s" * 9, key.release, "." * 40,
    )  # fmt: skip
    assert lines == [
        *asked("0-9", 0.8)[:-2],
        "listening-started key",
        "cancelled open mit",
        "speech-ended key_up 1.44",
        "stt 10-27 None",
        "speech-transcribed and again",
        "ask key and again",
        "speaking-started t2",
        "spoken t2 Again.",
    ]


async def test_a_press_after_the_wake_word_takes_over() -> None:
    talk = Talk(hears=["hey jarvis", "hey jarvis open mit"], answers=ANSWERS)
    key = talk.session
    lines = await talk.play(
        "....sssssssssW", "..", key.press, "." * 20, "s" * 8, key.release, "." * 9
    )
    assert lines == [
        "wake-detected hey jarvis 0.9",
        "listening-started wake_word",
        "earcon awake",
        "stt 0-15 hey jarvis",
        "speech-ended key_up 3.68",
        "stt 0-45 hey jarvis",
        "speech-transcribed open mit",
        "ask voice open mit",
        "speaking-started t1",
        "spoken t1 Opened.",
    ]


async def test_a_held_key_takes_all_of_a_long_recording() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    assert await talk.play(talk.session.press, "s" * 500) == asked("0-499", 40.0)


async def test_a_press_within_a_follow_up_makes_the_user_heard() -> None:
    talk = Talk(hears=["open mit", ""], answers=ANSWERS)
    key = talk.session
    lines = await talk.play(
        key.press, "s" * 8, key.release, "." * 9, "ssss", key.press, "ssss", key.release, "." * 9
    )
    assert lines[-2:] == ["utterance-rejected empty", "earcon error"]


async def test_toggle_opens_and_closes() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    toggle = talk.session.toggle
    lines = await talk.play("." * 10, toggle, "s" * 8, "." * 20, toggle, "." * 40)
    assert lines == made_out("3-19", 2.96)


async def test_a_toggle_that_is_held_down_does_not_flap() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    toggle = talk.session.toggle
    repeats: list[Part] = [toggle, "s"] * 9
    lines = await talk.play("." * 10, toggle, "s" * 8, *repeats, "s" * 10, toggle, "." * 9)
    assert lines == asked("3-38", 2.88)


async def test_a_wake_word_while_the_key_is_held_starts_nothing() -> None:
    talk = Talk(hears=["hey jarvis open mit"], answers=ANSWERS)
    key = talk.session
    lines = await talk.play("." * 10, key.press, "sssW", "s" * 8, key.release, "." * 9)
    assert lines == asked("3-23", 1.68)
