"""Unit: words letter by letter, for the eye and for the ear."""

import pytest

from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.language.en.spelled_letters import letters_of, spoken_chain

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("words", "letters"),
    [
        *(("banana", "B-A-N-A-N-A"), ("New York", "N-E-W, Y-O-R-K"), ("a", "A")),
        *(("don\u2019t", "D-O-N-'-T"), ("well-known", "W-E-L-L, hyphen, K-N-O-W-N")),
        *(("Zo\u00eb", "Z-O-\u00cb"), ("B2B", "B-2-B"), ("C++", "C, plus, plus")),
        *(("a.b", "A, dot, B"), ("stra\u00dfe", "S-T-R-A-\u00df-E"), ("!?", "")),
    ],
)
def test_words_are_written_letter_by_letter(words: str, letters: str) -> None:
    assert letters_of(words) == letters


@pytest.mark.parametrize(
    ("chain", "said"),
    [
        ("N-E-C-E-S-S-A-R-Y", "n, e, c, e, double s, a, r, y"),
        ("C-O-M-M-I-T-T-E-E", "c, o, double m, i, double t, double e"),
        ("W-W-W", "w, w, w"),
        ("D-O-N-'-T", "d, o, n, apostrophe, t"),
        ("B-2-B", "b, two, b"),
        ("a-b", None),
        ("1-2-3", None),
    ],
)
def test_such_letters_are_said(chain: str, said: str | None) -> None:
    assert spoken_chain(chain) == said


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Letter: L-E-T-T-E-R.", "Letter: l, e, double t, e, r."),
        ("An X-ray, Wi-Fi and a T-shirt", "An X-ray, Wi-Fi and a T-shirt"),
        ("rock-and-roll", "rock-and-roll"),
    ],
)
def test_a_voice_says_them_one_by_one(written: str, spoken: str) -> None:
    assert speakable(written) == spoken
