"""Flow: the tools of a trial: which do nothing outside, and which are the program's own."""

from datetime import UTC, datetime

import pytest
from tools.around import surroundings

from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.registry import NoArguments, Tool, ToolContext
from jarvis_voice.workshop.sentences.dry_tools import dry

pytestmark = pytest.mark.flow

NOW = ToolContext(datetime(2026, 11, 5, 10, tzinfo=UTC))


async def test_what_reaches_out_is_dry_and_what_is_missing_is_added() -> None:
    here = {one.name: one for one in ship_tools(surroundings())}
    fitted = {one.name: one for one in dry(here.values())}
    assert {"volume", "media", "clipboard", "run_python"} <= fitted.keys()
    same = {name for name, one in here.items() if fitted[name] is one}
    assert {"set_timer", "add_note", "remember", "calculate", "get_time", "set_profile"} <= same
    assert not same & {"search", "weather", "wikipedia", "research", "read_page", "media"}


async def test_a_dry_tool_tells_what_it_was_asked_for() -> None:
    fitted = {one.name: one for one in dry(ship_tools(surroundings()))}
    search, media = fitted["search"], fitted["media"]
    found = await search.run(search.arguments(query="Louvre official website"), NOW)  # type: ignore[call-arg]
    assert found.receipt.kind is ReceiptKind.LOOKUP
    assert found.links[0].url == "https://www.louvre.com/"
    assert found.data["titles"][0] == "Louvre"
    paused = await media.run(media.arguments(action="pause"), NOW)  # type: ignore[call-arg]
    assert paused.receipt == Receipt(ReceiptKind.EFFECT, "Dry run: media, action pause.")


async def test_the_volume_and_the_clipboard_keep_what_was_set() -> None:
    fitted = {one.name: one for one in dry(())}
    volume, clipboard = fitted["volume"], fitted["clipboard"]
    await volume.run(volume.arguments(change="set", percent=20), NOW)  # type: ignore[call-arg]
    up = await volume.run(volume.arguments(change="up"), NOW)  # type: ignore[call-arg]
    assert up.receipt.observed == "The volume is at 30 percent."
    await clipboard.run(clipboard.arguments(action="write", text="hi"), NOW)  # type: ignore[call-arg]
    read = await clipboard.run(clipboard.arguments(action="read"), NOW)  # type: ignore[call-arg]
    assert read.receipt.observed == "The clipboard says: hi"


async def test_a_tool_of_a_stranger_is_dry() -> None:
    ran: list[str] = []

    async def run(_: NoArguments, __: ToolContext) -> ToolResult:
        ran.append("ran")
        return ToolResult(Receipt(ReceiptKind.EFFECT, "done"), {})

    stranger = Tool("honk", "Honk.", "honk", NoArguments, "act", 5, run)
    fitted = next(one for one in dry((stranger,)) if one.name == "honk")
    result = await fitted.run(NoArguments(), NOW)
    assert result.receipt == Receipt(ReceiptKind.EFFECT, "Dry run: honk.")
    assert ran == []
