"""Search without a key: official websites from Wikidata, answers from Wikipedia.

Invariant: both ask for a descriptive User-Agent and for calls in series, and may say when to come
back; a host that said so is not called before (https://www.mediawiki.org/wiki/API:Etiquette).
Wikipedia's text is CC BY-SA: the page it is from travels with it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from importlib import metadata
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import quote

from jarvis_voice import __version__
from jarvis_voice.cooldown import Cooldown, retry_after_seconds
from jarvis_voice.errors import ToolError
from jarvis_voice.tools.search import (
    LONGEST_ANSWER,
    LONGEST_TITLE,
    SearchResults,
    bad_answer,
    best_links,
    keep_queries_out_of_logs,
    offline,
    plain,
    rate_limited,
    timed_out,
    web_link,
)
from jarvis_voice.tools.wikidata import (
    OFFICIAL_WEBSITE,
    entity_words,
    entries,
    official_website,
)
from jarvis_voice.types import Link

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")

LONGEST_QUERY = 200
ENTITIES_TRIED = 4
SITES_WANTED = 2
"""A name may mean two things; after two official sites no further entity is asked for."""

PAGES = 10
CACHED_SEARCHES = 64
CACHE_SECONDS = 600.0
FIRST_WAIT_SECONDS = 30.0
"""Doubled with every further refusal that does not name a time."""


@dataclass(frozen=True, slots=True)
class WikimediaUrls:
    """Where the two projects answer."""

    wikidata: str = "https://www.wikidata.org"
    wikipedia: str = "https://en.wikipedia.org"


class WikimediaSearch:
    """Wikidata and Wikipedia, each asked in series, side by side.

    Args:
        base_urls: Other servers, for tests.
        timeout_seconds: For one search.
        seconds: Monotonic seconds.
    """

    name = "Wikimedia"

    def __init__(
        self,
        base_urls: WikimediaUrls | None = None,
        timeout_seconds: float = 5.0,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._urls = base_urls or WikimediaUrls()
        self._timeout_seconds = timeout_seconds
        self._seconds = seconds
        self._hosts = {url: _Host(seconds) for url in (self._urls.wikidata, self._urls.wikipedia)}
        self._cache: OrderedDict[str, tuple[float, SearchResults]] = OrderedDict()
        self._opening = asyncio.Lock()
        self._client: httpx.AsyncClient | None = None

    async def __aenter__(self) -> Self:
        keep_queries_out_of_logs()
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._client:
            await self._client.aclose()
            self._client = None

    async def search(self, query: str) -> SearchResults:
        """Search both; one of them is enough.

        Raises:
            ToolError: Neither answered; see `SearchBackend.search`.
        """
        name = entity_words(query)[:LONGEST_QUERY]
        if cached := self._cached(name):
            return replace(cached, query=query)
        late = timed_out(self.name)
        sites, pages = await asyncio.gather(
            _within(self._timeout_seconds, self._official_sites(name), late),
            _within(self._timeout_seconds, self._pages(name), late),
        )
        if isinstance(sites, ToolError) and isinstance(pages, ToolError):
            raise sites
        found_sites = [] if isinstance(sites, ToolError) else sites
        found = _Pages() if isinstance(pages, ToolError) else pages
        results = SearchResults(
            query=query,
            links=best_links([*found_sites, *found.links]),
            answer=found.answer,
            answer_source=found.answer_source,
            entity=found_sites[0].title if found_sites else found.title,
            backend=self.name,
        )
        if not isinstance(sites, ToolError) and not isinstance(pages, ToolError):
            self._keep(name, results)
        return results

    async def _official_sites(self, name: str) -> list[Link]:
        """Official websites of the entities that bear this name, best match first."""
        language = {"language": "en", "uselang": "en", "type": "item", "limit": "7"}
        body = await self._wikidata("wbsearchentities", {"search": name} | language)
        sites: list[Link] = []
        for entity in entries(body, "search")[:ENTITIES_TRIED]:
            try:
                link = await self._official_site(entity, name)
            except ToolError:
                if not sites:
                    raise
                break
            sites += [link] if link else []
            if len(sites) == SITES_WANTED:
                break
        return sites

    async def _official_site(self, entity: Mapping[str, Any], name: str) -> Link | None:
        if not isinstance(number := entity.get("id"), str):
            return None
        params = {"entity": number, "property": OFFICIAL_WEBSITE}
        url = official_website(await self._wikidata("wbgetclaims", params))
        title = entity.get("label") or name
        return web_link(url, title, "wikidata", entity.get("description"))

    async def _wikidata(self, action: str, params: Mapping[str, str]) -> Mapping[str, Any]:
        fixed = {"format": "json", "formatversion": "2"}
        body = await self._get(
            self._urls.wikidata, "/w/api.php", {"action": action, **fixed, **params}
        )
        error = body.get("error")
        if isinstance(error, dict):
            if error.get("code") in ("ratelimited", "maxlag"):
                raise self._hosts[self._urls.wikidata].refused(rate_limited("Wikidata"), None)
            raise bad_answer("Wikidata", "an error")
        return body

    async def _pages(self, name: str) -> _Pages:
        """Pages of Wikipedia, and what the first of them says in short."""
        where = self._urls.wikipedia
        params = {"q": name, "limit": str(PAGES)}
        body = await self._get(where, "/w/rest.php/v1/search/page", params)
        pages = [page for page in entries(body, "pages") if isinstance(page.get("key"), str)]
        links = [_page_link(page) for page in pages]
        if not pages:
            return _Pages()
        first = quote(pages[0]["key"], safe="")
        summary = await self._get(where, f"/api/rest_v1/page/summary/{first}", {})
        if summary.get("type") == "disambiguation":
            return _Pages(tuple(links))
        title = plain(summary.get("title"), LONGEST_TITLE)
        answer = plain(summary.get("extract"), LONGEST_ANSWER)
        return _Pages(tuple(links), answer, _page_url(pages[0]["key"]) if answer else "", title)

    async def _get(self, base: str, path: str, params: Mapping[str, str]) -> Mapping[str, Any]:
        host = self._hosts[base]
        host.cooldown.check()
        client = await self._open()
        import httpx  # paid for by _open, off the loop

        failure: ToolError
        try:
            response = await client.get(base + path, params=params)
            if response.status_code == HTTPStatus.OK:
                return host.answered(_object(response.json()))
            failure = self._refusal(host, response.status_code, response.headers)
        except httpx.TimeoutException:
            failure = timed_out(self.name)
        except (httpx.RemoteProtocolError, httpx.DecodingError, ValueError):
            failure = bad_answer(self.name, "cut short, or no JSON")
        except httpx.HTTPError:
            failure = offline(self.name, "no connection")
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

    def _refusal(self, host: _Host, status: int, headers: Mapping[str, str]) -> ToolError:
        wait = retry_after_seconds(headers.get("Retry-After"))
        unavailable = status == HTTPStatus.SERVICE_UNAVAILABLE and wait is not None
        if status == HTTPStatus.TOO_MANY_REQUESTS or unavailable:
            return host.refused(rate_limited(self.name), wait)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return offline(self.name, f"its server answered {status}")
        return bad_answer(self.name, f"status {status}")

    def _cached(self, name: str) -> SearchResults | None:
        until, results = self._cache.get(name, (0.0, None))
        return results if self._seconds() < until else None

    def _keep(self, name: str, results: SearchResults) -> None:
        self._cache[name] = (self._seconds() + CACHE_SECONDS, results)
        self._cache.move_to_end(name)
        while len(self._cache) > CACHED_SEARCHES:
            self._cache.popitem(last=False)


class _Host:
    """When one server may be asked again."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self.cooldown = Cooldown(seconds)
        self._refusals = 0

    def refused(self, error: ToolError, wait_seconds: float | None) -> ToolError:
        wait = FIRST_WAIT_SECONDS * 2**self._refusals if wait_seconds is None else wait_seconds
        self._refusals += 1
        self.cooldown.start(error, wait)
        return error

    def answered(self, body: T) -> T:
        self._refusals = 0
        return body


@dataclass(frozen=True, slots=True)
class _Pages:
    links: tuple[Link | None, ...] = ()
    answer: str = ""
    answer_source: str = ""
    title: str = ""


def user_agent() -> str:
    """Who we are, with the project's address where the package names one."""
    found = metadata.metadata("jarvis-voice").get_all("Project-URL") or []
    address = f"; {found[0].split(',')[-1].strip()}" if found else ""
    return f"jarvis-voice/{__version__} (voice assistant on a user's own machine{address})"


async def _within(seconds: float, work: Awaitable[T], late: ToolError) -> T | ToolError:
    """The result in time, or the error as a value: the other project may still have answered."""
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError:
        return late
    except ToolError as error:
        return error


def _object(body: object) -> Mapping[str, Any]:
    if not isinstance(body, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - one class for all unreadable answers
    return body


def _page_link(page: Mapping[str, Any]) -> Link | None:
    text = page.get("description") or page.get("excerpt")
    return web_link(_page_url(page["key"]), page.get("title"), "wikipedia", text)


def _page_url(key: str) -> str:
    return "https://en.wikipedia.org/wiki/" + quote(key, safe="/:(),'")
