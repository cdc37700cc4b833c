"""Unit: streamed text comes out in sentences, however it was cut into pieces."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.language.en.sentences import (
    SENTENCE_CHARACTERS,
    SentenceSplitter,
    split_sentences,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "sentences",
    [
        ["It is done.", "Anything else?", "Good!"],
        ["Dr. Smith met Mrs. Jones at 5 p.m. on Jan. 3.", "They left."],
        ["We met at 5 p.m.", "Then we left."],
        ["Pi is 3.14.", "Version 1.2.3 is out."],
        ["It is 2026-11-21.", "The 3rd is a Thursday."],
        ["It happened in 2026.", "Then nothing."],
        ["Go to www.mit.edu.", "See https://example.com/a?b=c!d for more."],
        ["J. R. R. Tolkien wrote it.", "So did I.", "And you?"],
        ["Use tools, e.g. a hammer, i.e. this one.", "Fine."],
        ["Apples, pears, etc. are fruit.", "So are figs etc.", "Good."],
        ["The U.S. is large.", "Apple Inc. is too."],
        ["No. 5 is alive.", "No.", "I cannot."],
        ['She said "stop."', "He did."],
        ["Really?!", "Yes!!"],
        ["Well... maybe.", "Hm\u2026", "Right."],
        ["1. Open the door.", "2. Close it."],
        ["Do this: 1. Open the door.", "2. Close it."],
        ["It rose to 5.", "Then it fell."],
        ["**1.** Open the door."],
        ["No mark at the end", "and a new line"],
        ["One word", "Done."],
    ],
)
def test_sentences_are_kept_whole(sentences: list[str]) -> None:
    joined = "\n".join(sentences) if sentences[0][-1].isalpha() else " ".join(sentences)
    assert split_sentences(joined) == sentences


def test_a_sentence_comes_out_as_soon_as_it_is_whole_and_the_last_one_on_flush() -> None:
    splitter = SentenceSplitter()
    pieces = ["It costs 3", ".", "14 euros", ". ", "Is that", " fine?"]
    assert [splitter.feed(piece) for piece in pieces] == [
        [], [], [], ["It costs 3.14 euros."], [], []
    ]  # fmt: skip
    assert splitter.flush() == "Is that fine?"
    assert splitter.flush() == ""


def test_marks_without_words_are_no_sentence() -> None:
    assert split_sentences("... ! \n\n - \n") == []


@given(st.text(alphabet="aB3 .!?\n\"\u2026'", max_size=60), st.lists(st.integers(0, 60)))
def test_the_sentences_do_not_depend_on_the_pieces(text: str, cuts: list[int]) -> None:
    edges = [0, *sorted(cut for cut in cuts if cut < len(text)), len(text)]
    splitter = SentenceSplitter()
    streamed = [
        sentence for start, end in pairwise(edges) for sentence in splitter.feed(text[start:end])
    ]
    rest = splitter.flush()
    assert [*streamed, *([rest] if rest else [])] == split_sentences(text)
    spoken = "".join("".join(split_sentences(text)).split())
    assert [c for c in spoken if c.isalnum()] == [c for c in text if c.isalnum()]


@given(
    st.lists(st.sampled_from(["word ", "dr. ", "x" * 900, ". ", "..", " " * 700, "7", "etc. "])),
    st.integers(1, 900),
)
def test_a_long_text_is_cut_alike_however_it_comes(pieces: list[str], size: int) -> None:
    text = "".join(pieces * 3)
    splitter = SentenceSplitter()
    streamed = [
        sentence
        for start in range(0, len(text), size)
        for sentence in splitter.feed(text[start : start + size])
    ]
    rest = splitter.flush()
    assert [*streamed, *([rest] if rest else [])] == split_sentences(text)
    assert all(len(sentence) <= SENTENCE_CHARACTERS for sentence in split_sentences(text))


def test_what_never_ends_is_cut_at_a_blank_and_loses_no_word() -> None:
    words = [f"word{number}" for number in range(1_000)]
    sentences = split_sentences(" ".join(words))
    assert len(sentences) == 4
    assert " ".join(sentences).split() == words


def test_a_word_without_an_end_is_cut_where_it_is_too_long() -> None:
    assert [len(one) for one in split_sentences("x" * 4_500)] == [2_000, 2_000, 500]


def test_marks_without_an_end_are_dropped() -> None:
    assert split_sentences("." * 5_000 + " Well.") == ["." * 1_000 + " Well."]
