"""Unit: how a word is filed, and what it may be a form of."""

import pytest

from jarvis_voice.language.en.word_forms import bases_of, word_key

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("word", "key"),
    [
        *(("DNA", "dna"), ("Caf\u00e9", "cafe"), ("well-known", "well known")),
        *(("ice_cream", "ice cream"), ("don\u2019t", "don't"), ("  two  words ", "two words")),
    ],
)
def test_a_word_has_one_key(word: str, key: str) -> None:
    assert word_key(word) == key
    assert word_key(key) == key


@pytest.mark.parametrize(
    ("key", "base"),
    [
        *(("cats", ("n", "cat")), ("boxes", ("n", "box")), ("cities", ("n", "city"))),
        *(("women", ("n", "woman")), ("cat's", ("n", "cat")), ("churches", ("n", "church"))),
        *(("runs", ("v", "run")), ("carries", ("v", "carry")), ("carried", ("v", "carry"))),
        *(("hoped", ("v", "hope")), ("walked", ("v", "walk")), ("stopped", ("v", "stop"))),
        *(("making", ("v", "make")), ("running", ("v", "run")), ("going", ("v", "go"))),
        *(("bigger", ("a", "big")), ("nicest", ("a", "nice")), ("happier", ("a", "happy"))),
    ],
)
def test_a_form_leads_to_its_word(key: str, base: tuple[str, str]) -> None:
    assert base in list(bases_of(key))


@pytest.mark.parametrize("key", ["", "s", "is", "cat", "black hole"])
def test_what_is_no_form_leads_nowhere(key: str) -> None:
    assert list(bases_of(key)) == []
