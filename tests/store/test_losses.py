"""Unit: the sentences that tell of a loss name what is lost, in words of the user."""

import pytest

from jarvis_voice.store.losses import damage_told, unreadable_told
from jarvis_voice.store.records import Damage

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ({"facts": 1}, "I cannot read 1 fact any more, and leave it out."),
        ({"facts": 2, "notes": 1}, "I cannot read 2 facts and 1 list entry any more, and leave th"),
        (
            {"facts": 1, "schedule": 1, "turns": 3},
            "I cannot read 1 fact, 1 timer, alarm or reminder and 3 turns any more",
        ),
        ({"trace": 1, "usage": 1}, "I cannot read 2 records of how turns went any more"),
        ({}, ""),
        ({"facts": 0}, ""),
    ],
)
def test_what_cannot_be_read_is_counted(counts: dict[str, int], said: str) -> None:
    assert unreadable_told(counts).startswith(said)
    assert bool(said) == ("jarvis doctor" in unreadable_told(counts))


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (Damage("/x", 0), "Nothing of it could be read: a new one was started."),
        (Damage("/x", 1), "What could be read of it was taken over: 1 row."),
        (Damage("/x", 7), "was taken over: 7 rows. The old one is kept as /x."),
        (Damage("/x", 0, is_log=True), "what was said or set last may be missing"),
    ],
)
def test_what_became_of_a_damaged_store_is_said_with_where_it_lies(
    damage: Damage, said: str
) -> None:
    assert said in damage_told(damage)
    assert damage_told(damage).endswith("kept as /x.")
