"""Doubtful words in a conversation (flow): a better model hears them once more behind the pause.

Frames are letters, as in test_session.py; the clock is the frames' own, so nothing sleeps.
"""

from __future__ import annotations

from typing import Any

import pytest
from voice.scripted_parts import Answers
from voice.talk import Talk

from jarvis_voice.core.errors import JarvisError, ModelError
from jarvis_voice.core.events import SpeechEnded
from jarvis_voice.core.hypotheses import Completeness

pytestmark = pytest.mark.flow

MISHEARD, SAID = "paws the lamp", "pause the lamp"
BETTER, LONGER = "pause the llama", "pause the lamp please"
KNOWS = {SAID: Completeness.COMPLETE}
ANSWERS: Answers = {words: ["Yes."] for words in (MISHEARD, SAID, BETTER, LONGER)}
WAKE = "....sssssssssW"
ROOM = "." * 40


def talking(*hears: str | JarvisError, again: list[str | JarvisError] | None) -> Talk:
    values: dict[str, Any] = {"silence_seconds": 0.8, "max_seconds": 15.0, "follow_up_seconds": 0.0}
    return Talk(hears=hears, answers=ANSWERS, knows=KNOWS, again=again, **values)


def asked(talk: Talk) -> list[str]:
    return [line.removeprefix("ask voice ") for line in talk.log if line.startswith("ask")]


def waited_ms(talk: Talk) -> list[int]:
    ended = [event for event in talk.events if isinstance(event, SpeechEnded)]
    return [round(1000 * event.silence_seconds) for event in ended]


async def test_words_that_are_known_now_end_the_command_at_once() -> None:
    talk = talking(MISHEARD, again=[SAID])
    await talk.play(WAKE, "s" * 12, ROOM)
    assert (asked(talk), waited_ms(talk)) == ([SAID], [240])


async def test_words_that_are_only_surer_wait_as_long_as_the_first() -> None:
    talk = talking(MISHEARD, again=[BETTER])
    await talk.play(WAKE, "s" * 12, ROOM)
    assert (asked(talk), waited_ms(talk)) == ([BETTER], [800])


async def test_a_better_model_that_fails_changes_nothing() -> None:
    talk = talking(MISHEARD, again=[ModelError("model-failed", "It broke.")])
    await talk.play(WAKE, "s" * 12, ROOM)
    assert (asked(talk), waited_ms(talk)) == ([MISHEARD], [800])


async def test_known_words_are_not_heard_once_more() -> None:
    talk = talking(SAID, again=[])
    await talk.play(WAKE, "s" * 12, ROOM)
    assert (asked(talk), waited_ms(talk)) == ([SAID], [240])


async def test_what_was_heard_once_more_is_thrown_away_where_the_user_goes_on() -> None:
    talk = talking(MISHEARD, LONGER, again=[BETTER, LONGER])
    await talk.play(WAKE, "s" * 12, "...", "s" * 6, ROOM)
    assert asked(talk) == [LONGER]


async def test_the_end_is_decided_before_the_better_model_is_done_and_its_words_still_count() -> (
    None
):
    talk = talking(MISHEARD, again=[SAID])
    assert talk.second_stt
    talk.second_stt.latch.hold()
    await talk.play(WAKE, "s" * 12, "." * 15, talk.second_stt.latch.let_go, ROOM)
    assert (asked(talk), waited_ms(talk)) == ([SAID], [800])


async def test_a_key_that_ends_a_command_has_doubtful_words_heard_once_more() -> None:
    talk = talking(MISHEARD, again=[SAID])
    await talk.play(talk.session.press, "s" * 12, talk.session.release, ROOM)
    assert [line for line in talk.log if line.startswith("ask")] == [f"ask key {SAID}"]


async def test_without_a_better_model_the_first_hearing_counts() -> None:
    talk = talking(MISHEARD, again=None)
    await talk.play(WAKE, "s" * 12, ROOM)
    assert asked(talk) == [MISHEARD]
