"""The voice session (flow): frames and keys go in, the whole list of what happened comes out.

Frames are letters: "." silence, "s" speech, "W" speech at whose end the wake model fires; 80 ms
each. Behind two of silence the words are made out, nine (0.72 s) end a command nobody knows.
"""

from __future__ import annotations

import pytest
from voice.spoken import ANSWERED, ANSWERS, ASKED, CALLED, COMMAND, WAKE
from voice.talk import Talk

from jarvis_voice.core.events import ListeningStarted, SpeechEnded, WakeDetected
from jarvis_voice.core.near_misses import HeardNearMiss
from jarvis_voice.core.types import FRAME_SECONDS, RATE_HZ, Origin
from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.flow


async def test_wake_word_and_command_in_one_breath() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    assert await talk.play(WAKE, COMMAND, "." * 40) == ANSWERED
    at = {type(event): round(event.at, 2) for event in talk.events}
    assert at[WakeDetected] == at[ListeningStarted] == pytest.approx(14 * FRAME_SECONDS)
    assert at[SpeechEnded] == pytest.approx(35 * FRAME_SECONDS)
    assert talk.session.state is State.IDLE


async def test_a_session_asks_for_whom_it_hears_and_its_events_say_whose_it_is() -> None:
    kitchen = Origin("anna", "kitchen", "s1")
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS, origin=kitchen)
    happened = await talk.play(WAKE, COMMAND, "." * 40)
    assert len(happened) == len(ANSWERED)
    assert talk.brain.origins == [kitchen]
    assert {event.origin for event in talk.events} == {kitchen}


async def test_wake_word_then_a_pause_then_the_command() -> None:
    talk = Talk(hears=["Hey Jarvis.", "open mit"], answers=ANSWERS)
    assert await talk.play(WAKE, "." * 20, COMMAND, "." * 40) == [
        *CALLED,
        "stt 16-47 None",  # with 0.56 s of the silence before it
        "speech-ended silence 3.12",
        "speech-transcribed open mit",
        "ask voice open mit",
        "speaking-started t1",
        "spoken t1 Opened.",
    ]


async def test_a_command_spoken_while_the_wake_word_is_made_out_is_one_with_it() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    talk.stt.latch.hold()
    lines = await talk.play(WAKE, "." * 15, COMMAND, "." * 10, talk.stt.latch.let_go, "." * 5)
    assert lines == [
        *ASKED[:3],
        "stt 0-15 hey jarvis",
        "stt 0-42 hey jarvis",
        "speech-ended silence 4.8",
        *ASKED[5:],
        "speaking-started t1",
        "spoken t1 Opened.",
    ]


async def test_a_command_spoken_behind_a_wake_word_that_is_slow_to_make_out_is_heard_whole() -> (
    None
):
    talk = Talk(hears=["Hey Jarvis.", "open mit", "open mit"], answers=ANSWERS)
    talk.stt.latch.hold()
    lines = await talk.play(WAKE, "." * 23, COMMAND, "." * 10, talk.stt.latch.let_go, "." * 5)
    assert lines == [
        *ASKED[:3],
        "stt 0-15 hey jarvis",
        "speech-ended silence 2.72",  # after the longest pause there is
        "stt 34-50 None",  # it might have been a "stop"
        "listening-started wake_word",
        "speech-ended silence 2.48",
        "stt 27-57 None",
        "speech-transcribed open mit",
        "ask voice open mit",
        "speaking-started t1",
        "spoken t1 Opened.",
    ]


async def test_wake_word_then_nothing_is_said_to_be_nothing() -> None:
    talk = Talk(hears=["Hey Jarvis."])
    assert await talk.play(WAKE, "." * 100) == [
        *CALLED,
        "utterance-rejected nothing-heard",
        "earcon error",
    ]


async def test_a_wake_word_of_no_sound_that_anyone_made_out_asks_nothing_of_stt() -> None:
    talk = Talk()
    lines = await talk.play("." * 13, "W", "." * 100)
    assert [line for line in lines if line.startswith("stt")] == []
    assert lines[-2:] == ["utterance-rejected nothing-heard", "earcon error"]


async def test_without_earcons_nothing_chimes() -> None:
    talk = Talk(hears=["Hey Jarvis."], earcons=False)
    assert await talk.play(WAKE, "." * 100) == [
        "wake-detected hey jarvis 0.9",
        "listening-started wake_word",
        "stt 0-15 hey jarvis",
        "speech-ended silence 1.84",
        "listening-started wake_word",
        "utterance-rejected nothing-heard",
    ]


async def test_wake_word_while_speaking_stops_speech_and_listens() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", "Hey Jarvis, and again"], answers=ANSWERS)
    talk.speaker.latch.hold()
    lines = await talk.play(
        WAKE, COMMAND, "." * 10, "sssssssssW", talk.speaker.latch.let_go, COMMAND, "." * 40
    )
    assert lines == [
        *ASKED,
        "speaking-started t1",
        "hush",
        "wake-detected hey jarvis 0.9",
        "listening-started wake_word",
        "cut-off t1 Opened.",
        "earcon awake",
        "stt 35-68 hey jarvis",
        "speech-ended silence 3.28",
        "speech-transcribed and again",
        "ask voice and again",
        "speaking-started t2",
        "spoken t2 Again.",
    ]


