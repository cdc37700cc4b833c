"""Unit: a model's arguments and the user's words go in; whether the words mean them comes out."""

import pytest

from jarvis_voice.tools.schedule.entries_spoken_of import speaks_of_entries
from jarvis_voice.tools.schedule.list_tools import CancelArguments
from jarvis_voice.tools.schedule.skip_tools import SkipArguments

pytestmark = pytest.mark.unit

TOLD = "What is set? You have a timer of ten minutes and an alarm at seven."


@pytest.mark.parametrize(
    "said",
    [
        "I do not feel well, I am off to bed",
        "my back is killing me",
        "I need to stop worrying about all of it",
        "he said no and hung up",
        "I could not get up this morning",
        "my boss made me change all of it",
        "I must clear my head, it is all too much",
        "it took me all day to get rid of that cold",
        "in the end he took my seat",
        "let's call it a day",
        "just leave it, I am tired",
        "so leave that to me",
    ],
)
def test_small_talk_takes_nothing_away(said: str) -> None:
    assert not speaks_of_entries(CancelArguments(what="alarm"), said, "")
    assert not speaks_of_entries(SkipArguments(what="alarm", which="all"), said, "")


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("see to it that the alarm does not go off", ""),
        ("no waking me tomorrow", ""),
        ("then off with the first of those", TOLD),
        ("not tomorrow though", TOLD),
        ("my dough is out of the oven so do away with the long one", ""),
        ("clear whatever you've got ticking", ""),
        ("so leave it out tomorrow", ""),
        ("please call it roast", ""),
        ("you can stop counting, the guests have cancelled", ""),
        ("I'm on holiday, so turn off what's set", ""),
        ("I need not rise tomorrow, leave my morning call out", ""),
        ("tomorrow's one isn't needed, skip please", ""),
        ("half past six is when I need to be up, so change it", ""),
    ],
)
def test_what_is_spoken_of_may_go(said: str, before: str) -> None:
    assert speaks_of_entries(CancelArguments(what="alarm"), said, before)


def test_a_day_on_which_nobody_gets_up_may_be_left_out() -> None:
    said = "I do not need to get up tomorrow"
    assert speaks_of_entries(SkipArguments(what="alarm", day="tomorrow"), said, "")
    assert not speaks_of_entries(SkipArguments(what="alarm"), said, "")


def test_all_go_only_where_all_are_meant() -> None:
    every = CancelArguments(what="alarm", which="all")
    assert not speaks_of_entries(every, "drop the alarm for the dentist", "")
    assert speaks_of_entries(every, "drop my alarms", "")
    assert speaks_of_entries(every, "clear my whole schedule, I'm off travelling", "")
    assert not speaks_of_entries(every, "delete the long one", "")
    assert speaks_of_entries(CancelArguments(what="timer", name="pasta"), "drop the pasta", "")
