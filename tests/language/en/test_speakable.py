"""Unit: text for the eye becomes text for the ear."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.language.en.speakable import speakable

pytestmark = pytest.mark.unit

NUMBERS = [
    ("240", "two hundred forty"),
    ("1,234,567", "one million two hundred thirty-four thousand five hundred sixty-seven"),
    ("40.8", "forty point eight"),
    ("3.05.", "three point zero five."),
    ("-5", "minus five"),
    ("007", "zero zero seven"),
    ("5k and 3M", "five thousand and three million"),
    ("1,2,3", "one, two, three"),
    ("1/2, 3/4, 2/3, 24/7", "one half, three quarters, two thirds, twenty-four seven"),
    ("2\u00bd cups", "two and a half cups"),
    ("5-10", "five to ten"),
    ("the 1st, 2nd and 21st", "the first, second and twenty-first"),
    ("No. 5 and #1", "number five and number one"),
    ("12345678901234567", "one two three four five six seven eight nine zero one two three four"
     " five six seven"),
    ("3 \u00d7 4 = 12", "three times four equals twelve"),
    ("2+2, 5 - 3", "two plus two, five minus three"),
    ("H2O, mp3 and A4", "H2O, mp3 and A4"),
]  # fmt: skip

TIMES = [
    ("2026-11-21", "November twenty-first, twenty twenty-six"),
    ("2026-11-21T10:30:00Z", "November twenty-first, twenty twenty-six, ten thirty"),
    ("21.11.2026", "November twenty-first, twenty twenty-six"),
    ("11/21/2026", "November twenty-first, twenty twenty-six"),
    ("21/11/2026", "November twenty-first, twenty twenty-six"),
    ("November 21, 2026", "November twenty-first, twenty twenty-six"),
    ("21 November", "November twenty-first"),
    ("Jan. 5th", "January fifth"),
    ("10:30", "ten thirty"),
    ("10:05", "ten oh five"),
    ("10:00", "ten o'clock"),
    ("14:30", "two thirty P M"),
    ("0:15", "twelve fifteen A M"),
    ("00:00 and 12:00", "midnight and noon"),
    ("9 a.m. or 3:00pm", "nine A M or three P M"),
    ("at 5 p.m. Then", "at five P M. Then"),
    ("10:30\u201311:00", "ten thirty to eleven o'clock"),
    ("in 1984, by 1905", "in nineteen eighty-four, by nineteen oh five"),
    ("2000 and 2005", "two thousand and two thousand five"),
    ("the 1990s", "the nineteen nineties"),
    ("2020\u20132024", "twenty twenty to twenty twenty-four"),
    ("17112026", "seventeen million one hundred twelve thousand twenty-six"),
    ("25:70", "twenty-five:seventy"),
    ("2026-13-45 stays", "twenty twenty-six-thirteen-forty-five stays"),
]

QUANTITIES = [
    ("17%, 99.9 %", "seventeen percent, ninety-nine point nine percent"),
    ("10-15% off", "ten to fifteen percent off"),
    ("10%\u201320%", "ten percent to twenty percent"),
    ("5 km", "five kilometers"),
    ("1 km", "one kilometer"),
    ("8 - 10 km/h", "eight to ten kilometers per hour"),
    ("20 \u00b0C and -5\u00b0F", "twenty degrees Celsius and minus five degrees Fahrenheit"),
    ("3.5 GB in 60s", "three point five gigabytes in sixty seconds"),
    ("~5 kg", "about five kilograms"),
    ("$12.50", "twelve dollars and fifty cents"),
    ("$1, $0.99, $5.", "one dollar, ninety-nine cents, five dollars."),
    ("\u20ac3.2 million, 50 \u20ac", "three point two million euros, fifty euros"),
    ("\u00a33.01", "three pounds and one penny"),
    ("$1,000", "one thousand dollars"),
]

NAMES = [
    ("https://www.mit.edu/", "mit dot edu"),
    ("See https://web.mit.edu/a?b=c. Then", "See web dot mit dot edu. Then"),
    ("github.com is open", "github dot com is open"),
    ("<https://mit.edu>", "mit dot edu"),
    ("ana@example.com", "ana at example dot com"),
    ("192.168.1.1", "one nine two dot one six eight dot one dot one"),
    ("Version 1.2.3 or v2.0", "Version one point two point three or version two point zero"),
    ("+49 30 1234", "plus four nine, three zero, one two three four"),
    ("C++ and C#", "C plus plus and C sharp"),
    ("A & B", "A and B"),
    ("Dr. Smith, e.g., etc.", "Doctor Smith, for example, et cetera."),
]

MARKUP = [
    ("**Bold**, *it*, __b__, ~~s~~ and `code`", "Bold, it, b, s and code"),
    ("[MIT](https://mit.edu) ![logo](a.png)", "MIT logo"),
    ("# Head\n- one\n- two\n\n```py\nprint(1)\n```\nDone", "Head. one. two. Done"),
    ("```\ncut short", ""),
    ("1. Open it\n2. Close it", "one, Open it. two, Close it"),
    ("> quoted\n\n---\nend", "quoted. end"),
    ("| a | b |\n|---|---|\n| c | d |", "a, b. c, d"),
    ("<b>bold</b> &amp; more", "bold and more"),
    ("Done \U0001f389\U0001f468\u200d\U0001f469 \u2705!", "Done!"),
    ("\U0001f389", ""),
    ("\u201cquoted\u201d \u2014 it\u2019s", '"quoted", it\'s'),
    ("a -> b", "a, b"),
    ("Wait\u2026 what", "Wait, what"),
    ("MIT (mit.edu) is open", "MIT, mit dot edu, is open"),
    ("", ""),
    ("*** --- ###", ""),
]

PLAIN = [
    "I have asked your browser for MIT's website.",
    "I could not find an app of that name. Shall I search the web?",
    "It is half past ten; you asked me to open it: done!",
    "The well-known state-of-the-art engine, and so on.",
    "No. I cannot.",
    "May I? You may.",
]


@pytest.mark.parametrize(("written", "spoken"), NUMBERS + TIMES + QUANTITIES + NAMES + MARKUP)
def test_written_and_spoken(written: str, spoken: str) -> None:
    assert speakable(written) == spoken


@pytest.mark.parametrize("sentence", PLAIN)
def test_plain_sentences_pass_unchanged(sentence: str) -> None:
    assert speakable(sentence) == sentence


@given(st.text(max_size=80))
def test_whatever_comes_in_no_mark_for_the_eye_comes_out(text: str) -> None:
    assert not re.search(r"[*`#|<>{}\[\]\\^~=\n\U0001f300-\U0001faff]", speakable(text))


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("7" * 61, "a number of sixty-one digits"),
        ("7" * 5_000, "a number of two thousand digits"),
        ("-" + "7" * 1_500, "minus a number of one thousand five hundred digits"),
        ("$" + "7" * 1_500 + ".50", "a number of one thousand five hundred digits dollars"),
        ("1." + "3" * 1_500, "one point one thousand five hundred more digits"),
        ("7" * 1_500 + "th", "a number of one thousand five hundred digits"),
        ("7" * 1_500 + " km", "a number of one thousand five hundred digits kilometers"),
        ("v1." + "2" * 1_500, "version one point a number of one thousand five hundred digits"),
    ],
)
def test_a_number_of_any_length_is_spoken(written: str, spoken: str) -> None:
    assert spoken in speakable(f"It is {written}.")


@given(
    st.lists(st.sampled_from(["7" * 4_400, "\u0663" * 4_400, "&#", "-", ",", ".", "/", "e", "%"]))
)
def test_no_row_of_digits_breaks_it(pieces: list[str]) -> None:
    speakable("".join(pieces))


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("## About C# ##", "About C sharp"),
        ("a <!-- not\nthis --> b <!-- never closed", "a b!-- never closed"),
        ("[open](https://a.b/c_(d)) it", "open, it"),
        ("see [it", "see it"),
        ("wide" + " " * 500 + "| table", "wide, table"),
        ("**" + "bold " * 80 + "end**", "bold " * 80 + "end"),
    ],
)
def test_marks_that_open_and_close_late_or_never(written: str, spoken: str) -> None:
    assert speakable(written) == spoken


def test_many_short_sentences_are_read_as_they_are_by_themselves() -> None:
    one = "Ana has 3 cats."
    assert speakable(" ".join([one] * 400)) == " ".join([speakable(one)] * 400)


def test_a_long_list_keeps_each_of_its_lines() -> None:
    spoken = speakable("\n".join(["- The thing on this line is here."] * 100))
    assert "-" not in spoken
    assert spoken.count("is here.") == 100
