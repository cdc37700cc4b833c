"""How long the answer of a service may be given again. Pure.

Invariant: what the service says counts before our own table, and nothing is fresh for longer than
`MOST_SECONDS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from types import MappingProxyType

MOST_SECONDS = 86_400.0
LONGEST_DATE = 64
LONGEST_NUMBER = 12
"""Characters."""

USUAL_SECONDS: Mapping[str, float] = MappingProxyType(
    {
        "api.open-meteo.com": 600.0,  # a forecast is made anew every quarter of an hour
        "geocoding-api.open-meteo.com": 86_400.0,
        "overpass-api.de": 3_600.0,
        "serpapi.com": 600.0,
        "www.wikidata.org": 600.0,
        "en.wikipedia.org": 600.0,
    }
)
"""By host, for answers that do not say it themselves; another host's are then not kept."""


def fresh_seconds(host: str, headers: Mapping[str, str]) -> float | None:
    """For how many seconds an answer is fresh; None where it may not be kept at all.

    Args:
        host: Whom it is from.
        headers: Of the answer; their names in any case.
    """
    said = _directives(headers.get("Cache-Control", ""))
    if "no-store" in said or headers.get("Vary", "").strip() == "*" or "Retry-After" in headers:
        return None
    if "no-cache" in said:
        return 0.0
    if "max-age" in said:
        return _bounded(_seconds(said["max-age"]) - _seconds(headers.get("Age", "0")))
    if "Expires" in headers:
        return _bounded(_until(headers["Expires"], headers.get("Date", "")))
    return USUAL_SECONDS.get(host, 0.0)


def _directives(header: str) -> dict[str, str]:
    parts = (part.partition("=") for part in header.lower().split(","))
    return {name.strip(): value.strip().strip('"') for name, _, value in parts}


def _seconds(text: str) -> float:
    text = text.strip()
    return float(text) if text.isdecimal() and len(text) < LONGEST_NUMBER else 0.0


def _until(expires: str, date: str) -> float:
    """Seconds between two dates of HTTP; 0, which is stale, where one is none."""
    try:
        ends, begins = (parsedate_to_datetime(one[:LONGEST_DATE]) for one in (expires, date))
        return ends.timestamp() - begins.timestamp()
    except (ValueError, TypeError, OverflowError, IndexError):
        return 0.0


def _bounded(seconds: float) -> float:
    return min(max(seconds, 0.0), MOST_SECONDS)
