"""Unit: the registry and the tools that ship, up to the edge of the machine."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from assistant.turns import ScriptedSearch, found
from pydantic import ValidationError
from tools.around import surroundings

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link, ReceiptKind, ToolResult
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.registry import NoArguments, Registry, Tool, ToolContext
from jarvis_voice.tools.web.search import SearchResults

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 5, 9, 7, tzinfo=UTC)
MIT = Link("MIT", "https://www.mit.edu/", "sites")


def shipped(*results: SearchResults | ToolError, folder: Path = Path("shots")) -> Registry:
    return ship_tools(surroundings(folder, search=ScriptedSearch(*results)))


async def run(
    registry: Registry, tool_name: str, link: Link | None = None, **arguments: Any
) -> ToolResult:
    tool = registry.get(tool_name)
    return await tool.run(tool.arguments.model_validate(arguments), ToolContext(NOW, link))


def test_what_always_ships_by_name_and_tier() -> None:
    tiers = {tool.name: tool.tier for tool in shipped() if not callable(tool.tier)}
    assert (
        tiers
        | {
            "open_website": "act",
            "open_app": "act",
            "take_screenshot": "act",
            "search": "read",
            "wikipedia": "read",
            "read_page": "read",
            "research": "read",
            "calculate": "read",
            "convert": "read",
            "get_time": "read",
            "weather": "read",
            "recall": "read",
            "read_notes": "read",
            "add_note": "act",
            "clear_notes": "confirm",
            "adjust_speech": "act",
        }
        == tiers
    )


def test_each_tool_says_what_it_is_for_and_has_its_limits() -> None:
    for tool in shipped():
        assert tool.purpose, tool.name
        assert tool.ability, tool.name
        assert 0 < tool.timeout_seconds <= 120, tool.name
        assert tool.is_read_only or tool.asked_by, f"{tool.name} acts for anybody"


def test_no_tool_takes_an_address() -> None:
    fields = {name for tool in shipped() for name in tool.arguments.model_fields}
    assert not {name for name in fields if "url" in name.lower()} - {"url_index"}
    assert not fields & {"link", "href", "address", "uri", "host"}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("open_website", {}),
        ("open_website", {"url_index": -1}),
        ("open_website", {"url_index": "0"}),
        ("open_website", {"url_index": 0, "url": "https://evil.example/"}),
        ("search", {"query": ""}),
        ("search", {"query": "x" * 301}),
        ("open_app", {"name": "x" * 101}),
        ("get_time", {"what": "weather"}),
        ("take_screenshot", {"path": "/etc/passwd"}),
    ],
)
def test_arguments_outside_the_schema_are_refused(name: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        shipped().get(name).arguments.model_validate(arguments)


def test_an_unknown_tool_and_a_double_name_are_refused() -> None:
    with pytest.raises(ToolError) as caught:
        shipped().get("format_disk")
    assert caught.value.code == "unknown-tool"
    assert "format_disk" not in shipped()

    async def nothing(*_: object) -> ToolResult:
        raise AssertionError

    tool = Tool("hum", "", "", NoArguments, "read", 1, nothing)
    with pytest.raises(ValueError, match="two tools named hum"):
        Registry(tool, tool)


@pytest.mark.parametrize(
    ("arguments", "observed"),
    [
        ({}, "It is 09:07."),
        ({"what": "time"}, "It is 09:07."),
        ({"what": "date"}, "It is Thursday, 5 November 2026."),
    ],
)
async def test_the_time_is_that_of_the_turn(arguments: dict[str, Any], observed: str) -> None:
    result = await run(shipped(), "get_time", **arguments)
    assert result.receipt.observed == observed


async def test_a_calculation_keeps_what_was_asked() -> None:
    result = await run(shipped(), "calculate", expression="17 percent of 240")
    assert dict(result.data) == {"asked": "17 percent of 240", "result": "40.8"}
    with pytest.raises(ToolError):
        await run(shipped(), "calculate", expression="__import__('os')")


async def test_a_search_hands_on_links_and_counts_them() -> None:
    result = await run(shipped(found(MIT, entity="MIT")), "search", query="mit")
    assert result.links == (MIT,)
    assert result.receipt.observed == "found 1 results with scripted"
    assert result.data["entity"] == "MIT"
    assert result.data["titles"] == ["MIT"]


async def test_a_search_that_finds_nothing_is_not_done_and_keeps_the_map() -> None:
    result = await run(shipped(found()), "search", query="mit")
    assert result.receipt.kind is ReceiptKind.NO_OP
    assert result.links == ()


async def test_an_answer_without_links_is_something_found() -> None:
    result = await run(shipped(found(answer="42.")), "search", query="all")
    assert result.receipt.kind is ReceiptKind.LOOKUP


async def test_what_the_user_should_know_of_a_search_is_in_its_receipt() -> None:
    noted = SearchResults("", (MIT,), "", "", "", "sites", ("The key was refused.",))
    result = await run(shipped(noted), "search", query="mit")
    assert result.receipt.observed == "found 1 results with sites; The key was refused."


async def test_a_website_is_opened_from_its_link_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ToolError) as caught:
        await run(shipped(), "open_website", url_index=0)
    assert caught.value.code == "no-such-result"
    monkeypatch.setattr("jarvis_voice.tools.web.browser.find_display", lambda: "none")
    result = await run(shipped(), "open_website", MIT, url_index=0)
    assert result.receipt.kind is ReceiptKind.NO_OP
    assert dict(result.arguments) == {"url": MIT.url}
    assert dict(result.data) == {"title": "MIT", "host": "mit.edu", "origin": "sites"}


@pytest.mark.parametrize("url", ["file:///etc/passwd", "http://127.0.0.1/", "http://u:p@x.org/"])
async def test_a_link_that_is_not_safe_is_not_opened(url: str) -> None:
    with pytest.raises(ToolError):
        await run(shipped(), "open_website", Link("x", url, "search"), url_index=0)


async def test_an_app_that_is_not_installed_is_not_started() -> None:
    with pytest.raises(ToolError) as caught:
        await run(shipped(), "open_app", name="rm -rf /")
    assert caught.value.code == "no-such-app"
    assert "rm" not in caught.value.message
