"""Unit: sentences of the templates that come near to one that was misheard."""

from pathlib import Path

import pytest

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.paths import find_paths

pytestmark = pytest.mark.unit


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Grammar:
    folder: Path = tmp_path_factory.mktemp("home")
    return Grammar.load(find_paths({"JARVIS_HOME": str(folder)}))


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("boss of the music", "pause the music"),
        ("turn the bottle you down.", "turn the volume down"),
        ("you made you", "who made you"),
        ("what they is it today?", "what day is it today"),
    ],
)
def test_the_sentence_that_sounds_like_it_is_among_the_nearest(
    grammar: Grammar, heard: str, said: str
) -> None:
    assert said in grammar.resembling(heard, 6)


@pytest.mark.parametrize(
    "heard", ["what is the", "turn the volume", "what time is it over there in the east"]
)
def test_neither_its_beginning_nor_what_goes_on_behind_it(grammar: Grammar, heard: str) -> None:
    for sentence in grammar.resembling(heard, 20):
        assert not sentence.startswith(heard)
        assert sentence not in heard


@pytest.mark.parametrize("heard", ["", "my grandfather repaired bicycles near Gdansk"])
def test_what_resembles_none(grammar: Grammar, heard: str) -> None:
    assert grammar.resembling(heard, 6) == ()


def test_no_sentence_has_a_word_to_fill_in(grammar: Grammar) -> None:
    assert not any("{" in sentence for sentence in grammar.resembling("open the website", 50))
