"""Unit: a search that no page can answer is taken away."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.search_doubts import (
    is_search,
    is_spelt_out,
    unsearched,
)
from jarvis_voice.core.understanding import Intent, Part

pytestmark = pytest.mark.unit


def question(text: str, query: str) -> Part:
    return Part(text, Intent("search", {"query": query, "kind": "question"}))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("is hunter22 a good password", "cannot"),
        ("when was he born", None),
        ("it at now", None),
        ("when was Ada Lovelace born", "search"),
    ],
)
def test_a_secret_and_a_pronoun_are_not_searched_for(text: str, name: str | None) -> None:
    understand = knowledge().grammar.understand
    (kept,) = unsearched(text, (question(text, text),), (), understand, None)
    assert (kept.intent.name if kept.intent else None) == name


def test_a_pronoun_that_was_said_out_is_known() -> None:
    assert is_spelt_out(question("when was he born", "when was Picasso born"))
    assert not is_spelt_out(question("when was Picasso born", "when was Picasso born"))
    assert is_search(question("a", "a").intent)
    assert not is_search(None)
