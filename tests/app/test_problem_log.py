"""Unit: which problems a user is told of who asks how Jarvis is."""

from datetime import UTC, datetime, timedelta

import pytest

from jarvis_voice.app.problem_log import PROBLEMS_HOURS, PROBLEMS_KEPT, ProblemLog
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.operations import PastProblem
from jarvis_voice.core.types import Origin

pytestmark = pytest.mark.unit

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class WallClock(FrameClock):
    """A wall clock that a test sets."""

    at = NOON

    def now(self) -> datetime:
        return self.at


def test_the_newest_of_a_day_without_what_quotes_the_user() -> None:
    bus, clock = Bus(), WallClock()
    troubles = ProblemLog(bus, clock)
    for code in ("muted", "interrupted", *(f"trouble-{n}" for n in range(PROBLEMS_KEPT + 2))):
        bus.publish(ProblemReported(0.0, code, f"Of {code}."))
    assert troubles.recent()[-1] == PastProblem(
        "2026-11-21T12:00:00+00:00", "trouble-6", "Of trouble-6."
    )
    assert [one.code for one in troubles.recent()] == [f"trouble-{n}" for n in range(2, 7)]
    clock.at = NOON + timedelta(hours=PROBLEMS_HOURS)
    assert troubles.recent() == ()


def test_problems_of_other_users_are_theirs() -> None:
    bus = Bus()
    troubles = ProblemLog(bus, WallClock())
    for user in ("anna", "me"):
        bus.at(Origin(user, "phone")).publish(ProblemReported(0.0, f"of-{user}", "Oh."))
    assert [one.code for one in troubles.recent()] == ["of-me"]
