"""Contract: the wikipedia tool with the real client against a server that speaks for Wikipedia."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tools.around import run, surroundings, the_tool

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.platform.outbound.client import user_agent
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.registry import Tool
from jarvis_voice.tools.web import wikipedia_tools
from jarvis_voice.tools.web.wikipedia_tools import best_first, first_sentences
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.wikimedia_server import WikimediaServer

pytestmark = pytest.mark.contract

EXTRACT = (
    "The Eiffel Tower is a lattice tower in Paris. It is named after the engineer Gustave Eiffel. "
    "It was built from 1887 to 1889. It is 330 metres tall."
)
PAGE = "https://en.wikipedia.org/wiki/Eiffel_Tower"


@pytest.fixture
def server() -> Iterator[WikimediaServer]:
    with WikimediaServer() as server:
        server.add_page("Eiffel_Tower", EXTRACT, found_by=["the eiffel tower", "paris tower"])
        yield server


@pytest.fixture
def wikipedia(server: WikimediaServer) -> Tool:
    around = surroundings(edge=Edge(endpoints=Endpoints(wikimedia=server.url)))
    return the_tool(wikipedia_tools.tools, "wikipedia", around)


async def test_the_first_sentences_are_said_and_cited(wikipedia: Tool) -> None:
    result = await run(wikipedia, topic="the Eiffel Tower")
    assert result.receipt.kind is ReceiptKind.LOOKUP
    assert result.receipt.observed == (
        "Wikipedia says: The Eiffel Tower is a lattice tower in Paris. It is named after the "
        "engineer Gustave Eiffel. It was built from 1887 to 1889."
    )
    assert result.arguments == {"topic": "the Eiffel Tower"}
    assert [link.url for link in result.links] == [PAGE]
    assert result.data["title"] == "Eiffel Tower"
    assert result.data["answer_source"] == PAGE
    assert result.data["answer"] == result.receipt.observed.removeprefix("Wikipedia says: ")


async def test_every_request_says_who_asks(server: WikimediaServer, wikipedia: Tool) -> None:
    await run(wikipedia, topic="Eiffel Tower")
    assert {request.headers["user-agent"] for request in server.requests} == {user_agent()}
    assert len(server.requests) == 2


async def test_the_page_of_that_very_name_goes_before_better_known_ones(
    server: WikimediaServer, wikipedia: Tool
) -> None:
    server.add_page("Parisian_towers", "Many towers.", found_by=["list of towers"])
    server.add_page("List_of_towers", "A list.")
    result = await run(wikipedia, topic="list of towers")
    assert result.receipt.observed == "Wikipedia says: A list."
    assert [link.title for link in result.links] == ["List of towers", "Parisian towers"]


@pytest.mark.parametrize(
    ("meanings", "question"),
    [
        (
            ["Mercury_(planet)", "Mercury_(element)", "Freddie_Mercury", "Mercury_Records"],
            "Mercury can mean several things on Wikipedia. "
            "Do you mean Mercury (planet), Mercury (element) or Freddie Mercury?",
        ),
        (
            ["Mercury_(planet)", "Mercury_(element)"],
            "Mercury can mean several things on Wikipedia. "
            "Do you mean Mercury (planet) or Mercury (element)?",
        ),
        (
            ["Mercury_(planet)"],
            "Mercury can mean several things on Wikipedia. Do you mean Mercury (planet)?",
        ),
        ([], "Wikipedia knows several things called Mercury. Which one do you mean?"),
    ],
)
async def test_a_name_of_several_meanings_is_asked_about(
    server: WikimediaServer, wikipedia: Tool, meanings: list[str], question: str
) -> None:
    server.add_page("Mercury", "Mercury may refer to:", kind="disambiguation")
    for key in meanings:
        server.add_page(key, "One of them.", found_by=["mercury"])
    result = await run(wikipedia, topic="mercury")
    assert (result.receipt.kind, result.receipt.observed) == (ReceiptKind.NO_OP, question)
    assert [link.title for link in result.links] == [key.replace("_", " ") for key in meanings]


async def test_an_unknown_topic_is_not_found(wikipedia: Tool) -> None:
    result = await run(wikipedia, topic="qwertyuiop")
    assert result.receipt.kind is ReceiptKind.NO_OP
    assert result.receipt.observed == "Wikipedia has no page about qwertyuiop."
    assert result.links == ()


async def test_a_page_without_summary_can_still_be_opened(
    server: WikimediaServer, wikipedia: Tool
) -> None:
    server.add_page("Bare", "")
    result = await run(wikipedia, topic="bare")
    assert result.receipt.kind is ReceiptKind.NO_OP
    assert result.receipt.observed == "Wikipedia has a page called Bare, but no summary of it."
    assert result.links[0].url == "https://en.wikipedia.org/wiki/Bare"


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (HttpFault.RATE_LIMITED, "search-rate-limited"),
        (HttpFault.SERVER_ERROR, "search-offline"),
        (HttpFault.CUT, "search-bad-answer"),
        (HttpFault.HTML, "search-bad-answer"),
        (HttpFault.EMPTY, "search-bad-answer"),
    ],
)
async def test_each_fault_has_its_code(
    server: WikimediaServer, wikipedia: Tool, fault: HttpFault, code: str
) -> None:
    server.break_with(fault)
    with pytest.raises(ToolError) as caught:
        await run(wikipedia, topic="Eiffel Tower")
    assert caught.value.code == code


async def test_a_hang_is_too_late(
    server: WikimediaServer, wikipedia: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wikipedia_tools, "QUESTION_SECONDS", 0.3)
    server.break_with(HttpFault.HANG)
    with pytest.raises(ToolError) as caught:
        await run(wikipedia, topic="Eiffel Tower")
    assert caught.value.code == "search-timeout"


async def test_a_refusal_is_remembered_from_one_question_to_the_next(
    server: WikimediaServer, wikipedia: Tool
) -> None:
    server.retry_after = "120"
    server.break_with(HttpFault.RATE_LIMITED)
    for _ in range(2):
        with pytest.raises(ToolError) as caught:
            await run(wikipedia, topic="Eiffel Tower")
        assert caught.value.code == "search-rate-limited"
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("extract", "spoken"),
    [
        ("", ""),
        ("One. Two. Three. Four.", "One. Two. Three."),
        (f"{'x' * 600}. Two.", f"{'x' * 600}."),
        (f"One. {'x' * 600}. Three.", "One."),
    ],
)
def test_as_much_is_said_as_is_pleasant(extract: str, spoken: str) -> None:
    assert first_sentences(extract) == spoken


def test_odd_titles_change_no_order() -> None:
    pages: list[dict[str, Any]] = [{"key": "A", "title": None}, {"key": "B"}]
    assert best_first("C", pages) == pages
