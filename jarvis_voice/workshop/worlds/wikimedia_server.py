"""Speaks as much of Wikidata's api.php and Wikipedia's REST interface as Jarvis asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
    OffScriptError,
    as_json,
)

SUMMARY = "/api/rest_v1/page/summary/"


@dataclass(frozen=True, slots=True)
class WebsiteClaim:
    """One statement of P856, the official website."""

    url: str
    rank: str = "normal"
    language: str | None = None
    is_ended: bool = False

    def as_json(self) -> dict[str, Any]:
        """The statement as Wikidata gives it."""
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
class WikidataItem:
    """An entity of Wikidata; `is_found` says by which words in small letters."""

    number: str
    label: str
    is_found: Callable[[str], bool]
    claims: tuple[WebsiteClaim, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True)
class WikipediaPage:
    """A page of Wikipedia; `is_found` says by which words in small letters."""

    title: str
    extract: str
    is_found: Callable[[str], bool]
    excerpt: str = ""
    kind: str = "standard"

    @property
    def key(self) -> str:
        """The title as addresses have it."""
        return self.title.replace(" ", "_")


class WikimediaServer(LoopbackServer):
    """Both projects behind one address; unknown names are found nowhere, as with the real ones.

    Attributes:
        items: What Wikidata knows.
        pages: What Wikipedia knows.
    """

    def __init__(self, *, retry_after: str | None = None) -> None:
        super().__init__(retry_after=retry_after)
        self.items: list[WikidataItem] = []
        self.pages: list[WikipediaPage] = []

    def add_entity(
        self,
        number: str,
        label: str,
        *claims: WebsiteClaim,
        names: Sequence[str] = (),
        description: str = "",
    ) -> None:
        """An entity of Wikidata that is found by its label and its other names."""
        found_by = [name.lower() for name in (label, *names)]
        self.items.append(WikidataItem(number, label, found_by.__contains__, claims, description))

    def add_page(
        self, key: str, extract: str, *, found_by: Sequence[str] = (), kind: str = "standard"
    ) -> None:
        """A page of Wikipedia that is found by its title and by other words."""
        title = key.replace("_", " ")
        names = [name.lower() for name in (title, *found_by)]
        excerpt = f'<span class="searchmatch">{title}</span> is'
        self.pages.append(WikipediaPage(title, extract, names.__contains__, excerpt, kind))

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        """What api.php or the REST interface says."""
        if request.method != "GET":
            raise OffScriptError(request.method)
        if not request.headers.get("user-agent", "").startswith("jarvis-voice/"):
            return LoopbackResponse(b"Please set a user-agent", 403, "text/plain")
        if request.path == "/w/api.php":
            return self._action(request)
        if request.path == "/w/rest.php/v1/search/page":
            return self._search_pages(request.query["q"].lower(), int(request.query["limit"]))
        if request.path.startswith(SUMMARY):
            return self._summary(unquote(request.path.removeprefix(SUMMARY)))
        raise OffScriptError(request.path)

    def _action(self, request: LoopbackRequest) -> LoopbackResponse:
        query = request.query
        if query.get("format") != "json":
            raise OffScriptError("api.php without format=json")
        if query.get("action") == "wbsearchentities":
            return self._search_items(query["search"].lower())
        if query.get("action") == "wbgetclaims" and query.get("property") == "P856":
            known = [item for item in self.items if item.number == query["entity"]]
            claims = [claim.as_json() for item in known for claim in item.claims]
            return as_json({"claims": {"P856": claims} if claims else {}})
        raise OffScriptError(f"api.php {sorted(query.items())}")

    def _search_items(self, name: str) -> LoopbackResponse:
        found = [
            {"id": item.number, "label": item.label}
            | ({"description": item.description} if item.description else {})
            for item in self.items
            if item.is_found(name)
        ]
        return as_json({"searchinfo": {"search": name}, "search": found, "success": 1})

    def _search_pages(self, words: str, limit: int) -> LoopbackResponse:
        found = [
            {
                "id": number,
                "key": page.key,
                "title": page.title,
                "excerpt": page.excerpt,
                "description": None,
            }
            for number, page in enumerate(self.pages, 1)
            if page.is_found(words)
        ]
        return as_json({"pages": found[:limit]})

    def _summary(self, key: str) -> LoopbackResponse:
        for page in self.pages:
            if page.key == key:
                return as_json({"type": page.kind, "title": page.title, "extract": page.extract})
        return as_json({"type": "not_found", "title": "Not found."}, 404)
