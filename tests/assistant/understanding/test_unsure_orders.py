"""Unit: an order with two meanings that lie far apart is asked about."""

import pytest
from tools.schedule_home import knowledge

pytestmark = pytest.mark.unit


def asked(text: str) -> tuple[str, str]:
    [part] = knowledge().read(text).parts
    assert part.intent is not None
    slots = part.intent.slots
    return str(slots.get("question", "")), str(slots.get("sentence", ""))


@pytest.mark.parametrize(
    ("text", "question", "sentence"),
    [
        (
            "move my alarm to five minutes",
            "Shall I move your alarm by five minutes?",
            "move my alarm by five minutes",
        ),
        (
            "change the reminder to an hour",
            "Shall I move your reminder by an hour?",
            "move my reminder by an hour",
        ),
        (
            "move my gym alarm to half an hour",
            "Shall I move your gym alarm by half an hour?",
            "move my gym alarm by half an hour",
        ),
        (
            "add milk no eggs to my shopping list",
            "Do you want eggs instead of milk?",
            "add eggs to my shopping list",
        ),
        (
            "add milk sorry eggs to my shopping list",
            "Do you want eggs instead of milk?",
            "add eggs to my shopping list",
        ),
        (
            "put bread no butter on the shopping list",
            "Do you want butter instead of bread?",
            "add butter to my shopping list",
        ),
    ],
)
def test_the_other_meaning_is_asked_for(text: str, question: str, sentence: str) -> None:
    assert asked(text) == (question, sentence)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("move my alarm to five", "move_schedule"),
        ("move my alarm to an hour from now", "move_schedule"),
        ("move my alarm by five minutes", "move_schedule"),
        ("add no sugar cola to my shopping list", "add_note"),
        ("add milk and no eggs to my shopping list", "add_note"),
        ("note that no means no", "add_note"),
        ("add a sorry card to my shopping list", "add_note"),
        ("add two cans of beans no three cans to my shopping list", "add_note"),
    ],
)
def test_a_plain_order_is_not(text: str, name: str) -> None:
    [part] = knowledge().read(text).parts
    assert part.intent is not None
    assert part.intent.name == name
