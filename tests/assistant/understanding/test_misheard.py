"""Unit: commands that were heard as other words."""

import pytest

from jarvis_voice.assistant.understanding.misheard import additions_like, openings_like, sums_like

pytestmark = pytest.mark.unit


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


@pytest.mark.parametrize(
    ("heard", "likely"),
    [
        ("Hope and MIT's website.", ("open and MIT's website.", "open MIT's website.")),
        ("oh, the MIT's website", ("open the MIT's website", "open MIT's website")),
        ("Hope GitHub", ("open GitHub",)),
        ("GitHub", ()),
        ("", ()),
    ],
)
def test_the_first_words_may_have_been_open(heard: str, likely: tuple[str, ...]) -> None:
    assert openings_like(heard) == likely


@pytest.mark.parametrize(
    "text",
    [
        *("he opened Netflix", "Mary opens GitHub", "I open Netflix", "don't open GitHub"),
        *("never open GitHub", "can't open Facebook", "Close GitHub", "please don't Netflix"),
    ],
)
def test_what_is_told_of_or_not_wanted_is_not_opened(text: str) -> None:
    assert openings_like(text) == ()


@pytest.mark.parametrize(
    ("heard", "likely"),
    [
        ("and milk to the shopping list.", "add milk to the shopping list."),
        ("At oat milk and eggs to my list", "add oat milk and eggs to my list"),
        ("ed paint onto our to-do list", "add paint onto our to-do list"),
    ],
)
def test_a_small_word_in_front_of_what_goes_to_a_list(heard: str, likely: str) -> None:
    assert additions_like(heard) == (likely,)


@pytest.mark.parametrize(
    "text",
    [
        "milk to the shopping list",
        "stop adding milk to the shopping list",
        "and milk",
        "and send the list to Ann",
        "and put milk onto the list",
        "and what did I add to my shopping list",
    ],
)
def test_other_words_are_left_alone(text: str) -> None:
    assert additions_like(text) == ()
