"""Speaks as much of Wikidata's api.php and Wikipedia's REST interface as Jarvis asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from protocols.loopback import LoopbackServer, OffScriptError, Request, Response, as_json

SUMMARY = "/api/rest_v1/page/summary/"


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of P856, the official website."""

    url: str
    rank: str = "normal"
    language: str | None = None
    is_ended: bool = False

    def as_json(self) -> dict[str, Any]:
        qualifiers: dict[str, Any] = {}
        if self.language:
            value = {"value": {"entity-type": "item", "id": self.language}}
            qualifiers["P407"] = [{"snaktype": "value", "property": "P407", "datavalue": value}]
        if self.is_ended:
            qualifiers["P582"] = [{"snaktype": "somevalue", "property": "P582"}]
        snak = {
            "snaktype": "value",
            "property": "P856",
            "datavalue": {"value": self.url, "type": "string"},
            "datatype": "url",
        }
        body = {"mainsnak": snak, "type": "statement", "rank": self.rank}
        return body | ({"qualifiers": qualifiers} if qualifiers else {})


@dataclass(frozen=True, slots=True)
class Entity:
    number: str
    label: str
    names: tuple[str, ...]
    claims: tuple[Claim, ...]
    description: str


@dataclass(frozen=True, slots=True)
class Page:
    key: str
    title: str
    extract: str
    found_by: tuple[str, ...]
    kind: str


class WikimediaServer(LoopbackServer):
    """Both projects behind one address; unknown names are found nowhere, as with the real ones."""

    def __init__(self, *, retry_after: str | None = None) -> None:
        super().__init__(retry_after=retry_after)
        self._entities: list[Entity] = []
        self._pages: list[Page] = []

    def add_entity(
        self,
        number: str,
        label: str,
        *claims: Claim,
        names: Sequence[str] = (),
        description: str = "",
    ) -> None:
        """An entity of Wikidata that is found by its label and its other names."""
        found_by = tuple(name.lower() for name in (label, *names))
        self._entities.append(Entity(number, label, found_by, claims, description))

    def add_page(
        self, key: str, extract: str, *, found_by: Sequence[str] = (), kind: str = "standard"
    ) -> None:
        """A page of Wikipedia that is found by its title and by other words."""
        title = key.replace("_", " ")
        names = tuple(name.lower() for name in (title, *found_by))
        self._pages.append(Page(key, title, extract, names, kind))

    def respond(self, request: Request) -> Response:
        if request.method != "GET":
            raise OffScriptError(request.method)
        if not request.headers.get("user-agent", "").startswith("jarvis-voice/"):
            return Response(b"Please set a user-agent", 403, "text/plain")
        if request.path == "/w/api.php":
            return self._action(request)
        if request.path == "/w/rest.php/v1/search/page":
            return self._search_pages(request.query["q"].lower(), int(request.query["limit"]))
        if request.path.startswith(SUMMARY):
            return self._summary(unquote(request.path.removeprefix(SUMMARY)))
        raise OffScriptError(request.path)

    def _action(self, request: Request) -> Response:
        query = request.query
        if query.get("format") != "json":
            raise OffScriptError("api.php without format=json")
        if query.get("action") == "wbsearchentities":
            return self._search_entities(query["search"].lower())
        if query.get("action") == "wbgetclaims" and query.get("property") == "P856":
            entity = next(e for e in self._entities if e.number == query["entity"])
            claims = {"P856": [c.as_json() for c in entity.claims]} if entity.claims else {}
            return as_json({"claims": claims})
        raise OffScriptError(f"api.php {sorted(query.items())}")

    def _search_entities(self, name: str) -> Response:
        found = [
            {"id": e.number, "label": e.label, "description": e.description}
            for e in self._entities
            if name in e.names
        ]
        return as_json({"searchinfo": {"search": name}, "search": found, "success": 1})

    def _search_pages(self, words: str, limit: int) -> Response:
        found = [
            {
                "id": number,
                "key": page.key,
                "title": page.title,
                "excerpt": f'<span class="searchmatch">{page.title}</span> is',
                "description": None,
            }
            for number, page in enumerate(self._pages, 1)
            if words in page.found_by
        ]
        return as_json({"pages": found[:limit]})

    def _summary(self, key: str) -> Response:
        for page in self._pages:
            if page.key == key:
                return as_json({"type": page.kind, "title": page.title, "extract": page.extract})
        return as_json({"type": "not_found", "title": "Not found."}, 404)
