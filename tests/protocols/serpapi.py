"""Speaks SerpAPI's protocol: GET /search with the key in the query."""

from __future__ import annotations

from typing import Any

from protocols.loopback import LoopbackServer, OffScriptError, Request, Response, as_json


class SerpApiServer(LoopbackServer):
    """Answers the queries it was given bodies for."""

    def __init__(
        self, *, api_key: str = "test-serpapi-key", retry_after: str | None = None
    ) -> None:
        super().__init__(retry_after=retry_after)
        self.api_key = api_key
        self._bodies: dict[tuple[str, int], tuple[Any, int]] = {}

    def answer(self, query: str, body: Any, status: int = 200, *, start: int = 0) -> None:
        """Script the whole body for one page of the results of one query."""
        self._bodies[query, start] = (body, status)

    def rate_limit_body(self) -> Any:
        return {"error": "Your account has run out of searches."}

    def respond(self, request: Request) -> Response:
        asked = (request.method, request.path)
        wanted = {"engine": "google", "output": "json"}
        if asked != ("GET", "/search") or not wanted.items() <= request.query.items():
            raise OffScriptError(f"{asked} {sorted(request.query)}")
        if request.query.get("api_key") != self.api_key:
            where = "https://serpapi.com/manage-api-key"
            body = {"error": f"Invalid API key. Your API key should be here: {where}"}
            return as_json(body, 401)
        asked_for = request.query.get("q", ""), int(request.query.get("start", "0"))
        if asked_for not in self._bodies:
            raise OffScriptError(f"the query {asked_for!r}")
        return as_json(*self._bodies[asked_for])


def organic(*urls: str, start: int = 0) -> list[dict[str, Any]]:
    """Organic results in the shape SerpAPI gives them, those before them counted by `start`."""
    return [
        {"position": place, "title": f"Page {place}", "link": url, "snippet": f"About {place}."}
        for place, url in enumerate(urls, start + 1)
    ]
