"""Asks SerpAPI, which searches Google with the user's key.

The google-search-results package makes the address and the parameters; the bounded client sends
them. The package's own call is `requests.get`: no deadline for a whole answer, no bound of its
size, redirects to any host, on a thread that nobody can interrupt, and no way to hand it a client.

Invariant: the key leaves this module in a request and in nothing else. Every error is built from
fixed words: foreign ones hold the whole address, key included.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Self

from jarvis_voice.core.cooldown import Cooldown, retry_after_seconds
from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.outbound.client import BoundedClient
from jarvis_voice.platform.outbound.http_answer import HttpAnswer
from jarvis_voice.platform.outbound.no_answer import NoAnswerError
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.outage_words import (
    SEARCH,
    does_not_answer,
    no_answer,
    refused_key,
    strange_answer,
    takes_too_long,
    wants_a_pause,
)

KEY = "SERPAPI_API_KEY"
REFUSED_SECONDS = 3_600.0
LIMITED_SECONDS = 60.0


class SerpApi:
    """Adapter of the google-search-results package; a refusal is remembered.

    Args:
        api_key: The user's key.
        base_url: Another server, for tests; None is the client's own.
    """

    def __init__(self, api_key: str, base_url: str | None = None) -> None:
        self._api_key = api_key
        self._base_url = base_url
        self._refused = Cooldown()
        self._client = BoundedClient()

    async def __aenter__(self) -> Self:
        await self._client.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._client.__aexit__(*exc)

    async def ask(self, params: Mapping[str, str], seconds: float) -> Mapping[str, Any]:
        """The answer to one question.

        Args:
            params: What is searched for; without an "engine" it is Google's web search.
            seconds: For the whole answer.

        Raises:
            ToolError: See `SearchBackend.search`.
        """
        self._refused.check()
        failure: ToolError
        try:
            async with asyncio.timeout(seconds):
                url, made = await in_own_thread("serpapi", lambda _: self._request(params))
                return self._checked(await self._client.get(url, made, seconds))
        except NoAnswerError as error:
            is_odd_key = error.kind == "unfit" and not self._api_key.isascii()
            failure = refused_key(SEARCH, KEY) if is_odd_key else no_answer(SEARCH, error)
        except TimeoutError:
            failure = takes_too_long(SEARCH)
        raise failure

    def _request(self, asked: Mapping[str, str]) -> tuple[str, dict[str, str]]:
        """Address and parameters, as the package makes them; importing it takes 0.1 s once."""
        from serpapi import GoogleSearch

        client = GoogleSearch({**asked, "api_key": self._api_key, "output": "json", "hl": "en"})
        if self._base_url:
            client.BACKEND = self._base_url
        url, made = client.construct_url()
        return url, made

    def _checked(self, answer: HttpAnswer) -> Mapping[str, Any]:
        """The body (https://serpapi.com/api-status-and-error-codes).

        Raises:
            ToolError: What is wrong with it.
            NoAnswerError: It is no JSON object.
        """
        status = answer.status
        if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            raise self._remember(refused_key(SEARCH, KEY), REFUSED_SECONDS)
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            wait = retry_after_seconds(answer.headers.get("Retry-After"))
            raise self._remember(wants_a_pause(SEARCH), wait or LIMITED_SECONDS)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise does_not_answer(SEARCH)
        body = answer.as_object()
        error = str(body.get("error", "")).lower()
        if "api key" in error:
            raise self._remember(refused_key(SEARCH, KEY), REFUSED_SECONDS)
        if "run out of searches" in error or "throughput" in error:
            raise self._remember(wants_a_pause(SEARCH), LIMITED_SECONDS)
        if status != HTTPStatus.OK or (error and "returned any results" not in error):
            raise strange_answer(SEARCH)
        return body

    def _remember(self, error: ToolError, wait_seconds: float) -> ToolError:
        self._refused.start(error, wait_seconds)
        return error
