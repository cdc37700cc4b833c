"""What tools are made with in tests: real parts, an edge that reaches nothing."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from jarvis_voice.core.config import UserConfig
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import ToolResult
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.tools.dependencies import Edge, ToolDependencies
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.effect_place import EffectPlace, EffectPlaces
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.registry import Tool, ToolContext
from jarvis_voice.tools.web.page_fetch import PageReader
from jarvis_voice.tools.web.search import SearchResults

NOW = datetime(2026, 11, 5, 9, 7, tzinfo=UTC)
NOWHERE = {"XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere", "HOME": "/nowhere"}


class NoSearch:
    """Fails the test that searches."""

    async def search(self, query: str, count: int = 10) -> SearchResults:
        raise AssertionError(f"searched for {query!r}, {count}")


class NoBriefings:
    """Makes no briefing and follows no feed; fails the test that asks it to."""

    starter_topics = ("world", "science")


def surroundings(folder: Path | None = None, **changes: Any) -> ToolDependencies:
    """Surroundings in a folder; a memory that is not open unless one is given."""
    paths: Paths = find_paths({"JARVIS_HOME": str(folder or "/nowhere")})
    store = SqliteStore(paths.database)
    edge: Edge = changes.get("edge", Edge())
    around = ToolDependencies(
        user=UserConfig(locale="en_GB", home_city="", units="metric", currency="EUR", clock="24"),
        paths=paths,
        search=NoSearch(),
        pages=PageReader(Endpoints()),
        applications=Applications(NOWHERE, "linux"),
        turns=store.turns,
        memory=store.memory,
        profiles=store.profiles,
        effects=EffectPlaces(EffectPlace(edge.open_page, edge.photograph)),
        schedule=store.schedule,
        briefings=cast("Any", NoBriefings()),
        feeds=cast("Any", NoBriefings()),
        letters=cast("Any", NoBriefings()),
    )
    return replace(around, **changes)


def the_tool(tools: Callable[[ToolDependencies], Any], name: str, around: ToolDependencies) -> Tool:
    """One tool of a module's `tools`."""
    [found] = [tool for tool in tools(around) if tool.name == name]
    assert isinstance(found, Tool)
    return found


async def run(tool: Tool, context: ToolContext | None = None, **arguments: Any) -> ToolResult:
    """Carry it out as the executor does, after its own schema."""
    checked = tool.arguments.model_validate(arguments)
    return await tool.run(checked, context or ToolContext(NOW))
