"""A scripted world: loopback services, a clock, a browser and applications that only take notes.

Invariant: nothing of the real machine is reached; what the world was asked off its script is noted
and fails the scenario.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.language.en.name_match import Named, NameIndex
from jarvis_voice.platform.detached_process import WAIT_SECONDS
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.desktop.applications import Application, Applications
from jarvis_voice.tools.effect_place import Screenshot
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.workshop.worlds.loopback import LoopbackServer
from jarvis_voice.workshop.worlds.scenario import Scenario
from jarvis_voice.workshop.worlds.scripted_services import (
    ScriptedGemini,
    ScriptedMap,
    ScriptedPages,
    ScriptedSearchEngine,
    ScriptedSecondModel,
    ScriptedWikimedia,
)

START = datetime(2026, 11, 5, 9, 7, tzinfo=UTC)
"""A Thursday morning: when every scenario begins."""

NOBODY = "127.0.0.1:1"
"""A port on which nothing listens."""

FAILURES = {"ok": 0, "fails-once": 1, "fails-twice": 2}


class WorldClock:
    """A clock that stands still until the scenario moves it."""

    def __init__(self, start: datetime = START) -> None:
        self._start = start
        self._seconds = 0.0

    def seconds(self) -> float:
        """Seconds since the scenario began."""
        return self._seconds

    def now(self) -> datetime:
        """The scenario's wall clock."""
        return self._start + timedelta(seconds=self._seconds)

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self._seconds += seconds


class WorldApplications(Applications):
    """Fake applications with names only; notes each start."""

    def __init__(self, names: tuple[str, ...], started: list[str]) -> None:
        super().__init__(env={}, platform="linux")
        self._names = names
        self._started = started

    def scan(self) -> tuple[Application, ...]:
        """The scenario's applications."""
        found = tuple(Application(name, (name,)) for name in self._names)
        self._index = NameIndex(Named(one.name, one) for one in found)
        return found

    async def launch(self, app: Application, wait_seconds: float = WAIT_SECONDS) -> Receipt:  # noqa: ARG002 - the real one waits
        """Note it."""
        self._started.append(app.name)
        return Receipt(ReceiptKind.EFFECT, f"I have started {app.name}")


class ScriptedWorld:
    """The world of one scenario; `async with` opens its services.

    Attributes:
        opened: Addresses handed to the browser, in order.
        started: Applications started, in order.
        heard: What the user has said.
        gemini: The model.
        serpapi: The search engine, which moves the clock.
        wikimedia: Wikidata and Wikipedia.
        map: The free map of places.
        pages: The rest of the web.
        second_model: The second model, or None.
    """

    def __init__(self, scenario: Scenario, clock: WorldClock) -> None:
        world = scenario.world
        self._world = world
        self._stack = AsyncExitStack()
        self._failures_left = FAILURES.get(world.opener, 1_000)
        self.opened: list[str] = []
        self.started: list[str] = []
        self.heard: list[str] = []
        self.gemini = ScriptedGemini(world.gemini, world.words)
        self.serpapi = ScriptedSearchEngine(world.search, clock.move, world.places)
        self.wikimedia = ScriptedWikimedia(world.wikimedia)
        self.map = ScriptedMap(world.places)
        self.pages = ScriptedPages(world.pages, self._named_hosts())
        self.second_model = (
            None if world.second_model is None else ScriptedSecondModel(world.second_model)
        )
        self.applications = WorldApplications(world.apps, self.started)

    async def __aenter__(self) -> Self:
        for server in self._servers:
            await self._stack.enter_async_context(server)
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._stack.aclose()

    @property
    def model_calls(self) -> int:
        """Requests to Gemini so far."""
        return len(self.gemini.requests)

    @property
    def off_script(self) -> list[str]:
        """What was asked that the scenario does not answer."""
        return [what for server in self._servers for what in server.off_script]

    @property
    def edge(self) -> Edge:
        """What the program gets in place of the machine and the network."""
        hosts = self.pages.hosts
        endpoints = Endpoints(
            gemini=self._url(self.gemini),
            serpapi=self._url(self.serpapi),
            wikimedia=self._url(self.wikimedia),
            open_meteo=f"http://{NOBODY}",  # no scenario has a weather
            overpass=self._url(self.map),
            page_hosts=hosts if self._world.network else dict.fromkeys(hosts, NOBODY),
        )
        return Edge(endpoints=endpoints, open_page=self._open_page, photograph=self._photograph)

    def edge_of_live(self) -> Edge:
        """The real services; the browser, the screen and the applications only take notes."""
        return replace(self.edge, endpoints=Endpoints())

    @property
    def second_model_url(self) -> str:
        """Where the second model is; "" where there is none."""
        return f"{self._url(self.second_model)}/v1" if self.second_model else ""

    @property
    def known_urls(self) -> frozenset[str]:
        """Every address that the world's services can have named."""
        world = self._world
        results = [page.url for rule in world.search for page in rule.results]
        boxes = [rule.answer_from for rule in world.search]
        official = [rule.official for rule in world.wikimedia]
        places = [place.website for rule in world.places for place in rule.places]
        return frozenset(url for url in (*results, *boxes, *official, *places) if url)

    @property
    def _servers(self) -> list[LoopbackServer]:
        second = [self.second_model] if self.second_model else []
        return [self.gemini, self.serpapi, self.wikimedia, self.map, self.pages, *second]

    def _url(self, server: LoopbackServer) -> str:
        return server.url if self._world.network else f"http://{NOBODY}"

    def _named_hosts(self) -> set[str]:
        return {urlsplit(url).hostname or "" for url in self.known_urls} - {""}

    async def _open_page(self, url: SafeUrl) -> Receipt:
        self.opened.append(url.url)
        if self._world.opener == "no-display":
            kind, observed = ReceiptKind.NO_OP, f"I cannot open a window here: {url.url}"
        elif self._failures_left:
            self._failures_left -= 1
            kind, observed = ReceiptKind.FAILED, "xdg-open ended with exit code 3"
        else:
            kind, observed = ReceiptKind.EFFECT, "handed to the default browser"
        return Receipt(kind, observed)

    async def _photograph(self, folder: Path, now: datetime) -> Screenshot:
        file = folder / f"{now:%Y%m%d-%H%M%S}.png"
        return Screenshot(Receipt(ReceiptKind.EFFECT, f"saved as {file.name}"), file)
