"""A client of the HTTP port: runs a turn and gives its events. It knows no server library."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any
from urllib.parse import urlsplit

import httpx

from jarvis_voice.core.door_config import is_loopback
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.platform.outbound.no_answer import is_distrusted

CONNECT_SECONDS = 5.0
SILENCE_SECONDS = 60.0
"""The port says every few seconds that it is there."""

GREETING_SECONDS = 10.0
"""Somebody waits for it at a terminal."""

MOST_SAID = 300
"""Characters of a refusal that are shown."""


class HttpClient:
    """Asks a Jarvis, on this machine or another.

    Args:
        url: Where its port is.
        token: The user's; "" where none is needed.
    """

    def __init__(self, url: str, token: str) -> None:
        self._url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    @property
    def _is_here(self) -> bool:
        """Whether the port is on this machine: then no proxy is told the token."""
        try:
            return is_loopback(urlsplit(self._url).hostname or "")
        except ValueError:
            return False

    async def greet(self) -> None:
        """See whether a Jarvis answers there, and whether it lets this user in.

        Raises:
            ControlError: It cannot be reached, or refuses.
        """
        times = httpx.Timeout(GREETING_SECONDS, connect=CONNECT_SECONDS)
        try:
            async with self._connected(times) as client:
                answer = await client.get(f"{self._url}/api/v1/me")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._not_there(error) from error
        if answer.status_code != httpx.codes.OK:
            raise _refusal(answer.content, answer.status_code)

    async def ask(self, text: str, thread: str) -> AsyncGenerator[dict[str, Any]]:
        """The events of one turn; closing the generator cancels the turn.

        Raises:
            ControlError: It cannot be reached, or refuses.
        """
        times = httpx.Timeout(SILENCE_SECONDS, connect=CONNECT_SECONDS)
        body = {"text": text, "thread": thread}
        try:
            async with (
                self._connected(times) as client,
                client.stream("POST", f"{self._url}/api/v1/turns", json=body) as answer,
            ):
                if answer.status_code != httpx.codes.OK:
                    raise _refusal(await answer.aread(), answer.status_code)
                async for line in answer.aiter_lines():
                    if line.startswith("data: "):
                        yield _event(line.removeprefix("data: "))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._not_there(error) from error

    def _connected(self, times: httpx.Timeout) -> httpx.AsyncClient:
        return httpx.AsyncClient(timeout=times, headers=self._headers, trust_env=not self._is_here)

    def _not_there(self, error: Exception) -> ControlError:
        message = f"No Jarvis can be reached at {self._url}. Start it: jarvis run --http"
        if is_distrusted(error):
            message = (
                f"This machine does not trust the certificate of {self._url}. "
                "If it is yours, name its authority's file in SSL_CERT_FILE."
            )
        return ControlError("no-http", message)


def _event(text: str) -> dict[str, Any]:
    try:
        event = parsed_json(text)
        if isinstance(event, dict) and {"type"} <= event.keys():
            return event
        problem = event["message"]
    except (ValueError, KeyError, TypeError) as error:
        message = "What answers there is no Jarvis of this version."
        raise ControlError("bad-answer", message) from error
    raise ControlError("turn-broke", str(problem)[:MOST_SAID])


def _refusal(body: bytes, status: int) -> ControlError:
    try:
        told = parsed_json(body.decode())
        return ControlError(str(told["code"]), str(told["message"])[:MOST_SAID])
    except (ValueError, KeyError, TypeError):
        return ControlError("refused", f"What answers there refuses, with status {status}.")
