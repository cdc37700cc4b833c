"""Fuzzes whoever asks a service: hostile answers over loopback, one question a round.

A round holds where the question ends in time as a result or as one of our errors, where nobody else
was asked, no more was read than the bound, and no connection is left.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.engines.llm.chat import Message, ToolOffer
from jarvis_voice.engines.llm.chat_options import ChatOptions
from jarvis_voice.engines.llm.gemini import GeminiChat
from jarvis_voice.engines.llm.openai_compatible import OpenAiCompatibleChat
from jarvis_voice.tools.places.overpass import Overpass
from jarvis_voice.tools.places.place_kinds import kind_of
from jarvis_voice.tools.places.places import Place
from jarvis_voice.tools.places.weather import OpenMeteo
from jarvis_voice.tools.web.local_search import GoogleLocal
from jarvis_voice.tools.web.search_serpapi import SerpApiSearch
from jarvis_voice.tools.web.search_wikimedia import WikimediaSearch
from jarvis_voice.tools.web.wikimedia import WikimediaClient, WikimediaUrls
from jarvis_voice.workshop.worlds.hostile_server import HostileAnswer, HostileServer
from jarvis_voice.workshop.worlds.loopback import LoopbackRequest, LoopbackResponse, LoopbackServer

DEADLINE_SECONDS = 0.4
"""For a question; what never ends costs a round as much."""

PATIENCE_SECONDS = 20.0
"""A question that takes longer has no deadline. A busy machine may take a while."""

MOST_TAKEN = 12_000_000
"""Bytes that a server may get rid of in a round: the bound of two answers, and what the system
keeps on its way."""

GONE_SECONDS = 5.0
_LISBON = Place("Lisbon", "Europe/Lisbon", 38.72, -9.13, "Lisbon")


@dataclass(frozen=True, slots=True)
class FuzzedQuestion:
    """A question to a service.

    Attributes:
        url: Of the server.
        chance: Chooses among the questions.
        seconds: The deadline of a question.
    """

    url: str
    chance: random.Random
    seconds: float = DEADLINE_SECONDS


_OFFER = ToolOffer("look", "Look.", {"type": "object", "properties": {"at": {"type": "string"}}})


class _Step(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    action: str


async def services_round(chance: random.Random, folder: Path) -> str | None:
    """One question to one service that answers in one hostile way.

    Args:
        chance: Chooses service and answer.
        folder: Not used: services leave nothing behind.

    Returns:
        None where all held, else a sentence that says what gave way.
    """
    del folder
    name = chance.choice(sorted(ASKERS))
    if chance.random() < 1 / 3:
        return await _mutated_round(name, chance)
    return await hostile_round(name, chance.choice([*HostileAnswer]), chance)


async def hostile_round(name: str, answer: HostileAnswer, chance: random.Random) -> str | None:
    """One question to one service, and this answer."""
    async with HostileServer(HostileAnswer.CLOSE) as trap:
        async with HostileServer(answer, elsewhere=f"{trap.url}/secret") as server:
            given_way = await _asked(name, server.url, chance)
            if given_way:
                return f"{name}, {answer.value}: {given_way}"
            if server.n_sent > MOST_TAKEN:
                return f"{name}, {answer.value}: {server.n_sent} bytes were taken."
            if not await _are_gone(server):
                return f"{name}, {answer.value}: a connection was left open."
        if trap.n_requests:
            return f"{name} followed a redirect to another server."
    return None


async def _mutated_round(name: str, chance: random.Random) -> str | None:
    """One question, and an answer of about the right form with wrong values in it."""
    async with _MutatedServer(chance) as server:
        given_way = await _asked(name, server.url, chance)
    return f"{name}, {server.said[:200]!r}: {given_way}" if given_way else None


async def _asked(name: str, url: str, chance: random.Random) -> str:
    """What gave way when it was asked, or ""."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await ASKERS[name](FuzzedQuestion(url, chance))
    except JarvisError:
        return ""
    except TimeoutError:
        return f"no end within {PATIENCE_SECONDS:.0f} seconds."
    except (Exception, RecursionError) as error:  # noqa: BLE001 - any error that is not ours is a find
        return f"{type(error).__name__} came out."
    return ""


async def _are_gone(server: HostileServer) -> bool:
    """Whether every connection ends by itself, in a while."""
    try:
        async with asyncio.timeout(GONE_SECONDS):
            await server.idle.wait()
    except TimeoutError:
        return False
    return True


async def _ask_serpapi(asked: FuzzedQuestion) -> None:
    async with SerpApiSearch("fuzz-key", asked.url, asked.seconds) as search:
        await search.search("roses", asked.chance.choice([1, 10, 30]))


