"""Flow: our own client, at a real port."""

from contextlib import aclosing
from typing import Any

import httpx
import pytest
from doors.http.served_http import free_port, http_port

from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.http.client import HttpClient

pytestmark = pytest.mark.flow


async def asked(client: HttpClient, text: str, thread: str = "client") -> list[dict[str, Any]]:
    async with aclosing(client.ask(text, thread)) as events:
        return [event async for event in events]


async def refused(client: HttpClient, text: str = "hello") -> ControlError:
    with pytest.raises(ControlError) as caught:
        await asked(client, text)
    return caught.value


async def not_greeted(client: HttpClient) -> ControlError:
    with pytest.raises(ControlError) as caught:
        await client.greet()
    return caught.value


async def test_a_greeting_tells_whether_a_token_opens(paths: Paths) -> None:
    async with http_port(paths) as port:
        await HttpClient(port.url, await port.let_in("anna")).greet()
        error = await not_greeted(HttpClient(port.url, ""))
    assert error.code == "invalid-api-key"
    assert "jarvis token add" in error.message


async def test_a_turn_gives_its_events(paths: Paths) -> None:
    async with http_port(paths) as port:
        token = await port.let_in("anna")
        events = await asked(HttpClient(f"{port.url}/", token), "hello", "work")
    assert [one["type"] for one in events] == ["turn-started", "reply-text", "turn-ended"]
    assert (events[0]["thread_id"], events[-1]["reply"]) == ("work", "You said hello.")


async def test_a_token_for_this_machine_goes_through_no_proxy(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{free_port()}")
    async with http_port(paths) as port:
        events = await asked(HttpClient(port.url, await port.let_in("anna")), "hello")
    assert events[-1]["reply"] == "You said hello."


async def test_a_refusal_is_told_in_the_words_of_the_port(paths: Paths) -> None:
    async with http_port(paths) as port:
        error = await refused(HttpClient(port.url, ""))
    assert error.code == "invalid-api-key"
    assert "jarvis token add" in error.message


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}", "ftp://x", "nothing", "http://["])
async def test_where_nobody_is_that_is_told(url: str) -> None:
    client = HttpClient(url.format(port=free_port()), "")
    for error in (await refused(client), await not_greeted(client)):
        assert error.code == "no-http"
        assert "jarvis run --http" in error.message


async def test_a_certificate_that_is_not_trusted_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise httpx.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] self-signed certificate")

    monkeypatch.setattr(httpx.AsyncClient, "get", fail)
    error = await not_greeted(HttpClient("https://jarvis.home:8765", ""))
    assert "SSL_CERT_FILE" in error.message
