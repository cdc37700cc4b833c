"""Unit: another time for some days of what comes again goes in; no other day is lost."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.one_day_times import one_day_time
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

WEEKDAYS = Touched("alarm", "", "every weekday at 07:00", "set")
DAILY = Touched("alarm", "gym", "every day at 07:00", "set")
ONCE = Touched("alarm", "", "07:00 tomorrow", "set")
SUNDAYS = Touched("alarm", "", "every Sunday at 07:00", "set")
STRETCH = Touched("reminder", "stretch", "every weekday at 09:00", "set")


def meant(text: str, old: Touched) -> ResolvedTurn | None:
    return one_day_time(text, Topic(((old,),)), knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("text", "old", "sentence"),
    [
        ("make it 8 on weekends", WEEKDAYS, "set an alarm for 8 every weekend"),
        ("9 on weekends", WEEKDAYS, "set an alarm for 9 every weekend"),
        ("weekends at 9", WEEKDAYS, "set an alarm for 9 every weekend"),
        ("and make it 9 on weekends", WEEKDAYS, "set an alarm for 9 every weekend"),
        ("make it 9 on sundays", WEEKDAYS, "set an alarm for 9 every sunday"),
        ("make it 10 on weekends", STRETCH, "remind me every weekend at 10 to stretch"),
    ],
)
def test_for_other_days_one_more_is_offered(text: str, old: Touched, sentence: str) -> None:
    assert meant(text, old) == ResolvedTurn(sentence, is_guess=True)


@pytest.mark.parametrize(
    ("text", "old", "sentence"),
    [
        ("and on weekends at 9", WEEKDAYS, "set an alarm for 9 every weekend"),
        ("and 8 am on saturdays", WEEKDAYS, "set an alarm for 8 am every saturday"),
        ("and fridays at 8", WEEKDAYS, "set an alarm for 8 every friday"),
        ("also at 9 on weekends", WEEKDAYS, "set an alarm for 9 every weekend"),
        ("make it 8 on mondays", WEEKDAYS, "move the 07:00 alarm to 8 every monday"),
        ("make it 9 on weekends", DAILY, "move the gym alarm to 9 every weekend"),
        (
            "make it 9 on saturday and sunday",
            DAILY,
            "move the gym alarm to 9 every saturday and sunday",
        ),
        ("make it 8 every day", WEEKDAYS, "move the 07:00 alarm to 8 every day"),
        ("only on weekends at 9", DAILY, "move the gym alarm to every weekend at 9"),
        ("move sunday's to 9", DAILY, "move the alarm on sunday to 9"),
        ("make tomorrow's 8", DAILY, "move the alarm on tomorrow to 8"),
    ],
)
def test_days_of_its_own_are_moved_by_the_tool(text: str, old: Touched, sentence: str) -> None:
    assert meant(text, old) == ResolvedTurn(sentence)


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("make it 8", DAILY),
        ("only on weekdays", DAILY),
        ("make it 8 on weekends", ONCE),
        ("make it 8 on saturdays", SUNDAYS),
        ("wake me at 9 every day", WEEKDAYS),
        ("set an alarm for 9 on weekends", WEEKDAYS),
        ("what is on at weekends", WEEKDAYS),
        ("the day at 9", WEEKDAYS),
        ("make it 10 minutes on weekends", WEEKDAYS),
    ],
)
def test_any_other_turn_is_left_alone(text: str, old: Touched) -> None:
    assert meant(text, old) is None
