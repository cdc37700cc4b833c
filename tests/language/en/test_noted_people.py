"""Unit: who is named in notes and reminders."""

import pytest

from jarvis_voice.language.en.noted_people import people_in

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("note", "names"),
    [
        ("call Marta", ["Marta"]),
        ("Call Aunt Marie about the keys", ["Marie"]),
        ("ring our Sheila", ["Sheila"]),
        ("text Tom and Lena", ["Tom", "Lena"]),
        ("lunch with Priya Shah at noon", ["Priya Shah"]),
        ("buy a present for Anna", ["Anna"]),
        ("Marta's birthday", ["Marta"]),
        ("pick up Leo from school", ["Leo"]),
        ("give Leo his book", ["Leo"]),
        ("send the photos to Marta", ["Marta"]),
        ("pay Dave back", ["Dave"]),
        ("take Rex to the vet", ["Rex"]),
        ("call Dr Klein", ["Klein"]),
    ],
)
def test_who_is_called_visited_or_thought_of_is_somebody_near(note: str, names: list[str]) -> None:
    assert list(people_in(note)) == names


@pytest.mark.parametrize(
    "note",
    [
        *("watch Dune", "read Anna Karenina", "listen to Adele", "see Hamilton", "Arrival"),
        *("book a flight to Lisbon", "take the train to Oslo", "visit Madrid", "meet in Paris"),
        *("buy tickets for Taylor Swift", "pick up Nutella", "call Vodafone", "bring Marmite"),
        *("call Mum", "ring Nan", "St Patrick's Day", "McDonald's party", "thank God"),
        *("milk", "call the dentist", "take vitamins each morning until Christmas"),
    ],
)
def test_what_is_watched_bought_or_travelled_to_is_nobody_near(note: str) -> None:
    assert list(people_in(note)) == []
