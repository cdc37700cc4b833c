"""Unit: for how long the answer of a service may be given again."""

import pytest

from jarvis_voice.platform.outbound.freshness import MOST_SECONDS, USUAL_SECONDS, fresh_seconds

pytestmark = pytest.mark.unit

WEATHER = "api.open-meteo.com"
NOON = "Wed, 25 Nov 2026 12:00:00 GMT"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Cache-Control": "max-age=90"}, 90.0),
        ({"Cache-Control": "public, s-maxage=9, Max-Age=90"}, 90.0),
        ({"Cache-Control": "max-age=90", "Age": "30"}, 60.0),
        ({"Cache-Control": "max-age=90", "Age": "300"}, 0.0),
        ({"Cache-Control": "max-age=90", "Expires": NOON, "Date": NOON}, 90.0),
        ({"Cache-Control": "private, must-revalidate, max-age=0"}, 0.0),
        ({"Cache-Control": "no-cache"}, 0.0),
        ({"Cache-Control": "no-cache=x, no-store"}, None),
        ({"Cache-Control": "max-age=999999999"}, MOST_SECONDS),
        ({"Cache-Control": "max-age=soon"}, 0.0),
        ({"Cache-Control": f"max-age={'9' * 5_000}"}, 0.0),
        ({"Expires": "Wed, 25 Nov 2026 12:05:00 GMT", "Date": NOON}, 300.0),
        ({"Expires": NOON, "Date": "Wed, 25 Nov 2026 12:05:00 GMT"}, 0.0),
        ({"Expires": "0", "Date": NOON}, 0.0),
        ({"Vary": "*"}, None),
        ({"Retry-After": "5"}, None),
        ({}, USUAL_SECONDS[WEATHER]),
    ],
)
def test_what_a_service_says_counts_before_our_own_table(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert fresh_seconds(WEATHER, headers) == seconds


def test_of_an_unknown_host_only_what_it_says_counts() -> None:
    assert fresh_seconds("example.org", {}) == 0.0
    assert fresh_seconds("example.org", {"Cache-Control": "max-age=5"}) == 5.0
