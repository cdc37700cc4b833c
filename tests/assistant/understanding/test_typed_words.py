"""Typed sentences go in; what a tool is handed of them comes out, sign by sign."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jarvis_voice.assistant.understanding.typed_words import as_typed, program_in
from jarvis_voice.language.en.normalization import LONGEST_SENTENCE, clean

pytestmark = pytest.mark.unit

VERBS = ("run", "execute")
LEADS = {
    " ".join(f"{verb} {this} python {what}".split())
    for verb in VERBS
    for this in ("", "this", "the")
    for what in ("", "code", "program", "script")
}
BEFORE = st.sampled_from(
    [
        "run python ",
        "please run this python program: ",
        "Hey Jarvis, can you execute the Python script:\n",
        "run python code\n",
        "RUN PYTHON: ",
    ]
)
LINES = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters="\t\n\"'{}[]()\\"),
    min_size=1,
    max_size=300,
)


@given(BEFORE, LINES)
@settings(max_examples=300, deadline=None)
@example("run python ", 'print("hello", {"a": [1, 2]})')
@example("run python ", "code = 5\nprint(code)")
@example("run python ", "x" * 2_500)
@example("run python ", "print('no, actually, never mind, and then open GitHub um please')")
@example("run python code\n", "    if 1:\n\tprint('a  b')  \n\n")
def test_a_program_arrives_byte_for_byte(before: str, program: str) -> None:
    if not before.endswith("\n"):
        program = f"x{program}"  # blanks before a program on the same line are none of it
    expected = program if program.strip() else None
    assert program_in(f"{before}{program}", LEADS) == expected


@pytest.mark.parametrize(
    ("text", "program"),
    [
        ("run python code = 5", "code = 5"),
        ("run python script.run()", "script.run()"),
        ("run python code: x = 1", "x = 1"),
        ("run this python code, print(1)", "print(1)"),
        ("run python for me in [1]: print(me)", "for me in [1]: print(me)"),
        ("run python print(1) please", "print(1) please"),
        ("run python", None),
        ("run python code", None),
        ("run the python documentation site", "documentation site"),
        ("what is run python print(1)", None),
        ("open python.org", None),
        ("do not run python print(1)", None),
    ],
)
def test_a_program_begins_behind_the_words_that_ask_for_it(text: str, program: str | None) -> None:
    assert program_in(text, LEADS) == program


@pytest.mark.parametrize(
    ("words", "text", "typed"),
    [
        ("he said hello", 'note that he said "hello"', 'he said "hello"'),
        ("he said hello world", "note that he said “hello   world”.", "he said “hello   world”"),
        ("he said stop", 'note that he said "stop."', 'he said "stop."'),
        ("buy milk", 'note that "buy milk"', "buy milk"),
        ("a b", "note that a\n\tb", "a\n\tb"),
        ("it's late", "note that it\u2019s late", "it\u2019s late"),
        ("the US is big", "note that the U.S. is big", "the U.S. is big"),
        ("buy milk", "note that buy um milk please", "buy um milk"),
        ("buy bread", "note that buy milk, no, bread", "buy bread"),
        ("what nobody typed", "note that buy milk", "what nobody typed"),
    ],
)
def test_words_keep_the_signs_that_were_typed(words: str, text: str, typed: str) -> None:
    assert as_typed(words, text) == typed


@given(st.text(max_size=80), st.text(max_size=80))
@settings(max_examples=200, deadline=None)
def test_what_is_handed_on_was_typed_or_understood(words: str, text: str) -> None:
    assert as_typed(words, text) in text or as_typed(words, text) == words


@pytest.mark.parametrize("n_blanks", [0, LONGEST_SENTENCE])
def test_no_sentence_is_cut_before_it_is_read(n_blanks: int) -> None:
    assert clean(f"open {' ' * n_blanks}github") == "open github"
    assert clean(f"yes {'x' * LONGEST_SENTENCE} but not now") == ""
