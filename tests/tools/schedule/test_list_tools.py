"""Flow: what rings is stopped by whatever words, and of several the one that is meant."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from tools.around import run, surroundings, the_tool
from tools.schedule_home import Home, home_in

from jarvis_voice.core.paths import Paths
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.schedule.list_tools import tools

pytestmark = pytest.mark.flow


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


# ---- what rings


@pytest.mark.parametrize(
    "said",
    [
        *("stop the alarm", "turn off the alarm", "turn it off", "switch that off", "dismiss"),
        *("stop ringing", "stop the ringing", "shut off the timer", "make it stop"),
        *("silence the alarm", "cancel the alarm", "stop all alarms"),
    ],
)
async def test_a_timer_that_rings_is_stopped_by_any_such_words(home: Home, said: str) -> None:
    await home.say("set a timer for ten minutes")
    await home.ring()
    assert await home.say(said) == "I have stopped the 10 minute timer."
    assert home.alarm_state.hushed.is_set()


async def test_what_waits_is_left_alone_while_something_rings(home: Home) -> None:
    await home.say("set a timer for ten minutes", "wake me at 7 am")
    await home.ring()
    assert await home.say("stop the alarm") == "I have stopped the 10 minute timer."
    assert [one.kind for one in await home.entries()] == ["timer", "alarm"]


async def test_what_is_named_is_cancelled_though_something_rings(home: Home) -> None:
    await home.say("set a timer for ten minutes", "wake me at 7 am")
    await home.ring()
    assert await home.say("cancel the 7 am alarm") == "I have cancelled the alarm for 07:00."
    assert not home.alarm_state.hushed.is_set()


@pytest.mark.parametrize("said", ["turn it off", "dismiss", "stop ringing"])
async def test_where_nothing_rings_such_words_cancel_nothing(home: Home, said: str) -> None:
    await home.say("set a timer for ten minutes", "what time is it")
    assert await home.say(said) == "Nothing is ringing."
    assert len(await home.entries()) == 1


async def test_who_wants_a_time_while_nothing_rings_is_told_of_timers(home: Home) -> None:
    told = await home.say("give me ten minutes")
    assert told == "Nothing is ringing. For a timer say: set a timer for ten minutes."


@pytest.mark.parametrize("said", ["silence", "be silent", "hush", "cancel it", "cancel that"])
async def test_one_word_stops_what_rings(home: Home, said: str) -> None:
    await home.say("set a timer for ten minutes")
    home.assistant.alarm_state.ringing = tuple(await home.entries())
    assert await home.say(said) == "Okay."
    assert home.assistant.alarm_state.hushed.is_set()


@pytest.mark.parametrize(
    ("said", "length"),
    [
        ("five more minutes", "5 minutes"),
        ("just five more minutes please", "5 minutes"),
        ("one more minute", "1 minute"),
        ("another ten minutes", "10 minutes"),
        ("give me ten more minutes", "10 minutes"),
        ("snooze for ten", "10 minutes"),
    ],
)
async def test_more_minutes_put_off_what_rings(home: Home, said: str, length: str) -> None:
    await home.say("set a timer for twenty minutes")
    await home.ring()
    assert await home.say(said) == f"Snoozed for {length}."
    assert home.alarm_state.hushed.is_set()


async def test_the_next_alarm_is_told(home: Home) -> None:
    await home.say("wake me at 7 am")
    assert await home.say("what is my next alarm") == "You have an alarm at 07:00 tomorrow."


@pytest.mark.parametrize(
    "asked",
    [
        *("how long until my alarm", "how much longer until the alarm goes off"),
        *("how long is it till my next alarm rings", "how long before my alarm"),
        *("how much time is left until my alarm", "tell me how long it is until my alarm"),
    ],
)
async def test_how_long_it_is_until_an_alarm_is_told(home: Home, asked: str) -> None:
    assert await home.say(asked) == "You have no alarms."
    await home.say("wake me at 7 am")
    await home.say("wake me at 8 am")
    answer = await home.say(asked)
    assert answer.endswith(" until the alarm for 07:00."), answer


@pytest.mark.parametrize("asked", ["how long until my 8 am alarm", "how long to the alarm at 8 am"])
async def test_how_long_it_is_until_the_alarm_that_is_named(home: Home, asked: str) -> None:
    await home.say("wake me at 7 am", "wake me at 8 am")
    answer = await home.say(asked)
    assert answer.endswith(" until the alarm for 08:00."), answer


@pytest.mark.parametrize(
    "asked",
    [
        *("when is my timer up", "when will the timer be up", "how long before my next timer ends"),
        "how long is it until the timer rings",
    ],
)
async def test_when_a_timer_is_up_is_told(home: Home, asked: str) -> None:
    await home.say("set a timer for ten minutes")
    assert await home.say(asked) == "The 10 minute timer has 10 minutes left."


# ---- which one of several


async def test_two_of_one_name_are_told_apart_by_what_they_have_left(home: Home) -> None:
    await home.set_two_of_tea()
    answer = await home.say("cancel the tea timer")
    assert answer.startswith("Which one do you mean: the tea timer with ")
    assert " left or the tea timer with " in answer


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("the first one", [1_200]),
        ("the second one", [540]),
        ("second", [540]),
        ("the last timer", [540]),
        ("both", []),
        ("all of them", []),
        ("both of them please", []),
        ("never mind", [1_200, 540]),
        ("what time is it", [1_200, 540]),
    ],
)
async def test_the_answer_picks_by_place_or_takes_all(
    home: Home, said: str, left: list[float]
) -> None:
    await home.set_two_of_tea()
    await home.say("cancel the tea timer", said)
    assert [one.length_seconds for one in await home.entries()] == left


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("the pasta one", ["tea"]),
        ("the tea timer", ["pasta"]),
        ("tea", ["pasta"]),
        ("the first one", ["pasta"]),
        ("the coffee one", ["pasta", "tea"]),
    ],
)
async def test_the_answer_picks_by_name(home: Home, said: str, left: list[str]) -> None:
    await home.say("pasta timer for 8 minutes", "tea timer for 4 minutes")
    asked = await home.say("cancel the timer")
    assert asked == "Which one do you mean: the tea timer or the pasta timer?"
    await home.say(said)
    assert [one.name for one in await home.entries()] == left


async def test_alarms_and_reminders_are_picked_as_well(home: Home) -> None:
    await home.say("wake me at 7 am", "wake me at 8 am", "cancel my alarm")
    assert await home.say("the second one") == "I have cancelled the alarm for 08:00."
    await home.say("remind me to call Ana tomorrow at nine", "remind me to eat tomorrow at noon")
    await home.say("cancel the reminder")
    assert await home.say("call Ana") == 'I have cancelled the reminder "call Ana".'


async def test_a_plan_for_another_kind_than_the_words_name_is_asked_about(
    home: Home, tmp_path: Path
) -> None:
    await home.say("set a pasta timer for ten minutes", "wake me at 7 am")
    around = surroundings(tmp_path, schedule=home.store, alarm_state=home.alarm_state)
    cancel = the_tool(tools, "cancel_schedule", around)
    for goal, left in (("get rid of the pasta thing", 2), ("drop the alarm, not the pasta", 1)):
        await run(cancel, ToolContext(home.clock.now(), goal=goal), what="alarm")
        assert len(await home.entries()) == left


async def test_the_next_is_the_first(home: Home) -> None:
    await home.say("wake me at 8 am", "wake me at 7 am")
    assert await home.say("cancel my next alarm") == "I have cancelled the alarm for 07:00."


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("when is my first alarm", "06:00"),
        ("when is the second alarm", "07:00"),
        ("when is my last alarm", "08:00"),
        ("when is the earliest alarm", "06:00"),
    ],
)
async def test_a_place_is_no_name(home: Home, asked: str, told: str) -> None:
    await home.say("wake me at 7 am", "wake me at 6 am", "wake me at 8 am")
    assert await home.say(asked) == f"You have an alarm at {told} tomorrow."


async def test_there_is_no_first_of_none(home: Home) -> None:
    assert await home.say("when is my first alarm") == "You have no alarms."


async def test_a_place_behind_the_last_is_none(home: Home) -> None:
    await home.set_two_of_tea()
    assert await home.say("cancel the third timer") == "There is no such timer."
    assert await home.say("cancel the third tea timer") == "There is no tea timer."


@pytest.mark.parametrize(("hours", "told"), [(0, "15:15"), (-1, "14:15"), (3, "18:15")])
async def test_what_was_put_off_is_told_by_the_clock_of_now(
    home: Home, hours: int, told: str
) -> None:
    home.clock.wall += timedelta(seconds=30)
    await home.say("wake me at five past three in the afternoon")
    home.clock.wall += timedelta(minutes=5)
    await home.ring()
    await home.say("snooze for ten minutes")
    home.clock.wall += timedelta(hours=hours)
    assert await home.say("what is my next alarm") == f"You have an alarm at {told} today."


# ---- the weekday that is today


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("do I have an alarm on thursday", "You have an alarm every day at 07:00."),
        ("is there an alarm on thursday morning", "You have an alarm every day at 07:00."),
        ("cancel the alarm on thursday",
         "I have left out the alarm for 07:00 on 12 November. It comes next at 07:00 tomorrow."),
        ("no alarm on thursday",
         "I have left out the alarm for 07:00 on 12 November. It comes next at 07:00 tomorrow."),
        ("don't wake me on thursday",
         "I have left out the alarm for 07:00 on 12 November. It comes next at 07:00 tomorrow."),
        ("do I have an alarm today", "You have no alarms for today."),
        ("do I have an alarm this thursday", "You have no alarms for Thursday."),
    ],
)  # fmt: skip
async def test_where_its_hour_is_past_the_next_one_is_meant(
    home: Home, said: str, answer: str
) -> None:
    await home.say("wake me every day at 7 am")
    answered = await home.say(said)
    assert answered == answer


async def test_where_its_hour_is_to_come_today_is_meant(home: Home) -> None:
    await home.say("wake me every day at 11 pm")
    told = await home.say("cancel the alarm on thursday")
    assert told == "I have left out the alarm for 23:00 today. It comes next at 23:00 tomorrow."


async def test_what_comes_on_that_day_alone_is_cancelled_by_it(home: Home) -> None:
    await home.say("wake me every thursday at 7 am")
    told = await home.say("cancel the alarm on thursday")
    assert told == "I have cancelled the alarm for 07:00."


async def test_a_day_on_which_nothing_comes_has_none(home: Home) -> None:
    await home.say("wake me at 7 am tomorrow")
    assert await home.say("cancel the alarm on thursday") == "You have no alarm for Thursday."
    assert len(await home.entries()) == 1
