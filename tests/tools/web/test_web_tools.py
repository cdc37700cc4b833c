"""Unit: the search tool hands on how many results are wanted, and what came of it."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from pydantic import ValidationError
from tools.around import NOW, run, surroundings, the_tool

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.types import Link, Receipt, ReceiptKind
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.registry import Tool, ToolContext
from jarvis_voice.tools.web import web_tools
from jarvis_voice.tools.web.search import SearchResults

pytestmark = pytest.mark.unit

LINKS = tuple(Link(f"Page {n}", f"https://page{n}.org/", "search") for n in range(40))


class CountedSearch:
    def __init__(self, *notes: str) -> None:
        self.counts: list[int] = []
        self._notes = notes

    async def search(self, query: str, count: int = 10) -> SearchResults:
        self.counts.append(count)
        return SearchResults(query, LINKS[:count], "", "", "", "counted", self._notes)


def searching(search: CountedSearch) -> Tool:
    return the_tool(web_tools.tools, "search", surroundings(search=search))


async def test_an_ordinary_search_wants_ten() -> None:
    search = CountedSearch()
    result = await run(searching(search), query="lighthouses")
    assert search.counts == [10]
    assert result.arguments == {"query": "lighthouses"}
    assert len(result.links) == 10


async def test_many_are_handed_on_and_what_is_missing_is_noted() -> None:
    search = CountedSearch("These are not all: SerpAPI did not answer in time.")
    result = await run(searching(search), query="lighthouses", count=40)
    assert search.counts == [40]
    assert result.arguments == {"query": "lighthouses", "count": 40}
    assert result.links == LINKS
    assert result.receipt.kind is ReceiptKind.LOOKUP
    assert result.receipt.observed == (
        "found 40 results with counted; These are not all: SerpAPI did not answer in time."
    )
    assert result.data["notes"] == ["These are not all: SerpAPI did not answer in time."]


@pytest.mark.parametrize("count", [0, 101, -1, "ten", 5.5])
def test_no_other_number_is_taken(count: object) -> None:
    with pytest.raises(ValidationError):
        searching(CountedSearch()).arguments.model_validate({"query": "x", "count": count})


@pytest.mark.parametrize(
    "url",
    ["http://fritz.box/", "http://127.0.0.1.nip.io/", "http://example.com:8123/"],
)
@pytest.mark.parametrize("origin", ["sites", "spoken", "search", "wikidata", "wikipedia"])
async def test_a_machine_at_home_is_opened_by_the_users_own_words_alone(
    url: str, origin: str
) -> None:
    opened: list[str] = []

    async def open_page(page: SafeUrl) -> Receipt:
        opened.append(page.url)
        return Receipt(ReceiptKind.EFFECT, "handed to the default browser")

    tool = the_tool(web_tools.tools, "open_website", surroundings(edge=Edge(open_page=open_page)))
    context = ToolContext(NOW, link=Link("Login", url, origin))
    if origin in {"sites", "spoken"}:
        await run(tool, context, url_index=0)
    else:
        with pytest.raises(ToolError) as caught:
            await run(tool, context, url_index=0)
        assert caught.value.code == "unsafe-url"
    assert opened == ([url] if origin in {"sites", "spoken"} else [])


@pytest.mark.parametrize(
    ("origin", "address", "is_opened"),
    [
        ("search", "192.168.0.1", False),
        ("search", "93.184.216.34", True),
        ("spoken", "192.168.0.1", True),
        ("sites", "10.0.0.1", True),
    ],
)
async def test_a_strangers_name_that_leads_home_is_not_opened(
    origin: str, address: str, is_opened: bool
) -> None:
    opened: list[str] = []

    async def open_page(url: SafeUrl) -> Receipt:
        opened.append(url.host)
        return Receipt(ReceiptKind.EFFECT, "opened")

    async def look_up(_: str) -> list[str]:
        return [address]

    edge = Edge(open_page=open_page, look_up=look_up)
    tool = the_tool(web_tools.tools, "open_website", surroundings(edge=edge))
    link = Link("A page", "http://shop.example.org/", origin)
    with nullcontext() if is_opened else pytest.raises(ToolError, match="local machine"):
        await run(tool, ToolContext(NOW, link), url_index=0)
    assert opened == (["shop.example.org"] if is_opened else [])
