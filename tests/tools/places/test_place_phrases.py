"""Unit: found places go in; the sentence that is told comes out."""

import pytest

from jarvis_voice.core.types import Link
from jarvis_voice.tools.places.place_kinds import named_kind
from jarvis_voice.tools.places.place_phrases import say_found, told_first
from jarvis_voice.tools.web.local_search import FoundPlace

pytestmark = pytest.mark.unit

BANK = named_kind("bank")


def place(name: str, street: str = "", url: str = "") -> FoundPlace:
    return FoundPlace(name, street, Link(name, url, "search") if url else None)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([], "I found no bank in York, by Google."),
        ([place("A")], "I found one bank in York: A, by Google. I know no website of it."),
        (
            [place("A", "High Street"), place("B", "2 Mill Lane")],
            "I found two banks in York: A on High Street and B at 2 Mill Lane, by Google. "
            "I know no website of them.",
        ),
        (
            [place("A", url="https://a.org/"), place("B"), place("C", "Long Row")],
            "I found three banks in York: A, B and C on Long Row, by Google.",
        ),
    ],
)
def test_what_was_found_is_told(places: list[FoundPlace], said: str) -> None:
    assert say_found(BANK, "in York", places, "Google") == said


def test_three_are_told_and_those_with_a_website_come_first() -> None:
    found = [
        place("A"),
        place("B", url="https://b.org/"),
        place("C"),
        place("D", url="https://d.org/"),
    ]
    assert [one.name for one in told_first(found)] == ["B", "A", "C"]
