"""Flow: what is set is told, counted and cancelled by its day, name, length or number."""

from collections.abc import AsyncIterator
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
    await home.set_two_of_tea()
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
async def test_only_one_day_of_what_comes_again_is_left_out(home: Home, said: str) -> None:
    await home.say("wake me at 7 every weekday")
    assert await home.say(said) == (
        "I have left out the alarm for 07:00 tomorrow. It comes next on Monday at 07:00."
    )
    assert await home.due() == "Mon 09 07:00"


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
