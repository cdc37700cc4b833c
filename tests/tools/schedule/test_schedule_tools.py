"""Flow: timers, alarms, reminders and routines by the words that people say, on a real database."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from clock_changes import strict
from store.reads import read_schedule
from tools.schedule_home import AFTERNOON, NIGHT, Home, home_in

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.schedule_entries import verdict
from jarvis_voice.language.en.schedule_phrases import NOTHING_RINGS_YET
from jarvis_voice.tools.schedule.schedule_tools import moment_now

pytestmark = pytest.mark.flow


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


# ---- setting


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("set a timer for ten minutes", "The timer is set for 10 minutes."),
        ("set a timer for an hour and a half", "The timer is set for 1 hour and 30 minutes."),
        ("set a timer for a minute", "The timer is set for 1 minute."),
        ("pasta timer for 8 minutes", "The pasta timer is set for 8 minutes."),
        ("could you start a 25-minute timer please", "The timer is set for 25 minutes."),
        ("set a timer called tea for ninety seconds",
         "The tea timer is set for 1 minute and 30 seconds."),
        ("set a 7 minute egg timer", "The egg timer is set for 7 minutes."),
        ("pasta timer 8 minutes", "The pasta timer is set for 8 minutes."),
        ("set a timer for a quarter of an hour", "The timer is set for 15 minutes."),
        ("set a timer for three quarters of an hour", "The timer is set for 45 minutes."),
        ("set a timer for pasta for ten minutes", "The pasta timer is set for 10 minutes."),
        ("set a 30 second timer", "The timer is set for 30 seconds."),
        ("start a 90 second timer", "The timer is set for 1 minute and 30 seconds."),
        ("set a 20 second egg timer", "The egg timer is set for 20 seconds."),
        ("set a timer for one second", "The timer is set for 1 second."),
        ("count down from thirty seconds", "The timer is set for 30 seconds."),
        ("wake me up at half past six tomorrow",
         "The alarm is set for 06:30 tomorrow, 15 hours and 30 minutes from now."),
        ("wake me at seven in the evening",
         "The alarm is set for 19:00 today, 4 hours from now."),
        ("set an alarm for 7:30 am",
         "The alarm is set for 07:30 tomorrow, 16 hours and 30 minutes from now."),
        ("wake me on Saturday at nine", "The alarm is set on Saturday at 09:00."),
        ("wake me every weekday at seven", "The alarm is set for every weekday at 07:00."),
        ("set an alarm for 7:30 am called gym",
         "The gym alarm is set for 07:30 tomorrow, 16 hours and 30 minutes from now."),
        ("remind me to call Ana tomorrow at nine",
         "I will remind you at 09:00 tomorrow: call Ana."),
        ("in ten minutes remind me to check the oven",
         "I will remind you at 15:10 today: check the oven."),
        ("remind me to check the oven in ten minutes",
         "I will remind you at 15:10 today: check the oven."),
        ("remind me on Friday at 3 pm to leave",
         "I will remind you at 15:00 tomorrow: leave."),
        ("remind me to take my pills every day at eight",
         "I will remind you every day at 08:00: take my pills."),
        ("every weekday at eight tell me the weather",
         'I will do that every weekday at 08:00: "tell me the weather".'),
        ("tell me the weather every weekday at eight",
         'I will do that every weekday at 08:00: "tell me the weather".'),
        ("on Mondays at noon open GitHub",
         'I will do that every Monday at 12:00: "open GitHub".'),
        ("on Monday at 9 am wake me up", "The alarm is set on Monday at 09:00."),
        ("on Christmas Eve at 9 am remind me to call Ana",
         "I will remind you on 24 December at 09:00: call Ana."),
        ("remind me in a year to renew the pass",
         "I will remind you on 5 November 2027 at 09:00: renew the pass."),
        ("remind me next week on Tuesday at noon to call Ana",
         "I will remind you on Tuesday at 12:00: call Ana."),
    ],
)  # fmt: skip
async def test_what_is_set_is_said_as_it_was_understood(home: Home, said: str, answer: str) -> None:
    assert await home.say(said) == answer
    assert home.receipts() == ["done"]
    assert len(await home.entries()) == 1


@pytest.mark.parametrize(
    ("fold", "said", "answer"),
    [
        (0, "wake me at 2:12 in the morning",
         "The alarm is set for 02:12 today, 2 minutes from now."),
        (1, "wake me at 2:12 in the morning",
         "The alarm is set for 02:12 today, 2 minutes from now."),
        (0, "set an alarm for 2:05 am", "The alarm is set for 02:05 today, 55 minutes from now."),
        (1, "set an alarm for 2:05 am",
         "The alarm is set for 02:05 tomorrow, 23 hours and 55 minutes from now."),
        (1, "remind me to call Ana at 3 am", "I will remind you at 03:00 today: call Ana."),
        (0, "set an alarm for 3 am",
         "The alarm is set for 03:00 today, 1 hour and 50 minutes from now."),
        (0, "remind me in an hour to call Ana", "I will remind you at 02:10 today: call Ana."),
        (0, "set a timer for an hour", "The timer is set for 1 hour."),
    ],
)  # fmt: skip
async def test_in_the_hour_that_comes_twice_what_is_set_is_ahead_and_its_time_is_told_right(
    home: Home, fold: int, said: str, answer: str
) -> None:
    now = strict(datetime(2026, 10, 25, 2, 10, fold=fold, tzinfo=ZoneInfo("Europe/Berlin")))
    home.clock.wall = now
    assert await home.say(said) == answer
    [entry] = await home.entries()
    assert timedelta(0) < entry.due_at - now.astimezone(UTC)
    assert verdict(entry, moment_now(now)) == "waits"
    told = ("You have ", "The 1 hour timer has 1 hour left.")
    assert (await home.say(f"what {entry.kind}s do I have")).startswith(told)


async def test_morning_or_evening_is_asked_where_it_is_not_clear(home: Home) -> None:
    assert await home.say("wake me at seven") == "In the morning or in the evening?"
    assert await home.entries() == []
    answer = await home.say("in the evening")
    assert answer == "The alarm is set for 19:00 today, 4 hours from now."
    assert await home.due() == "Thu 05 19:00"


@pytest.mark.parametrize(
    ("asked", "question", "answer", "due"),
    [
        ("wake me at seven", "In the morning or in the evening?", "morning", "Fri 06 07:00"),
        ("wake me at seven", "In the morning or in the evening?", "pm please", "Thu 05 19:00"),
        ("wake me at seven", "In the morning or in the evening?", "at seven pm", "Thu 05 19:00"),
        ("wake me at three tomorrow", "In the morning or in the evening?", "3 pm", "Fri 06 15:00"),
        (
            "set an alarm for seven",
            "In the morning or in the evening?",
            "tomorrow at seven pm",
            "Fri 06 19:00",
        ),
        (
            "remind me to call Ana tomorrow at seven",
            "In the morning or in the evening?",
            "at seven in the evening",
            "Fri 06 19:00",
        ),
        ("remind me in ten minutes", "Of what?", "to call Ana", "Thu 05 15:10"),
        ("remind me tomorrow at nine", "Of what?", "call Ana", "Fri 06 09:00"),
        ("set an alarm", "At what time?", "half past six tomorrow", "Fri 06 06:30"),
        ("set a timer", "For how long?", "for ten minutes", "Thu 05 15:10"),
        ("set a timer", "For how long?", "ten minutes", "Thu 05 15:10"),
        ("set a pasta timer", "For how long?", "eight minutes", "Thu 05 15:08"),
        ("remind me to call Ana", "When?", "tomorrow at nine", "Fri 06 09:00"),
        ("set an alarm for twelve", "At noon or at midnight?", "midnight", "Fri 06 00:00"),
    ],
)
async def test_an_answer_completes_what_was_asked_for(
    home: Home, asked: str, question: str, answer: str, due: str
) -> None:
    assert await home.say(asked) == question
    await home.say(answer)
    assert await home.due() == due


async def test_what_is_no_thing_to_be_reminded_of_is_its_own_request(home: Home) -> None:
    assert await home.say("remind me in ten minutes", "what time is it") == "It is 15:00."
    assert await home.entries() == []


async def test_a_question_may_follow_upon_an_answer(home: Home) -> None:
    await home.say("set an alarm", "seven")
    await home.say("in the evening")
    assert await home.due() == "Thu 05 19:00"


async def test_something_else_behind_a_question_is_no_answer_to_it(home: Home) -> None:
    await home.say("wake me at seven")
    assert "15:00" in await home.say("what time is it")
    await home.say("in the evening")
    assert await home.entries() == []


async def test_at_night_seven_is_in_the_morning(home: Home) -> None:
    home.clock.wall = NIGHT
    assert await home.say("wake me at seven") == (
        "The alarm is set for 07:00 tomorrow, 9 hours from now."
    )


async def test_a_dry_run_sets_nothing(home: Home) -> None:
    await home.say("set a timer for ten minutes", "wake me at 7 am", dry_run=True)
    assert await home.entries() == []


async def test_where_nobody_will_ring_it_that_is_said(home: Home) -> None:
    home.alarm_state.is_attended = False
    answer = await home.say("set a timer for ten minutes")
    assert answer == f"The timer is set for 10 minutes. {NOTHING_RINGS_YET}"


async def test_what_is_set_is_there_for_whoever_reads_beside(home: Home, tmp_path: Path) -> None:
    await home.say("pasta timer for 8 minutes", "remind me to call Ana tomorrow at nine")
    beside = read_schedule(tmp_path / "set.db")
    assert [(one.kind, one.name, one.words) for one in beside] == [
        ("timer", "pasta", ""),
        ("reminder", "", "call Ana"),
    ]
    assert read_schedule(tmp_path / "none.db") == []


@pytest.mark.parametrize("said", ["set a timer for ten", "set a timer for banana"])
async def test_a_time_that_is_none_sets_nothing_and_says_how(home: Home, said: str) -> None:
    assert "Say for example" in await home.say(said)
    assert await home.entries() == []


async def test_passwords_are_not_kept(home: Home) -> None:
    answer = await home.say("remind me that my password is hunter2 tomorrow at nine")
    assert "do not keep passwords" in answer
    assert await home.entries() == []


async def test_what_is_past_is_not_set(home: Home) -> None:
    assert await home.say("remind me to eat today at 2 pm") == "That is past already."
    assert await home.entries() == []


# ---- what is set


async def test_how_long_is_left_and_what_there_is(home: Home) -> None:
    assert await home.say("what timers do I have") == "You have no timers."
    await home.say("pasta timer for 8 minutes", "set a timer for 20 minutes")
    left = await home.say("how long is left on the pasta timer")
    assert left.startswith("The pasta timer has 7 minutes and") or left == (
        "The pasta timer has 8 minutes left."
    )
    both = await home.say("what timers do I have")
    assert both.startswith("You have the pasta timer with ")
    assert "the 20 minute timer with " in both
    await home.say("wake me at 7 am")
    assert await home.say("when is my alarm") == "You have an alarm at 07:00 tomorrow."
    assert await home.say("do I have any reminders") == "You have no reminders."


async def test_one_is_cancelled_by_its_name_its_length_or_its_time(home: Home) -> None:
    await home.say("pasta timer for 8 minutes", "set a timer for 20 minutes", "wake me at 7 am")
    await home.say("wake me at 8 am", "remind me to call Ana tomorrow at nine")
    assert await home.say("cancel the tea timer") == "There is no tea timer."
    assert "Which one do you mean" in await home.say("cancel the timer")
    assert await home.say("cancel the pasta timer") == "I have cancelled the pasta timer."
    assert await home.say("cancel the 20 minute timer") == "I have cancelled the 20 minute timer."
    assert await home.say("cancel the eight o'clock alarm") == (
        "I have cancelled the alarm for 08:00."
    )
    assert await home.say("delete the reminder to call Ana") == (
        'I have cancelled the reminder "call Ana".'
    )
    assert await home.say("cancel my alarm") == "I have cancelled the alarm for 07:00."
    assert await home.entries() == []


@pytest.mark.parametrize(
    "time", ["seven in the evening", "7 in the evening", "seven at night", "7 pm", "19:00"]
)
async def test_of_two_halves_of_a_day_only_the_one_that_is_said_is_cancelled(
    home: Home, time: str
) -> None:
    await home.say("wake me at 7 am")
    assert (await home.say(f"cancel the alarm at {time}")).startswith("You have no alarm for ")
    await home.say("wake me at 7 pm")
    assert await home.say(f"cancel the alarm at {time}") == "I have cancelled the alarm for 19:00."


async def test_all_of_a_kind_are_cancelled_and_the_others_stay(home: Home) -> None:
    await home.say("pasta timer for 8 minutes", "set a timer for 20 minutes", "wake me at 7 am")
    answer = await home.say("cancel all timers")
    assert answer == "I have cancelled the pasta timer and the 20 minute timer."
    assert [one.kind for one in await home.entries()] == ["alarm"]


# ---- what rings


@pytest.mark.parametrize("said", ["turn off the alarm", "stop the alarm"])
async def test_stopping_what_rings_by_its_name(home: Home, said: str) -> None:
    await home.say("wake me every weekday at 7 am")
    await home.ring()
    assert await home.say(said) == "I have stopped the alarm for 07:00."
    assert home.alarm_state.hushed.is_set()
    assert len(await home.entries()) == 1, "it comes again tomorrow"


async def test_a_stop_word_stops_what_rings(home: Home) -> None:
    await home.say("set a timer for ten minutes")
    await home.ring()
    alarm_state = home.assistant.alarm_state
    alarm_state.ringing = home.alarm_state.ringing
    assert await home.say("stop") == "Okay."
    assert alarm_state.hushed.is_set()


async def test_snooze_puts_it_off_and_leaves_its_next_time(home: Home) -> None:
    await home.say("wake me every weekday at 7 am")
    home.clock.wall = AFTERNOON.replace(day=6, hour=7)
    before = await home.ring()
    assert await home.say("snooze for five minutes") == "Snoozed for 5 minutes."
    assert home.alarm_state.hushed.is_set()
    again, later = await home.entries()
    assert again.due_at == before.due_at + timedelta(days=3), "on Monday"
    assert again.state == later.state == "waiting"
    assert later.due_at == home.clock.wall + timedelta(minutes=5)
    assert later.rule == ""


async def test_nothing_to_snooze(home: Home) -> None:
    assert await home.say("snooze") == "Nothing is ringing."


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("wake me every monday and thursday at 7 am", ["Mon 09 07:00"]),
        ("remind me every tuesday, thursday and saturday at 6 pm to eat", ["Thu 05 18:00"]),
        ("remind me to eat every monday and friday at 8 am", ["Fri 06 08:00"]),
        ("wake me at 6 am tomorrow and the day after", ["Fri 06 06:00", "Sat 07 06:00"]),
        ("remind me on monday and tuesday at 8 am to eat", ["Mon 09 08:00", "Tue 10 08:00"]),
        ("remind me at 5 pm and 9 pm to eat", ["Thu 05 17:00", "Thu 05 21:00"]),
    ],
)
async def test_no_day_and_no_time_of_a_list_is_lost(home: Home, said: str, due: list[str]) -> None:
    await home.say(said)
    found = sorted(one.due_at for one in await home.entries())
    assert [f"{one:%a %d %H:%M}" for one in found] == due
