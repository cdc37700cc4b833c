"""What is not meant for us (flow): our own voice, a television, half sentences, lost sound.

Frames are letters, as in test_voice.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from voice.scripted_parts import NOT_DONE, QUESTION, Answers
from voice.talk import Talk

from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.flow

ANSWERS: Answers = {
    "open mit": ["Opened."],
    "and again": ["Again."],
    "who are you": ["I am Jarvis."],
    "babble": NOT_DONE,
    "open their page": QUESTION,
}
MIT = "Hey Jarvis, open mit"
WAKE = "....sssssssssW"
COMMAND = "s" * 12 + "." * 9
FOLLOW_UP = "." * 10 + COMMAND
"""Ten quiet frames outlast the echo of the answer before."""


def heard(lines: list[str], *kinds: str) -> list[str]:
    return [line for line in lines if line.startswith(kinds)]


def answer(talk: Talk, *sentences: str) -> asyncio.Task[object]:
    """A typed line is answered aloud."""

    async def texts() -> AsyncIterator[str]:
        for sentence in sentences:
            yield sentence

    return asyncio.create_task(talk.mouth.say("typed", texts()))


# ---- our own name


async def test_our_own_name_does_not_cut_us_off() -> None:
    talk = Talk(hears=["Hey Jarvis, who are you"], answers=ANSWERS)
    talk.tts.seconds = 2.0
    talk.speaker.latch.hold()
    lines = await talk.play(WAKE, COMMAND, "sssW", "s" * 9, talk.speaker.latch.let_go, "." * 40)
    assert heard(lines, "wake-detected", "cut", "spoken") == [
        "wake-detected hey jarvis 0.9",
        "spoken t1 I am Jarvis.",
    ]


@pytest.mark.parametrize(("frames_behind", "wakes"), [(8, False), (9, True)])
async def test_the_end_of_our_own_name_is_still_on_its_way(
    frames_behind: int, *, wakes: bool
) -> None:
    talk = Talk(
        hears=["Hey Jarvis, who are you", *["Hey Jarvis, open mit"] * wakes], answers=ANSWERS
    )
    talk.tts.seconds = 2.0
    talk.speaker.latch.hold()
    lines = await talk.play(
        WAKE, COMMAND, "s" * 24, talk.speaker.latch.let_go, "." * frames_behind, "W", COMMAND,
        "." * 40,
    )  # fmt: skip
    assert len(heard(lines, "wake-detected")) == 1 + wakes


async def test_every_other_sentence_can_be_interrupted() -> None:
    answers: Answers = {**ANSWERS, "who are you": ["I am Jarvis.", "I open websites."]}
    talk = Talk(hears=["Hey Jarvis, who are you", "Hey Jarvis, open mit"], answers=answers)
    talk.tts.seconds = 0.8  # the name sounds for ten frames
    talk.speaker.latch.hold()
    lines = await talk.play(
        WAKE, COMMAND, talk.speaker.latch.let_go, talk.speaker.latch.hold, "." * 20,
        "sssW", talk.speaker.latch.let_go, COMMAND, "." * 40,
    )  # fmt: skip
    assert len(heard(lines, "wake-detected")) == 2


# ---- our own answers to typed lines


async def test_a_typed_answer_closes_the_follow_up_window() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    lines = await talk.play(
        WAKE, COMMAND, "....", talk.speaker.latch.hold, lambda: answer(talk, "Typed.") and None,
        COMMAND, talk.speaker.latch.let_go, "." * 40,
    )  # fmt: skip
    assert lines[-2:] == ["speaking-started typed", "spoken typed Typed."]
    assert not heard(lines, "listening-started follow_up")
    assert max(talk.vad.seen) <= 35 + 4, "VAD is shut"


async def test_a_typed_answer_ends_what_nobody_called_for() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    lines = await talk.play(
        WAKE, COMMAND, "." * 8, "ssss", talk.speaker.latch.hold,
        lambda: answer(talk, "Typed.") and None, COMMAND, talk.speaker.latch.let_go, "." * 40,
    )  # fmt: skip
    assert lines[-4:] == [
        "listening-started follow_up",
        "speaking-started typed",
        "utterance-rejected interrupted",
        "spoken typed Typed.",
    ]


async def test_a_typed_answer_gives_way_to_a_user_who_called() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    talk.speaker.latch.hold()
    lines = await talk.play(
        WAKE, lambda: answer(talk, "Typed.") and None, "s" * 4, talk.speaker.latch.let_go, COMMAND,
        "." * 40,
    )  # fmt: skip
    assert heard(lines, "hush", "cut", "ask") == [
        "hush",
        "cut-off typed Typed.",
        "ask voice open mit",
    ]


async def test_a_typed_answer_gives_way_to_a_held_key() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    talk.speaker.latch.hold()
    key = talk.session
    lines = await talk.play(
        key.press, "ss", lambda: answer(talk, "Typed.") and None, "ss", talk.speaker.latch.let_go,
        "s" * 8, key.release, "." * 9,
    )  # fmt: skip
    assert heard(lines, "hush", "cut", "ask") == [
        "hush",
        "cut-off typed Typed.",
        "ask key open mit",
    ]


# ---- a television


async def test_a_turn_that_came_to_nothing_opens_no_window() -> None:
    talk = Talk(hears=["Hey Jarvis, babble"], answers=ANSWERS)
    lines = await talk.play(WAKE, COMMAND, FOLLOW_UP, "." * 40)
    assert lines[-1] == f"spoken t1 {' '.join(NOT_DONE)}"


async def test_a_question_opens_the_window() -> None:
    talk = Talk(hears=["Hey Jarvis, open their page", "and again"], answers=ANSWERS)
    lines = await talk.play(WAKE, COMMAND, FOLLOW_UP, "." * 40)
    assert lines[-1] == "spoken t2 Again."


async def test_a_follow_up_that_came_to_nothing_is_passed_over_and_the_window_stays() -> None:
    hears = ["Hey Jarvis, open mit", "babble", "and again"]
    talk = Talk(hears=hears, answers=ANSWERS, follow_up_seconds=8.0)
    lines = await talk.play(WAKE, COMMAND, FOLLOW_UP, COMMAND, "." * 110)
    assert heard(lines, "ask", "spoken", "earcon") == [
        "earcon awake",
        "ask voice open mit",
        "spoken t1 Opened.",
        "ask voice babble",
        "ask voice and again",
        "spoken t3 Again.",
    ]


async def test_a_follow_up_that_came_to_nothing_does_not_prolong_the_window() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", "babble"], answers=ANSWERS)
    lines = await talk.play(WAKE, COMMAND, FOLLOW_UP, FOLLOW_UP)
    assert lines[-1] == "ask voice babble"


async def test_a_question_in_a_follow_up_is_said() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", "open their page"], answers=ANSWERS)
    lines = await talk.play(WAKE, COMMAND, FOLLOW_UP, "." * 40)
    assert lines[-1] == "spoken t2 Shall I open example dot org?"


@pytest.mark.parametrize("answered", ["and again", "babble"])
async def test_after_three_turns_without_a_call_one_is_needed(answered: str) -> None:
    hears = ["Hey Jarvis, open mit", *[answered] * 3]
    talk = Talk(hears=hears, answers=ANSWERS, follow_up_seconds=20.0)
    lines = await talk.play(WAKE, COMMAND, FOLLOW_UP * 6)
    assert heard(lines, "ask") == ["ask voice open mit", *[f"ask voice {answered}"] * 3]
    assert len(heard(lines, "stt")) == 1 + 3, "what is said then is not even transcribed"


async def test_a_call_begins_the_count_anew() -> None:
    hears = ["Hey Jarvis, open mit", *["and again"] * 3]
    talk = Talk(hears=hears * 2, answers=ANSWERS)
    await talk.play((WAKE + COMMAND + FOLLOW_UP * 4) * 2)
    assert talk.brain.turns == 8


# ---- half sentences


async def test_speech_begun_while_the_answer_plays_is_no_follow_up() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", "and again"], answers=ANSWERS)
    talk.speaker.latch.hold()
    lines = await talk.play(
        WAKE, COMMAND, "s" * 9, talk.speaker.latch.let_go, "s" * 11, "." * 7, COMMAND, "." * 40
    )
    assert heard(lines, "listening", "stt")[2:] == ["listening-started follow_up", "stt 56-75 None"]


async def test_the_rest_of_a_sentence_that_was_cut_is_no_follow_up() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    lines = await talk.play(WAKE, "s" * 56, "s" * 9, "....", "s" * 9, "." * 30)
    assert lines[3] == "speech-ended max_length 5.12"
    assert lines[-1] == "spoken t1 Opened."


# ---- lost sound


def lose_sound(talk: Talk) -> None:
    talk.microphone.gaps += 1


async def test_a_command_with_a_hole_is_not_acted_on() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    lines = await talk.play(WAKE, "s" * 6, lambda: lose_sound(talk), COMMAND, WAKE, COMMAND)
    assert lines[:5] == [
        "wake-detected hey jarvis 0.9",
        "listening-started wake_word",
        "earcon awake",
        "utterance-rejected interrupted",
        "earcon error",
    ]
    assert lines[-1] == "spoken t1 Opened."
    assert talk.wake.resets == 1


async def test_the_pre_roll_does_not_reach_back_over_a_hole() -> None:
    talk = Talk(hears=["open mit"], answers=ANSWERS)
    key = talk.session
    lines = await talk.play(
        "s" * 9, lambda: lose_sound(talk), "ss", key.press, "s" * 8, key.release, "." * 9
    )
    assert heard(lines, "stt") == ["stt 9-20 None"]


async def test_a_hole_in_what_nobody_called_for_is_passed_over() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS)
    lines = await talk.play(WAKE, COMMAND, "." * 10, "ssss", lambda: lose_sound(talk), "." * 40)
    assert lines[-2:] == ["listening-started follow_up", "utterance-rejected interrupted"]


async def test_the_window_stays_over_a_hole() -> None:
    talk = Talk(hears=["Hey Jarvis, open mit", "and again"], answers=ANSWERS)
    lines = await talk.play(
        WAKE, COMMAND, "." * 8, lambda: lose_sound(talk), ".", COMMAND, "." * 40
    )
    assert lines[-1] == "spoken t2 Again."


@pytest.mark.parametrize(
    ("begun", "hears", "waits"),
    [("s" * 6, [], State.LISTENING), (COMMAND + "." * 8, [MIT], State.FOLLOW_UP)],
)
async def test_while_the_microphone_is_away_nobody_is_waited_for(
    begun: str, hears: list[str], waits: State
) -> None:
    """Other programs are quieter as long as somebody is, and no frame comes to end it."""
    states: list[State] = []
    talk = Talk(hears=hears, answers=ANSWERS)
    ears = talk.session

    def lose() -> None:
        states.append(ears.state)
        ears.close_ears("lost")
        states.append(ears.state)
        ears.press()
        states.append(ears.state)
        lose_sound(talk)
        ears.open_ears("lost")

    await talk.play(WAKE, begun, lose, ".")
    assert states == [waits, State.IDLE, State.IDLE]


async def test_ears_that_are_muted_stay_so_when_the_microphone_is_back() -> None:
    talk = Talk(hears=[])
    ears = talk.session

    def mute_while_it_is_away() -> None:
        ears.close_ears("lost")
        ears.close_ears()
        lose_sound(talk)
        ears.open_ears("lost")

    talk.microphone.script = (mute_while_it_is_away, WAKE, COMMAND)
    await ears.run()
    assert talk.log == []
    assert talk.wake.seen == []


# ---- turns that cannot be heard


@pytest.mark.parametrize(("command", "earcon"), [("open mit", "done"), ("babble", "error")])
async def test_an_unheard_turn_chimes_by_its_outcome(command: str, earcon: str) -> None:
    talk = Talk(hears=[f"Hey Jarvis, {command}"], answers=ANSWERS, voice=False)
    assert (await talk.play(WAKE, COMMAND, "." * 40))[-1] == f"earcon {earcon}"
