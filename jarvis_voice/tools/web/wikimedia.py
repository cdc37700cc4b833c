"""HTTP client of Wikidata and Wikipedia.

Invariant: both ask for a descriptive User-Agent and for calls in series, and may say when to come
back; a host that said so is not called before (https://www.mediawiki.org/wiki/API:Etiquette).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Self, TypeVar
from urllib.parse import quote

from jarvis_voice.core.cooldown import Cooldown, retry_after_seconds
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.platform.outbound.client import BoundedClient
from jarvis_voice.platform.outbound.no_answer import NoAnswerError
from jarvis_voice.tools.outage_words import (
    SEARCH,
    Told,
    does_not_answer,
    no_answer,
    strange_answer,
    wants_a_pause,
)
from jarvis_voice.tools.web.search import web_link
from jarvis_voice.tools.web.wikidata import entries

T = TypeVar("T")

NAME = "Wikimedia"
FIRST_WAIT_SECONDS = 30.0
"""Doubled with every further refusal that does not name a time."""

LONGEST_QUERY = 200

FRESH = {"maxage": "600", "smaxage": "600"}
"""For how many seconds an answer may be kept: without this, api.php says for none."""


@dataclass(frozen=True, slots=True)
class WikimediaUrls:
    """Addresses of Wikidata and Wikipedia."""

    wikidata: str = "https://www.wikidata.org"
    wikipedia: str = "https://en.wikipedia.org"

    @classmethod
    def at(cls, server: str | None) -> WikimediaUrls:
        """Both on one server; None is where they are."""
        return cls(server, server) if server else cls()


class HostBackoff:
    """Remembers when the client may ask one host again."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self.cooldown = Cooldown(seconds)
        self._refusals = 0

    def refused(self, error: ToolError, wait_seconds: float | None) -> ToolError:
        """Note a refusal and give it back; without a time, each wait is twice the last."""
        wait = FIRST_WAIT_SECONDS * 2**self._refusals if wait_seconds is None else wait_seconds
        self._refusals += 1
        self.cooldown.start(error, wait)
        return error

    def answered(self, body: T) -> T:
        """Note an answer and give it back."""
        self._refusals = 0
        return body


class WikimediaClient:
    """Asks Wikidata and Wikipedia; opens its connection at the first question.

    Args:
        base_urls: Other servers, for tests.
        timeout_seconds: For one question and its whole answer.
        patience: By host; who opens several clients hands the same to each.
        told: How the user is told of it.
    """

    def __init__(
        self,
        base_urls: WikimediaUrls,
        timeout_seconds: float,
        patience: dict[str, HostBackoff] | None = None,
        told: Told = SEARCH,
    ) -> None:
        self._urls = base_urls
        self._timeout_seconds = timeout_seconds
        self._patience = {} if patience is None else patience
        self._told = told
        self._client = BoundedClient()

    async def __aenter__(self) -> Self:
        await self._client.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._client.__aexit__(*exc)

    async def wikidata(self, action: str, params: Mapping[str, str]) -> Mapping[str, Any]:
        """The answer of Wikidata's api.php.

        Raises:
            ToolError: There is none; the codes are those of `SearchBackend.search`.
        """
        fixed = {"action": action, "format": "json", "formatversion": "2", **FRESH}
        body = await self._get(self._urls.wikidata, "/w/api.php", {**fixed, **params})
        error = body.get("error")
        if isinstance(error, dict):
            if error.get("code") in ("ratelimited", "maxlag"):
                patience = self._patience_with(self._urls.wikidata)
                raise patience.refused(wants_a_pause(self._told), None)
            raise strange_answer(self._told)
        return body

    async def pages(self, words: str, limit: int) -> list[Mapping[str, Any]]:
        """Pages of Wikipedia for some words, best first; each has a "key".

        Raises:
            ToolError: There is no answer.
        """
        params = {"q": words[:LONGEST_QUERY], "limit": str(limit)}
        body = await self._get(self._urls.wikipedia, "/w/rest.php/v1/search/page", params)
        return [page for page in entries(body, "pages")[:limit] if _is_key(page.get("key"))]

    async def summary(self, key: str) -> Mapping[str, Any]:
        """What a page of Wikipedia says in short: "type", "title", "extract".

        Raises:
            ToolError: There is no answer.
        """
        path = f"/api/rest_v1/page/summary/{quote(key, safe='')}"
        return await self._get(self._urls.wikipedia, path, {})

    def _patience_with(self, host: str) -> HostBackoff:
        return self._patience.setdefault(host, HostBackoff())

    async def _get(self, base: str, path: str, params: Mapping[str, str]) -> Mapping[str, Any]:
        patience = self._patience_with(base)
        patience.cooldown.check()
        failure: ToolError
        try:
            # a summary is moved when its page was: a redirect is part of the protocol
            answer = await self._client.get(base + path, params, self._timeout_seconds)
            if answer.status == HTTPStatus.OK:
                return patience.answered(answer.as_object())
            failure = self._refusal(patience, answer.status, answer.headers)
        except NoAnswerError as error:
            failure = no_answer(self._told, error)
        raise failure

    def _refusal(self, patience: HostBackoff, status: int, headers: Mapping[str, str]) -> ToolError:
        wait = retry_after_seconds(headers.get("Retry-After"))
        unavailable = status == HTTPStatus.SERVICE_UNAVAILABLE and wait is not None
        if status == HTTPStatus.TOO_MANY_REQUESTS or unavailable:
            return patience.refused(wants_a_pause(self._told), wait)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return does_not_answer(self._told)
        return strange_answer(self._told)


def _is_key(key: object) -> bool:
    """Whether it can stand in an address: half a character cannot."""
    return isinstance(key, str) and key.encode(errors="ignore").decode() == key


def page_link(page: Mapping[str, Any]) -> Link | None:
    """The link to one of the pages that `WikimediaClient.pages` gave."""
    text = page.get("description") or page.get("excerpt")
    return web_link(page_url(page["key"]), page.get("title"), "wikipedia", text)


def page_url(key: str) -> str:
    """Where a page of Wikipedia is read, whatever server told of it."""
    return "https://en.wikipedia.org/wiki/" + quote(key, safe="/:(),'")
