"""Unit: what a reminder is to say instead, or what one more is to say."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.entry_tasks import (
    one_more_at,
    other_task,
    put_right,
    task_for,
    task_of,
)
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

RUN = Touched("reminder", "go for a run", "at 19:00 today", "set")
VET = Touched("reminder", "ring the vet", "at 15:00 today", "set")


@pytest.mark.parametrize(
    ("old", "text", "sentence"),
    [
        (RUN, "walk, not run, my knee's gone",
         "cancel the reminder to go for a run and then remind me at 19:00 today to go for a walk"),
        (VET, "it's the groomer not the vet",
         "cancel the reminder to ring the vet and then remind me at 15:00 today "
         "to ring the groomer"),
        (VET, "not the vet, the groomer",
         "cancel the reminder to ring the vet and then remind me at 15:00 today "
         "to ring the groomer"),
        (Touched("reminder", "about the play", "at 15:00 today", "set"), "opera, not play",
         "cancel the reminder to about the play and then remind me at 15:00 today "
         "about the opera"),
    ],
)  # fmt: skip
def test_the_word_that_is_named_is_replaced(old: Touched, text: str, sentence: str) -> None:
    found = put_right(text, old)
    assert found is not None
    assert found.sentence == sentence


@pytest.mark.parametrize(
    "text", ["walk, not swim", "it is not run by me, and so on and so on", "not the vet"]
)
def test_a_word_that_is_not_in_it_replaces_nothing(text: str) -> None:
    assert put_right(text, VET) is None


def test_one_more_is_of_another_thing() -> None:
    assert task_for("and one for the groomer at half past", VET) == "ring the groomer"
    assert other_task("and the groomer at four", VET) == "ring the groomer"
    assert task_for("and one for tuesday", VET) == ""


def test_a_thing_of_two_words_is_one_thing() -> None:
    assert task_for("stick another on for the group project", VET) == "ring the group project"
    assert other_task("and flea stuff the sunday following", VET) == "ring flea stuff"
    assert other_task("and the ham on the eleventh", VET) == "ring the ham"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("and one on friday at noon for the bins", "remind me on friday at noon about the bins"),
        ("another tomorrow at nine to feed the cat", "remind me tomorrow at nine to feed the cat"),
        ("and one for the bins", ""),
        ("one at noon", ""),
        ("at one to post the parcel", ""),
    ],
)
def test_one_more_has_its_time_and_its_task(text: str, sentence: str) -> None:
    assert one_more_at(text) == sentence


def test_a_thing_with_its_article_is_done_with_as_the_last() -> None:
    assert task_of("groomer", "and the groomer at six", VET) == "ring the groomer"
    assert task_of("buy ham", "and at six buy ham", VET) == "buy ham"
