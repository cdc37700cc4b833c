"""Tool servers that print without end, or refuse to end: real ones, over a pipe."""

import asyncio
import os
import sys
import time
from pathlib import Path

import pytest
from tools.around import run

from jarvis_voice.core.config import McpConfig
from jarvis_voice.core.errors import ToolError
from jarvis_voice.tools.mcp import stdio_server
from jarvis_voice.tools.mcp.mcp_tools import McpServers

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="sessions and signals are POSIX"),
]

SERVER = """
import json, os, signal, sys
before, listed, called, over = {modes!r}
def send(message): sys.stdout.write(json.dumps(message) + "\\n"); sys.stdout.flush()
def answer(said): return {{"content": [{{"type": "text", "text": said}}]}}
about = {{"level": "info", "data": "x"}}
notice = {{"jsonrpc": "2.0", "method": "notifications/message", "params": about}}
said = "done"
exec(before)
for line in sys.stdin:
    asked = json.loads(line)
    reply = {{"jsonrpc": "2.0", "id": asked.get("id")}}
    match asked["method"]:
        case "initialize":
            version = asked["params"]["protocolVersion"]
            told = {{"protocolVersion": version, "capabilities": {{"tools": {{}}}}}}
            send(reply | {{"result": told | {{"serverInfo": {{"name": "x", "version": "1"}}}}}})
        case "tools/list":
            schema = {{"type": "object", "properties": {{}}}}
            send(reply | {{"result": {{"tools": [{{"name": "tell", "inputSchema": schema}}]}}}})
            exec(listed)
        case "tools/call":
            exec(called)
            send(reply | {{"result": answer(said)}})
exec(over)
"""
ENDLESS_LINE = "while True: sys.stdout.write('x' * 65536)"
IGNORES = "for one in (1, 2, 13, 15): signal.signal(one, signal.SIG_IGN)\n"
OWN_SESSION = """
if os.fork() == 0:
    os.setsid()
    {}
    for one in (0, 1, 2): os.close(one)
    for one in (1, 2, 13, 15): signal.signal(one, signal.SIG_IGN)
    while True: signal.pause()
"""


def server(*, before: str = "", listed: str = "", called: str = "", over: str = "") -> McpConfig:
    """A server that does more than it should at four places."""
    code = SERVER.format(modes=(before, listed, called, over))
    return McpConfig(command=(sys.executable, "-ISc", code), trusted=True)


async def outcomes(config: McpConfig, n_calls: int = 2) -> list[str]:
    """What each call of the one tool comes to: what it says, or the code of its error."""
    async with McpServers({"house": config}) as servers:
        await servers.settled()
        told = []
        for tool in servers.tools():
            for _ in range(n_calls):
                try:
                    told.append((await run(tool)).receipt.observed)
                except ToolError as error:
                    told.append(error.code)
        return told or servers.problems


@pytest.mark.parametrize(
    "config",
    [
        server(called=ENDLESS_LINE),
        server(listed=ENDLESS_LINE),
        server(called="said = 'x' * 10_200_000"),
        server(called="sys.stdout.write('{\"result\":' + '[],' * 200_000 + '[]}\\n')"),
        server(called="sys.stdout.write('[' * 200_000 + ']' * 200_000 + '\\n')"),
        server(called="send(reply | {'result': {'content': answer('x')['content'] * 20_000}})"),
    ],
    ids=["line", "line-while-idle", "large", "parts", "deep", "pieces"],
)
async def test_a_server_beyond_the_bounds_is_told_as_broken_once(config: McpConfig) -> None:
    assert await outcomes(config, 3) == ["mcp-broken", "mcp-unreachable", "mcp-unreachable"]


async def test_the_sentence_says_what_it_did() -> None:
    async with McpServers({"house": server(called=ENDLESS_LINE)}) as servers:
        await servers.settled()
        with pytest.raises(ToolError) as caught:
            await run(servers.tools()[0])
    assert caught.value.message == (
        "The tool server house is broken: it sent a line of more than 10 MB, so I ended it."
    )


async def test_a_server_that_prints_without_end_at_its_start_is_told_as_a_problem() -> None:
    assert await outcomes(server(before=ENDLESS_LINE)) == [
        "The tool server house: it sent too much, so I ended it; its tools are not there."
    ]


async def test_a_server_with_countless_tools_is_told_as_a_problem() -> None:
    tools = "[{'name': 'a', 'inputSchema': {'type': 'object'}}] * 9_000"
    countless = server()
    code = countless.command[2].replace('[{"name": "tell", "inputSchema": schema}]', tools)
    config = McpConfig(command=(*countless.command[:2], code), trusted=True)
    assert await outcomes(config) == [
        "The tool server house: it sent too much, so I ended it; its tools are not there."
    ]


