"""Contract: no client of ours goes around the bounds, and this machine is never behind a proxy."""

from __future__ import annotations

import ast
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

import jarvis_voice
from jarvis_voice.core.config import McpConfig
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.platform.outbound.client import BoundedClient
from jarvis_voice.platform.weights.hub import Hub
from jarvis_voice.tools.mcp.connection import McpConnection
from jarvis_voice.workshop.doctor import key_checks
from jarvis_voice.workshop.fuzz.services import ASKERS, FuzzedQuestion
from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
    as_json,
)

pytestmark = pytest.mark.contract

PACKAGE = Path(jarvis_voice.__file__).parent

MAKE_CLIENTS = {
    "platform/outbound/client.py": "the bounded client",
    "engines/llm/openai_compatible.py": "hands the library a client over the bounded transport",
    "tools/mcp/connection.py": "likewise",
    "platform/weights/hub.py": "sizes and sums are those of the manifest",
    "tools/web/public_client.py": "pages and feeds have limits of their own, and any public host",
}
"""Who makes an HTTP client, and why it may."""

CLIENTS = {"AsyncClient", "Client", "AsyncHTTPTransport", "HTTPTransport", "AsyncConnectionPool"}
CALLS = {"urlopen", "urlretrieve"} | CLIENTS
FOREIGN = {"requests", "aiohttp", "urllib3"}


def ways_out(source: str) -> set[str]:
    """What in a source opens connections to services."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            found |= {name} & CALLS
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names} & FOREIGN
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module.partition(".")[0]} & FOREIGN
    return found


def test_nobody_else_makes_a_client() -> None:
    sources = {file.relative_to(PACKAGE).as_posix(): file for file in PACKAGE.rglob("*.py")}
    made = {name for name, file in sources.items() if ways_out(file.read_text(encoding="utf-8"))}
    own = {"platform/outbound/transport.py", "tools/web/page_network.py"}
    own |= {"doors/http/client.py"}  # asks the Jarvis whose address its user gives, and no service
    own |= {"doors/traces/trace_export.py"}  # sends to the collector whose address its user gives
    own |= {"store/postgres/database.py"}  # a pool of connections to a database; none speaks HTTP
    own |= {"workshop/benches/doors/served_program.py"}  # asks the Jarvis that it has started
    assert made == {*MAKE_CLIENTS, *own}


@pytest.mark.parametrize(
    "source",
    [
        "import requests\nrequests.get(url)",
        "def f():\n    from httpx import AsyncClient\n    return AsyncClient()",
        "httpx.Client(timeout=3)",
        "urllib.request.urlopen(url)",
        "from aiohttp import ClientSession",
    ],
)
def test_such_a_client_is_seen(source: str) -> None:
    assert ways_out(source)


class CountedServer(LoopbackServer):
    """Answers nothing that anybody can use, and counts."""

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        del request
        return as_json({}, 500)


@pytest.fixture
async def proxy(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[CountedServer]:
    async with CountedServer() as proxy:
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.delenv(name, raising=False)
            monkeypatch.setenv(name.upper(), proxy.url)
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        yield proxy


async def ask_tool_server(url: str) -> None:
    await McpConnection("house", McpConfig(url=f"{url}/mcp")).tools()


class NoProgress:
    """Draws nothing."""

    def started(self, name: str, total_bytes: int) -> None: ...
    def advanced(self, n_bytes: int) -> None: ...
    def finished(self) -> None: ...
    def note(self, text: str) -> None: ...


async def ask_hub(url: str) -> None:
    with Hub(20, 20, NoProgress()) as hub:
        hub._connect().get(url)


async def ask_for_account(url: str) -> None:
    await key_checks.search_account(url, "key")


async def try_google_key(url: str) -> None:
    await key_checks.try_google_key(url, "gemini-2.5-flash", "key")


async def try_second_model(url: str) -> None:
    await key_checks.try_second_model(f"{url}/v1", "model", "key")


def asker(name: str) -> Callable[[str], Awaitable[None]]:
    return lambda url: ASKERS[name](FuzzedQuestion(url, random.Random(1), 20.0))


EVERYBODY = {name: asker(name) for name in ASKERS} | {
    "a tool server": ask_tool_server,
    "the hub of weights": ask_hub,
    "the search account": ask_for_account,
    "a try of the Google key": try_google_key,
    "a try of the second model": try_second_model,
}


@pytest.mark.parametrize("name", EVERYBODY)
async def test_nobody_asks_this_machine_through_a_proxy(name: str, proxy: CountedServer) -> None:
    async with CountedServer() as server:
        if name == "the hub of weights":
            with CountedServer() as beside:  # its client is one without a loop
                await EVERYBODY[name](beside.url)
                assert len(beside.requests) == 1
        else:
            try:
                await EVERYBODY[name](server.url)
            except JarvisError:
                assert server.requests
            assert server.requests
    assert proxy.requests == []


async def test_any_other_host_is_asked_through_the_users_proxy(proxy: CountedServer) -> None:
    async with BoundedClient() as client:
        answer = await client.get("http://service.example/x", {"q": "roses"}, 20)
    assert answer.status == 500
    assert [request.target for request in proxy.requests] == ["http://service.example/x?q=roses"]
