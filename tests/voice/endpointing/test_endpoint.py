"""Endpointing (unit): seconds of speech and silence go in, the end of the utterance comes out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.voice.endpointing.endpoint import (
    HELD_SECONDS,
    Decision,
    Endpoint,
    Hysteresis,
    Patience,
)

pytestmark = pytest.mark.flow

FRAME = 0.08
PATIENCE = Patience(silence_seconds=0.7, max_seconds=4.0, nothing_seconds=2.0)


def feed(endpoint: Endpoint, letters: str) -> tuple[Decision | None, int]:
    """The decision, and after how many frames it fell; "s" is speech, "." is none."""
    for count, letter in enumerate(letters, 1):
        if decision := endpoint.process(FRAME, letter == "s"):
            return decision, count
    return None, len(letters)


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("s" * 5 + "." * 20, ("silence", 5 + 9)),  # 0.72 s is the first multiple over 0.7
        ("s" + "." * 8 + "s" + "." * 20, ("silence", 10 + 9)),  # a pause of 0.64 s goes on
        ("." * 20 + "s" + "." * 20, ("silence", 21 + 9)),
        ("." * 99, ("nothing", 25)),
        ("." * 24 + "s" * 99, ("max_length", 50)),
        ("s" * 99, ("max_length", 50)),
        ("s" * 49 + "." * 20, ("max_length", 50)),
        ("ssss....", (None, 8)),
    ],
)
def test_listening_by_voice(letters: str, expected: tuple[Decision | None, int]) -> None:
    assert feed(Endpoint(PATIENCE), letters) == expected


def test_after_a_wake_word_silence_alone_ends_it() -> None:
    assert feed(Endpoint(PATIENCE, begun=True), "." * 20) == ("silence", 9)


def test_a_held_key_outlasts_silence_and_ends_at_its_release_with_a_tail() -> None:
    endpoint = Endpoint(PATIENCE, held=True)
    assert feed(endpoint, "." * 40) == (None, 40)
    endpoint.release(0.16)
    assert feed(endpoint, "...") == ("key_up", 2)


def test_a_release_that_never_comes_ends_by_length_even_in_silence() -> None:
    assert feed(Endpoint(PATIENCE, held=True), "." * 999) == ("max_length", HELD_SECONDS / FRAME)


def test_the_silence_that_a_frame_begins_with_counts_until_that_is_full() -> None:
    endpoint = Endpoint(PATIENCE, begun=True)
    assert feed(endpoint, "." * 8) == (None, 8)  # 0.64 s
    assert [endpoint.glimpse(seconds) for seconds in (0.032, 0.064)] == [None, "silence"]
    assert endpoint.silent_seconds == pytest.approx(0.704)
    endpoint.process(FRAME, is_speech=True, silent_tail_seconds=0.032)
    assert endpoint.silent_seconds == pytest.approx(0.032)


def test_a_press_within_the_tail_goes_on() -> None:
    endpoint = Endpoint(PATIENCE, held=True)
    endpoint.release(0.16)
    assert feed(endpoint, "s") == (None, 1)
    endpoint.hold()
    assert feed(endpoint, "." * 30) == (None, 30)


def test_a_press_takes_over_from_the_voice_and_a_stray_release_does_not() -> None:
    by_voice = Endpoint(PATIENCE)
    by_voice.release(0.16)
    assert feed(by_voice, "s" + "." * 20) == ("silence", 10)
    held = Endpoint(PATIENCE, begun=True)
    held.hold()
    assert held.held
    assert feed(held, "." * 20) == (None, 20)


def test_when_the_sound_itself_ends() -> None:
    assert Endpoint(PATIENCE).finish() == "nothing"
    assert Endpoint(PATIENCE, begun=True).finish() == "silence"
    assert Endpoint(PATIENCE, held=True).finish() == "key_up"


@given(st.text("s.", min_size=50, max_size=50), st.booleans(), st.booleans())
def test_whatever_is_heard_ends_within_the_longest_utterance(
    letters: str, begun: bool, held: bool
) -> None:
    decision, _ = feed(Endpoint(PATIENCE, begun=begun, held=held), letters * 15)
    assert decision is not None


def test_hysteresis_starts_at_half_and_lasts_to_a_third() -> None:
    probabilities = [0.2, 0.4, 0.49, 0.5, 0.4, 0.36, 0.34, 0.4, 0.49, 0.9, 0.1]
    speech = Hysteresis()
    assert "".join("s" if speech.is_speech(p) else "." for p in probabilities) == "...sss...s."