@pytest.mark.parametrize(
    "config",
    [
        server(),
        server(before="print('starting up'); print('[]', '{', 1, 'null')"),
        server(called="for _ in range(300): send(notice)"),
        server(called="for _ in range(300): print('x' * 999)"),
        server(called="print('x' * 9_000_000)"),
        server(called="send({**notice, 'params': {'level': 'info', 'data': [[]] * 9_000}})"),
    ],
    ids=["plain", "other-words", "notices", "other-lines", "large", "parts"],
)
async def test_a_server_within_the_bounds_is_heard(config: McpConfig) -> None:
    assert await outcomes(config) == ["house says: done", "house says: done"]


async def test_a_large_answer_is_whole() -> None:
    large = server(called="said = 'word ' * 1_800_000")
    async with McpServers({"house": large}) as servers:
        await servers.settled()
        result = await run(servers.tools()[0])
    assert result.data["text"].endswith("8999999 in all]")


async def test_a_large_question_reaches_it() -> None:
    """More than a pipe holds, to a server that has more to say than a pipe holds."""
    chatty = server(called="print('x' * 900_000); said = len(line) > 500_000 and 'all of it'")
    async with McpServers({"house": chatty}) as servers:
        await servers.settled()
        connection = servers._connections["house"]
        answer = await connection.call("tell", {"text": "y" * 500_000})
    assert answer.content[0].model_dump()["text"] == "all of it"


@pytest.mark.parametrize(
    "config",
    [
        server(),
        server(over="signal.pause()"),
        server(before=IGNORES, over="while True: signal.pause()"),
        server(before=IGNORES + "os.fork() or os.close(0)", over="while True: signal.pause()"),
        server(before=OWN_SESSION.format("")),
        server(before=OWN_SESSION.format("os.fork() and os._exit(0)")),
        server(before=IGNORES, listed=ENDLESS_LINE),
        server(before=IGNORES + "while True: signal.pause()"),
    ],
    ids=[
        "good",
        "hangs",
        "ignores-all",
        "child-ignores-all",
        "own-session",
        "daemon",
        "prints",
        "says-nothing",
    ],
)
async def test_whatever_a_server_does_it_is_gone_with_its_group_soon(
    config: McpConfig, tmp_path: Path
) -> None:
    fifo = tmp_path / "alive"
    os.mkfifo(fifo)
    alive = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    code = f"import os\nos.open({str(fifo)!r}, os.O_WRONLY)\nos.write(3, b'x')\n"
    python, flags, own = config.command
    async with McpServers({"house": McpConfig(command=(python, flags, code + own))}) as servers:
        await servers.settled(0.5)
        begun = time.monotonic()
    took = time.monotonic() - begun
    await asyncio.to_thread(os.set_blocking, alive, True)
    assert await asyncio.to_thread(os.read, alive, 100) in (b"x", b"")
    assert await asyncio.to_thread(os.read, alive, 100) == b"", "nobody holds the other end"
    os.close(alive)
    assert took < 1.9


def test_the_end_of_a_server_is_as_short_as_it_says() -> None:
    most = 2 * stdio_server.LEAVE_SECONDS + stdio_server._KILL_SECONDS
    assert most <= stdio_server.END_SECONDS


@pytest.mark.parametrize(
    "schema",
    [
        "{'a': {'type': 'integer', 'minimum': 0.5}}",
        "{'a': {'type': 'integer', 'minimum': 1e400}}",
        "{'a': {'type': 'string', 'maxLength': -5}}",
        "{'a': {'anyOf': 5}}",
        "[1, 2]",
    ],
)
async def test_a_schema_of_nonsense_costs_its_own_tool_alone(schema: str) -> None:
    odd = f"{{'name': 'odd', 'inputSchema': {{'type': 'object', 'properties': {schema}}}}}"
    code = (
        server()
        .command[2]
        .replace(
            '[{"name": "tell", "inputSchema": schema}]',
            f'[{odd}, {{"name": "tell", "inputSchema": schema}}]',
        )
    )
    configs = {
        "house": McpConfig(command=(sys.executable, "-ISc", code), trusted=True),
        "garden": server(),
    }
    async with McpServers(configs) as servers:
        await servers.settled()
        assert [tool.name for tool in servers.tools()] == ["house_tell", "garden_tell"]
        [problem] = servers.problems
    assert problem.startswith("The tool server house: the tool odd is left out: its schema makes")