async def _ask_wikimedia(asked: FuzzedQuestion) -> None:
    urls = WikimediaUrls(asked.url, asked.url)
    async with WikimediaSearch(urls, asked.seconds) as search:
        await search.search("roses")


async def _ask_wikipedia(asked: FuzzedQuestion) -> None:
    urls = WikimediaUrls(asked.url, asked.url)
    async with WikimediaClient(urls, asked.seconds) as client:
        await client.summary("Rose")


async def _ask_weather(asked: FuzzedQuestion) -> None:
    service = OpenMeteo(asked.url, asked.seconds)
    if asked.chance.random() < 1 / 2:
        await service.forecast(_LISBON, "metric")
    else:
        await service.locate("Lisbon, Portugal")


async def _ask_map(asked: FuzzedQuestion) -> None:
    kind = kind_of("restaurants")
    if kind:
        await Overpass(asked.url, asked.seconds).find(kind, _LISBON)


async def _ask_local_search(asked: FuzzedQuestion) -> None:
    async with GoogleLocal("fuzz-key", asked.url, asked.seconds) as search:
        await search.find("restaurants", "Lisbon")


async def _ask_second_model(asked: FuzzedQuestion) -> None:
    limits = ChatOptions(first_token_seconds=asked.seconds, stall_seconds=asked.seconds)
    chat = OpenAiCompatibleChat(f"{asked.url}/v1", "fuzz", None, asked.seconds, limits)
    async with chat:
        await _talk(chat, asked.chance)


async def _ask_gemini(asked: FuzzedQuestion) -> None:
    limits = ChatOptions(first_token_seconds=asked.seconds, stall_seconds=asked.seconds)
    model = "gemini-2.5-flash"
    async with GeminiChat("fuzz-key", model, asked.seconds, asked.url, limits) as chat:
        await _talk(chat, asked.chance)


async def _talk(chat: OpenAiCompatibleChat | GeminiChat, chance: random.Random) -> None:
    await chat.load()
    said = [Message("user", "hello")]
    match chance.choice(["structured", "answer", "step"]):
        case "structured":
            await chat.structured("You plan.", said, _Step, lambda _: None)
        case "answer":
            async for _ in chat.step("You speak.", said, (), lambda _: None):
                pass
        case _:
            async for _ in chat.step("You act.", said, [_OFFER], lambda _: None):
                pass


ASKERS: Mapping[str, Callable[[FuzzedQuestion], Awaitable[None]]] = {
    "SerpAPI": _ask_serpapi,
    "Wikimedia": _ask_wikimedia,
    "Wikipedia": _ask_wikipedia,
    "the weather": _ask_weather,
    "the map": _ask_map,
    "the local search": _ask_local_search,
    "the second model": _ask_second_model,
    "Gemini": _ask_gemini,
}

_KEYS = (
    *("organic_results", "knowledge_graph", "answer_box", "error", "title", "link", "snippet"),
    *("search", "id", "label", "claims", "P856", "mainsnak", "datavalue", "value", "pages", "key"),
    *("type", "extract", "current", "daily", "hourly", "time", "temperature_2m", "weather_code"),
    *("results", "name", "latitude", "longitude", "admin1", "country", "choices", "message"),
    *("content", "candidates", "parts", "text", "finish_reason", "usage", "serpapi_pagination"),
    *("elements", "tags", "lat", "lon", "website", "local_results", "links", "address"),
)


class _MutatedServer(LoopbackServer):
    """Answers with JSON of the keys that services use, and of anything as their values.

    Attributes:
        said: The last answer.
    """

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance
        self.said = b""

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        """Something of about the right form."""
        del request
        value = {key: self._value(5) for key in self._chance.sample(_KEYS, 12)}
        self.said = json.dumps(value).encode()
        return LoopbackResponse(self.said, self._chance.choice([200, 200, 200, 429, 500, 302, 404]))

    def _value(self, depth: int) -> Any:
        chance = self._chance
        if depth and chance.random() < 1 / 2:
            many = chance.randrange(4)
            if chance.random() < 1 / 2:
                return [self._value(depth - 1) for _ in range(many)]
            return {chance.choice(_KEYS): self._value(depth - 1) for _ in range(many)}
        return chance.choice(
            (
                *(None, True, 0, -1, 10**30, float("nan"), float("inf"), "", "text", "\ud800"),
                *("http://127.0.0.1:1/x", "Q42", "standard", "disambiguation", "2026-01-01T00:00"),
            )
        )
