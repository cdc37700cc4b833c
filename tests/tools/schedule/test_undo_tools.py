"""Flow: what was cancelled, moved or changed is put back as it was, and told."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from tools.around import surroundings, the_tool
from tools.schedule_home import Home, home_in

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import ME
from jarvis_voice.tools.schedule import undo_tools
from jarvis_voice.tools.schedule.undo_tools import NOT_UNDONE

pytestmark = pytest.mark.flow

WAKE = "wake me every weekday at 7"
CALL = "remind me to call Ana at 6 pm"
BACK = "I have put back the alarm for 07:00: it is due every weekday at 07:00."


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


TIMER = "set a timer for 10 minutes"
OTHER = "remind me to call Bob at 7 pm"


@pytest.mark.parametrize(
    ("setting", "changing", "said", "told"),
    [
        ([WAKE], ["cancel my alarm"], "undo", BACK),
        ([WAKE], ["cancel my alarm"], "bring back the alarm I just cancelled", BACK),
        ([WAKE], ["cancel my alarm", "thanks"], "undo", BACK),
        (
            [WAKE],
            ["move it to 8"],
            "move it back",
            "I have moved the alarm for 08:00 back: it is due every weekday at 07:00.",
        ),
        (
            [CALL],
            ["cancel the reminder to call Ana"],
            "not that one",
            'I have put back the reminder "call Ana": it is due at 18:00 today.',
        ),
        ([TIMER], ["add 5 minutes"], "undo", "The 10 minute timer has 10 minutes left now."),
        ([TIMER], ["call it pasta"], "undo", "The 10 minute timer has 10 minutes left now."),
        (
            ["wake me at 7 tomorrow"],
            ["no, at 8"],
            "go back to the old time",
            "I have moved the alarm for 08:00 back: it is due at 07:00 tomorrow.",
        ),
        (
            [WAKE],
            ["cancel my alarm and set a timer for 5 minutes"],
            "undo",
            f"{BACK} I have cancelled the 5 minute timer.",
        ),
        (
            [TIMER],
            ["cancel it"],
            "no, let it run",
            "I have put back the 10 minute timer: it has 10 minutes left.",
        ),
        (
            [TIMER, WAKE],
            ["cancel my alarm and the timer"],
            "undo",
            "I have put back the alarm for 07:00 and the 10 minute timer.",
        ),
        (
            [CALL, OTHER],
            ["cancel all reminders"],
            "bring them back",
            'I have put back the reminder "call Ana" and the reminder "call Bob".',
        ),
    ],
)
async def test_it_is_there_again_as_it_was(
    home: Home, setting: list[str], changing: list[str], said: str, told: str
) -> None:
    await home.say(*setting)
    before = [_as_set(one) for one in await home.entries()]
    await home.say(*changing)
    assert [_as_set(one) for one in await home.entries()] != before
    answer = await home.say(said)
    assert answer.replace("9 minutes and 59 seconds", "10 minutes") == told
    assert sorted(map(_as_set, await home.entries())) == sorted(before)


def _as_set(entry: Entry) -> tuple[str, str, str, str, float]:
    amount = entry.length_seconds or float(entry.due_at.hour)
    return entry.kind, entry.rule, entry.words, entry.name, amount


async def test_it_can_be_changed_and_undone_again(home: Home) -> None:
    await home.say(WAKE, "cancel it", "undo", "move it to 8")
    assert await home.due() == "Fri 06 08:00"
    await home.say("undo")
    assert await home.due() == "Fri 06 07:00"
    assert await home.say("undo") == NOT_UNDONE
    assert await home.due() == "Fri 06 07:00"


async def test_what_was_changed_elsewhere_meanwhile_is_not_undone(home: Home) -> None:
    await home.say(WAKE, "move it to 8")
    [moved] = await home.entries()
    await home.store.remove(ME, {moved.number})
    assert await home.say("undo") == (
        "That has changed since. Say in whole words how it should be."
    )
    assert await home.entries() == []


async def test_another_change_than_was_told_is_not_undone(home: Home) -> None:
    await home.say(WAKE, "set a timer for 10 minutes", "cancel my alarm")
    changes = home.alarm_state.last_changes
    alarm = changes.last(ME, 0.0)
    assert alarm
    await home.say("cancel the timer")
    changes.note(ME, alarm, 0.0)
    assert await home.say("undo") == NOT_UNDONE
    assert await home.entries() == []


@pytest.mark.parametrize(
    ("setting", "changing"),
    [
        (["wake me at 6 pm", "wake me at 7 pm"], "move the 6 pm alarm to 7 pm"),
        (["wake me at 7 pm", "wake me at 6 pm"], "move the 6 pm alarm to 7 pm"),
        (
            ["set an alarm for 7 pm called work", "set an alarm for 7 pm"],
            "rename the 7 pm alarm to work",
        ),
        (
            ["set a timer for 20 minutes", "set a timer for 10 minutes"],
            "change the 10 minute timer to 20 minutes",
        ),
    ],
)
async def test_a_twin_of_what_came_in_its_place_stays(
    home: Home, setting: list[str], changing: str
) -> None:
    await home.say(*setting)
    before = sorted(map(_as_set, await home.entries()))
    await home.say(changing)
    await home.say("undo")
    assert sorted(map(_as_set, await home.entries())) == before


@pytest.mark.parametrize(
    ("changing", "said", "kinds"),
    [
        (["cancel my alarm", "cancel the timer"], "uncancel the alarm", []),
        (["cancel my alarm", "cancel the timer"], "bring back the timer i cancelled", ["timer"]),
        (["cancel my alarm and the timer"], "restore the alarm I just cancelled", ["alarm"]),
        (["cancel my alarm and the timer"], "bring back what I cancelled", ["alarm", "timer"]),
        (["cancel the timer", "move my alarm to 8"], "bring back what I cancelled", ["alarm"]),
        (["cancel the timer", "move my alarm to 8"], "undelete the alarm", ["alarm"]),
    ],
)
async def test_the_kind_that_is_named_comes_back_and_no_other(
    home: Home, changing: list[str], said: str, kinds: list[str]
) -> None:
    await home.say(WAKE, TIMER, *changing)
    answer = await home.say(said)
    assert sorted(one.kind for one in await home.entries()) == kinds
    assert (answer == NOT_UNDONE) == (not kinds or changing[-1].startswith("move"))


async def test_what_rings_in_its_place_rings_no_more(home: Home) -> None:
    await home.say(WAKE, TIMER, "move my alarm to 8")
    timer, alarm = sorted(await home.entries(), key=lambda one: one.due_at)
    home.alarm_state.ringing = (timer, alarm)
    await home.say("undo")
    assert [one.kind for one in home.alarm_state.ringing] == [timer.kind]


async def test_two_who_undo_the_same_at_once_put_it_back_once(home: Home) -> None:
    await home.say(WAKE, "cancel my alarm")
    said = "bring back the alarm I cancelled"
    answers = await asyncio.gather(home.say(said), home.say(said))
    assert len(await home.entries()) == 1
    assert BACK in answers


async def test_what_is_over_is_told(home: Home) -> None:
    await home.say("wake me at 6 pm", WAKE, "cancel all alarms")
    home.clock.wall += timedelta(hours=4)
    assert await home.say("undo") == f"{BACK} The time of the rest has passed."
    await home.say("cancel my alarm", "wake me at 8 pm", "cancel my alarm")
    home.clock.wall += timedelta(hours=2)
    assert await home.say("undo") == "Its time has passed, so I cannot put it back."


async def test_what_is_forgotten_does_not_come_back(home: Home) -> None:
    await home.say(CALL, "cancel the reminder to call Ana")
    changes = home.assistant.alarm_state.last_changes
    noted = home.alarm_state.last_changes.last(ME, 0.0)
    assert noted
    changes.note(ME, noted, 0.0)
    await home.assistant.forget(ME, "all")
    assert changes.size.entries == 0


@pytest.mark.parametrize(
    ("goal", "is_asked"),
    [
        ("bring it back", True),
        ("that was a mistake", True),
        ("I want to know why it is not raining", False),
        ("do I need to leave again", False),
    ],
)
def test_a_model_undoes_only_what_the_user_asks_to_be_undone(goal: str, is_asked: bool) -> None:
    tool = the_tool(undo_tools.tools, "undo_schedule", surroundings())
    assert tool.is_asked_in(goal) == is_asked


@pytest.mark.parametrize(
    ("setting", "changing", "told"),
    [
        ("set a soup timer for 20 minutes", "cancel the soup timer", "I have put back"),
        ("set a soup timer for 20 minutes", "rename the soup timer to stew", "I have renamed"),
        ("remind me in 20 minutes to stir", "cancel the reminder to stir", "I have put back"),
        ("remind me in 20 minutes to stir", "move it an hour later", "I have moved"),
    ],
)
async def test_changes_of_a_length_of_time_are_found_again_after_the_clock_was_set(
    home: Home, setting: str, changing: str, told: str
) -> None:
    await home.say(setting)
    home.clock.wall += timedelta(minutes=2, microseconds=1_234)
    changed = await home.say(changing)
    undone = await home.say("undo")
    assert told in f"{changed} {undone}"
    assert "in vain" not in f"{changed} {undone}"
    assert await home.say("undo")
    assert len(await home.entries()) == 1
