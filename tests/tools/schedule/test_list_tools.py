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


async def two_of_tea(home: Home) -> None:
    await home.say("set a tea timer for 20 minutes", "set a tea timer for 9 minutes")


async def test_two_of_one_name_are_told_apart_by_what_they_have_left(home: Home) -> None:
    await two_of_tea(home)
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
    await two_of_tea(home)
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
    await two_of_tea(home)
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


# ---- what is set, by its day, its name or its number


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("do I have an alarm for tomorrow", "You have an alarm at 07:00 tomorrow."),
        ("do I have any alarms tomorrow morning", "You have an alarm at 07:00 tomorrow."),
        ("is there an alarm set", "You have an alarm at 07:00 tomorrow."),
        ("did I set an alarm", "You have an alarm at 07:00 tomorrow."),
        ("is my alarm on", "You have an alarm at 07:00 tomorrow."),
        ("do I have an alarm set for 7 am", "You have an alarm at 07:00 tomorrow."),
        ("do I have an alarm set for 7 pm", "You have no alarm for 7 pm."),
        ("do I have an alarm for saturday", "You have no alarm for Saturday."),
        ("is there a timer running", "You have no timers."),
        ("how many alarms do I have", "You have an alarm at 07:00 tomorrow."),
        ("do I have more than two alarms", "You have an alarm at 07:00 tomorrow."),
        ("did you cancel my alarm", "You have an alarm at 07:00 tomorrow."),
        ("have I any alarms on", "You have an alarm at 07:00 tomorrow."),
        ("which one goes off first", "You have an alarm at 07:00 tomorrow."),
        ("what was the last alarm I set", "You have an alarm at 07:00 tomorrow."),
        ("is anything due in the next hour", "You have an alarm at 07:00 tomorrow."),
        ("anything I need to know about tomorrow", "You have an alarm at 07:00 tomorrow."),
        ("what time do I get up on weekdays", "You have an alarm at 07:00 tomorrow."),
        (
            "is my gym alarm on",
            "There is no gym alarm. You have an alarm at 07:00 tomorrow.",
        ),
        ("how long has the timer got", "You have no timers."),
    ],
)
async def test_whether_something_is_set_is_told(home: Home, asked: str, answer: str) -> None:
    await home.say("wake me at 7 am tomorrow")
    assert await home.say(asked) == answer


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("what reminders do I have today", ["call Ana"]),
        ("do I have any reminders tomorrow", ["buy milk"]),
        ("what are my reminders for this week", ["call Ana", "buy milk"]),
        ("do I have any reminders next week", []),
    ],
)
async def test_the_reminders_of_a_day_are_told(home: Home, asked: str, told: list[str]) -> None:
    await home.say("remind me to call Ana at 6 pm today", "remind me tomorrow at noon to buy milk")
    answer = await home.say(asked)
    assert [one for one in ("call Ana", "buy milk") if one in answer] == told


@pytest.mark.parametrize("name", ["before 8 tomorrow", "more than two", "after Saturday"])
async def test_what_only_compares_is_no_name(home: Home, tmp_path: Path, name: str) -> None:
    around = surroundings(tmp_path, schedule=home.store, alarm_state=home.alarm_state)
    read, context = the_tool(tools, "read_schedule", around), ToolContext(home.clock.now())
    told = (await run(read, context, what="alarm", name=name)).receipt.observed
    assert told == "You have no alarms."
    await home.say("wake me at 7 am tomorrow")
    told = (await run(read, context, what="alarm", name=name)).receipt.observed
    assert told == "You have an alarm at 07:00 tomorrow."


async def test_a_name_is_known_with_another_article(home: Home) -> None:
    await home.say("remind me tomorrow at noon to pay rent")
    asked = "when will you remind me to pay the rent"
    assert await home.say(asked) == "You have a reminder at 12:00 tomorrow: pay rent."


async def test_what_comes_again_is_there_on_each_of_its_days(home: Home) -> None:
    await home.say("wake me every weekday at 7 am")
    assert await home.say("do I have an alarm for saturday") == "You have no alarm for Saturday."
    assert await home.say("do I have an alarm for 7 on monday") == (
        "You have an alarm every weekday at 07:00."
    )


