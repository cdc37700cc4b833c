"""Unit: how much sound a user may send, and how many sounds are here at once."""

import pytest

from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.sound_limits import MOST_OF_ALL, MOST_OF_ONE, SoundLimits

pytestmark = pytest.mark.unit


def wait_seconds(limits: SoundLimits, seconds: float) -> int:
    with pytest.raises(RequestError) as refused:
        limits.spend("ada", seconds)
    assert refused.value.status == 429
    return int(refused.value.headers["Retry-After"])


def test_an_hour_of_each_user_is_counted_and_the_wait_is_right() -> None:
    now = [0.0]
    limits = SoundLimits(100, lambda: now[0])
    limits.spend("ada", 60)
    now[0] = 1_000
    limits.spend("ada", 30)
    assert limits.left("ada") == 10
    assert wait_seconds(limits, 20) == 2_600
    assert wait_seconds(limits, 75) == 3_600
    limits.spend("bob", 100)
    now[0] = 3_600
    limits.spend("ada", 70)
    assert limits.left("ada") == 0


def test_what_never_fits_waits_an_hour_and_is_not_asked_again() -> None:
    limits = SoundLimits(100, lambda: 0.0)
    assert wait_seconds(limits, 101) == 3_600
    assert limits.refusal("ada", 101).headers["x-should-retry"] == "false"


def test_few_sounds_are_here_at_once() -> None:
    limits = SoundLimits(100, lambda: 0.0)
    leases = [limits.begin("ada") for _ in range(MOST_OF_ONE)]
    with pytest.raises(RequestError, match="of yours"):
        limits.begin("ada")
    others = [limits.begin(f"user {n}") for n in range(MOST_OF_ALL - MOST_OF_ONE)]
    with pytest.raises(RequestError, match="Many others"):
        limits.begin("one more")
    for one in (*leases, *others):
        one.end()
    limits.begin("ada").end()
