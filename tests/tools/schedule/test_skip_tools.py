"""Flow: a day of what comes again is left out, told, kept over a move, and brought back."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import ValidationError
from tools.schedule_home import Home, home_in

from jarvis_voice.core.paths import Paths
from jarvis_voice.tools.schedule.skip_tools import SkipArguments

pytestmark = pytest.mark.flow

WAKE = "wake me at 7 every weekday"
PILLS = "remind me every day at 9 am to take my pills"
LEFT = "I have left out the alarm for 07:00 tomorrow. It comes next on Monday at 07:00."


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    "said",
    [
        "skip tomorrow's alarm",
        "skip my alarm tomorrow",
        "skip my next alarm",
        "leave out the alarm on Friday",
        "skip the 07:00 alarm tomorrow",
        "no alarm tomorrow please",
        "I don't need the alarm tomorrow",
        "don't wake me up tomorrow",
        "skip my alarm just this once",
        "turn off tomorrow's alarm",
    ],
)
async def test_the_next_time_is_left_out_and_told(home: Home, said: str) -> None:
    assert await home.say(WAKE, said) == (
        "I have left out the alarm for 07:00 tomorrow. It comes next on Monday at 07:00."
    )
    assert await home.due() == "Mon 09 07:00"
    assert await home.say("what alarms do I have") == (
        "You have an alarm every weekday at 07:00, next on Monday at 07:00."
    )
    assert await home.say("do I have an alarm tomorrow") == "You have no alarms for tomorrow."


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("skip my pills reminder tomorrow", "Sat 07 09:00"),
        ("don't remind me to take my pills tomorrow", "Sat 07 09:00"),
        ("skip the reminder to take my pills on Friday", "Sat 07 09:00"),
        ("no reminders this week", "Mon 09 09:00"),
        ("cancel the reminder for tomorrow", "Sat 07 09:00"),
        ("skip my reminder on Sunday", "Fri 06 09:00"),
    ],
)
async def test_a_reminder_is_left_out_by_its_words_and_days(
    home: Home, said: str, due: str
) -> None:
    await home.say(PILLS, said)
    assert await home.due() == due


async def test_a_later_day_is_left_out_and_told(home: Home) -> None:
    assert await home.say(PILLS, "skip my reminder on Sunday") == (
        'I have left out the reminder "take my pills" on Sunday. It comes next at 09:00 tomorrow.'
    )
    assert await home.say("what reminders do I have") == (
        "You have a reminder every day at 09:00, but not on Sunday: take my pills."
    )
    assert await home.say("do I have a reminder on Sunday") == "You have no reminders for Sunday."
    await home.say("skip my reminder tomorrow")
    assert await home.say("what reminders do I have") == (
        "You have a reminder every day at 09:00, next on Saturday at 09:00, but not on Sunday: "
        "take my pills."
    )


async def test_what_comes_every_few_hours_is_left_out_only_next(home: Home) -> None:
    await home.say("remind me every 2 hours to drink")
    assert await home.say("skip my reminder on Sunday") == (
        'I can leave out whole days or what comes next: the reminder "drink" comes next at 17:00 '
        "today."
    )
    assert await home.say("skip the next reminder") == (
        'I have left out the reminder "drink" today. It comes next at 19:00 today.'
    )


async def test_several_days_are_told_with_the_first_and_the_last(home: Home) -> None:
    assert await home.say(PILLS, "skip my reminder this week") == (
        'I have left out the reminder "take my pills" 3 times, first tomorrow and last on Sunday. '
        "It comes next on Monday at 09:00."
    )


@pytest.mark.parametrize("back", ["undo", "no wait, I do need it", "don't skip it", "put it back"])
async def test_it_is_brought_back(home: Home, back: str) -> None:
    await home.say(WAKE, "skip tomorrow's alarm")
    assert await home.say(back) == "The alarm for 07:00 comes next at 07:00 tomorrow again."
    assert await home.due() == "Fri 06 07:00"


@pytest.mark.parametrize(
    ("setting", "before", "last"),
    [
        (WAKE, "skip the alarm on monday", "skip the alarm on friday"),
        (WAKE, "skip the alarm on monday", "skip the next alarm"),
        (WAKE, "skip the next alarm", "skip the next alarm"),
        (WAKE, "skip the alarm next week", "skip it tomorrow"),
        (PILLS, "skip the reminder on sunday", "skip my reminder on saturday"),
        ("remind me every two hours to drink", "skip the next reminder", "skip the next reminder"),
    ],
)
@pytest.mark.parametrize("back", ["undo", "bring it back", "restore the last skipped {kind}"])
async def test_only_what_was_left_out_last_is_undone(
    home: Home, setting: str, before: str, last: str, back: str
) -> None:
    await home.say(setting, before)
    [kept] = await home.entries()
    await home.say(last)
    [left] = await home.entries()
    assert (left.rule, left.due_at) != (kept.rule, kept.due_at)
    await home.say(back.format(kind=kept.kind))
    [again] = await home.entries()
    assert (again.rule, again.due_at) == (kept.rule, kept.due_at)


async def test_what_one_turn_left_out_of_several_is_undone_whole(home: Home) -> None:
    await home.say(WAKE, "wake me every day at 9 am")
    before = sorted((one.rule, one.due_at) for one in await home.entries())
    await home.say("skip all alarms")
    assert sorted((one.rule, one.due_at) for one in await home.entries()) != before
    await home.say("undo")
    assert sorted((one.rule, one.due_at) for one in await home.entries()) == before


@pytest.mark.parametrize("said", ["restore all skipped alarms", "bring back both skipped alarms"])
async def test_all_that_was_left_out_is_brought_back_at_once(home: Home, said: str) -> None:
    await home.say(WAKE, "wake me every day at 9 am")
    before = sorted((one.rule, one.due_at) for one in await home.entries())
    await home.say("skip all alarms", "hello", said)
    assert sorted((one.rule, one.due_at) for one in await home.entries()) == before


async def test_what_was_left_out_is_brought_back_whole_where_it_was_moved_since(home: Home) -> None:
    await home.say(WAKE, "skip the alarm on friday", "skip the alarm on monday", "move it to 8")
    assert await home.say("restore the last skipped alarm") == (
        "The alarm for 08:00 comes next at 08:00 tomorrow again. No day of it is left out any more."
    )


async def test_the_day_that_is_named_comes_back_and_no_other(home: Home) -> None:
    await home.say(WAKE, "skip the alarm on friday", "skip the alarm on monday")
    assert await home.due() == "Tue 10 07:00"
    assert await home.say("don't skip the alarm on monday after all") == (
        "The alarm for 07:00 comes next on Monday at 07:00 again. 1 other day stays left out."
    )
    assert await home.due() == "Mon 09 07:00"
    assert await home.say("restore the skipped alarm on friday") == (
        "The alarm for 07:00 comes next at 07:00 tomorrow again."
    )
    assert await home.say("don't skip the alarm on friday") == "Nothing is left out."


@pytest.mark.parametrize("said", ["skip it", "leave it out", "skip all alarms", "skip both alarms"])
async def test_what_comes_again_is_never_ended_by_leaving_out(home: Home, said: str) -> None:
    assert await home.say(WAKE, said) == LEFT
    [left] = await home.entries()
    assert left.rule


@pytest.mark.parametrize(
    "said",
    [
        "cancel the gym alarm tomorrow",
        "cancel the eat reminder tomorrow",
        "cancel the next reminder tomorrow",
    ],
)
async def test_another_name_or_kind_is_asked_about(home: Home, said: str) -> None:
    assert await home.say(WAKE, said) == "Did you mean: skip the 07:00 alarm tomorrow?"
    assert await home.due() == "Fri 06 07:00"


@pytest.mark.parametrize(
    "said", ["cancel my usual alarm tomorrow", "cancel the morning alarm tomorrow"]
)
async def test_a_word_that_names_none_is_not_asked_about(home: Home, said: str) -> None:
    assert await home.say(WAKE, said) == LEFT


async def test_nothing_is_brought_back_that_was_not_left_out(home: Home) -> None:
    assert await home.say(WAKE, "don't skip my alarm tomorrow") == "Nothing is left out."
    assert await home.due() == "Fri 06 07:00"


async def test_what_comes_only_once_is_cancelled(home: Home) -> None:
    await home.say("wake me at 7 tomorrow")
    assert await home.say("no alarm tomorrow") == "I have cancelled the alarm for 07:00."
    assert await home.entries() == []


async def test_of_several_we_say_how_one_is_named(home: Home) -> None:
    await home.say("wake me at 7 every day", "wake me at 9 every day")
    asked = "Several of them come then. Say for example: "
    words = "skip the 07:00 alarm tomorrow; or: skip the 09:00 alarm tomorrow."
    assert await home.say("skip tomorrow's alarm") == f"{asked}{words}"
    assert await home.say("cancel tomorrow's alarm") == f"{asked}{words}"
    await home.say("skip the 09:00 alarm tomorrow")
    assert await home.say("what alarms do I have for tomorrow") == (
        "You have an alarm every day at 07:00."
    )


async def test_all_of_a_day_are_left_out(home: Home) -> None:
    await home.say("wake me at 7 every day", "wake me at 9 every day", "cancel tomorrow's alarms")
    assert await home.say("what alarms do I have for tomorrow") == (
        "You have no alarms for tomorrow."
    )
    assert len(await home.entries()) == 2


async def test_what_is_left_out_stays_so_when_the_time_is_moved(home: Home) -> None:
    await home.say("wake me at 7 every day", "skip tomorrow's alarm", "make it 8")
    assert await home.due() == "Sat 07 08:00"


async def test_what_comes_every_few_minutes_is_not_left_out_for_a_day(home: Home) -> None:
    await home.say("remind me every 5 minutes to stretch")
    answer = await home.say("skip my reminder today")
    assert "comes too often for that: every 5 minutes" in answer


def test_nothing_is_changed_for_a_timer() -> None:
    with pytest.raises(ValidationError, match="an alarm, a reminder or a routine"):
        SkipArguments(what="timer")


async def test_who_wants_no_waking_is_woken_by_none_of_several(home: Home) -> None:
    await home.say("wake me at 7 every day", "wake me at 9 every day")
    await home.say("what is the time", "don't wake me tomorrow")
    assert await home.say("do I have an alarm tomorrow") == "You have no alarms for tomorrow."
