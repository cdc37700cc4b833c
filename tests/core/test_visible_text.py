"""Unit: texts of strangers go in; what may be shown, told and written as JSON comes out."""

import json
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jarvis_voice.core.visible_text import (
    has_controls,
    json_line,
    visible,
    visible_line,
    written_out,
)

pytestmark = pytest.mark.unit

STEERING = [chr(n) for n in (*range(32), *range(0x7F, 0xA0)) if chr(n) not in "\t\n"] + list(
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029"
)
UNSEEN = list("\xad\u200b\u2060\u2064\u206a\ufeff\ufff9\U000e0041\U000e0001\U000e0fff")
WHOLE = (
    "Zürich, naïve, Ångström",
    "Дмитрий Шостакович",
    "שלום עולם",
    "مرحبا بالعالم",
    "\u200fשלום!\u200f (1)",
    "می\u200cخواهم",
    "क्\u200dष",
    "ไทยภาษา",
    "日本語、한국어、中文",
    "👩\u200d🔬 👨\u200d👩\u200d👧 🏳️\u200d🌈 ☀️ 👍🏽",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "葛\U000e0100飾",
    "a\u0301 e\u0308",
    "10 € – “so” … ½",
    "ᠮᠣᠩᠭᠣᠯ\u180e",
)
anything = st.text(st.one_of(st.characters(), st.sampled_from([*STEERING, *UNSEEN])), max_size=40)


@pytest.mark.parametrize("text", WHOLE)
def test_every_script_comes_through_whole(text: str) -> None:
    shown = (visible(text), visible_line(text), written_out(text), json.loads(json_line(text)))
    assert set(shown) == {text}
    assert not has_controls(text)


@pytest.mark.parametrize("sign", STEERING)
def test_what_steers_is_told_nowhere_and_written_out_on_a_screen(sign: str) -> None:
    text = f"a{sign}b"
    assert visible(text) in {"ab", "a b"}
    assert visible_line(text) in {"ab", "a b"}
    assert written_out(text) == f"a{sign.encode('unicode_escape').decode()}b"


@pytest.mark.parametrize("sign", UNSEEN)
def test_what_is_neither_seen_nor_needed_is_left_out(sign: str) -> None:
    assert {visible(f"a{sign}b"), visible_line(f"a{sign}b"), written_out(f"a{sign}b")} == {"ab"}


def test_tag_letters_stay_in_a_flag_alone() -> None:
    flag, hidden = WHOLE[10], "\U000e0068\U000e0069"
    assert visible(f"{hidden}x{flag}{hidden}") == f"x{flag}"


@settings(max_examples=300)
@given(anything)
@example("\ud800")
@example("\U0001f3f4\U000e0041")
def test_nothing_raw_is_left_and_json_loses_nothing(text: str) -> None:
    line = json_line({"reply": text})
    for shown in (visible(text), visible_line(text), written_out(text), line):
        assert not set(shown) & {*STEERING, *UNSEEN[:-3]}
        shown.encode()
    assert "\n" not in line
    assert json.loads(line) == {"reply": text}


@settings(max_examples=200)
@given(st.text(st.characters(categories=["L", "M", "N", "P", "S"]), max_size=30))
def test_letters_marks_numbers_and_signs_stay(text: str) -> None:
    kept = "".join(c for c in text if not "\U000e0000" <= c <= "\U000e0fff")
    assert visible(kept) == written_out(kept) == kept


@pytest.mark.parametrize(
    ("text", "is_unfit"),
    [("a\0b", True), ("\x1b[0m", True), ("a\x9bb", True), ("\x7f", True)]
    + [(text, False) for text in ("", "two\nlines\tand a tab", "Zürich שלום")],
)
def test_a_program_is_passed_no_control_characters(text: str, is_unfit: bool) -> None:
    assert has_controls(text) is is_unfit


def test_every_sign_of_the_first_planes_is_either_kept_or_not_seen() -> None:
    """What is left out holds no letter of any script."""
    lost = [chr(n) for n in range(0x30000) if not 0xD800 <= n < 0xE000 and not visible(chr(n))]
    assert {unicodedata.category(sign) for sign in lost} == {"Cf"} | {
        unicodedata.category(sign) for sign in "\u2065"
    }
