"""Unit: how many turns and streams a user may have, by a clock that the test turns."""

import pytest

from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.turn_limits import MOST_STREAMS, TurnLimits

pytestmark = pytest.mark.unit


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def wait_told(limits: TurnLimits, user: str = "anna") -> str:
    """The seconds that a user is told to wait; "" where a turn begins."""
    try:
        limits.begin_turn(user).end()
    except RequestError as error:
        return error.headers["Retry-After"] if error.code == "too-many-requests" else error.code
    return ""


def test_a_minute_moves_on_with_the_clock() -> None:
    clock = Clock()
    limits = TurnLimits(2, 5, clock)
    told = []
    for seconds in (0, 10, 10, 59.5, 60, 60, 70):
        clock.seconds = 100.0 + seconds
        told.append(wait_told(limits))
    assert told == ["", "", "50", "1", "", "10", ""]


def test_users_are_counted_apart() -> None:
    limits = TurnLimits(1, 1, Clock())
    assert [wait_told(limits, one) for one in ("anna", "ben", "anna")] == ["", "", "60"]


def test_a_place_is_given_back_once() -> None:
    limits = TurnLimits(100, 1, Clock())
    first = limits.begin_turn("anna")
    assert wait_told(limits) == "1"
    first.end()
    first.end()
    second = limits.begin_turn("anna")
    assert wait_told(limits) == "1"
    second.end()
    assert wait_told(limits) == ""


def test_streams_have_an_end() -> None:
    limits = TurnLimits(1, 1, Clock())
    leases = [limits.begin_stream("anna") for _ in range(MOST_STREAMS)]
    with pytest.raises(RequestError):
        limits.begin_stream("anna")
    limits.begin_stream("ben")
    leases[0].end()
    limits.begin_stream("anna")
