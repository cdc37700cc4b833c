"""Unit: sentences and what a reader makes of them go in, doubts come out."""

import pytest

from jarvis_voice.assistant.understanding.doubtful_words import (
    has_exception,
    is_apart,
    is_denied,
    is_order,
    is_report,
    is_timed,
    is_told,
    lost_limits,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "meaning", "is_so"),
    [
        ("don't call me Ruth", "set_name", True),
        ("my name isn't Ruth", "set_name", True),
        ("my husband's name is Karl", "set_name", True),
        ("my sister moved to Malaga", "set_city", True),
        ("I don't live in Malaga any more", "set_city", True),
        ("don't set an alarm for six", "set_alarm", True),
        ("my friends call me Ruthie", "set_name", False),
        ("we live in Malaga now", "set_city", False),
        ("don't cancel the timer", "cancel_timer", True),
        ("I never want to delete my list", "clear_list", True),
        ("don't you dare kill that alarm", "cancel_alarm", True),
        ("why did you cancel my timer", "cancel_timer", True),
        ("you cancelled my alarm", "cancel_alarm", True),
        ("who deleted my list", "delete_list", True),
        ("did you set my timer", "read_timers", False),
        ("why don't you cancel the timer", "cancel_timer", False),
        ("I don't need the timer any more", "cancel_timer", False),
        ("don't let me forget the tickets at nine", "set_reminder", False),
        ("I don't want to be late so wake me at six", "set_alarm", False),
        ("don't listen to me", "mute_microphone", False),
    ],
)
def test_what_is_denied_or_of_others_is_not_done(text: str, meaning: str, is_so: bool) -> None:
    assert is_denied(text, meaning) is is_so


@pytest.mark.parametrize(
    ("text", "meaning", "is_so"),
    [
        ("set an alarm for six unless it is Sunday", "set_alarm", True),
        ("add it all but the cheese", "add_to_list", True),
        ("if it snows wake me at six", "set_alarm", True),
        ("I used to live in Malaga", "set_city", True),
        ("if you don't mind wake me at six", "set_alarm", False),
        ("wake me at six if it's no trouble", "set_alarm", False),
        ("I live in Malaga", "set_city", False),
    ],
)
def test_an_exception_is_seen(text: str, meaning: str, is_so: bool) -> None:
    assert has_exception(text, meaning) is is_so


@pytest.mark.parametrize(
    ("text", "meaning", "is_so"),
    [
        ("mum told me to cancel the timer", "cancel_timer", True),
        ("she wants to cancel her timer", "cancel_timer", True),
        ("I forgot to cancel the timer", "cancel_timer", True),
        ("I never said cancel the timer", "cancel_timer", True),
        ("can I cancel the timer later", "cancel_timer", True),
        ("I must have cancelled the timer", "cancel_timer", True),
        ("I said cancel the timer", "cancel_timer", False),
        ("never mind, kill that timer", "cancel_timer", False),
        ("he told me to set a timer for five minutes", "set_timer", False),
    ],
)
def test_an_order_of_somebody_else_is_no_order(text: str, meaning: str, is_so: bool) -> None:
    assert is_told(text, meaning) is is_so


def test_a_time_is_more_than_now() -> None:
    assert is_timed("switch the mic off for two hours", ())
    assert is_timed("stop listening until nine", ())
    assert is_timed("switch the mic off at nine", ("at nine",))
    assert not is_timed("switch the mic off for a minute", ())
    assert not is_timed("I work now so switch it off", ("now",))
    assert not is_timed("a timer for two hours", (), lasts=False)


def test_what_asks_or_tells_is_a_report() -> None:
    assert is_report("why is the music off")
    assert is_report("I think the music is paused")
    assert is_report("you set the volume too low")
    assert not is_report("it is too loud")
    assert not is_report("could you mute the sound")


def test_so_much_more_is_no_volume_to_set() -> None:
    assert is_denied("crank it by twenty percent", "volume_set")
    assert not is_denied("have it at twenty percent", "volume_set")


def test_words_of_one_thing_stand_beside_one_another() -> None:
    text = "add ham and some figs because we bake a tart"
    assert not is_apart(text, ("ham", "figs"))
    assert is_apart(text, ("ham", "tart"))


def test_an_order_about_it_is_seen() -> None:
    assert is_order("close it again")
    assert is_order("undo that")
    assert not is_order("no thanks")
    assert not is_order("that is wrong")


@pytest.mark.parametrize(
    ("text", "sentence", "lost"),
    [
        ("set an alarm for 6 or 7 am", "set an alarm for 6 7 am", {"or"}),
        ("wake me a bit before six am", "set an alarm for six am", {"before"}),
        ("wake me at seven minus ten am", "set an alarm for seven ten am", {"minus"}),
        ("wake me in ten", "set an alarm for ten", {"in"}),
        ("in a fortnight at 9 am wake me up", "set an alarm for 9 am", {"in a fortnight"}),
        ("wake me at nine next week", "set an alarm for nine", {"next week"}),
        ("before I forget, add milk", "add milk to my list", set()),
        ("set an alarm in the kitchen or so for nine", "set an alarm for nine", set()),
    ],
)
def test_what_limits_a_time_and_was_lost(text: str, sentence: str, lost: set[str]) -> None:
    assert lost_limits(text, sentence) == lost
