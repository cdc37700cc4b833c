"""Finds places of a city by Google's local results, through SerpAPI with the user's key.

Invariant: what comes back is untrusted text; every key of it may be missing or of another type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from jarvis_voice.core.types import Link
from jarvis_voice.tools.web.search import plain, web_link
from jarvis_voice.tools.web.serpapi import SerpApi

ENGINE = "google_local"
MOST_PLACES = 20
LONGEST_NAME = 60
LONGEST_STREET = 60


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A place that somebody can go to; its texts are untrusted.

    Attributes:
        name: What it is called.
        street: "27 Park Street" or "Park Street"; "" where it is not known.
        link: Its website, or None.
    """

    name: str
    street: str
    link: Link | None


class GoogleLocal:
    """Google's local results.

    Args:
        api_key: The user's key.
        base_url: Another server, for tests; None is SerpAPI's own.
        timeout_seconds: For the whole answer.
    """

    def __init__(
        self, api_key: str, base_url: str | None = None, timeout_seconds: float = 6.0
    ) -> None:
        self._service = SerpApi(api_key, base_url)
        self._timeout_seconds = timeout_seconds

    async def __aenter__(self) -> Self:
        await self._service.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._service.__aexit__(*exc)

    async def find(self, kind: str, city: str) -> tuple[FoundPlace, ...]:
        """Places of a kind, best first; none is not an error.

        Args:
            kind: "thai restaurants".
            city: "Bristol".

        Raises:
            ToolError: See `SearchBackend.search`.
        """
        asked = {"engine": ENGINE, "q": f"{kind} in {city}"}
        body = await self._service.ask(asked, self._timeout_seconds)
        found = body.get("local_results")
        entries = found if isinstance(found, list) else []
        places = (_place(one) for one in entries[:MOST_PLACES] if isinstance(one, dict))
        return tuple(place for place in places if place)


def _place(entry: Mapping[str, Any]) -> FoundPlace | None:
    name = plain(entry.get("title"), LONGEST_NAME)
    if not name:
        return None
    links = entry.get("links")
    url = links.get("website") if isinstance(links, dict) else entry.get("website")
    street = plain(entry.get("address"), 2 * LONGEST_STREET).partition(",")[0]
    return FoundPlace(name, street[:LONGEST_STREET].strip(), web_link(url, name, "search"))
