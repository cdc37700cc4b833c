"""Unit: a sum that ends in a word goes in, the sums that may have been said come out."""

import pytest

from jarvis_voice.assistant.understanding.misheard_numbers import sums_like


@pytest.mark.parametrize(
    ("heard", "nearest"),
    [
        ("what is 12 times well?", "what is 12 times 12?"),
        ("17% of free.", "17% of 3."),
        ("100 minus sex", "100 minus 6"),
        ("what's 1,200 divided by tin?", "what's 1,200 divided by 10?"),
    ],
)
def test_the_number_that_comes_nearest_is_the_first(heard: str, nearest: str) -> None:
    assert sums_like(heard, 4)[0] == nearest


@pytest.mark.parametrize(
    "heard",
    ["what is 12 times 12?", "what is 12 times", "I said it 12 times already, well", "open well"],
)
def test_what_is_no_sum_or_ends_in_a_number_has_none(heard: str) -> None:
    assert sums_like(heard, 4) == ()


def test_no_more_come_than_were_asked_for() -> None:
    assert len(sums_like("5 plus teen", 2)) == 2
