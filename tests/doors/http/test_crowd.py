"""E2E: a crowd at the port of a whole Jarvis: turns are answered, and memory is bounded."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from urllib.parse import urlsplit

import httpx
import pytest
from doors.http.running_http import RunningJarvis, running_jarvis

from jarvis_voice.core.paths import ensure, find_paths
from jarvis_voice.core.types import EVERY_SCOPE, ME, TALK_ONLY
from jarvis_voice.doors.http.body_rules import JSON_BODY
from jarvis_voice.doors.http.turn_limits import MOST_STREAMS

pytestmark = pytest.mark.e2e

CROWD = 500
PEOPLE = [f"user{number}" for number in range(CROWD // MOST_STREAMS + 1)]
MORE_BYTES = 64 * 1024 * 1024
"""By so much the program may grow: 128 kB for each that waits."""

SECONDS = 60.0


@pytest.fixture(scope="module")
def jarvis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningJarvis]:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("crowd") / "jarvis")})
    ensure(paths.config)
    users = dict.fromkeys(PEOPLE, TALK_ONLY) | {ME: EVERY_SCOPE}
    with running_jarvis(paths, users) as running:
        asyncio.run(assert_answers(running))
        yield running


TURN = {"text": "what is 12 times 12"}


async def assert_answers(jarvis: RunningJarvis) -> None:
    """A turn is answered as if nobody else were there."""
    headers = {**jarvis.headers(ME), "accept": "application/json"}
    async with httpx.AsyncClient(timeout=SECONDS, trust_env=False) as client:
        answer = await client.post(f"{jarvis.url}/api/v1/turns", json=TURN, headers=headers)
    assert (answer.status_code, "144" in answer.text) == (200, True), answer.text


async def load_all(jarvis: RunningJarvis) -> None:
    """What is loaded at leisure behind the start is there: the libraries of units and cities."""
    headers = {**jarvis.headers(ME), "accept": "application/json"}
    async with httpx.AsyncClient(timeout=SECONDS, trust_env=False) as client:
        for text in ("convert 5 miles to kilometers", "what time is it in Tokyo"):
            asked = {**TURN, "text": text}
            await client.post(f"{jarvis.url}/api/v1/turns", json=asked, headers=headers)


class Stranger:
    """A connection that sends what it is told, and reads no more than it is told."""

    def __init__(self, jarvis: RunningJarvis) -> None:
        self._port = urlsplit(jarvis.url).port

    async def __aenter__(self) -> "Stranger":
        self.reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._writer.close()

    async def send(self, text: str) -> None:
        with suppress(ConnectionError):
            self._writer.write(text.encode())
            await self._writer.drain()

    async def head(self) -> bytes:
        async with asyncio.timeout(SECONDS):
            return await self.reader.readline()


@pytest.fixture(autouse=True)
async def _nobody_else(jarvis: RunningJarvis) -> None:
    """The crowd of the test before has gone: so many places are free again."""
    async with httpx.AsyncClient(timeout=SECONDS, trust_env=False) as client:
        while (await client.get(f"{jarvis.url}/healthz", headers=jarvis.headers(ME))).is_error:
            continue


async def crowd(jarvis: RunningJarvis, stack: AsyncExitStack, *sent: str) -> list[Stranger]:
    """So many connections as there are texts."""
    strangers = []
    for text in sent:
        stranger = await stack.enter_async_context(Stranger(jarvis))
        await stranger.send(text)
        strangers.append(stranger)
    return strangers


def events_of(jarvis: RunningJarvis, user: str) -> str:
    """A request for a stream of events."""
    token = jarvis.tokens[user]
    return f"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nX-API-Key: {token}\r\n\r\n"


async def test_one_user_has_no_more_than_a_share(jarvis: RunningJarvis) -> None:
    async with AsyncExitStack() as stack:
        asked = [events_of(jarvis, PEOPLE[0])] * (2 * MOST_STREAMS)
        streams = await crowd(jarvis, stack, *asked)
        heads = [(await one.head()).split()[1] for one in streams]
        await assert_answers(jarvis)
    assert (heads.count(b"200"), heads.count(b"429")) == (MOST_STREAMS, MOST_STREAMS)


async def test_idle_streams_hold_up_nobody(jarvis: RunningJarvis) -> None:
    await load_all(jarvis)
    before = jarvis.resident_bytes
    async with AsyncExitStack() as stack:
        owners = [user for user in PEOPLE for _ in range(MOST_STREAMS)][:CROWD]
        streams = await crowd(jarvis, stack, *(events_of(jarvis, user) for user in owners))
        assert {(await one.head()).split()[1] for one in streams} == {b"200"}
        await assert_answers(jarvis)
        grown = jarvis.resident_bytes - before
    assert grown < MORE_BYTES


SLOW = [
    "",
    "GET /healthz HT",
    "POST /api/v1/turns HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "POST /api/v1/turns HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    "Content-Length: 2000000\r\n\r\n",
    "POST /api/v1/turns HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    "Transfer-Encoding: chunked\r\n\r\n100000\r\n",
]


async def test_slow_strangers_hold_up_nobody_and_cost_little(jarvis: RunningJarvis) -> None:
    before = jarvis.resident_bytes
    async with AsyncExitStack() as stack:
        await crowd(jarvis, stack, *(SLOW[number % len(SLOW)] for number in range(CROWD)))
        await assert_answers(jarvis)
        grown = jarvis.resident_bytes - before
    assert grown < MORE_BYTES


async def test_a_head_without_an_end_is_refused(jarvis: RunningJarvis) -> None:
    async with AsyncExitStack() as stack:
        endless = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + "X-A: " + "a" * 200_000
        [stranger] = await crowd(jarvis, stack, endless)
        assert (await stranger.head()).split()[1:2] in ([b"400"], [b"431"], [])
        await assert_answers(jarvis)


async def test_large_bodies_of_strangers_are_not_read_and_those_of_users_are_bounded(
    jarvis: RunningJarvis,
) -> None:
    before = jarvis.resident_bytes
    most = JSON_BODY.most_bytes
    large, full = b"x" * (most + 1), b'"' + b"x" * (most - 2) + b'"'
    kind = {"content-type": "application/json"}
    async with httpx.AsyncClient(timeout=SECONDS, trust_env=False) as client:
        url = f"{jarvis.url}/api/v1/turns"
        for _ in range(20):
            with suppress(httpx.WriteError, httpx.ReadError):  # it does not wait for the rest
                response = await client.post(url, headers=kind, content=large)
                assert response.status_code == 401
        own = {**jarvis.headers(ME), **kind}
        for _ in range(20):
            assert (await client.post(url, headers=own, content=full)).status_code == 422
            with suppress(httpx.WriteError, httpx.ReadError):
                response = await client.post(url, headers=own, content=large)
                assert response.status_code == 413
    await assert_answers(jarvis)
    assert jarvis.resident_bytes - before < MORE_BYTES


async def test_no_token_and_no_word_is_in_what_it_prints_or_logs(jarvis: RunningJarvis) -> None:
    wrong = "jv_" + "w" * 43
    async with httpx.AsyncClient(timeout=SECONDS, trust_env=False) as client:
        for path in (f"healthz?token={wrong}", f"{wrong}", f"api/v1/turns/{wrong}"):
            await client.get(f"{jarvis.url}/{path}", headers={"x-api-key": wrong})
        body = {"text": "remember that the canary is called zanzibar"}
        headers = jarvis.headers(PEOPLE[0])
        answer = await client.post(f"{jarvis.url}/api/v1/turns", json=body, headers=headers)
        assert "zanzibar" in answer.text
    kept = [jarvis.output, *jarvis.output.parent.rglob("*.log*")]
    told = "".join(one.read_text("utf-8", "replace") for one in kept if one.is_file())
    assert len(kept) > 1
    assert not [one for one in (*jarvis.tokens.values(), wrong, "zanzibar") if one in told]
