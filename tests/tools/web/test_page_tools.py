"""Contract: read_page with the real reader against pages on loopback."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pydantic import ValidationError
from tools.around import NOW, run, surroundings, the_tool

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link, ReceiptKind
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.registry import Tool, ToolContext
from jarvis_voice.tools.web import page_tools
from jarvis_voice.tools.web.page_fetch import PageReader
from jarvis_voice.tools.web.page_tools import PART_CHARACTERS, spoken_extract
from jarvis_voice.workshop.worlds.loopback import HttpFault, LoopbackResponse
from jarvis_voice.workshop.worlds.page_server import PageServer, pdf_of

pytestmark = pytest.mark.contract

STORY = (
    "The lighthouse was built in 1820 by hand.",
    "It has shone every night since. Nobody knows who built it.",
)


@pytest.fixture
def pages() -> Iterator[PageServer]:
    with PageServer() as server:
        server.article("www.light.org/story", "The Lighthouse", *STORY)
        yield server


def reading(pages: PageServer) -> Tool:
    reader = PageReader(Endpoints(page_hosts=pages.hosts))
    return the_tool(page_tools.tools, "read_page", surroundings(pages=reader))


def at(url: str, title: str = "A result") -> ToolContext:
    return ToolContext(NOW, link=Link(title, url, "search"))


STORY_URL = "https://www.light.org/story"


async def test_a_page_is_read_and_its_beginning_said(pages: PageServer) -> None:
    result = await run(reading(pages), at(STORY_URL), url_index=0)
    assert result.receipt.kind is ReceiptKind.LOOKUP
    assert result.receipt.observed == (
        'The page "The Lighthouse" begins: The lighthouse was built in 1820 by hand. '
        "It has shone every night since."
    )
    assert result.arguments == {"url": STORY_URL, "part": 1}
    assert result.links == ()
    data = dict(result.data)
    assert data.pop("text").endswith("Nobody knows who built it.")
    assert data.pop("n_characters") > 90
    assert data == {
        "lead": 'The page "The Lighthouse" begins:',
        "end": "That is from the page.",
        "title": "The Lighthouse",
        "host": "light.org",
        "answer_source": STORY_URL,
        "part": 1,
        "parts": 1,
        "kind": "html",
    }


async def test_a_long_page_goes_on_part_by_part_from_memory(pages: PageServer) -> None:
    text = " ".join(f"Sentence number {n} is here." for n in range(1, 900))
    pages.put("www.light.org/long", LoopbackResponse(text.encode(), content_type="text/plain"))
    tool, long = reading(pages), at("https://www.light.org/long", "Long")
    parts = [await run(tool, long, url_index=0, part=part) for part in (1, 2, 3)]
    note = f"\n[truncated, {len(text)} in all]"
    texts = [result.data["text"] for result in parts]
    assert [t.endswith(note) for t in texts] == [True, True, False]
    assert "".join(t.removesuffix(note) for t in texts) == text
    assert len(texts[0].removesuffix(note)) == PART_CHARACTERS
    assert {result.data["parts"] for result in parts} == {3}
    assert parts[1].receipt.observed.startswith('The page "Long" goes on: ')
    past = await run(tool, at("https://www.light.org/long#end", "Long"), url_index=0, part=4)
    assert past.receipt.kind is ReceiptKind.NO_OP
    assert past.receipt.observed == 'That was all: "Long" has 3 parts.'
    assert len(pages.requests) == 1


async def test_a_pdf_is_read(pages: PageServer) -> None:
    pages.pdf("www.light.org/plan.pdf", pdf_of(["The plan of the tower is old."]))
    context = at("https://www.light.org/plan.pdf", "Plan")
    result = await run(reading(pages), context, url_index=0)
    assert result.receipt.observed == 'The page "Plan" begins: The plan of the tower is old.'
    assert result.data["kind"] == "pdf"


@pytest.mark.parametrize(
    ("url", "observed"),
    [
        ("https://www.light.org/empty", "I found no text to read on that page."),
        ("https://www.light.org/wall", "I cannot read that page: it wants a login."),
        ("https://www.light.org/secret", "it does not let me in without a login"),
        ("https://www.light.org/locked.pdf", "that PDF has a password"),
        ("https://www.light.org/gone", "There is no such page any more."),
        ("http://169.254.169.254/", "I do not open that address"),
        ("http://192.168.0.1/", "I do not open that address"),
    ],
)
async def test_what_cannot_be_read_is_said_and_nothing_is_claimed(
    pages: PageServer, url: str, observed: str
) -> None:
    pages.html("www.light.org/empty", "<div id=app></div><script>go()</script>")
    pages.html("www.light.org/wall", "<form>Sign in<input type=password></form>")
    pages.html("www.light.org/secret", "No.", status=403)
    pages.pdf("www.light.org/locked.pdf", pdf_of(["Secret"], password="s3cret"))
    result = await run(reading(pages), at(url), url_index=0)
    assert result.receipt.kind is ReceiptKind.NO_OP
    assert observed in result.receipt.observed
    assert result.data == {}


@pytest.mark.parametrize("fault", [HttpFault.SERVER_ERROR, HttpFault.CUT])
async def test_a_fault_is_an_error_and_is_not_kept(pages: PageServer, fault: HttpFault) -> None:
    tool = reading(pages)
    pages.break_with(fault)
    with pytest.raises(ToolError) as caught:
        await run(tool, at(STORY_URL), url_index=0)
    assert caught.value.code == "page-offline"
    pages.heal()
    assert (await run(tool, at(STORY_URL), url_index=0)).receipt.kind is ReceiptKind.LOOKUP


async def test_without_a_link_there_is_nothing_to_read(pages: PageServer) -> None:
    with pytest.raises(ToolError) as caught:
        await run(reading(pages), url_index=0)
    assert caught.value.code == "no-such-result"


@pytest.mark.parametrize(
    "arguments", [{}, {"url_index": -1}, {"url_index": 0, "part": 0}, {"url_index": 0, "url": "x"}]
)
async def test_bad_arguments_are_refused(pages: PageServer, arguments: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        reading(pages).arguments.model_validate(arguments)


@pytest.mark.parametrize(
    ("text", "title", "spoken"),
    [
        ("Light\nIt shines all night long.", "Light", "It shines all night long."),
        ("Home\nNews\nIt shines all night long. Then it sleeps a bit.\nEnd.", "",
         "It shines all night long. Then it sleeps a bit."),
        ("Short.\nToo.", "", "Short. Too."),
        ("...", "", "..."),
        ("x" * 5_000, "", "x" * 400 + " ..."),
    ],
)  # fmt: skip
def test_a_spoken_extract_is_sentences(text: str, title: str, spoken: str) -> None:
    assert spoken_extract(text, title) == spoken
