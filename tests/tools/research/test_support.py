"""Property: a sentence of a model stands only where a source says it nearly word for word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.tools.research.digest import whole_sentences
from jarvis_voice.tools.research.sources import Source
from jarvis_voice.tools.research.support import Support, supported

pytestmark = pytest.mark.unit

TEXT = (
    "The Eiffel Tower was built by the company of Gustave Eiffel between 1887 and 1889. "
    "It was meant to stand for twenty years, but it proved useful as a mast for radio. "
    "The tower is 330 metres tall and is painted by hand every seven years. "
    "About six million people visit the tower each year, and most of them come in summer. "
    "Critics did not like the tower at first, and some of them signed a letter against it."
)
TOWER = Source("Eiffel Tower", "https://tower.org/", TEXT, "search")
SENTENCES = [one.strip() + "." for one in TEXT.split(".") if one.strip()]
SUPPORT = Support(TOWER, whole_sentences(TEXT))


@given(st.sampled_from(SENTENCES))
def test_what_the_source_says_stands(sentence: str) -> None:
    assert SUPPORT.carries(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The tower is 330 metres tall.",
        "About six million people visit the tower each year.",
        "Critics did not like the tower at first.",
    ],
)
def test_a_part_of_what_it_says_stands(sentence: str) -> None:
    assert SUPPORT.carries(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The tower is painted by hand every seven years.",
        "The tower is 300 metres tall.",
        "The tower is 330 metres wide.",
        "The tower is not 330 metres tall.",
        "The Eiffel Tower was built by Gustave Courbet between 1887 and 1889.",
        "The Eiffel Tower was built by the company of Gustave Eiffel between 1889 and 1887.",
        "Critics liked the tower at first.",
        "It was meant to stand for thirty years, but it proved useful as a mast for radio.",
        "About six million people visit the tower each month, and most of them come in winter.",
        "Visitors of the tower like the view over Paris.",
        "The tower, which millions visit, was built for radio.",
    ],
)
def test_what_it_does_not_say_gives_way_to_its_own_words(sentence: str) -> None:
    assert not SUPPORT.carries(sentence)
    told, sources = supported([sentence], [SUPPORT])
    assert all(one in whole_sentences(TEXT) for one in told)
    assert sources == ((TOWER,) if told else ())


@given(st.sampled_from(SENTENCES), st.data())
def test_a_word_that_is_put_in_makes_another_sentence(sentence: str, data: st.DataObject) -> None:
    words = sentence.split()
    place = data.draw(st.integers(1, len(words) - 1))
    put_in = data.draw(st.sampled_from(["not", "never", "Berlin", "1912", "forty"]))
    assert not SUPPORT.carries(" ".join([*words[:place], put_in, *words[place:]]))


def test_a_source_that_speaks_of_something_else_is_not_cited() -> None:
    other = Source(
        "Paint", "https://paint.org/", "Red paint costs ten euros a tin today.", "search"
    )
    told, sources = supported(SENTENCES[:1], [Support(other, whole_sentences(other.text)), SUPPORT])
    assert told == (SENTENCES[0],)
    assert sources == (TOWER,)


def test_nothing_is_told_where_no_source_speaks_of_it() -> None:
    assert supported(["Mozart wrote forty-one symphonies."], [SUPPORT]) == ((), ())
