"""Unit: marked sentences become text with tags."""

import pytest

from jarvis_voice.workshop.reader.annotated import MarkedSpan, annotated, tags_of

pytestmark = pytest.mark.unit


def test_marks_are_taken_out_and_remembered() -> None:
    found = annotated("add [item : oat milk] to the [list:shopping] list")
    assert found.text == "add oat milk to the shopping list"
    assert found.spans == (MarkedSpan("item", 4, 12), MarkedSpan("list", 20, 28))


def test_each_word_gets_a_tag() -> None:
    assert tags_of(annotated("add [item : oat milk] [item : eggs] now")) == [
        "O", "B-item", "I-item", "B-item", "O",
    ]  # fmt: skip


def test_what_is_not_judged_is_said() -> None:
    assert tags_of(annotated("wake me at [time : six]"), "?") == ["?", "?", "?", "B-time"]
