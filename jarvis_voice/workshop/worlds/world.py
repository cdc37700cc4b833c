"""A scripted world: loopback services, a clock, a browser and applications that only take notes.

Invariant: nothing of the real machine is reached; what the world was asked off its script is noted
and fails the scenario.
"""

from __future__ import annotations

import asyncio
from collections import Counter
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
from jarvis_voice.workshop.worlds import scripted_models, scripted_web
from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
    as_json,
)
from jarvis_voice.workshop.worlds.scenario import Scenario
from jarvis_voice.workshop.worlds.scripted_models import HARMLESS, Script

START = datetime(2026, 11, 5, 9, 7, tzinfo=UTC)
"""A Thursday morning: when every scenario begins."""

NOBODY = "127.0.0.1:1"
"""A port on which nothing listens."""

FAILURES = {"ok": 0, "fails-once": 1, "fails-twice": 2}
GEMINI, SERPAPI, WIKIMEDIA, SECOND = "/gemini", "/serpapi", "/wikimedia", "/second"


class WorldClock:
    """Stands still until the scenario moves it."""

    def __init__(self) -> None:
        self._seconds = 0.0

    def seconds(self) -> float:
        """Seconds since the scenario began."""
        return self._seconds

    def now(self) -> datetime:
        """The scenario's wall clock."""
        return START + timedelta(seconds=self._seconds)

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self._seconds += seconds


class WorldApplications(Applications):
    """Applications that are installed by name alone, and noted when started."""

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
        return Receipt(ReceiptKind.EFFECT, f"{app.name} was started and is running")


class ScriptedWorld:
    """The world of one scenario; `async with` opens its server.

    Attributes:
        opened: Addresses handed to the browser, in order.
        started: Applications started, in order.
        heard: What the user has said.
        model_calls: Requests to Gemini so far.
        off_script: What was asked that the scenario does not answer.
    """

    def __init__(self, scenario: Scenario, clock: WorldClock) -> None:
        world = scenario.world
        self._world = world
        self._clock = clock
        self._server = LoopbackServer(self._respond)
        self._gemini, self._words = Script(world.gemini), Script(world.words)
        self._second = Script(world.second_model or ())
        self._answered: Counter[int] = Counter()
        self._failures_left = FAILURES.get(world.opener, 1_000)
        self.opened: list[str] = []
        self.started: list[str] = []
        self.heard: list[str] = []
        self.model_calls = 0
        self.off_script: list[str] = []
        self.applications = WorldApplications(world.apps, self.started)

    async def __aenter__(self) -> Self:
        await self._server.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._server.__aexit__(*exc)

    @property
    def hanging(self) -> asyncio.Event:
        """Set once a request gets no answer."""
        return self._server.hanging

    @property
    def edge(self) -> Edge:
        """What the program gets in place of the machine and the network."""
        at = self._server.address if self._world.network else NOBODY
        endpoints = Endpoints(
            gemini=f"http://{at}{GEMINI}",
            serpapi=f"http://{at}{SERPAPI}",
            wikimedia=f"http://{at}{WIKIMEDIA}",
            open_meteo=f"http://{at}/open-meteo",
            page_hosts=dict.fromkeys(self._hosts(), at),
        )
        return Edge(endpoints=endpoints, open_page=self._open_page, photograph=self._photograph)

    def edge_of_live(self) -> Edge:
        """The real services; the browser, the screen and the applications only take notes."""
        return replace(self.edge, endpoints=Endpoints())

    @property
    def second_model_url(self) -> str:
        """Where the second model is; "" where there is none."""
        if self._world.second_model is None:
            return ""
        at = self._server.address if self._world.network else NOBODY
        return f"http://{at}{SECOND}/v1"

    @property
    def known_urls(self) -> frozenset[str]:
        """Every address that the world's services can have named."""
        world = self._world
        results = [page.url for rule in world.search for page in rule.results]
        boxes = [rule.answer_from for rule in world.search]
        official = [rule.official for rule in world.wikimedia]
        return frozenset(url for url in (*results, *boxes, *official) if url)

    def _hosts(self) -> set[str]:
        named = {urlsplit(url).hostname or "" for url in self.known_urls}
        served = {name.partition("/")[0] for name in self._world.pages}
        return (named | served) - {""}

    def _respond(self, request: LoopbackRequest) -> LoopbackResponse:
        path = request.path
        if path.startswith(GEMINI):
            return self._from_gemini(request)
        if path.startswith(SERPAPI):
            return self._from_serpapi(request)
        if path.startswith(SECOND):
            if answer := self._second.next():
                return scripted_models.openai(request, answer)
            return self._off_script("the second model was asked once more")
        if path.startswith(WIKIMEDIA):
            asked = LoopbackRequest(
                request.method, "", path.removeprefix(WIKIMEDIA), request.query, request.body
            )
            return scripted_web.wikimedia(asked, self._world.wikimedia)
        name = f"{request.host}{path}"
        return scripted_web.web_page(
            self._world.pages.get(name) or self._world.pages.get(name.rstrip("/"))
        )

    def _from_gemini(self, request: LoopbackRequest) -> LoopbackResponse:
        self.model_calls += 1
        if request.path.endswith(":streamGenerateContent"):
            return scripted_models.gemini(request, self._words.next() or HARMLESS)
        if answer := self._gemini.next():
            return scripted_models.gemini(request, answer)
        return self._off_script("Gemini was asked once more")

    def _from_serpapi(self, request: LoopbackRequest) -> LoopbackResponse:
        query = request.query.get("q", "")
        for number, rule in enumerate(self._world.search):
            is_spent = rule.times and self._answered[number] >= rule.times
            if scripted_web.is_match(rule.pattern, query) and not is_spent:
                self._answered[number] += 1
                self._clock.move(rule.takes_seconds)
                return scripted_web.serpapi(rule)
        return scripted_web.serpapi(None)

    def _off_script(self, what: str) -> LoopbackResponse:
        self.off_script.append(what)
        return as_json({"error": {"code": 500, "message": what, "status": "INTERNAL"}}, 500)

    async def _open_page(self, url: SafeUrl) -> Receipt:
        self.opened.append(url.url)
        if self._world.opener == "no-display":
            kind, observed = ReceiptKind.NO_OP, f"I cannot open a window here: {url.url}"
        elif self._failures_left:
            self._failures_left -= 1
            kind, observed = ReceiptKind.FAILED, "xdg-open ended with exit code 3"
        else:
            kind, observed = ReceiptKind.EFFECT, "opened in the default browser"
        return Receipt(kind, observed)

    async def _photograph(self, folder: Path, now: datetime) -> Screenshot:
        file = folder / f"{now:%Y%m%d-%H%M%S}.png"
        return Screenshot(Receipt(ReceiptKind.EFFECT, f"saved as {file.name}"), file)
