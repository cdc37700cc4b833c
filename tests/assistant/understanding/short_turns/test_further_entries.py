"""Unit: a turn that sets one more thing goes in; the whole request comes out."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.short_turns.further_entries import further_entry
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

BLITZ = Touched("timer", "blitz", "10 minutes", "set")
EARLY = Touched("alarm", "", "02:40 tomorrow", "set")
SHIRT = Touched("reminder", "iron my shirt", "18:00 today", "set")
PLACE = Touched("place", "Carlisle")


def meant(text: str, touched: Touched) -> ResolvedTurn | None:
    return further_entry(text, Topic(((touched,),)), knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("text", "touched", "sentence"),
    [
        ("and set a second one for 3:15 am", EARLY, "set an alarm for 3:15 am"),
        (
            "add another one at half past six please",
            EARLY,
            "set an alarm for half past six tomorrow",
        ),
        ("please put on an extra one for 20 minutes", BLITZ, "set a timer for 20 minutes"),
        ("and a 30 minute one called rapid", BLITZ, "set a timer for 30 minutes called rapid"),
        ("another ten minute one for the eggs", BLITZ, "set a timer for ten minutes called eggs"),
        (
            "another ten minute one for the eggs, please",
            BLITZ,
            "set a timer for ten minutes called eggs",
        ),
        ("also set one for half past seven", EARLY, "set an alarm for half past seven tomorrow"),
        ("and set a second one for 7 pm", SHIRT, "remind me at 7 pm to iron my shirt"),
        ("please also wake me at 5:30 pm", SHIRT, "wake me at 5:30 pm"),
        ("also remind me at 6 pm to ring Ann", EARLY, "remind me at 6 pm to ring Ann"),
        ("and also set a timer for five minutes please", EARLY, "set a timer for five minutes"),
        ("okay, now start it again, three minutes", PLACE, "set a timer for three minutes"),
    ],
)
def test_one_more_is_set(text: str, touched: Touched, sentence: str) -> None:
    found = meant(text, touched)
    assert found == ResolvedTurn(sentence)


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("add another five minutes", BLITZ),
        ("give me another ten minutes", BLITZ),
        ("make it a second one", EARLY),
        ("set one for the kids", EARLY),
        ("also remind me to ring Ann", SHIRT),
        ("also remind me to ring Ann at the same time", SHIRT),
        ("set one for 7 pm", EARLY),
        ("please set one for 7 pm", EARLY),
        ("start it again", BLITZ),
        ("set a six minute timer for the rice", BLITZ),
        ("start it in three minutes", PLACE),
        ("and a nice one called Rose", BLITZ),
        ("set a second one for 3:15 am", PLACE),
    ],
)
def test_what_sets_no_further_one_is_left(text: str, touched: Touched) -> None:
    assert meant(text, touched) is None