async def test_only_the_wake_model_listens_while_it_speaks() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    talk.speaker.latch.hold()
    lines = await talk.play(WAKE, COMMAND, COMMAND, talk.speaker.latch.let_go, "." * 40)
    assert lines == ANSWERED
    assert not set(range(35, 35 + 21)) & set(talk.vad.seen)


async def test_wake_word_while_thinking_cancels_the_turn_and_listens() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", "Hey Jarvis, and again"], answers=ANSWERS)
    talk.brain.latch.hold()
    lines = await talk.play(
        WAKE, COMMAND, "." * 10, "sssssssssW", talk.brain.latch.let_go, COMMAND, "." * 40
    )
    assert lines == [
        *ASKED,
        "wake-detected hey jarvis 0.9",
        "listening-started wake_word",
        "cancelled open mit",
        "earcon awake",
        "stt 35-68 hey jarvis",
        "speech-ended silence 3.28",
        "speech-transcribed and again",
        "ask voice and again",
        "speaking-started t2",
        "spoken t2 Again.",
    ]


async def test_wake_word_while_transcribing_drops_what_was_said() -> None:
    talk = Talk(hears=["Hey Jarvis, and again"], answers=ANSWERS)
    talk.stt.latch.hold()
    lines = await talk.play(
        WAKE, COMMAND, "." * 12, "sssssssssW", talk.stt.latch.let_go, COMMAND, "." * 40
    )
    assert lines == [
        *ASKED[:4],
        "speech-ended silence 3.68",
        "wake-detected hey jarvis 0.9",
        "listening-started wake_word",
        "earcon awake",
        "stt 37-70 hey jarvis",
        "speech-ended silence 3.28",
        "speech-transcribed and again",
        "ask voice and again",
        "speaking-started t1",
        "spoken t1 Again.",
    ]


async def test_a_second_hit_while_listening_starts_nothing() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    lines = await talk.play(WAKE, "s" * 20, "W", "s" * 3, "." * 9, "." * 40)
    assert [line for line in lines if line.startswith(("wake", "listen"))] == ASKED[:2]


async def test_a_second_hit_within_the_refractory_period_stops_nothing() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS, earcons=False)
    talk.brain.latch.hold()
    lines = await talk.play(WAKE, "." * 9, "W", talk.brain.latch.let_go, "." * 40)
    assert lines.count("wake-detected hey jarvis 0.9") == 1


async def test_speech_to_the_cap_then_silence_then_a_blip_is_one_turn() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    assert await talk.play(WAKE, "s" * 56, "." * 15, "s", "." * 40) == [
        *ASKED[:3],
        "speech-ended max_length 5.12",
        "stt 0-63 hey jarvis",
        *ASKED[5:],
        "speaking-started t1",
        "spoken t1 Opened.",
        "listening-started follow_up",
        "speech-ended silence 1.28",
        "utterance-rejected no-speech",
    ]


async def test_a_slow_brain_loses_no_frame() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    talk.brain.latch.hold()
    assert await talk.play(WAKE, COMMAND, "s" * 300, talk.brain.latch.let_go) == ANSWERED
    assert len(talk.wake.seen) == 14 + 21 + 300


async def test_what_was_said_but_not_understood_is_rejected_aloud() -> None:
    talk = Talk(hears=[""])
    assert await talk.play(WAKE, COMMAND, "." * 40) == [
        *ASKED[:5],
        "utterance-rejected empty",
        "earcon error",
    ]


async def test_the_recording_ends_within_the_command() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    assert await talk.play(WAKE, "s" * 8) == [
        *ASKED[:3],
        "speech-ended silence 1.76",
        "stt 0-21 hey jarvis",
        *ASKED[5:],
        "speaking-started t1",
        "spoken t1 Opened.",
    ]


async def test_the_recording_ends_behind_the_wake_word() -> None:
    talk = Talk(hears=["Hey Jarvis"])
    assert await talk.play(WAKE) == [
        *ASKED[:3],
        "speech-ended silence 1.12",
        "stt 0-13 hey jarvis",
        "listening-started wake_word",
        "utterance-rejected nothing-heard",
        "earcon error",
    ]


async def test_an_empty_recording() -> None:
    assert await Talk().play() == []


async def test_gate_holds_a_recording_until_the_answer_was_played() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    talk.speaker.latch.hold()
    passed: list[str] = []

    async def gate() -> None:
        talk.speaker.latch.let_go()
        await talk.session.gate()
        passed.append(talk.log[-1])

    await talk.play(talk.session.gate, WAKE, talk.session.gate, COMMAND, gate, "." * 40)
    assert passed == ["spoken t1 Opened."]


async def test_what_woke_it_for_nothing_or_nearly_is_told_with_its_sound() -> None:
    misses: list[HeardNearMiss] = []
    talk = Talk(hears=["Hey Jarvis."], on_near_miss=misses.append)
    await talk.play(WAKE, "." * 100)
    assert [(one.word, one.score, one.reason) for one in misses] == [
        ("hey jarvis", 0.9, "nothing-heard")
    ]
    assert 1.0 < len(misses[0].pcm) / RATE_HZ < 2.0


async def test_what_is_gone_on_with_is_no_near_miss() -> None:
    misses: list[HeardNearMiss] = []
    talk = Talk(hears=["Hey Jarvis, open MIT."], on_near_miss=misses.append)
    await talk.play(WAKE, "s" * 12, "." * 60)
    assert misses == []
