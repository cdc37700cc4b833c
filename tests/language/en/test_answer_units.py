"""Unit: a streamed answer comes out in sentences, entries and blocks, and loses no sign."""

from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.language.en.answer_units import BLOCK_CHARACTERS, Unit, UnitSplitter

pytestmark = pytest.mark.unit

SIGNS = st.sampled_from(
    [
        *("a", "B", "1", ".", "!", " ", "  ", "\n", "\n\n", "\r\n", "    ", "\t", "😊", "etc. "),
        *("- ", "* ", "2. ", "+", "# ", "> ", "|", "---", "[x] ", "*", "**", "`", "_", ": 1. Go"),
        *("```", "```py", "~~~", "\n```\ncode\n```\n", "\n- one\n  two", "x|y\n-|-\n"),
        *("\n| a | b |\n", "\n|---|---|\n"),
    ]
)
TEXTS = st.lists(SIGNS, max_size=40).map("".join)


def units_of(text: str, cuts: list[int] | None = None) -> list[Unit]:
    edges = [0, *sorted(cut for cut in cuts or [] if cut < len(text)), len(text)]
    splitter = UnitSplitter()
    units = [unit for start, end in pairwise(edges) for unit in splitter.feed(text[start:end])]
    return [*units, *splitter.flush()]


def joined(units: list[Unit]) -> str:
    return "".join(unit.lead * bool(number) + unit.text for number, unit in enumerate(units))


def kinds(text: str) -> list[tuple[str, str]]:
    return [(unit.kind, unit.text) for unit in units_of(text)]


@settings(max_examples=200)
@given(TEXTS, st.lists(st.integers(0, 120), max_size=30))
def test_the_units_give_the_text_back_however_it_was_cut(text: str, cuts: list[int]) -> None:
    units = units_of(text)
    assert joined(units) == text.strip()
    assert units_of(text, cuts) == units
    assert units_of(text, list(range(len(text)))) == units
    assert all(unit.text == unit.text.strip() != "" for unit in units)
    assert not any(unit.lead.strip() for unit in units)


