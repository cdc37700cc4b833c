"""The filter alone: what it learns, and what it leaves as it is (signals)."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.audio.echo.kalman_filter import BLOCK_SAMPLES, EchoFilter

pytestmark = pytest.mark.flow

Sound = NDArray[np.float32]
SECOND = 16_000


def speech(seconds: float, seed: int = 1) -> Sound:
    """Noise that comes and goes like syllables."""
    times = np.arange(round(seconds * SECOND)) / SECOND
    rise = np.maximum(np.sin(2 * np.pi * 2.3 * times + seed), 0.0)
    return (0.2 * rise * np.random.default_rng(seed).normal(0, 1, len(times))).astype(np.float32)


def path() -> Sound:
    """A room: 100 ms that fall off."""
    taps = np.arange(1_600)
    decay = np.exp(-taps / 250)
    return (decay * np.random.default_rng(5).normal(0, 0.2, len(taps))).astype(np.float32)


def echo_of(played: Sound) -> Sound:
    return np.convolve(played, path())[: len(played)].astype(np.float32)


def db(before: Sound, after: Sound) -> float:
    return float(10 * np.log10((before @ before) / (after @ after)))


def test_an_echo_is_learnt_within_seconds_and_cancelled() -> None:
    played = speech(6)
    rest = EchoFilter().process(played, echo_of(played))
    assert db(echo_of(played)[SECOND : 2 * SECOND], rest[SECOND : 2 * SECOND]) > 8
    assert db(echo_of(played)[5 * SECOND :], rest[5 * SECOND :]) > 25


def test_what_is_no_echo_passes_unchanged() -> None:
    played, user = speech(8), speech(8, seed=9)
    echo_filter = EchoFilter()
    echo_filter.process(played[: 6 * SECOND], echo_of(played)[: 6 * SECOND])
    heard = (echo_of(played) + user)[6 * SECOND :]
    rest = echo_filter.process(played[6 * SECOND :], heard)
    assert db(user[6 * SECOND :], rest - user[6 * SECOND :]) > 12


def test_who_talks_over_it_does_not_make_it_forget() -> None:
    played, user = speech(12), speech(12, seed=9)
    user[: 6 * SECOND] = user[8 * SECOND :] = 0.0
    rest = EchoFilter().process(played, echo_of(played) + user)
    behind = slice(8 * SECOND + 1_600, 9 * SECOND)
    assert db(echo_of(played)[behind], rest[behind]) > 12


def test_where_nothing_is_played_what_is_heard_is_what_comes_out() -> None:
    user = speech(1)
    assert np.array_equal(EchoFilter().process(np.zeros_like(user), user), user)


def test_while_it_does_not_learn_nothing_is_cancelled() -> None:
    played = speech(2)
    rest = EchoFilter().process(played, echo_of(played), learns=False)
    assert np.array_equal(rest, echo_of(played))


def test_its_path_is_the_room() -> None:
    played = speech(6)
    echo_filter = EchoFilter()
    echo_filter.process(played, echo_of(played))
    wrong = echo_filter.response[: len(path())] - path()
    assert db(path(), wrong) > 15


def test_it_goes_on_from_another_place_of_the_reference() -> None:
    played = speech(8)
    echo_filter = EchoFilter()
    echo_filter.process(played[: 6 * SECOND], echo_of(played)[: 6 * SECOND])
    echo_filter.forget_reference()
    begin = 7 * SECOND
    reach = echo_filter.reach_samples + BLOCK_SAMPLES
    echo_filter.align(played[begin - reach : begin])
    rest = echo_filter.process(played[begin:], echo_of(played)[begin:])
    assert db(echo_of(played)[begin:], rest) > 20
