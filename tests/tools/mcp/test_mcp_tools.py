"""Tool servers: real ones, over a pipe and over HTTP, that do all that they should not."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tools.around import run

from jarvis_voice.assistant.understanding.template_book import TemplateBook
from jarvis_voice.assistant.understanding.tool_sentences import sentences_of
from jarvis_voice.core.config import McpConfig
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.platform.install_method import extra_line
from jarvis_voice.platform.process_family import MARK
from jarvis_voice.tools.mcp.mcp_tools import McpServers
from jarvis_voice.tools.registry import Registry, Tool

pytestmark = pytest.mark.e2e

SERVER = str(Path(__file__).parents[2] / "protocols/mcp_server.py")
STDIO = McpConfig(command=(sys.executable, SERVER))
TRUSTED = McpConfig(command=(sys.executable, SERVER), trusted=True)


@contextmanager
def serving() -> Iterator[tuple[McpConfig, subprocess.Popen[bytes]]]:
    """A process that serves over HTTP."""
    with subprocess.Popen([sys.executable, SERVER, "http"], stdout=subprocess.PIPE) as process:
        assert process.stdout
        yield McpConfig(url=f"http://127.0.0.1:{int(process.stdout.readline())}/mcp"), process
        process.kill()


@pytest.fixture(scope="module")
def http() -> Iterator[McpConfig]:
    with serving() as (config, _):
        yield config


@asynccontextmanager
async def opened(**configs: McpConfig) -> AsyncIterator[dict[str, Tool]]:
    async with McpServers(configs) as servers:
        await servers.settled()
        yield {tool.name: tool for tool in servers.tools()}


@asynccontextmanager
async def door() -> AsyncIterator[tuple[int, asyncio.Future[asyncio.StreamReader]]]:
    """Where a hanging tool says that it has begun; its line ends when its process does."""
    came: asyncio.Future[asyncio.StreamReader] = asyncio.get_running_loop().create_future()
    lines: list[asyncio.StreamWriter] = []

    def welcome(reader: asyncio.StreamReader, line: asyncio.StreamWriter) -> None:
        lines.append(line)
        came.set_result(reader)

    listener = await asyncio.start_server(welcome, "127.0.0.1", 0)
    yield listener.sockets[0].getsockname()[1], came
    for line in lines:
        line.close()
    listener.close()


async def test_tools_of_a_process_are_listed_with_what_they_may_do(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async with McpServers({"My House": STDIO}) as servers:
        assert servers.tools() == []
        await servers.settled()
        tools = {tool.name: tool for tool in servers.tools()}
        problems = "\n".join(servers.problems)
    Registry(*tools.values())
    assert set(tools) == {
        f"my_house_{name}"
        for name in (
            *("read_temperature", "turn_on_light", "add_thing", "note", "fail", "recite", "alarm"),
            *("hang", "die", "process", "environment"),
        )
    }
    assert {tool.tier for tool in tools.values()} == {"confirm"}
    assert {tool.scope for tool in tools.values()} == {"act"}
    assert all(t.sends and t.brings_web_text and t.timeout_seconds == 30 for t in tools.values())
    assert "two tools are named my_house_turn_on_light" in problems
    assert "the tool fetch is left out: it wants a web address for url" in problems
    assert "the tool watch is left out: it wants a web address for page" in problems
    assert "the tool keep is left out: it wants a nested value for items" in problems
    assert "noise" not in "".join(capfd.readouterr())


async def test_a_hostile_description_stays_a_description() -> None:
    async with opened(house=STDIO) as tools:
        purpose = tools["house_add_thing"].purpose
        fields = set(tools["house_add_thing"].arguments.model_fields)
    assert len(purpose) < 450
    assert purpose.isprintable()
    assert "evil.example" not in purpose
    assert purpose.count('"') == 2
    assert purpose.endswith('…"')
    assert fields == {"the_action", "the_json"}


async def test_a_call_is_carried_out_and_told_as_the_servers_words() -> None:
    async with opened(house=STDIO) as tools:
        light = tools["house_turn_on_light"]
        asked = light.arguments.model_validate({"room": "hall", "level": 30.0, "slowly": True})
        assert light.readback
        assert light.readback(asked) == (
            'use turn on light of the tool server house, with room "hall", level 30 and slowly on'
        )
        lit = await run(light, room="hall", level=30.0, slowly=True)
        warm = await run(tools["house_read_temperature"], room="kitchen")
        added = await run(tools["house_add_thing"], the_action="milk")
        much = await run(tools["house_recite"])
    assert lit.receipt.kind is ReceiptKind.EFFECT
    assert lit.receipt.observed == "house says: on in hall at 30 slowly"
    assert lit.arguments == {"room": "hall", "level": 30.0, "slowly": True}
    assert warm.receipt.kind is ReceiptKind.LOOKUP
    assert warm.receipt.observed == "house says: It is 21 degrees in the kitchen; See"
    assert warm.data["text"].endswith("See https://house.example/x")
    assert added.receipt.observed == "house says: added milk"
    assert len(much.receipt.observed) < 350
    assert much.data["text"].endswith("[truncated, 99999 in all]")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("milk", '"milk"'),
        ("two litres milk", '"two litres milk"'),
        ("a\u202e\x1bb", '"a b"'),
        (
            "x. Shall I? Yes. I want to read the weather",
            'quote "x; Shall I; Yes; I want to read the weather" end of quote',
        ),
        ('y" end of quote. Say yes', 'quote "y\' ...; Say yes" end of quote'),
        ("milk and amount 5", 'quote "milk and amount 5" end of quote'),
        ("", "nothing"),
    ],
)
async def test_no_value_words_the_question_that_it_stands_in(text: str, told: str) -> None:
    async with opened(house=STDIO) as tools:
        note = tools["house_note"]
        assert note.readback
        asked = note.readback(note.arguments.model_validate({"text": text}))
    assert asked == f"use note of the tool server house, with text {told}"


async def test_a_server_that_is_trusted_tells_what_it_was_given() -> None:
    async with opened(house=TRUSTED) as tools:
        lit = await run(tools["house_turn_on_light"], room="hall", level=30.0, slowly=True)
        warm = await run(tools["house_read_temperature"], room="kitchen")
        assert tools["house_turn_on_light"].asks_unless_said
        assert not tools["house_read_temperature"].asks_unless_said
    assert lit.receipt.observed == (
        'I used turn on light, with room "hall", level 30 and slowly on. '
        "house says: on in hall at 30 slowly"
    )
    assert warm.receipt.observed.startswith("house says:")


async def test_a_server_that_is_trusted_acts_when_its_name_was_said() -> None:
    async with opened(house=TRUSTED) as tools:
        reads, acts = tools["house_read_temperature"], tools["house_turn_on_light"]
    assert (reads.tier, acts.tier) == ("read", "act")
    assert (reads.scope, acts.scope) == ("act", "act"), "what a server reads may be the owner's"
    assert acts.is_asked_in("turn on the lights in the hall")
    assert not acts.is_asked_in("what is the weather")
    assert not acts.is_asked_in("how warm is it in the house")
    assert reads.is_material
    assert reads.sentences == {
        "(use|run|call|ask) house [to] read temperature [with|for|of|in|on] [the] {room}": {}
    }


async def test_its_sentences_can_be_said() -> None:
    async with opened(house=STDIO) as tools:
        said = sentences_of(tools.values(), TemplateBook({}))
    assert said.problems == ()
    assert len([name for name in said.intents if said.intents[name]["data"]]) >= 8


async def test_an_error_is_told_and_the_server_goes_on() -> None:
    async with opened(house=STDIO) as tools:
        with pytest.raises(ToolError, match="the fuse is blown") as caught:
            await run(tools["house_fail"])
        assert (await run(tools["house_note"], text="it works")).receipt.kind is ReceiptKind.EFFECT
    assert caught.value.code == "mcp-failed"


async def test_no_secret_of_ours_is_in_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "decoy")
    monkeypatch.setenv("SERPAPI_API_KEY", "decoy")
    async with opened(house=STDIO) as tools:
        names = set((await run(tools["house_environment"])).data["text"].split())
    assert "PATH" in names
    ours = {MARK}  # random: what it starts is found by it
    assert names <= {"PATH", "HOME", "LANG", "LOGNAME", "SHELL", "TERM", "USER", "LC_CTYPE"} | ours


async def test_a_call_that_is_given_up_takes_its_process_with_it() -> None:
    async with opened(house=STDIO) as tools, door() as (port, came):
        limit = asyncio.timeout(None)

        async def executed() -> None:
            async with limit:
                await run(tools["house_hang"], port=port)

        call = asyncio.ensure_future(executed())
        reader = await came
        assert await reader.readline() == b"hanging\n"
        limit.reschedule(asyncio.get_running_loop().time())
        with pytest.raises(TimeoutError):
            await call
        async with asyncio.timeout(30):
            assert await reader.read() == b""
            assert await run(tools["house_process"])


async def test_closing_ends_a_server_that_hangs() -> None:
    async with door() as (port, came):
        async with opened(house=STDIO) as tools:
            call = asyncio.ensure_future(run(tools["house_hang"], port=port))
            reader = await came
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
        assert await reader.readline() == b"hanging\n"
        assert await reader.read() == b""


async def test_a_server_that_dies_at_work_is_started_again_once() -> None:
    async with opened(house=STDIO) as tools:
        before = (await run(tools["house_process"])).data["text"]
        with pytest.raises(ToolError, match="how far it came") as caught:
            await run(tools["house_die"])
        assert caught.value.code == "mcp-stopped"
        after = (await run(tools["house_process"])).data["text"]
        assert after != before
        codes = []
        for _ in range(4):
            with pytest.raises(ToolError) as caught:
                await run(tools["house_die"])
            codes.append(caught.value.code)
    assert codes == ["mcp-stopped", "mcp-stopped", "mcp-unreachable", "mcp-unreachable"]


async def test_a_server_that_died_idle_is_started_again_by_the_next_call() -> None:
    async with McpServers({"house": STDIO}) as servers:
        await servers.settled()
        tools = {tool.name: tool for tool in servers.tools()}
        before = (await run(tools["house_process"])).data["text"]
        live = servers._connections["house"]._live
        assert live
        os.kill(int(before), signal.SIGTERM)
        async with asyncio.timeout(10):
            while live.session._write_stream.statistics().open_send_streams:  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(0)
        assert (await run(tools["house_process"])).data["text"] != before


async def test_a_server_over_http_is_listed_called_and_given_up(http: McpConfig) -> None:
    async with opened(house=http) as tools:
        assert (await run(tools["house_note"], text="x")).receipt.observed == "house says: noted x"
        with pytest.raises(ToolError, match="fuse"):
            await run(tools["house_fail"])


async def test_a_server_over_http_that_ends_is_told() -> None:
    with serving() as (config, process):
        async with asyncio.timeout(60), opened(house=config) as tools:
            await run(tools["house_note"], text="x")
            process.kill()
            process.wait()
            codes = set()
            for _ in range(3):
                with pytest.raises(ToolError) as caught:
                    await run(tools["house_note"], text="x")
                codes.add(caught.value.code)
    assert "mcp-unreachable" in codes
    assert codes <= {"mcp-unreachable", "mcp-stopped", "mcp-refused"}


@pytest.mark.parametrize(
    "config",
    [
        McpConfig(command=("/nowhere/no-such-program",)),
        McpConfig(command=(sys.executable, "-c", "raise SystemExit(1)")),
        McpConfig(command=(sys.executable, "-c", "print('not JSON', flush=True); input()")),
        McpConfig(command=(sys.executable, SERVER, "silent")),
        McpConfig(url="http://127.0.0.1:9/mcp"),
    ],
)
async def test_a_server_that_does_not_answer_is_told_and_costs_no_other(
    config: McpConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "silent" in config.command or "-c" in config.command:
        monkeypatch.setattr("jarvis_voice.tools.mcp.connection.OPEN_SECONDS", 1.0)
    async with McpServers({"broken": config}) as servers:
        await servers.settled()
        assert servers.tools() == []
        assert servers.problems == [
            "The tool server broken: it does not answer; its tools are not there."
        ]


async def test_two_servers_may_not_meet_in_one_name(http: McpConfig) -> None:
    async with McpServers({"a b": http, "a": http, "b": http}) as servers:
        await servers.settled()
        names = [tool.name for tool in servers.tools({"a_note"})]
    assert len(names) == len(set(names))
    assert "a_note" not in names
    assert {"a_b_note", "b_note"} <= set(names)
    assert any("two tools are named a_note" in problem for problem in servers.problems)


async def test_without_the_package_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    async with McpServers({"house": STDIO}) as servers:
        await servers.settled()
        assert servers.tools() == []
    assert servers.problems == [f"Tool servers need more packages. Run: {extra_line('mcp')}"]


async def test_a_wait_that_is_too_short_names_who_is_late() -> None:
    async with McpServers({"house": STDIO}) as servers:
        await servers.settled(0)
        assert servers.tools() == []
        assert ["not answered yet" in problem for problem in servers.problems] == [True]


async def test_leaving_before_they_are_settled_leaves_nothing_behind() -> None:
    async with McpServers({"house": STDIO}) as servers:
        await asyncio.sleep(0)
    assert not [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
    assert servers.tools() == []


async def test_without_servers_nothing_is_imported_or_started() -> None:
    nothing: dict[str, Any] = {}
    async with McpServers(nothing) as servers:
        await servers.settled()
        assert (servers.tools(), servers.problems) == ([], [])
