"""Unit: a turn that names a thing beside an adverb goes in; the request to add it comes out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.plain_additions import added_plainly
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

TO_DO = Touched("list", "to-do", "", "told")
SHOPPING = Touched("list", "shopping", "", "set", ("jam",))
TIMER = Touched("timer", "", "8 minutes", "set")


def meant(text: str, touched: Touched) -> ResolvedTurn | None:
    return added_plainly(text, Topic(((touched,),)), knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("text", "touched", "sentence"),
    [
        ("put there buy bread for Ann", TO_DO, "add buy bread for Ann to my to-do list"),
        ("thank you, and put also call the school", TO_DO, "add call the school to my to-do list"),
        ("write down email Tom there", TO_DO, "add email Tom to my to-do list"),
        ("also put coriander only", SHOPPING, "add coriander to my shopping list"),
        ("ooh, and incense", SHOPPING, "add incense to my shopping list"),
        ("ugh, and candles too", SHOPPING, "add candles to my shopping list"),
    ],
)
def test_the_thing_stands_alone(text: str, touched: Touched, sentence: str) -> None:
    assert meant(text, touched) == ResolvedTurn(sentence)


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("ooh, and incense", TIMER),
        ("and also write the report", TO_DO),
        ("put it there", SHOPPING),
        ("add them too", SHOPPING),
        ("also put milk on the packing list", SHOPPING),
        ("thanks, and what's the weather", SHOPPING),
        ("thanks, and good night", SHOPPING),
        ("ooh, nice", SHOPPING),
        ("put classic rock on", SHOPPING),
    ],
)
def test_what_names_no_thing_is_left(text: str, touched: Touched) -> None:
    assert meant(text, touched) is None
