"""HTTP client of Wikidata and Wikipedia.

Invariant: both ask for a descriptive User-Agent and for calls in series, and may say when to come
back; a host that said so is not called before (https://www.mediawiki.org/wiki/API:Etiquette).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from importlib import metadata
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import quote

from jarvis_voice import __version__
from jarvis_voice.core.cooldown import Cooldown, retry_after_seconds
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.tools.web.search import (
    bad_answer,
    keep_queries_out_of_logs,
    offline,
    rate_limited,
    timed_out,
    web_link,
)
from jarvis_voice.tools.web.wikidata import entries

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")

NAME = "Wikimedia"
FIRST_WAIT_SECONDS = 30.0
"""Doubled with every further refusal that does not name a time."""

LONGEST_QUERY = 200


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
        timeout_seconds: For one question.
        patience: By host; who opens several clients hands the same to each.
    """

    def __init__(
        self,
        base_urls: WikimediaUrls,
        timeout_seconds: float,
        patience: dict[str, HostBackoff] | None = None,
    ) -> None:
        self._urls = base_urls
        self._timeout_seconds = timeout_seconds
        self._patience = {} if patience is None else patience
        self._opening = asyncio.Lock()
        self._client: httpx.AsyncClient | None = None

    async def __aenter__(self) -> Self:
        keep_queries_out_of_logs()
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._client:
            await self._client.aclose()
            self._client = None

    async def wikidata(self, action: str, params: Mapping[str, str]) -> Mapping[str, Any]:
        """The answer of Wikidata's api.php.

        Raises:
            ToolError: There is none; the codes are those of `SearchBackend.search`.
        """
        fixed = {"action": action, "format": "json", "formatversion": "2"}
        body = await self._get(self._urls.wikidata, "/w/api.php", {**fixed, **params})
        error = body.get("error")
        if isinstance(error, dict):
            if error.get("code") in ("ratelimited", "maxlag"):
                patience = self._patience_with(self._urls.wikidata)
                raise patience.refused(rate_limited("Wikidata"), None)
            raise bad_answer("Wikidata", "an error")
        return body

    async def pages(self, words: str, limit: int) -> list[Mapping[str, Any]]:
        """Pages of Wikipedia for some words, best first; each has a "key".

        Raises:
            ToolError: There is no answer.
        """
        params = {"q": words[:LONGEST_QUERY], "limit": str(limit)}
        body = await self._get(self._urls.wikipedia, "/w/rest.php/v1/search/page", params)
        return [page for page in entries(body, "pages") if isinstance(page.get("key"), str)]

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
        client = await self._open()
        import httpx  # paid for by _open, off the loop

        failure: ToolError
        try:
            response = await client.get(base + path, params=params)
            if response.status_code == HTTPStatus.OK:
                return patience.answered(_object(response.json()))
            failure = _refusal(patience, response.status_code, response.headers)
        except httpx.TimeoutException:
            failure = timed_out(NAME)
        except (httpx.RemoteProtocolError, httpx.DecodingError, ValueError):
            failure = bad_answer(NAME, "cut short, or no JSON")
        except httpx.HTTPError:
            failure = offline(NAME, "no connection")
        raise failure

    async def _open(self) -> httpx.AsyncClient:
        """The client; made off the loop, where reading the certificates takes a while."""
        async with self._opening:
            if self._client is None:
                self._client = await asyncio.to_thread(self._make_client)
            return self._client

    def _make_client(self) -> httpx.AsyncClient:
        import httpx

        headers = {"User-Agent": user_agent(), "Accept": "application/json"}
        # a summary is moved when its page was: a redirect is part of the protocol
        return httpx.AsyncClient(
            headers=headers, timeout=self._timeout_seconds, follow_redirects=True, max_redirects=3
        )


def user_agent() -> str:
    """Who we are, with the project's address where the package names one."""
    found = metadata.metadata("jarvis-voice").get_all("Project-URL") or []
    address = f"; {found[0].split(',')[-1].strip()}" if found else ""
    return f"jarvis-voice/{__version__} (voice assistant on a user's own machine{address})"


def page_link(page: Mapping[str, Any]) -> Link | None:
    """The link to one of the pages that `WikimediaClient.pages` gave."""
    text = page.get("description") or page.get("excerpt")
    return web_link(page_url(page["key"]), page.get("title"), "wikipedia", text)


def page_url(key: str) -> str:
    """Where a page of Wikipedia is read, whatever server told of it."""
    return "https://en.wikipedia.org/wiki/" + quote(key, safe="/:(),'")


def _refusal(patience: HostBackoff, status: int, headers: Mapping[str, str]) -> ToolError:
    wait = retry_after_seconds(headers.get("Retry-After"))
    unavailable = status == HTTPStatus.SERVICE_UNAVAILABLE and wait is not None
    if status == HTTPStatus.TOO_MANY_REQUESTS or unavailable:
        return patience.refused(rate_limited(NAME), wait)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return offline(NAME, f"its server answered {status}")
    return bad_answer(NAME, f"status {status}")


def _object(body: object) -> Mapping[str, Any]:
    if not isinstance(body, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - one class for all unreadable answers
    return body
