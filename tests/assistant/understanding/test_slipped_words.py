"""Unit: slips of the fingers in sentences that are not understood."""

import pytest

from jarvis_voice.assistant.understanding.slipped_words import Spelling

pytestmark = pytest.mark.unit

SPELLING = Spelling({"remind", "me", "to", "weather", "timer", "set", "open", "pause", "music"})


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("remnid me to call bob tommorow", "remind me to call bob tomorrow"),
        ("tiemr ten minuets", "timer ten minutes"),
        ("pasue the music", "pause the music"),
        ("whats teh wether", "whats the weather"),
    ],
)
def test_the_slips_are_mended(said: str, meant: str) -> None:
    assert meant in SPELLING.mended(said)


@pytest.mark.parametrize(
    "said", ["remind me to call bob", "the cat sat on a mat", "", "can you set timers"]
)
def test_what_is_near_to_nothing_stays(said: str) -> None:
    assert SPELLING.mended(said) == ()


def test_what_a_shop_sells_is_no_slip_of_a_number() -> None:
    assert SPELLING.mended("double the flour") == ()
    assert SPELLING.mended("wake me in fourty minuets") == ("wake me in forty minutes",)


def test_what_is_to_be_done_changes_last() -> None:
    first = SPELLING.mended("remnid me to see the timmer tommorow")[0]
    assert "tomorrow" in first
    assert "timmer" in first
