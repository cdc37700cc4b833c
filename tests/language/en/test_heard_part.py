"""Unit: of an interrupted answer is kept, as it was written, what was heard."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.language.en.answer_units import UnitSplitter
from jarvis_voice.language.en.heard_part import heard_part, is_heard
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.language.en.spoken_units import UnitVoice

pytestmark = pytest.mark.unit

WRITTEN = (
    "It is 22:10.\n\n- **Milk**\n- Eggs\n\n```py\nx = 1\n```\n\nSee https://a.org/b. That is all."
)


def said_of(written: str) -> list[str]:
    splitter, voice = UnitSplitter(), UnitVoice()
    units = [*splitter.feed(written), *splitter.flush()]
    return [speakable(voice.words(unit.text, unit.kind)) for unit in units]


@pytest.mark.parametrize(
    ("heard", "kept"),
    [
        ("It is ten past", "It is ten past"),
        ("It is ten past ten. Milk.", "It is 22:10.\n\n- **Milk**"),
        ("It is ten past ten. Milk. Eggs. I have put", WRITTEN[:31] + " I have put"),
        ("One moment. It is ten past ten. Milk", "It is 22:10.\n\n- **Milk**"),
        ("Something else.", "Something else."),
        ("", ""),
    ],
)
def test_what_was_heard_is_kept_as_it_was_written(heard: str, kept: str) -> None:
    assert said_of("It is 22:10.")[0].startswith("It is t")
    heard = heard.replace("ten past ten.", said_of("It is 22:10.")[0].removeprefix("It is "))
    assert heard_part(WRITTEN, heard) == kept


def test_an_answer_that_was_heard_whole_is_kept_whole() -> None:
    assert heard_part(WRITTEN, " ".join(filter(None, said_of(WRITTEN)))) == WRITTEN


@settings(max_examples=40)
@given(st.lists(st.sampled_from(
    ["One. ", "It is 5%. ", "\n- **a** b\n", "\n\n```\nx\n```\n\n", "😊 ", "\n---\n", "\n# Plan\n"]
), max_size=8).map("".join))  # fmt: skip
def test_the_more_was_heard_the_more_is_kept(written: str) -> None:
    said = [one for one in said_of(written) if one]
    kept = [heard_part(written, " ".join(said[:end])) for end in range(len(said) + 1)]
    assert all(written.strip().startswith(one) for one in kept)
    assert all(len(less) < len(more) for less, more in pairwise(kept))


@pytest.mark.parametrize("heard", ["Here. Shall I set five minutes?", "Shall I set 5 minutes?"])
def test_an_offer_with_a_number_is_heard_in_words(heard: str) -> None:
    assert is_heard("Shall I set 5 minutes?", heard)
    assert not is_heard("Shall I set 15 minutes?", heard)
