"""Flow: an alarm, a reminder or a routine is moved; what is left unsaid stays as it was."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tools.around import run, surroundings, the_tool
from tools.schedule_home import Home, home_in

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.paths import Paths
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.schedule.move_tools import tools

pytestmark = pytest.mark.flow


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("move my 7 o'clock alarm to 8", "Fri 06 08:00"),
        ("change the alarm to half past six", "Fri 06 06:30"),
        ("change my alarm from seven to quarter past eight", "Fri 06 08:15"),
        ("push the alarm to sunday", "Sun 08 07:00"),
        ("move my alarm to 9 am on Saturday", "Sat 07 09:00"),
        ("set the time of my alarm to 6 pm", "Fri 06 18:00"),
        ("reschedule the alarm for 6 pm today", "Thu 05 18:00"),
        ("make the alarm an hour later", "Fri 06 08:00"),
        ("make my alarm 30 minutes earlier", "Fri 06 06:30"),
        ("move my alarm forward by ten minutes", "Fri 06 06:50"),
        ("push my alarm back 30 minutes", "Fri 06 07:30"),
        ("make my alarm 8 instead of 7", "Fri 06 08:00"),
        ("change my alarm time to 6:45", "Fri 06 06:45"),
        ("postpone the alarm by two hours", "Fri 06 09:00"),
    ],
)
async def test_an_alarm_is_moved(home: Home, said: str, due: str) -> None:
    await home.say("wake me at 7 am tomorrow", said)
    assert await home.due() == due


async def test_it_is_told_where_it_is_now(home: Home) -> None:
    await home.say("wake me at 7 am tomorrow")
    assert await home.say("move my alarm to 8") == (
        "I have moved the alarm for 07:00: it is due at 08:00 tomorrow."
    )
    assert home.alarm_state.changed.is_set()


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("push the reminder to tomorrow", "Fri 06 18:00"),
        ("move the reminder to 8", "Thu 05 20:00"),
        ("change my reminder about Ana to friday at noon", "Fri 06 12:00"),
        ("postpone my reminder to call Ana until saturday", "Sat 07 18:00"),
    ],
)
async def test_a_reminder_is_moved_with_its_words(home: Home, said: str, due: str) -> None:
    await home.say("remind me to call Ana at 6 pm today", said)
    [entry] = await home.entries()
    assert (f"{entry.due_at:%a %d %H:%M}", entry.words) == (due, "call Ana")


async def test_what_comes_again_keeps_its_days(home: Home) -> None:
    await home.say("wake me every weekday at 7 am")
    assert await home.say("move my alarm to 8") == (
        "I have moved the alarm for 07:00: it is due every weekday at 08:00."
    )
    assert (await home.say("move my alarm to saturday")).startswith("That one comes again")
    assert await home.say("move my alarm to every day at 9 am") == (
        "I have moved the alarm for 08:00: it is due every day at 09:00."
    )


@pytest.mark.parametrize(
    ("every", "said"),
    [
        ("every day", "move tomorrow's alarm to 8"),
        ("every day", "move sunday's alarm to 8 am"),
        ("every day", "move the alarm on sunday to 8 am"),
        ("every day", "push tomorrow's alarm back by an hour"),
        ("every day", "move the alarm to 8 am on sundays"),
        ("every weekday", "move the alarm to 8 am on weekends"),
    ],
)
async def test_one_time_is_of_all_its_days(home: Home, every: str, said: str) -> None:
    await home.say(f"wake me {every} at 7 am")
    before = [(one.due_at, one.rule) for one in await home.entries()]
    told = await home.say(said)
    assert told.startswith(f"The alarm for 07:00 comes {every} at 07:00, and has one time")
    assert [(one.due_at, one.rule) for one in await home.entries()] == before


@pytest.mark.parametrize(
    ("every", "said", "how"),
    [
        ("every day", "move the alarm to 8 am on sundays",
         "You can say: move the 07:00 alarm to every day except Sunday. "
         "Then: set an alarm for 8 am on sundays."),
        ("every weekday", "move the alarm to 8 am on weekends",
         "You can say: set an alarm for 8 am on weekends."),
        ("every day", "move the weekend alarm to 9",
         "For one day, say: skip the 07:00 alarm this weekend. Then set another for that day."),
    ],
)  # fmt: skip
async def test_it_is_said_what_can_be_done(home: Home, every: str, said: str, how: str) -> None:
    await home.say(f"wake me {every} at 7 am")
    assert (await home.say(said)).endswith(how)


async def test_it_is_said_how_one_day_gets_its_own_time(home: Home) -> None:
    await home.say("wake me every day at 7 am")
    told = await home.say("move sunday's alarm to 8 am")
    assert told.endswith(
        "For one day, say: skip the 07:00 alarm on Sunday. Then set another for that day."
    )
    told = await home.say("skip the 07:00 alarm on Sunday")
    assert told == "I have left out the alarm for 07:00 on Sunday. It comes next at 07:00 tomorrow."


@pytest.mark.parametrize(
    ("every", "said", "due"),
    [
        ("every weekday", "move the weekday alarm to 8", "every weekday at 08:00"),
        ("every weekend", "move the weekend alarm to 8", "every Saturday and Sunday at 08:00"),
        ("every sunday", "move sunday's alarm to 8", "every Sunday at 08:00"),
        ("every sunday", "move my sunday alarm to saturdays", "every Saturday at 07:00"),
        ("every day", "move the morning alarm to 8", "every day at 08:00"),
        ("every day", "move the alarm to sundays at 8", "every Sunday at 08:00"),
        ("every day", "change the alarm to weekdays", "every weekday at 07:00"),
        ("every weekday", "move the alarm to 8 am every day", "every day at 08:00"),
    ],
)
async def test_days_that_are_named_as_its_own_are_new(
    home: Home, every: str, said: str, due: str
) -> None:
    await home.say(f"wake me {every} at 7 am")
    assert await home.say(said) == f"I have moved the alarm for 07:00: it is due {due}."


async def test_which_of_several_is_asked_and_chosen(home: Home) -> None:
    await home.say("wake me at 7 am tomorrow", "wake me at 8 am tomorrow")
    asked = await home.say("move my alarm to 9")
    assert asked == "Which one do you mean: the alarm for 07:00 or the alarm for 08:00?"
    assert await home.say("the second one") == (
        "I have moved the alarm for 08:00: it is due at 09:00 tomorrow."
    )


async def test_nothing_is_moved_into_the_past(home: Home) -> None:
    await home.say("remind me to call Ana at 6 pm today")
    assert await home.say("make the reminder five hours earlier") == "That is past already."
    assert await home.due() == "Thu 05 18:00"


async def test_where_there_is_none_nothing_is_set(home: Home) -> None:
    assert await home.say("move my alarm to 8") == "You have no alarms."
    assert await home.entries() == []


async def test_a_length_may_be_how_far_it_is_moved(home: Home) -> None:
    await home.say("wake me at 7 am tomorrow")
    asked = await home.say("move my alarm to five minutes")
    assert asked == "Shall I move your alarm by five minutes?"
    assert await home.due() == "Fri 06 07:00"
    await home.say("yes")
    assert await home.due() == "Fri 06 07:05"


async def test_a_model_is_asked_back_what_a_length_means(home: Home) -> None:
    await home.say("wake me at 7 am tomorrow")
    around = surroundings(schedule=home.store, alarm_state=home.alarm_state)
    tool, context = the_tool(tools, "move_schedule", around), ToolContext(home.clock.now())
    with pytest.raises(ToolError, match="By five minutes, or to five minutes from now"):
        await run(tool, context, what="alarm", to="five minutes")
    assert await home.due() == "Fri 06 07:00"
