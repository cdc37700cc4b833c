"""Flow: whole turns in which a model plans what nobody said, with the tools that ship."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from assistant.chats import ScriptedChat
from assistant.turns import Mind, ScriptedSearch, ask, assistant_with, found, seen, ship_inert_tools

from jarvis_voice.assistant.planning.local_planner import LocalPlanner
from jarvis_voice.assistant.planning.model_planner import ModelPlanner
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.core.types import HERE, Link
from jarvis_voice.engines.llm.chat import ToolCall
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow

ROSES = Link("Roses for sale", "https://evil-phish.com/login", "search")


@pytest.fixture(scope="module")
def known() -> Knowledge:
    paths, applications = find_paths({"JARVIS_HOME": "/nowhere"}), Applications({}, "linux")
    tools = list(ship_inert_tools(ScriptedSearch(), applications))
    return Knowledge(compiled_grammar(paths, tools), SiteTable.load(paths), applications)


async def _run(
    paths: Paths, known: Knowledge, chat: ScriptedChat, turns: Sequence[str]
) -> tuple[list[Event], list[str]]:
    """The events of the turns, and what stands on the shopping list after them."""
    async with InMemoryStore() as kept:
        registry = ship_inert_tools(
            ScriptedSearch(found(ROSES)),
            known.applications,
            memory=kept.memory,
            schedule=kept.schedule,
        )
        planners = (ModelPlanner("gemini", chat, registry), LocalPlanner(known, registry))
        mind = Mind(known, registry, manner=TalkManner(commands="model"))
        async with assistant_with(paths, *planners, mind=mind) as (assistant, events):
            for turn in turns:
                await ask(assistant, turn)
        return events, [note.text for note in await kept.memory.notes(HERE.user_id, "shopping")]


def _effects(events: Sequence[Event], action: str) -> list[dict[str, Any]]:
    ended = [one for one in seen(events, "tool-ended") if one["action"] == action]
    return [one for one in ended if one["receipt"]["status"] == "done"]


async def test_a_program_that_nobody_named_is_not_started(paths: Paths, known: Knowledge) -> None:
    chat = ScriptedChat(ToolCall("open_app", {"name": "Power Off"}), "I cannot.")
    events, _ = await _run(paths, known, chat, ["show me the weather in Paris"])
    assert seen(events, "tool-ended")
    assert not _effects(events, "open_app")


async def test_what_code_read_wins_over_what_a_model_gives(paths: Paths, known: Knowledge) -> None:
    chat = ScriptedChat(ToolCall("set_timer", {"length": "10 minutes"}))
    events, _ = await _run(paths, known, chat, ["set a timer for five minutes"])
    [ended] = _effects(events, "set_timer")
    assert "5 minutes" in str(ended["receipt"])


async def test_no_result_of_an_earlier_turn_opens_unasked(paths: Paths, known: Knowledge) -> None:
    chat = ScriptedChat(
        ToolCall("search", {"query": "roses"}),
        "Roses are flowers.",
        ToolCall("open_website", {"url_index": 0}),
    )
    turns = ["what about roses", "show me the time in paris"]
    events, _ = await _run(paths, known, chat, turns)
    assert not _effects(events, "open_website")


async def test_nothing_goes_off_a_list_that_nobody_named(paths: Paths, known: Knowledge) -> None:
    full = {"text": "milk, eggs, bread and cheese", "list": "shopping"}
    chat = ScriptedChat(ToolCall("add_note", full), ToolCall("remove_note", full), "I cannot.")
    turns = [
        "add milk, eggs, bread and cheese to the shopping list",
        "remove milk from the shopping list",
    ]
    _, left = await _run(paths, known, chat, turns)
    assert left == ["eggs", "bread", "cheese"]


@pytest.fixture
def with_editor(known: Knowledge, tmp_path: Path) -> Knowledge:
    program, entries = tmp_path / "bin" / "code", tmp_path / "data" / "applications"
    program.parent.mkdir()
    program.touch(mode=0o755)
    entries.mkdir(parents=True)
    lines = "Name=Visual Studio Code\nGenericName=Text Editor\nKeywords=vscode;\nExec=code %F\n"
    entry = f"[Desktop Entry]\nType=Application\n{lines}"
    (entries / "code.desktop").write_text(entry, encoding="utf-8")
    env = {
        "HOME": str(tmp_path),
        "PATH": str(program.parent),
        "XDG_DATA_HOME": str(entries.parent),
        "XDG_DATA_DIRS": "/nowhere",
    }
    return replace(known, applications=Applications(env, "linux"))


@pytest.mark.skipif(sys.platform == "win32", reason="no program there is found by its mode")
@pytest.mark.parametrize(
    ("goal", "started"),
    [
        ("open vs code", ["Visual Studio Code"]),
        ("could you launch vs code for me please", ["vs code"]),  # what code read wins
        ("show me vs code", ["Visual Studio Code"]),
        ("open firefox", []),
        ("show me what a text editor is", []),
    ],
)
async def test_a_program_is_started_by_another_name_that_was_said(
    paths: Paths, with_editor: Knowledge, goal: str, started: list[str]
) -> None:
    chat = ScriptedChat(ToolCall("open_app", {"name": "Visual Studio Code"}), "I cannot.")
    events, _ = await _run(paths, with_editor, chat, [goal])
    done = _effects(events, "open_app")
    assert [one["arguments"]["name"] for one in done] == started


async def test_no_older_result_is_read_for_another_site(paths: Paths, known: Knowledge) -> None:
    chat = ScriptedChat(
        ToolCall("search", {"query": "roses"}),
        "Roses are flowers.",
        ToolCall("read_page", {"url_index": 0}),
    )
    events, _ = await _run(paths, known, chat, ["what about roses", "read the github page"])
    assert [one["action"] for one in seen(events, "tool-ended")] == ["search"]
