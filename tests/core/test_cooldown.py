from datetime import UTC, datetime

import pytest

from jarvis_voice.core.cooldown import LONGEST_WAIT_SECONDS, Cooldown, retry_after_seconds
from jarvis_voice.core.errors import ToolError

pytestmark = pytest.mark.flow


class FakeSeconds:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_new_cooldown_lets_calls_pass() -> None:
    Cooldown(FakeSeconds()).check()


def test_it_raises_a_fresh_copy_until_the_time_is_over() -> None:
    seconds = FakeSeconds()
    cooldown = Cooldown(seconds)
    first = ToolError("search-rate-limited", "wait", spoken="later")
    cooldown.start(first, 30)
    seconds.now += 29.9
    with pytest.raises(ToolError) as caught:
        cooldown.check()
    assert caught.value is not first
    assert (caught.value.code, caught.value.message, caught.value.spoken) == (
        "search-rate-limited",
        "wait",
        "later",
    )
    seconds.now += 0.1
    cooldown.check()


def test_it_never_lasts_longer_than_an_hour() -> None:
    seconds = FakeSeconds()
    cooldown = Cooldown(seconds)
    cooldown.start(ToolError("x", "y"), 10**9)
    seconds.now += LONGEST_WAIT_SECONDS
    assert cooldown.error is None


def test_clear_forgets() -> None:
    cooldown = Cooldown(FakeSeconds())
    cooldown.start(ToolError("x", "y"), 10)
    cooldown.clear()
    cooldown.check()


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("120", 120.0),
        ("1.5", 1.5),
        ("-3", 0.0),
        ("Sat, 21 Nov 2026 10:00:30 GMT", 30.0),
        ("Sat, 21 Nov 2026 09:00:00 GMT", 0.0),
        ("soon", None),
        ("nan", None),
        ("inf", None),
        ("Fri, 31 Dec 9999 23:59:59 -2359", None),
        ("Sat, 21 Nov 2026 10:00:30 -0000", 30.0),
        ("Sat Nov 21 10:00:30 2026", 30.0),
        ("", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str | None, seconds: float | None) -> None:
    now = datetime(2026, 11, 21, 10, 0, 0, tzinfo=UTC)
    assert retry_after_seconds(header, now) == seconds
