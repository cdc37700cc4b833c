"""The window after an answer (flow): who may speak without the wake word, and what is no speech.

Frames are letters, as in test_voice.py.
"""

from __future__ import annotations

import pytest
from voice.spoken import ANSWERED, ANSWERS, COMMAND, WAKE
from voice.talk import Talk

pytestmark = pytest.mark.flow


async def test_a_follow_up_needs_no_wake_word() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", "and again"], answers=ANSWERS)
    assert await talk.play(WAKE, COMMAND, "." * 10, COMMAND, "." * 40) == [
        *ANSWERED,
        "listening-started follow_up",
        "stt 39-58 None",
        "speech-ended silence 2.16",
        "speech-transcribed and again",
        "ask voice and again",
        "speaking-started t2",
        "spoken t2 Again.",
    ]


async def test_speech_after_the_window_starts_nothing() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    assert await talk.play(WAKE, COMMAND, "." * 26, COMMAND) == ANSWERED
    assert max(talk.vad.seen) == 35 + 25, "VAD is shut when the window is"


async def test_no_window_when_it_is_turned_off() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS, follow_up_seconds=0)
    assert await talk.play(WAKE, COMMAND, "." * 6, COMMAND) == ANSWERED


async def test_our_own_voice_dying_away_is_no_follow_up() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    assert await talk.play(WAKE, COMMAND, "sssss", "." * 40) == ANSWERED


async def test_a_blip_in_the_window_is_dropped_silently_and_the_window_stays() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", "and again"], answers=ANSWERS)
    assert await talk.play(WAKE, COMMAND, "." * 6, "s", "." * 10, "ss", COMMAND, "." * 40) == [
        *ANSWERED,
        "listening-started follow_up",
        "speech-ended silence 1.28",
        "utterance-rejected no-speech",
        "listening-started follow_up",
        "stt 46-67 None",
        "speech-ended silence 2.32",
        "speech-transcribed and again",
        "ask voice and again",
        "speaking-started t2",
        "spoken t2 Again.",
    ]


async def test_noise_does_not_prolong_the_window() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    lines = await talk.play(WAKE, COMMAND, ("." * 8 + "s" + "." * 9) * 6)
    assert lines == [
        *ANSWERED,
        "listening-started follow_up",
        "speech-ended silence 1.28",
        "utterance-rejected no-speech",
    ]


async def test_the_wake_word_in_the_window_begins_anew_and_drops_the_chatter_before_it() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", "Hey Jarvis, and again"], answers=ANSWERS)
    lines = await talk.play(WAKE, COMMAND, "." * 10, "s" * 24, "sssssssW", COMMAND, "." * 40)
    assert lines == [
        *ANSWERED,
        "listening-started follow_up",
        "wake-detected hey jarvis 0.9",
        "listening-started wake_word",
        "earcon awake",
        "stt 57-90 hey jarvis",
        "speech-ended silence 3.28",
        "speech-transcribed and again",
        "ask voice and again",
        "speaking-started t2",
        "spoken t2 Again.",
    ]


async def test_who_calls_in_the_window_and_mumbles_is_told() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", ""], answers=ANSWERS)
    lines = await talk.play(WAKE, COMMAND, "." * 10, "sssssssW", COMMAND, "." * 40)
    assert lines[-2:] == ["utterance-rejected empty", "earcon error"]
