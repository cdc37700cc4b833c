"""Unit: what may have been "open ..."."""

import pytest

from jarvis_voice.assistant.understanding.misheard_openings import openings_like


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
