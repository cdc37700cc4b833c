"""Unit: a turn with the name of a timer or an alarm is the request about that one."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.called_ones import called_one
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

GYM = Touched("alarm", "gym", "07:00 tomorrow", "set")
WORK = Touched("alarm", "work", "08:00 tomorrow", "set")
RICE = Touched("timer", "rice", "10 minutes", "set")
TWO = Touched("timer", "two", "5 minutes", "set")
PLAIN = Touched("timer", "5 minute", "5 minutes", "told")


def meant(text: str, *touched: Touched) -> ResolvedTurn | None:
    topic = Topic(tuple((one,) for one in reversed(touched)))
    return called_one(text, topic, knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("cancel gym", "cancel the gym alarm"),
        ("push gym back by ten minutes", "push the gym alarm back by ten minutes"),
        ("postpone gym by an hour", "postpone the gym alarm by an hour"),
        ("move the gym one by an hour", "move the gym alarm by an hour"),
        ("make gym 9 am", "move the gym alarm to 9 am"),
        ("make the gym alarm 9 am", "move the gym alarm to 9 am"),
        ("gym should be at 9 am", "the gym alarm should be at 9 am"),
        ("gym can be at 9 am", "move the gym alarm to 9 am"),
        ("gym not at 7 but at 9 am", "move the gym alarm to 9 am"),
        ("let gym ring at 9 am", "move the gym alarm to 9 am"),
        ("gym ten minutes later", "postpone the gym alarm by ten minutes"),
        ("let gym ring an hour later", "postpone the gym alarm by an hour"),
        ("gym earlier by ten minutes", "bring the gym alarm forward by ten minutes"),
        ("make the 7 o'clock one 9 o'clock", "move the gym alarm to 9 o'clock"),
        ("make the 7 am one half past six", "move the gym alarm to half past six"),
        ("make gym daily", "move the gym alarm to daily at 07:00"),
        ("gym only on mondays", "move the gym alarm to every monday at 07:00"),
        ("put gym on sunday", "move the gym alarm to sunday"),
        ("rename gym to yoga", "rename the gym alarm to yoga"),
        ("when is gym", "when is the gym alarm"),
        ("cancel the gym alarm on monday", "skip the gym alarm on monday"),
        ("make rice fifteen minutes", "make the rice timer fifteen minutes"),
        ("rice to 15 minutes", "change the rice timer to 15 minutes"),
        ("start rice again", "change the rice timer to 10 minutes"),
        ("cancel two", "cancel the two timer"),
    ],
)
def test_what_is_called_by_its_name_is_the_one(text: str, sentence: str) -> None:
    found = meant(text, GYM, RICE, TWO, WORK)
    assert found == ResolvedTurn(sentence)


@pytest.mark.parametrize(
    ("text", "sentence", "names"),
    [
        ("move gym and work by an hour", "move the {} alarm by an hour", "gym work"),
        ("cancel gym and work", "cancel the {} alarm", "gym work"),
        ("change gym and work to 9 am", "change the {} alarm to 9 am", "gym work"),
        ("move both by an hour", "move the {} alarm by an hour", "work gym"),
        ("move them by an hour", "move the {} alarm by an hour", "work gym"),
        ("move them both to 9 am", "move the {} alarm to 9 am", "work gym"),
        ("bring both forward by an hour", "bring the {} alarm forward by an hour", "gym work"),
    ],
)
def test_of_several_each_is_meant(text: str, sentence: str, names: str) -> None:
    each = " and then ".join(sentence.format(name) for name in names.split())
    assert meant(text, GYM, WORK) == ResolvedTurn(each)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "gym an hour earlier and work an hour later",
            "bring the gym alarm forward by an hour and then postpone the work alarm by an hour",
        ),
        ("make gym 9 and work 10", "move the gym alarm to 9 and then move the work alarm to 10"),
        ("cancel gym and make work 9", "cancel the gym alarm and then move the work alarm to 9"),
    ],
)
def test_each_clause_is_about_the_one_that_it_names(text: str, sentence: str) -> None:
    assert meant(text, GYM, WORK) == ResolvedTurn(sentence)


def test_what_cannot_be_said_of_both_is_done_for_none() -> None:
    asked = ResolvedTurn("", "I can do that for one after the other. Say which one first.")
    assert meant("cancel gym and paint work blue", GYM, WORK) == asked


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gym at 9 am", "move the gym alarm to 9 am"),
        ("no work tomorrow", "skip the work alarm tomorrow"),
        ("no gym", "cancel the gym alarm"),
    ],
)
def test_what_may_mean_another_thing_is_asked_about(text: str, sentence: str) -> None:
    assert meant(text, GYM, WORK) == ResolvedTurn(sentence, is_guess=True)


def test_by_how_much_is_asked_where_only_the_way_is_said() -> None:
    asked = ResolvedTurn("postpone the gym alarm by {length}", "By how much?")
    assert meant("move gym back", GYM, WORK) == asked


@pytest.mark.parametrize(
    "text",
    [
        "find a gym nearby",
        "remind me to go to the gym at 9 am",
        "I have work at 9",
        "I start work at 9",
        "I am at work",
        "gym tomorrow",
        "make the 7 pm one 9 o'clock",
        "the gym was great",
        "call the gym",
        "how far is it to work",
        "does it work",
        "add rice to the shopping list",
        "cancel work, not gym, but keep it",
        "remove rice from the shopping list",
        "rice five more minutes",
        "swimming to 9 am",
        "move them to the kitchen",
        "scrap both",
        "cancel them",
        "set an alarm for 9 am called yoga",
        "",
        "gym " * 100,
    ],
)
def test_what_names_none_is_left_alone(text: str) -> None:
    assert meant(text, GYM, RICE, WORK) is None


def test_a_length_is_no_name() -> None:
    assert meant("cancel 5 minute", PLAIN) is None


def test_what_was_moved_may_go_back_to_where_it_was() -> None:
    moved = Touched("alarm", "gym", "08:00 tomorrow", "changed")
    assert meant("move gym back", moved) is None