@given(
    st.lists(st.sampled_from(["word ", "x" * 900, ". ", "\n", "- ", "|", "```\n", "> ", "    "])),
    st.integers(1, 900),
)
def test_what_is_too_long_is_cut_alike_however_it_comes(pieces: list[str], size: int) -> None:
    text = "".join(pieces * 5)
    units = units_of(text)
    assert units_of(text, list(range(0, len(text), size))) == units
    assert "".join(joined(units).split()) == "".join(text.split())
    assert all(len(unit.text) <= BLOCK_CHARACTERS for unit in units)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello. How are you?", [("prose", "Hello."), ("prose", "How are you?")]),
        ("1. Open it. Slowly.\n2. Go.", [("item", "1. Open it. Slowly."), ("item", "2. Go.")]),
        ("Do this: 1. Open it.", [("prose", "Do this: 1. Open it.")]),
        ("**1.** Open it.", [("prose", "**1.** Open it.")]),
        ("- one\n  goes on\n- two", [("item", "- one\n  goes on"), ("item", "- two")]),
        ("- a\n    - b\n\n  More.", [("item", "- a"), ("item", "- b"), ("prose", "More.")]),
        ("- [ ] milk", [("item", "- [ ] milk")]),
        ("* a\n+ b\n• c\n3) d", [("item", one) for one in ("* a", "+ b", "• c", "3) d")]),
        ("*He waves.* Hi.", [("prose", "*He waves.*"), ("prose", "Hi.")]),
        ("-5 degrees\n1.5 km\n#tag", [("prose", o) for o in ("-5 degrees", "1.5 km", "#tag")]),
        ("## A plan\nGo.", [("heading", "## A plan"), ("prose", "Go.")]),
        ("```py\na. b\n\n  c\n```\nEnd.", [("code", "```py\na. b\n\n  c\n```"), ("prose", "End.")]),
        ("~~~\n```\n~~~", [("code", "~~~\n```\n~~~")]),
        ("````\n```\n````", [("code", "````\n```\n````")]),
        ("```py\nnever closed. Well", [("code", "```py\nnever closed. Well")]),
        ("```one``` is code", [("prose", "```one``` is code")]),
        ("- a\n  ```\n  x\n  ```", [("item", "- a"), ("code", "```\n  x\n  ```")]),
        ("So:\n\n    a = 1\n\n    b\nEnd", [
            ("prose", "So:"), ("code", "a = 1\n\n    b"), ("prose", "End")]),
        ("| a | b |\n|---|---|\n| 1 | 2 |\nEnd", [
            ("table", "| a | b |\n|---|---|\n| 1 | 2 |"), ("prose", "End")]),
        ("a | b\n--|--\n1 | 2\n\nEnd", [("table", "a | b\n--|--\n1 | 2"), ("prose", "End")]),
        ("|x| is big. Yes.\nEnd", [
            ("prose", "|x| is big."), ("prose", "Yes."), ("prose", "End")]),
        ("a | b\n- c", [("prose", "a | b"), ("item", "- c")]),
        ("> Be.\n> Or not.", [("quote", "> Be."), ("quote", "> Or not.")]),
        ("One\n\n---\n\n* * *\n___", [
            ("prose", "One"), ("rule", "---"), ("rule", "* * *"), ("rule", "___")]),
        ("Roses\nViolets", [("prose", "Roses"), ("prose", "Violets")]),
        ("Fine! 😊", [("prose", "Fine!"), ("prose", "😊")]),
        ("", []),
        (" \n\n ", []),
    ],
)  # fmt: skip
def test_what_a_text_is_made_of(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


def test_each_unit_comes_out_as_soon_as_it_is_whole() -> None:
    splitter = UnitSplitter()
    pieces = {
        "Su": [], "re! H": ["Sure!"], "ere:": [], "\n": ["Here:"], "- a\n": [], "- b\n": ["- a"],
        "\nSo. ": ["- b", "So."], "It is": [], "\n```\nx": ["It is"], "\n```": [],
        "\nEnd": ["```\nx\n```"],
    }  # fmt: skip
    assert {piece: [u.text for u in splitter.feed(piece)] for piece in pieces} == pieces
    assert [unit.text for unit in splitter.flush()] == ["End"]


def test_wide_white_space_between_two_units_is_shortened() -> None:
    units = units_of("One.\n" + "\n" * 5_000 + "   Two." + " " * 500 + "Three.")
    assert [unit.lead for unit in units] == ["", "\n\n   ", " " * 40]


def test_code_that_is_too_long_is_cut_at_a_line() -> None:
    lines = "\n".join(f"line {number}" for number in range(5_000))
    units = units_of(f"```\n{lines}\n```")
    assert len(units) == 3
    assert {unit.kind for unit in units} == {"code"}
    assert all(unit.text.startswith(("```", "line ")) for unit in units)


@pytest.mark.parametrize("size", [1, 4_000])
@pytest.mark.parametrize(
    "sign",
    ["a.", "- ", "|", "`", "*", "-", "1. ", "> ", "#", "a|", "\n", " ", "|\n", "a|\n-", "a "],
)
def test_the_work_grows_as_the_text_does(sign: str, size: int) -> None:
    text = sign * (20_000 // len(sign))
    whole, longest = zip(*(seconds_for(text, size) for _ in range(3)), strict=True)
    assert min(whole) < 0.2  # a busy machine slows a run, never each of them
    assert min(longest) < 0.05


def seconds_for(text: str, size: int) -> tuple[float, float]:
    """Processor time of a text in pieces of a size, and of the slowest piece."""
    splitter, longest, began_at = UnitSplitter(), 0.0, process_time()
    for start in range(0, len(text), size):
        piece_began_at = process_time()
        splitter.feed(text[start : start + size])
        longest = max(longest, process_time() - piece_began_at)
    splitter.flush()
    return process_time() - began_at, longest
