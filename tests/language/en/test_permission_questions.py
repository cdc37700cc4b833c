"""Unit: a question whether an order may be given names that order; an order is none."""

import pytest

from jarvis_voice.language.en.permission_questions import order_asked_about

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("is it okay to cancel my alarm", "cancel my alarm"),
        ("Is it OK if I cancel my alarm?", "cancel my alarm"),
        ("would it be all right if I cancelled the alarm", "cancel the alarm"),
        ("would it be a problem if we removed milk from the list", "remove milk from the list"),
        ("could I drop the reminder", "drop the reminder"),
        ("would you mind if I dropped the reminder", "drop the reminder"),
        ("May I delete the pasta timer?", "delete the pasta timer"),
        ("am I allowed to clear my list", "clear my list"),
        ("do I get to skip it", "skip it"),
    ],
)
def test_the_order_is_found(text: str, order: str) -> None:
    assert order_asked_about(text) == order


@pytest.mark.parametrize(
    "text",
    [
        "cancel my alarm",
        "can you cancel my alarm",
        "could I cancel my alarm, please",
        "is it possible to cancel my alarm",
        "I could cancel my alarm",
        "is it okay",
        "can I",
        "may i " + "cancel " * 200,
    ],
)
def test_what_asks_for_no_leave_names_none(text: str) -> None:
    assert order_asked_about(text) == ""
