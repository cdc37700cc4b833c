"""Unit: a turn behind an answer goes in, a remark or nothing comes out."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.settled_choices import settled
from jarvis_voice.assistant.understanding.short_turns.topic import FOUND, Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

SUM = Touched("sum", "90 times 65", "5850", "set")
PLACE, SEARCH = Touched("place", "Geelong"), Touched("other", value=FOUND)
ALARM = Touched("alarm", "", "07:00 tomorrow", "set")


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("ok thanks, ninety it is", SUM),
        ("Wednesday it is, cheers", PLACE),
        ("right, coat then, cheers", PLACE),
        ("yeah nah, too hot for me", PLACE),
        ("gold it is then", SEARCH),
        ("that's too many for me", SUM),
    ],
)
def test_what_only_settles_is_a_remark(text: str, touched: Touched) -> None:
    assert settled(text, Topic(((touched,),))) == ResolvedTurn(text, is_told=True)


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("seven it is", ALARM),
        ("what it is", SUM),
        ("and Wednesday then", PLACE),
        ("Leeds then, please", PLACE),
        ("right, and Leeds then, thanks", PLACE),
        ("is it too hot for me?", PLACE),
        ("and how hot it is", PLACE),
    ],
)
def test_what_may_ask_for_something_is_none(text: str, touched: Touched) -> None:
    assert settled(text, Topic(((touched,),))) is None


def test_an_answer_to_our_question_is_none() -> None:
    assert settled("ninety it is", Topic(((SUM,),), is_asking=True)) is None
    assert settled("ninety it is", Topic()) is None
