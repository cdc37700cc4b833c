"""Speaks SerpAPI's protocol: searches, places and the account, with the key in the query."""

from __future__ import annotations

from typing import Any

from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
    OffScriptError,
    as_json,
)

NOTHING_FOUND = {"error": "Google hasn't returned any results for this query."}
ENGINE = {"engine": "google", "output": "json"}
LOCAL_ENGINE = {"engine": "google_local", "output": "json"}


class SerpApiServer(LoopbackServer):
    """Answers the queries it was given bodies for.

    Args:
        api_key: The only key that it takes; "" takes any, and none.
        retry_after: What a refusal says in `Retry-After`.
        searches_left: How many searches the account has left.
    """

    def __init__(
        self,
        *,
        api_key: str = "test-serpapi-key",
        retry_after: str | None = None,
        searches_left: int = 100,
    ) -> None:
        super().__init__(retry_after=retry_after)
        self.api_key = api_key
        self._searches_left = searches_left
        self._bodies: dict[tuple[str, int], LoopbackResponse] = {}
        self._places: dict[str, LoopbackResponse] = {}

    def answer(self, query: str, body: Any, status: int = 200, *, start: int = 0) -> None:
        """Script the whole body for one page of the results of one query."""
        self._bodies[query, start] = as_json(body, status)

    def answer_places(self, query: str, body: Any, status: int = 200) -> None:
        """Script the whole body for the places of one query."""
        self._places[query] = as_json(body, status)

    def quota_body(self) -> Any:
        """What it says to one request too many."""
        return {"error": "Your account has run out of searches."}

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        """The scripted body of a search, or the account."""
        asked, query = (request.method, request.path), request.query
        is_asked = asked == ("GET", "/search")
        is_search = is_asked and ENGINE.items() <= query.items()
        is_local = is_asked and LOCAL_ENGINE.items() <= query.items()
        if not (is_search or is_local) and asked != ("GET", "/account.json"):
            raise OffScriptError(f"{asked} {sorted(query)}")
        if self.api_key and query.get("api_key") != self.api_key:
            where = "https://serpapi.com/manage-api-key"
            body = {"error": f"Invalid API key. Your API key should be here: {where}"}
            return as_json(body, 401)
        if is_search:
            return self.found(query.get("q", ""), int(query.get("start", "0")))
        if is_local:
            return self.found_places(query.get("q", ""))
        return as_json({"total_searches_left": self._searches_left})

    def found(self, query: str, start: int) -> LoopbackResponse:
        """One page of the results of one query.

        Raises:
            OffScriptError: There is no script for it.
        """
        if (query, start) not in self._bodies:
            raise OffScriptError(f"the query {(query, start)!r}")
        return self._bodies[query, start]

    def found_places(self, query: str) -> LoopbackResponse:
        """The places of one query.

        Raises:
            OffScriptError: There is no script for it.
        """
        if query not in self._places:
            raise OffScriptError(f"the places {query!r}")
        return self._places[query]


def local_place(title: str, address: str = "", website: str = "") -> dict[str, Any]:
    """One place in the shape SerpAPI gives it."""
    links = {"website": website} if website else {}
    return {"title": title, "address": address, "type": "Restaurant", "links": links}


def organic(*urls: str, start: int = 0) -> list[dict[str, Any]]:
    """Organic results in the shape SerpAPI gives them, those before them counted by `start`."""
    return [
        organic_result(place, f"Page {place}", url, f"About {place}.")
        for place, url in enumerate(urls, start + 1)
    ]


def organic_result(position: int, title: str, url: str, snippet: str) -> dict[str, Any]:
    """One organic result."""
    return {"position": position, "title": title, "link": url, "snippet": snippet}
