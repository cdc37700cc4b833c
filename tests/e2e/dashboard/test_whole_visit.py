"""End to end: after all other tests of the dashboard, what the browser has complained of."""

from __future__ import annotations

import pytest
from e2e.dashboard.window import Window

pytestmark = [pytest.mark.e2e, pytest.mark.bench("browser", "voices")]


def test_nothing_was_refused_by_the_policy_or_asked_elsewhere(window: Window) -> None:
    known = ("401 (Unauthorized)", "400 (Bad Request)", "404 (Not Found)", "409 (Conflict)")
    assert [one for one in window.complaints if not any(code in one for code in known)] == []
    assert window.foreign == []
