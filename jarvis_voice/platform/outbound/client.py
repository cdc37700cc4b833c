"""Asks services over HTTP: one question, one whole answer, every failure as one class."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from importlib import metadata
from typing import TYPE_CHECKING, Any, Self

from jarvis_voice import __version__
from jarvis_voice.platform.outbound.answer_cache import Asker, asker, host_of_url
from jarvis_voice.platform.outbound.http_answer import HttpAnswer
from jarvis_voice.platform.outbound.no_answer import NoAnswerError, is_distrusted
from jarvis_voice.platform.own_thread import in_own_thread

if TYPE_CHECKING:
    import httpx

MOST_REDIRECTS = 3


class BoundedClient:
    """Asks services; opens its connections at the first question.

    The end of `async with` closes them; it may be entered again.

    Args:
        headers: With every question.
    """

    def __init__(self, headers: Mapping[str, str] | None = None) -> None:
        self._headers = {
            "User-Agent": user_agent(),
            "Accept": "application/json",
            **(headers or {}),
        }
        self._opening = asyncio.Lock()
        self._client: httpx.AsyncClient | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        client, self._client = self._client, None
        if client:
            await client.aclose()

    async def load(self) -> None:
        """Import the library and read the certificates, so that no question's time goes into it."""
        await self._open()

    async def get(
        self,
        url: str,
        params: Mapping[str, str],
        seconds: float,
        headers: Mapping[str, str] | None = None,
    ) -> HttpAnswer:
        """The answer to a GET; one that is still good may come from memory, inside `kept_for`.

        Args:
            url: Without a query.
            params: The query.
            seconds: For the connection, redirects and the whole answer together.
            headers: With this question.

        Raises:
            NoAnswerError: There is none that can be used; a status of any kind is one.
        """
        given = dict(headers or {})
        if (who := asker()) and not given:
            return await self._get_kept(who, url, dict(params), seconds)
        return await self._ask("GET", url, seconds, params=dict(params), headers=given)

    async def _get_kept(
        self, who: Asker, url: str, params: dict[str, str], seconds: float
    ) -> HttpAnswer:
        answers, key, host = who.cache, who.key(url, params), host_of_url(url)
        if kept := answers.fresh(key):
            return kept
        tag = answers.tag(key)
        headers = {"If-None-Match": tag} if tag else {}
        answer = await self._ask("GET", url, seconds, params=params, headers=headers)
        if answer.status == HTTPStatus.NOT_MODIFIED:
            if kept := answers.renewed(key, host, answer.headers):
                return kept
            answer = await self._ask("GET", url, seconds, params=params, headers={})
        answers.keep(key, host, answer)
        return answer

    async def post(
        self, url: str, body: Mapping[str, Any], headers: Mapping[str, str], seconds: float
    ) -> HttpAnswer:
        """The answer to a POST of JSON.

        Raises:
            NoAnswerError: As `get`.
        """
        return await self._ask("POST", url, seconds, json=dict(body), headers=dict(headers))

    async def _ask(self, method: str, url: str, seconds: float, **given: Any) -> HttpAnswer:
        failure: NoAnswerError
        try:
            async with asyncio.timeout(seconds):
                client = await self._open()
                answer = await client.request(method, url, **given)
                return HttpAnswer(answer.status_code, answer.headers, answer.content)
        except Exception as error:  # noqa: BLE001 - httpx has no class for a header that is no text
            failure = _judged(error)
        # not inside the except: the foreign error holds the address, and with it a key
        raise failure

    async def _open(self) -> httpx.AsyncClient:
        """The client; made off the loop, where reading the certificates takes a while."""
        async with self._opening:
            if self._client is None:
                self._client = await in_own_thread("certificates", lambda _: self._make())
            return self._client

    def _make(self) -> httpx.AsyncClient:
        import httpx

        from jarvis_voice.platform.outbound.transport import (
            CONNECT_SECONDS,
            BoundedTransport,
            make_tls,
        )

        keep_queries_out_of_logs()
        return httpx.AsyncClient(
            headers=self._headers,
            # who asks sets the limit that counts
            timeout=httpx.Timeout(None, connect=CONNECT_SECONDS),
            transport=BoundedTransport(make_tls()),
            follow_redirects=True,
            max_redirects=MOST_REDIRECTS,
        )


def _judged(error: Exception) -> NoAnswerError:
    """What a failure means, in fixed words.

    Raises:
        Exception: It is none of HTTP's: a mistake of ours.
    """
    import httpx

    from jarvis_voice.platform.outbound.transport import OtherHostError, TooLargeError

    match error:
        case TimeoutError() | httpx.TimeoutException():
            return NoAnswerError("late", "no answer in time")
        case OtherHostError() | httpx.TooManyRedirects():
            return NoAnswerError("strange", "it leads somewhere else")
        case TooLargeError():
            return NoAnswerError("strange", "it is too large")
        case httpx.RemoteProtocolError() | httpx.DecodingError():
            return NoAnswerError("strange", "cut short, or packed badly")
        case httpx.LocalProtocolError() | UnicodeEncodeError() | httpx.InvalidURL():
            # what is sent does not fit into HTTP: a key with signs that no key has, an odd address
            return NoAnswerError("unfit", "the request cannot be sent")
        case httpx.HTTPError():
            return _unconnected(error)
        case _:
            raise error


def _unconnected(error: httpx.HTTPError) -> NoAnswerError:
    """Why there is no connection."""
    import httpx

    from jarvis_voice.platform.outbound.transport import UnreachableError

    match error:
        case _ if is_distrusted(error):
            return NoAnswerError("distrusted", "its certificate is not trusted")
        case UnreachableError():
            return NoAnswerError("no-internet", "no connection")
        case httpx.ProxyError():
            return NoAnswerError("proxy", "the proxy does not answer, or refuses")
        case _:
            return NoAnswerError("down", "no connection")


@cache
def user_agent() -> str:
    """Who we are, with the project's address where the package names one."""
    found = metadata.metadata("jarvis-voice").get_all("Project-URL") or []
    address = f"; {found[0].split(',')[-1].strip()}" if found else ""
    return f"jarvis-voice/{__version__} (voice assistant on a user's own machine{address})"


class _NoQueries(logging.Filter):
    """Keeps what a user asks, and keys in URLs, out of the logs of HTTP libraries."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.ERROR


_NO_QUERIES = _NoQueries()


def keep_queries_out_of_logs() -> None:
    """Silence the lines in which HTTP libraries log whole URLs; harmless to call again."""
    for name in ("httpx", "urllib3.connectionpool"):
        logging.getLogger(name).addFilter(_NO_QUERIES)
