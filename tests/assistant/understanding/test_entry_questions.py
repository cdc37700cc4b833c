"""Flow: questions and orders about what was just set, which do not say its name."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tools.schedule_home import Home, home_in

from jarvis_voice.assistant.understanding.entry_questions import asked_of_entry, asks_of_entry
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.flow


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    "asked",
    [
        "how much longer",
        "how much longer is it",
        "how long is left on it",
        "and how long do I have",
        "how many minutes are left",
        "how long until it rings",
        "is it done yet",
        "what is left on that",
        "when does it go off",
    ],
)
async def test_the_timer_that_was_set_is_it(home: Home, asked: str) -> None:
    await home.say("pasta timer for 8 minutes")
    assert await home.say(asked) == "The pasta timer has 8 minutes left."


async def test_a_name_alone_is_that_timer(home: Home) -> None:
    await home.say("pasta timer for 8 minutes", "egg timer for 4 minutes")
    assert await home.say("how long is left on the pasta") == "The pasta timer has 8 minutes left."


@pytest.mark.parametrize(
    "asked",
    [
        "what time is it set for",
        "when was that again",
        "when does it ring",
        "what time is that set for",
        "when did I set it for",
        "is it still on",
        "did you set it",
        "which ones are on now",
        "at what time will that be",
    ],
)
async def test_the_alarm_that_was_set_is_it(home: Home, asked: str) -> None:
    await home.say("wake me at 6 am tomorrow")
    assert await home.say(asked) == "You have an alarm at 06:00 tomorrow."


@pytest.mark.parametrize("said", ["turn it off", "stop it", "cancel that one", "switch that off"])
async def test_what_was_asked_about_is_cancelled(home: Home, said: str) -> None:
    await home.say("wake me at 6 am tomorrow", "what time is it set for")
    assert await home.say(said) == "I have cancelled the alarm for 06:00."
    assert not await home.entries()


async def test_behind_a_question_of_ours_what_is_set_is_told(home: Home) -> None:
    await home.say("wake me at 6 am tomorrow", "set an alarm for seven")
    assert await home.say("when are they set for") == "You have an alarm at 06:00 tomorrow."


async def test_more_time_goes_to_the_timer_that_was_asked_about(home: Home) -> None:
    await home.say("pasta timer for 8 minutes", "how long is left on it", "thanks")
    said = await home.say("give it two more minutes")
    assert said == "The pasta timer has 10 minutes left now."


async def test_where_nothing_was_set_nothing_is_cancelled(home: Home) -> None:
    await home.say("pasta timer for 8 minutes", "set an alarm for six")
    assert await home.say("undo that") == "Okay. I have set nothing."
    assert len(await home.entries()) == 1


@pytest.mark.parametrize(
    "said",
    [
        "what time is it",
        "when is it dark in Oslo",
        "how long is a football game",
        "how many people live in Rome",
        "stop the music",
        "is it raining",
    ],
)
def test_a_sentence_of_its_own_is_left_alone(said: str) -> None:
    assert not asks_of_entry(said)


def test_of_another_kind_nothing_is_asked() -> None:
    assert asked_of_entry("how much longer", Intent("read_schedule"), "", "") == ""
