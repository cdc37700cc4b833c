"""Flow: the local planner with real search clients against servers that speak their protocols."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from assistant.turns import Mind, ask, assistant_with, seen, ship_inert_tools, steps

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.planning.local_planner import LocalPlanner
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.tools.web.search import SearchBackend, SearchChain
from jarvis_voice.tools.web.search_serpapi import SerpApiSearch
from jarvis_voice.tools.web.search_sites import SitesSearch
from jarvis_voice.tools.web.search_wikimedia import WikimediaSearch, WikimediaUrls
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.serpapi_server import SerpApiServer, organic
from jarvis_voice.workshop.worlds.wikimedia_server import WebsiteClaim, WikimediaServer

pytestmark = pytest.mark.flow

KEY = "decoy-key-0123456789"
MIT = "Massachusetts Institute of Technology"


@pytest.fixture
def serpapi() -> Iterator[SerpApiServer]:
    with SerpApiServer(api_key=KEY) as server:
        yield server


@pytest.fixture
def wikimedia() -> Iterator[WikimediaServer]:
    with WikimediaServer() as server:
        yield server


@asynccontextmanager
async def talk(
    paths: Paths, *backends: SearchBackend
) -> AsyncIterator[tuple[Assistant, list[Event]]]:
    knowledge = Knowledge.load(paths)
    async with SearchChain([*backends, SitesSearch(knowledge.sites)]) as chain:
        registry = ship_inert_tools(chain, knowledge.applications)
        planner = LocalPlanner(knowledge, registry)
        async with assistant_with(paths, planner, mind=Mind(knowledge, registry)) as parts:
            yield parts


def wiki(server: WikimediaServer) -> WikimediaSearch:
    return WikimediaSearch(WikimediaUrls(wikidata=server.url, wikipedia=server.url))


RANKINGS = ("https://www.topuniversities.com/engineering", "https://www.usnews.com/best")
TITLED = [
    {"title": "QS Ranking 2026: Engineering", "link": RANKINGS[0],
     "snippet": "1. Massachusetts Institute of Technology (MIT) 2. Stanford University"},
    {"title": "Best Engineering Schools - US News", "link": RANKINGS[1],
     "snippet": "See the top ones: MIT, Stanford University, UC Berkeley"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "second"),
    [
        ({"answer_box": {"answer": MIT}, "organic_results": organic(*RANKINGS)}, MIT),
        ({"organic_results": TITLED}, "MIT"),
    ],
    ids=["named by an answer box", "named by the rankings themselves"],
)
async def test_a_ranking_is_a_step_on_the_way_to_the_official_site(
    serpapi: SerpApiServer, paths: Paths, body: dict[str, Any], second: str
) -> None:
    serpapi.answer("best engineering university", body)
    official = organic("https://www.mit.edu/")
    serpapi.answer(f"{second} official site", {"organic_results": official})
    async with talk(paths, SerpApiSearch(KEY, serpapi.url)) as (assistant, events):
        await ask(assistant, "find the best engineering university and open its site")
    assert steps(events) == [
        "search best engineering university",
        f"search {second} official site",
        "open_website https://www.mit.edu/",
    ]
    assert seen(events, "turn-ended")[0]["outcome"] == "done"


async def test_without_a_key_an_official_site_comes_from_wikidata_and_is_known_tomorrow(
    wikimedia: WikimediaServer, paths: Paths
) -> None:
    wikimedia.add_entity("Q1", "Rhubarb Institute", WebsiteClaim("https://rhubarb-institute.org/"))
    async with talk(paths, wiki(wikimedia)) as (assistant, events):
        asked = await ask(assistant, "open the Rhubarb Institute's website")
        opened = await ask(assistant, "yes")
    async with talk(paths, wiki(wikimedia)) as (assistant, later):
        await ask(assistant, "open their website")
    question = "I found rhubarb-institute.org for Rhubarb Institute. Shall I open it?"
    assert " ".join(asked) == question
    assert opened == ["I have asked your browser for rhubarb-institute.org."]
    assert steps(events)[-1] == "open_website https://rhubarb-institute.org/"
    assert steps(later) == ["open_website https://rhubarb-institute.org/"]


@pytest.mark.parametrize("answer", ["yes", "yes please", "open it", "open evil-phish.com"])
async def test_a_strangers_claim_of_a_website_is_asked_about_and_told_by_its_host(
    wikimedia: WikimediaServer, paths: Paths, answer: str
) -> None:
    wikimedia.add_entity("Q1", "Quokka Bank", WebsiteClaim("https://evil-phish.com/login?a=1"))
    async with talk(paths, wiki(wikimedia)) as (assistant, events):
        asked = await ask(assistant, "open the website of Quokka Bank and take a screenshot")
        assert not [step for step in steps(events) if step.startswith("open_website")]
        opened = await ask(assistant, answer)
    assert " ".join(asked).endswith("I found evil-phish.com for Quokka Bank. Shall I open it?")
    assert steps(events)[1].startswith("take_screenshot")
    assert steps(events)[-1].startswith("open_website https://evil-phish.com/")
    assert opened == ["I have asked your browser for evil-phish.com."]


@pytest.mark.parametrize("answer", ["no", "what time is it", "open the first one", "thanks"])
async def test_a_strangers_claim_of_a_website_does_not_open_without_a_yes(
    wikimedia: WikimediaServer, paths: Paths, answer: str
) -> None:
    wikimedia.add_entity("Q1", "Quokka Bank", WebsiteClaim("https://evil-phish.com/login"))
    async with talk(paths, wiki(wikimedia)) as (assistant, events):
        await ask(assistant, "open the website of Quokka Bank")
        await ask(assistant, "what is 3 plus 4")
        await ask(assistant, answer)
    assert not [step for step in steps(events) if step.startswith("open_website")]


@pytest.mark.parametrize(
    "fault", [HttpFault.SERVER_ERROR, HttpFault.HTML, HttpFault.EMPTY, HttpFault.RATE_LIMITED]
)
async def test_a_broken_search_is_said_and_the_next_backend_answers(
    serpapi: SerpApiServer, paths: Paths, fault: HttpFault
) -> None:
    serpapi.break_with(fault)
    async with talk(paths, SerpApiSearch(KEY, serpapi.url)) as (assistant, events):
        await ask(assistant, "find the MIT website and open it")
        replies = await ask(assistant, "who was the first person on the moon")
    assert steps(events)[:2] == ["search MIT website", "open_website https://www.mit.edu/"]
    assert replies[0].startswith("The web search ")
    assert KEY not in repr(events)


async def test_an_unknown_address_that_was_heard_is_asked_about_and_a_yes_opens_it(
    paths: Paths,
) -> None:
    async with talk(paths) as (assistant, events):
        for words in ("open openjitsa.com", "yes"):
            async for _ in assistant.ask(words, source="voice"):
                continue
    asked, opened = [end["reply"] for end in seen(events, "turn-ended")]
    assert asked == "I heard openjitsa.com, which I do not know. Shall I open it?"
    assert steps(events) == ["open_website https://openjitsa.com/"]
    assert opened == "I have asked your browser for openjitsa.com."
