"""Unit: three failures in a row begin a pause that grows; one success ends it."""

import pytest

from jarvis_voice.assistant.planning.circuit_breaker import CircuitBreaker
from jarvis_voice.core.errors import PlannerError

pytestmark = pytest.mark.unit

OFFLINE = PlannerError("gemini-offline", "No network.", spoken="I cannot reach Gemini.")


class Seconds:
    at = 100.0

    def __call__(self) -> float:
        return self.at


def test_two_failures_are_no_pause_and_the_third_is() -> None:
    breaker = CircuitBreaker(Seconds())
    pauses = []
    for _ in range(3):
        breaker.fail(OFFLINE)
        pauses.append(breaker.rest_seconds)
    assert pauses == [0.0, 0.0, 30.0]
    assert breaker.error is OFFLINE


def test_a_success_between_them_begins_the_count_anew() -> None:
    breaker = CircuitBreaker(Seconds())
    for _ in range(4):
        breaker.fail(OFFLINE)
        breaker.fail(OFFLINE)
        breaker.succeed()
    assert breaker.error is None


def test_each_failure_after_a_pause_doubles_it_up_to_five_minutes() -> None:
    seconds = Seconds()
    breaker = CircuitBreaker(seconds)
    breaker.fail(OFFLINE)
    breaker.fail(OFFLINE)
    pauses = []
    for _ in range(6):
        breaker.fail(OFFLINE)
        pauses.append(breaker.rest_seconds)
        seconds.at += breaker.rest_seconds
        assert breaker.error is None, "after the pause it is asked once more"
    assert pauses == [30.0, 60.0, 120.0, 240.0, 300.0, 300.0]


def test_a_success_after_a_pause_ends_it_all() -> None:
    breaker = CircuitBreaker(Seconds())
    for _ in range(3):
        breaker.fail(OFFLINE)
    breaker.succeed()
    assert (breaker.error, breaker.rest_seconds) == (None, 0.0)
    breaker.fail(OFFLINE)
    assert breaker.error is None
