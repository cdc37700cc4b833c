"""Unit: what is to go on a list, said without a verb."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.replies import NOT_UNDERSTOOD
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.list_additions import (
    thing_for_old_list,
    thing_with_list,
)
from jarvis_voice.language.en.spoken_lists import WHICH_LIST

pytestmark = pytest.mark.unit

ADDED = "add milk to my shopping list"
NEEDED = "I need cumin and turmeric"


def messages(*said: str, answer: str = "Done.") -> list[MessageState]:
    return [
        message
        for one in said
        for message in (
            MessageState(role="user", text=one),
            MessageState(role="assistant", text=answer),
        )
    ]


def named(text: str, *said: str, answer: str = "Done.") -> str:
    return thing_with_list(text, messages(*said, answer=answer), knowledge().grammar.understand)


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (
            ADDED,
            "right, and torch batteries on the list",
            "add torch batteries to my shopping list",
        ),
        ("what time is it", "ok and slippers on the wish list", "add slippers to my wish list"),
        (ADDED, "and what else, um, coffee", "add coffee to my shopping list"),
        (ADDED, "and what else is there", ""),
        (ADDED, "what else, anything", ""),
        ("what time is it", "and what else, coffee", ""),
        (ADDED, "and is milk on the list", ""),
        (ADDED, "so what is on the list", ""),
    ],
)
def test_a_thing_goes_on_the_list_that_is_named_with_it(said: str, text: str, meant: str) -> None:
    assert named(text, said) == meant


def test_a_thing_that_was_not_understood_goes_on_the_list_that_is_named() -> None:
    whole = "add cumin and turmeric to my shopping list"
    assert named("for the shopping list I mean", NEEDED, answer=NOT_UNDERSTOOD) == whole
    assert named("for the shopping list I mean", NEEDED, answer=f"{WHICH_LIST} Say it.") == whole
    assert named("for the shopping list I mean", NEEDED) == ""


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        ((ADDED, "what time is it"), "oh, and a torch", "add a torch to my shopping list"),
        ((ADDED, "what time is it"), "and a half", ""),
        ((ADDED, "what time is it"), "and Leeds", ""),
        (("what time is it",), "oh, and a torch", ""),
    ],
)
def test_a_thing_with_its_article_may_go_on_an_old_list(
    said: tuple[str, ...], text: str, meant: str
) -> None:
    assert thing_for_old_list(text, messages(*said), knowledge().grammar.understand) == meant
