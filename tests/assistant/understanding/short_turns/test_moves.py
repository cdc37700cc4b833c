"""Unit: what a follow-up most likely does with each kind of thing."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.moves import likeliest

pytestmark = pytest.mark.unit


def test_a_move_that_a_thing_cannot_make_counts_for_the_nearest() -> None:
    found = likeliest({"cancel": 0.5, "take": 0.3, "new": 0.2}, "list")
    assert (found.name, found.of_new) == ("take", 0.2)
    assert found.chance == pytest.approx(0.8)
    assert likeliest({"take": 0.6, "new": 0.4}, "timer").name == "cancel"


def test_questions_vouch_for_each_other() -> None:
    found = likeliest({"left": 0.3, "when": 0.25, "all": 0.2, "new": 0.25}, "timer")
    assert found.name == "left"
    assert found.chance == pytest.approx(0.75)


def test_a_request_of_its_own_has_a_second_guess() -> None:
    found = likeliest({"new": 0.6, "again": 0.4}, "alarm")
    assert (found.name, found.if_old) == ("new", "again")


def test_talk_has_no_moves_but_those_of_anything() -> None:
    assert likeliest({"cancel": 0.9, "talk": 0.1}, "talk").name == "talk"
