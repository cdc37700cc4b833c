"""Unit: a line is broken or cut where a terminal would wrap it."""

import pytest

from jarvis_voice.cli.text_columns import fitting, folded, text_width

pytestmark = pytest.mark.unit


def test_an_emoji_and_a_letter_of_east_asia_take_two_columns() -> None:
    assert [text_width(text) for text in ("ab", "💬 ", "東京", "e\u0301")] == [2, 3, 4, 1]


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [
        ("short", 5, "short"),
        ("longer", 5, "long…"),
        ("two words", 5, "two…"),
        ("東京都", 5, "東京…"),
        ("e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"),
        ("x", 0, "…"),
    ],
)
def test_a_text_is_cut_where_a_terminal_would_wrap_it(text: str, columns: int, shown: str) -> None:
    assert fitting(text, columns) == shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("It fits in here.", ["It fits in here."]),
        ("It does not fit in here.", ["It does not fit in", "here."]),
        ("  One that is indented here", ["  One that is", "  indented here"]),
        ("No Jarvis runs: see `jarvis run -h`.", ["No Jarvis runs: see", "`jarvis run -h`."]),
        ("To mend this now: jarvis setup --all", ["To mend this now:", "jarvis setup --all"]),
        ("In /home/me/long/folder/file.", ["In", "/home/me/long/folder/file."]),
        ("東京都 東京都 東京都 東京都", ["東京都 東京都 東京都", "東京都"]),
    ],
)
def test_a_sentence_breaks_between_words(line: str, shown: list[str]) -> None:
    assert folded(line, 20) == shown


def test_further_lines_stand_where_they_are_wanted() -> None:
    assert folded("ok   all is as it is", 12, 5) == ["ok   all is", "     as it", "     is"]
