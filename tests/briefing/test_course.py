"""Unit: in whatever order open steps are chosen, a run ends with a briefing that is kept."""

from random import Random

import pytest

from jarvis_voice.briefing.course import STEPS, open_steps

pytestmark = pytest.mark.unit

NEEDED = {"gather", "score", "store", "summarise", "collate", "send"}


@pytest.mark.parametrize("seed", range(50))
def test_every_order_ends_and_has_what_it_needs(seed: int) -> None:
    chance, done = Random(seed), list[str]()
    while left := open_steps(STEPS, done):
        chosen = chance.choice(left)
        assert set(chosen.needs) <= set(done)
        done.append(chosen.name)
        assert len(done) <= len(STEPS)
    assert set(done) >= NEEDED
    assert "read" not in done or done.index("read") < done.index("score")


def test_the_table_is_the_order_where_nobody_chooses() -> None:
    done: list[str] = []
    while left := open_steps(STEPS, done):
        done.append(left[0].name)
    assert done == [one.name for one in STEPS]
