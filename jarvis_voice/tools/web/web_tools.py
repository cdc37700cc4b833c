"""The tools search and open_website."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.public_url import not_public, public_url
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.core.types import OUR_ORIGINS, Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.trigger_words import SHOWING
from jarvis_voice.tools.dependencies import ToolDependencies, WebSearch
from jarvis_voice.tools.effect_place import EffectPlaces
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.web.home_addresses import LookUp, leads_home
from jarvis_voice.tools.web.search import MAX_LINKS, PAGE_SIZE

_RESULTS = "[search|web|google] (results|hits|links|pages|websites|web sites|sites)"
SENTENCES: Mapping[str, Mapping[str, Any]] = {
    f"(show|give|get|find|list|fetch|bring) [me] [the (first|top|best)] {{count}} {_RESULTS} "
    "(for|about|on|of) {query}": {},
    f"(search for|look for|look up|google) {{count}} {_RESULTS} (for|about|on|of) {{query}}": {},
    "(search|search (the web|the internet|online)|look|google) for {query} and "
    f"(show|give|get|list) [me] [the (first|top|best)] {{count}} {_RESULTS}": {},
    f"{{count}} {_RESULTS} (for|about|on) {{query}}": {},
}
"""For many results; an ordinary search is among the shipped sentences."""


class SearchArguments(Arguments):
    """Words to search the web for, and how many results."""

    query: Annotated[
        str,
        Field(
            description="Some words, as one types them into a search engine.",
            min_length=1,
            max_length=300,
        ),
    ]
    count: (
        Annotated[
            int,
            Field(
                description="How many results; only where the user asks for many.",
                ge=1,
                le=MAX_LINKS,
            ),
        ]
        | None
    ) = None


class OpenWebsiteArguments(Arguments):
    """An entry of the url_map."""

    url_index: Annotated[int, Field(description="The number of an entry of RESULTS.", ge=0)]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """The tools open_website and search."""
    yield _open_website(around.effects, around.edge.look_up)
    yield _search(around.search)


def _search(backend: WebSearch) -> Tool:
    async def run(arguments: SearchArguments, _: ToolContext) -> ToolResult:
        found = await backend.search(arguments.query, arguments.count or PAGE_SIZE)
        shown = arguments.model_dump(exclude_none=True)
        data = {
            "answer": found.answer,
            "answer_source": found.answer_source,
            "entity": found.entity,
            "backend": found.backend,
            "titles": [link.title for link in found.links],
            "snippets": [link.snippet for link in found.links],
            "notes": list(found.notes),
        }
        observed = f"found {len(found.links)} results with {found.backend}"
        if found.notes:
            observed = f"{observed}; {' '.join(found.notes)}"
        if not found.links and not found.answer:
            nothing = Receipt(ReceiptKind.NO_OP, "I found nothing for that.")
            return ToolResult(nothing, shown, data=data)
        receipt = Receipt(ReceiptKind.LOOKUP, observed)
        return ToolResult(receipt, shown, found.links, data)

    return Tool(
        name="search",
        purpose=(
            "Search the web. Use it for facts you do not know and to find an official site. Give "
            '"count" (up to 100) only when the user asks for many results.'
        ),
        ability="search the web",
        arguments=SearchArguments,
        tier="read",
        timeout_seconds=16,
        run=run,
        sentences=SENTENCES,
        is_material=True,
        brings_web_text=True,
        sends=True,
        cache_seconds=300,
        fulfils=("search",),
        finds_pages=True,
        answers_questions=True,
        fails="I could not search",
    )


def _open_website(effects: EffectPlaces, look_up: LookUp | None) -> Tool:
    async def run(_: OpenWebsiteArguments, context: ToolContext) -> ToolResult:
        if context.link is None:
            raise ToolError("no-such-result", "There is no such result to open.")
        is_ours = context.link.origin in OUR_ORIGINS
        url = safe_url(context.link.url) if is_ours else public_url(context.link.url)
        if not is_ours and look_up and await leads_home(url.host, look_up):
            raise not_public("it leads to a local machine")
        receipt = await effects.at(context.origin.place).open_page(url)
        host = url.host.removeprefix("www.")
        data = {"title": context.link.title, "host": host, "origin": context.link.origin}
        return ToolResult(receipt, {"url": url.url}, data=data)

    return Tool(
        name="open_website",
        purpose="Open one entry of RESULTS in the user's browser, only when the user asked to.",
        asked_by=SHOWING,
        ability="open websites",
        arguments=OpenWebsiteArguments,
        tier="act",
        at_place=True,
        timeout_seconds=10,
        run=run,
        fulfils=(
            "open_website",
            "open",
            "open_known",
            "open_url",
            "open_their",
            "open_result",
            "find_and_open",
        ),
        opens="site",
        fails="I could not open the website",
    )
