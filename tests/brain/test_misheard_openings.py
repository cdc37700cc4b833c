"""Unit: what may have been "open ..."."""

import pytest

from jarvis_voice.brain.misheard_openings import openings_like


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


@pytest.mark.parametrize("text", ["he opened Netflix", "Mary opens GitHub"])
def test_what_is_told_of_asks_for_nothing(text: str) -> None:
    assert openings_like(text) == ()
