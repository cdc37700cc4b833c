"""Unit: the work on a hostile text grows as the text does, whatever reads it."""

import gc
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.workshop.fuzz.hostile_texts import (
    PIECES,
    READERS,
    calls_of,
    growth,
    hostile_text,
    hostile_texts_round,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("name", READERS)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=4))
@settings(max_examples=4, deadline=None)
def test_twice_the_text_makes_about_twice_the_work(name: str, pieces: list[str]) -> None:
    text = ("".join(pieces) * 1_500)[:1_500]
    assert growth(name, READERS[name], text) is None


def test_reading_again_for_each_word_is_found() -> None:
    def reader(text: str) -> None:
        for _ in text.split():
            for one in text.split():
                one.isdigit()

    assert "Twice the text" in (growth("it", reader, "a " * 200) or "")


def test_a_pattern_that_starts_anew_at_each_sign_is_found() -> None:
    import re

    pattern = re.compile(r"[\w.]+@")
    assert "Four times the text" in (growth("it", pattern.search, "a." * 1_500) or "")


def test_the_garbage_of_a_long_run_is_no_work_of_a_reader() -> None:
    collects: list[bool] = []
    assert growth("it", lambda _: collects.append(gc.isenabled()), "a" * 1_500) is None
    assert collects == [True, True, False]  # counted twice, then timed
    assert gc.isenabled()


def test_calls_are_counted_the_same_each_time() -> None:
    text = hostile_text(random.Random(7), 1_000)
    assert len(text) == 1_000
    assert len({calls_of(READERS["claims"], text) for _ in range(3)}) == 1


async def test_a_round_holds_and_leaves_nothing(tmp_path: Path) -> None:
    assert await hostile_texts_round(random.Random(0), tmp_path) is None
    assert not list(tmp_path.iterdir())
