"""Unit: words go in, the same words with numerals for numbers come out."""

import pytest

from jarvis_voice.language.en.spoken_numbers import numerals

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("two hundred and forty", "240"),
        ("nineteen", "19"),
        ("twenty five", "25"),
        ("three point one four", "3.14"),
        ("point five", "0.5"),
        ("zero point oh five", "0.05"),
        ("one million two hundred thousand and six", "1200006"),
        ("a thousand", "1000"),
        ("2 million", "2000000"),
        ("1.5 million", "1500000"),
        ("five five", "5 5"),
        ("twenty thirty", "20 30"),
        ("five and six", "5 and 6"),
        ("five and a half feet", "5.5 feet"),
        ("two and three quarters", "2.75"),
        ("eleven and three quarter inches", "11.75 inches"),
        ("two and a half million", "2500000"),
        ("a million and a half", "1500000"),
        ("1.5 and a half", "1.5 and a half"),
        ("a cat and two dogs", "a cat and 2 dogs"),
        ("hundred", "hundred"),
        ("point", "point"),
        ("", ""),
    ],
)
def test_numbers_become_numerals(words: str, expected: str) -> None:
    assert " ".join(numerals(words.split())) == expected


@pytest.mark.parametrize("value", [0, 7, 13, 20, 21, 99, 100, 101, 110, 999, 1000, 12_345, 10**9])
def test_every_number_reads_back(value: int) -> None:
    from unicode_rbnf import RbnfEngine

    spoken = RbnfEngine.for_language("en").format_number(value).text.replace("-", " ")
    assert numerals(spoken.replace(",", "").split()) == [str(value)]