async def test_how_many_there_are_is_told(home: Home) -> None:
    await home.say("set a timer for ten minutes", "pasta timer for two minutes")
    answer = await home.say("how many timers do I have")
    assert answer.startswith("You have 2 timers: the pasta timer with ")


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("delete all alarms for tomorrow", [9]),
        ("cancel both alarms tomorrow", [9]),
        ("cancel the alarm for saturday", [7, 8]),
        ("cancel saturday's alarm", [7, 8]),
        ("cancel my 8 am alarm", [7, 9]),
        ("cancel the latest alarm", [7, 8]),
        ("cancel the last alarm", [7, 8]),
        ("cancel the first one", [8, 9]),
    ],
)
async def test_alarms_are_cancelled_by_day_time_and_place(
    home: Home, said: str, left: list[int]
) -> None:
    await home.say("wake me at 7 am tomorrow", "wake me at 8 am tomorrow")
    await home.say("wake me at 9 am on saturday", said)
    assert sorted(one.due_at.hour for one in await home.entries()) == left


@pytest.mark.parametrize(
    ("said", "left"),
    [("cancel the longer one", "tea"), ("cancel the shortest timer", "pasta")],
)
async def test_timers_are_cancelled_by_their_length(home: Home, said: str, left: str) -> None:
    await home.say("pasta timer for ten minutes", "tea timer for two minutes", said)
    assert [one.name for one in await home.entries()] == [left]


async def test_two_of_one_name_are_told_apart_when_they_are_cancelled(home: Home) -> None:
    await two_of_tea(home)
    answer = await home.say("cancel all timers")
    assert "the tea timer with 9 minutes left and the tea timer with " in answer


@pytest.mark.parametrize("said", ["cancel a timer", "cancel any timer"])
async def test_an_article_is_no_name(home: Home, said: str) -> None:
    assert await home.say(said) == "You have no timers."


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("cancel the tea and the pasta timer", ["egg"]),
        ("cancel the tea timer and the egg timer", ["pasta"]),
        ("cancel the 10 minute one", ["egg", "tea"]),
        ("forget the egg timer", ["pasta", "tea"]),
        ("cancel the tea and the coffee timer", ["egg", "pasta"]),
    ],
)
async def test_two_are_named_at_once(home: Home, said: str, left: list[str]) -> None:
    await home.say("pasta timer for ten minutes", "tea timer for two minutes")
    await home.say("egg timer for five minutes", said)
    assert sorted(one.name for one in await home.entries()) == left


async def test_the_one_that_there_is_not_is_told(home: Home) -> None:
    await home.say("tea timer for two minutes")
    answer = await home.say("cancel the tea and the coffee timer")
    assert answer == "I have cancelled the tea timer. There is no coffee timer."


async def test_an_and_in_the_words_of_a_reminder_names_one(home: Home) -> None:
    await home.say("remind me to call Ana and Ben at 6 pm", "remind me to call Ana at 5 pm")
    answer = await home.say("cancel the reminder to call Ana and Ben")
    assert answer == 'I have cancelled the reminder "call Ana and Ben".'


async def test_both_and_one_are_of_the_kind_that_was_spoken_of(home: Home) -> None:
    await home.say("wake me at 7 am tomorrow", "pasta timer for ten minutes")
    await home.say("tea timer for two minutes", "what timers do I have", "cancel both")
    assert [one.kind for one in await home.entries()] == ["alarm"]


@pytest.mark.parametrize("said", ["cancel my alarm for tomorrow", "cancel the alarm on friday"])
async def test_one_day_of_what_comes_again_is_not_left_out(home: Home, said: str) -> None:
    await home.say("wake me at 7 every weekday")
    answer = await home.say(said)
    assert answer.startswith("I cannot leave out one day: the alarm for 07:00 comes every weekday")
    assert "You have" in await home.say("what alarms do i have")


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("wake me at 7 every weekday", "cancel my weekday alarm"),
        ("wake me at 7 every friday", "cancel my friday alarm"),
        ("remind me to eat every evening at 8", "stop reminding me to eat"),
        ("remind me to eat every evening at 8", "stop reminding me to eat every evening"),
        ("remind me to eat every evening at 8", "you can stop reminding me any more"),
    ],
)
async def test_what_comes_again_is_cancelled_by_its_days(home: Home, made: str, said: str) -> None:
    await home.say(made)
    assert (await home.say(said)).startswith("I have cancelled the ")


async def test_what_comes_again_on_other_days_is_not_cancelled(home: Home) -> None:
    await home.say("wake me at 7 every weekday", "cancel my weekend alarm")
    assert "You have" in await home.say("what alarms do i have")
