"""Unit: "the tea one" behind timers goes in, the request with its kind comes out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.named_ones import named_one
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

TEA = Touched("timer", "tea", "10 minutes", "set")
EGG = Touched("timer", "egg", "5 minutes", "set")
SEVEN = Touched("alarm", "", "07:00 tomorrow", "set")
NINE = Touched("alarm", "", "21:00 today", "set")
RENT = Touched("reminder", "pay the rent", "on Friday at 08:00", "set")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("make the tea one 20 minutes", "make the tea timer 20 minutes"),
        ("add 5 minutes to the egg one", "add 5 minutes to the egg timer"),
        ("cancel the tea one", "cancel the tea timer"),
        ("move the 7 one to 8", "move the 07:00 alarm to 8"),
        ("move the 9 pm one to 10 pm", "move the 21:00 alarm to 10 pm"),
        ("move the rent one to Monday", "move the reminder to pay the rent to Monday"),
        ("move the 9 am one to 10", ""),
        ("make the rice one 20 minutes", ""),
        ("the tea one was lovely", ""),
        ("make the first one 20 minutes", ""),
        ("make the tea one " + "x" * 300, ""),
    ],
)
def test_what_is_named_is_said_with_its_kind(text: str, sentence: str) -> None:
    topic = Topic(((TEA,), (EGG,), (SEVEN,), (NINE,), (RENT,)))
    found = named_one(text, topic, knowledge().grammar.understand)
    assert (found.sentence if found else "") == sentence


def test_of_two_that_the_name_fits_none_is_chosen() -> None:
    calls = [Touched("reminder", f"call {who}", "at 17:00 today", "set") for who in ("Ana", "Bo")]
    topic = Topic(tuple((one,) for one in calls))
    assert named_one("cancel the call one", topic, knowledge().grammar.understand) is None
