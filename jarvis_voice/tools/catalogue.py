"""The tools that ship with Jarvis, each with what the model and the user are told of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Protocol

from pydantic import Field

from jarvis_voice.errors import ToolError
from jarvis_voice.tools.applications import Applications
from jarvis_voice.tools.browser import open_in_browser
from jarvis_voice.tools.calculate import calculate
from jarvis_voice.tools.registry import Arguments, NoArguments, Registry, Tool, ToolContext
from jarvis_voice.tools.safe_url import safe_url
from jarvis_voice.tools.screenshot import take_screenshot
from jarvis_voice.tools.search import SearchResults
from jarvis_voice.types import Receipt, ReceiptStatus, ToolResult

SHOWING = frozenset(
    (
        *(
            "open",
            "launch",
            "start",
            "visit",
            "go",
            "show",
            "see",
            "watch",
            "play",
            "take",
            "bring",
        ),
        *("pull", "load", "browse", "navigate", "head", "switch", "display"),
    )
)
"""Words of a user who wants to see something opened."""


class WebSearch(Protocol):
    """What the search tool searches with."""

    async def search(self, query: str) -> SearchResults:
        """Search.

        Raises:
            ToolError: Nothing answered.
        """
        ...


class SearchArguments(Arguments):
    """A web search."""

    query: Annotated[str, Field(min_length=1, max_length=300)]


class OpenWebsiteArguments(Arguments):
    """An entry of the url_map."""

    url_index: Annotated[int, Field(ge=0)]


class OpenAppArguments(Arguments):
    """An installed application."""

    name: Annotated[str, Field(min_length=1, max_length=100)]


class CalculateArguments(Arguments):
    """Arithmetic."""

    expression: Annotated[str, Field(min_length=1, max_length=300)]


class GetTimeArguments(Arguments):
    """The clock or the calendar."""

    what: Literal["time", "date"] = "time"


def ship_tools(search: WebSearch, applications: Applications, screenshots: Path) -> Registry:
    """The registry of what ships.

    Args:
        search: Backends in order.
        applications: What is installed here.
        screenshots: The folder that pictures of the screen go to.
    """
    return Registry(
        _open_website(),
        _open_app(applications),
        _search(search),
        _take_screenshot(screenshots),
        _calculate(),
        _get_time(),
    )


def _search(backend: WebSearch) -> Tool:
    async def run(arguments: SearchArguments, _: ToolContext) -> ToolResult:
        found = await backend.search(arguments.query)
        data = {
            "answer": found.answer,
            "answer_source": found.answer_source,
            "entity": found.entity,
            "backend": found.backend,
            "titles": [link.title for link in found.links],
            "snippets": [link.snippet for link in found.links],
        }
        observed = f"found {len(found.links)} results with {found.backend}"
        if found.notes:
            observed = f"{observed}; {' '.join(found.notes)}"
        if not found.links and not found.answer:
            nothing = Receipt(ReceiptStatus.NOT_DONE, "I found nothing for that.")
            return ToolResult(nothing, arguments.model_dump(), data=data)
        receipt = Receipt(ReceiptStatus.DONE, observed)
        return ToolResult(receipt, arguments.model_dump(), found.links, data)

    return Tool(
        name="search",
        purpose="Search the web. Use it for facts you do not know and to find an official site.",
        ability="search the web",
        arguments=SearchArguments,
        tier="read",
        timeout_seconds=15,
        run=run,
    )


def _open_website() -> Tool:
    async def run(_: OpenWebsiteArguments, context: ToolContext) -> ToolResult:
        if context.link is None:
            raise ToolError("no-such-result", "There is no such result to open.")
        url = safe_url(context.link.url)
        receipt = await open_in_browser(url)
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
        timeout_seconds=10,
        run=run,
    )


def _open_app(applications: Applications) -> Tool:
    async def run(arguments: OpenAppArguments, _: ToolContext) -> ToolResult:
        named = applications.find(arguments.name).accepted
        if named is None:
            raise ToolError("no-such-app", "I found no app here of which I am sure by that name.")
        receipt = await applications.launch(named.value)
        return ToolResult(receipt, {"name": named.name}, data={"name": named.name})

    return Tool(
        name="open_app",
        purpose="Start an installed application by its spoken name.",
        asked_by=SHOWING | {"run", "fire"},
        ability="start apps",
        arguments=OpenAppArguments,
        tier="act",
        timeout_seconds=10,
        run=run,
    )


def _take_screenshot(folder: Path) -> Tool:
    async def run(_: NoArguments, context: ToolContext) -> ToolResult:
        shot = await take_screenshot(folder, context.now)
        data = {"file": shot.path.name} if shot.path else {}
        return ToolResult(shot.receipt, data=data)

    return Tool(
        name="take_screenshot",
        purpose="Save a picture of the whole screen as a file.",
        asked_by=frozenset({"screenshot", "screen", "screencap", "snapshot", "capture"}),
        ability="take screenshots",
        arguments=NoArguments,
        tier="act",
        timeout_seconds=15,
        run=run,
    )


def _calculate() -> Tool:
    async def run(arguments: CalculateArguments, _: ToolContext) -> ToolResult:
        result = calculate(arguments.expression)
        observed = f"{result.expression} is {result.spoken}"
        return ToolResult(
            Receipt(ReceiptStatus.DONE, observed),
            arguments.model_dump(),
            data={"asked": arguments.expression, "result": result.spoken},
        )

    return Tool(
        name="calculate",
        purpose="Compute arithmetic exactly, percentages and spoken numbers included.",
        ability="calculate",
        arguments=CalculateArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
    )


def _get_time() -> Tool:
    async def run(arguments: GetTimeArguments, context: ToolContext) -> ToolResult:
        now = context.now
        if arguments.what == "date":
            observed = f"It is {now:%A}, {now.day} {now:%B %Y}."
        else:
            observed = f"It is {now:%H:%M}."
        return ToolResult(Receipt(ReceiptStatus.DONE, observed), arguments.model_dump())

    return Tool(
        name="get_time",
        purpose='The local time (what="time") or the date and weekday (what="date").',
        ability="tell the time and the date",
        arguments=GetTimeArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
    )
