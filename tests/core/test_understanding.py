"""Unit: the value that says what a sentence asks for."""

import pytest

from jarvis_voice.core.types import Link
from jarvis_voice.core.understanding import Intent, Part, Understanding

pytestmark = pytest.mark.unit

MIT = Link("MIT", "https://www.mit.edu/", "sites")
OPEN = Part("open MIT", Intent("open", {"name": "MIT"}), link=MIT)
ASK = Part("who is Ada", Intent("search", {"query": "Ada", "kind": "question"}))


def test_its_links_are_those_of_its_parts() -> None:
    both = Understanding("open MIT and who is Ada", (OPEN, ASK), is_understood=True)
    assert both.links == (MIT,)
    assert OPEN.intent
    assert both.link_of(OPEN.intent) == MIT
    assert both.link_of(Intent("open", {"name": "GitLab"})) is None


def test_a_question_is_never_certain() -> None:
    assert Understanding("", (OPEN,), is_understood=True).is_certain
    assert not Understanding("", (OPEN,)).is_certain
    assert not Understanding("", (OPEN, ASK), is_understood=True).is_certain


def test_the_kind_of_a_search_is_no_argument() -> None:
    assert ASK.intent
    assert ASK.intent.arguments == {"query": "Ada"}
    assert ASK.intent.having(query="Alan").is_question


def test_another_kind_is_the_argument_of_a_tool() -> None:
    assert Intent("tell_joke", {"kind": "riddle"}).arguments == {"kind": "riddle"}
