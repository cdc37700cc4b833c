"""Flow: the chain over scripted backends; and what text from the web is made into."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Self

import pytest
from tools.service_faults import FakeSeconds

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.tools.outage_words import (
    SEARCH,
    does_not_answer,
    no_internet,
    refused_key,
    takes_too_long,
    wants_a_pause,
)
from jarvis_voice.tools.web.search import (
    FEWEST_LINKS,
    SearchChain,
    SearchResults,
    best_links,
    plain,
    web_link,
)

pytestmark = pytest.mark.flow

MIT = Link("MIT", "https://www.mit.edu/", "search")


def results(backend: str, *links: Link) -> SearchResults:
    return SearchResults("q", links, "", "", "", backend)


class ScriptedBackend:
    """Gives or raises what is scripted; more questions than answers are an error."""

    def __init__(self, name: str, *script: SearchResults | ToolError | None) -> None:
        self.name = name
        self.script = deque(script)
        self.is_open = False
        self.asked = asyncio.Event()
        self.counts: list[int] = []

    async def __aenter__(self) -> Self:
        self.is_open = True
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.is_open = False

    async def search(self, query: str, count: int = 10) -> SearchResults:
        assert self.is_open
        self.counts.append(count)
        self.asked.set()
        answer = self.script.popleft()
        if answer is None:
            await asyncio.Event().wait()
        if isinstance(answer, ToolError):
            raise answer
        assert answer
        return answer


async def test_the_first_backend_that_finds_something_answers() -> None:
    first = ScriptedBackend("first", results("first"))
    second = ScriptedBackend("second", results("second", MIT))
    third = ScriptedBackend("third")
    async with SearchChain([first, second, third]) as chain:
        assert await chain.search("q") == results("second", MIT)
    assert not first.is_open
    assert not third.is_open


async def test_nothing_found_anywhere_is_an_empty_result() -> None:
    backends = [ScriptedBackend("a", results("a")), ScriptedBackend("b", results("b"))]
    async with SearchChain(backends) as chain:
        assert await chain.search("q") == results("a")


async def test_nothing_found_is_not_said_while_a_backend_could_not_be_asked() -> None:
    backends = [ScriptedBackend("a", results("a")), ScriptedBackend("b", does_not_answer(SEARCH))]
    async with SearchChain(backends) as chain:
        with pytest.raises(ToolError, match="The web search does not answer"):
            await chain.search("q")


async def test_one_that_is_down_is_tried_last_for_a_minute() -> None:
    seconds = FakeSeconds()
    first = ScriptedBackend("first", does_not_answer(SEARCH), results("first", MIT))
    second = ScriptedBackend("second", results("second", MIT), results("second", MIT))
    async with SearchChain([first, second], seconds=seconds) as chain:
        assert (await chain.search("q")).backend == "second"
        seconds.now = 59.0
        assert (await chain.search("q")).backend == "second"
        assert len(first.script) == 1
        seconds.now = 60.0
        assert (await chain.search("q")).backend == "first"


async def test_all_down_are_asked_again_at_once() -> None:
    only = ScriptedBackend("only", does_not_answer(SEARCH), results("only", MIT))
    async with SearchChain([only]) as chain:
        with pytest.raises(ToolError) as caught:
            await chain.search("q")
        assert caught.value.code == "search-offline"
        assert (await chain.search("q")).links == (MIT,)


async def test_a_refused_key_is_noted_once() -> None:
    refused = [refused_key(SEARCH, "SERPAPI_API_KEY") for _ in range(2)]
    first = ScriptedBackend("first", *refused)
    second = ScriptedBackend("second", results("second", MIT), results("second", MIT))
    async with SearchChain([first, second]) as chain:
        notes = [(await chain.search("q")).notes for _ in range(2)]
    assert notes == [
        ("The web search refused the key in SERPAPI_API_KEY. Check it, or remove it.",),
        (),
    ]


async def test_a_backend_that_hangs_ends_with_the_budget_and_goes_last() -> None:
    first = ScriptedBackend("first", None)
    second = ScriptedBackend("second", results("second", MIT))
    async with SearchChain([first, second], budget_seconds=0.01) as chain:
        with pytest.raises(ToolError) as caught:
            await chain.search("q")
        assert caught.value.code == "search-timeout"
        assert (await chain.search("q")).backend == "second"


async def test_cancelling_passes_and_is_no_mark_against_the_backend() -> None:
    first = ScriptedBackend("first", None, results("first", MIT))
    second = ScriptedBackend("second")
    async with SearchChain([first, second]) as chain:
        task = asyncio.create_task(chain.search("q"))
        await first.asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await chain.search("q")).backend == "first"


@pytest.mark.parametrize(
    ("failures", "code"),
    [
        ((does_not_answer(SEARCH), wants_a_pause(SEARCH)), "search-rate-limited"),
        ((no_internet(), no_internet()), "no-internet"),
        ((no_internet(), takes_too_long(SEARCH)), "no-internet"),
        ((no_internet(), does_not_answer(SEARCH)), "search-offline"),
        ((does_not_answer(SEARCH), no_internet()), "search-offline"),
        ((takes_too_long(SEARCH), takes_too_long(SEARCH)), "search-timeout"),
    ],
)
async def test_of_several_failures_the_one_that_says_most_is_told(
    failures: tuple[ToolError, ...], code: str
) -> None:
    async with SearchChain([ScriptedBackend("b", one) for one in failures]) as chain:
        with pytest.raises(ToolError) as caught:
            await chain.search("q")
    assert caught.value.code == code


async def test_without_backends_it_says_so() -> None:
    async with SearchChain([]) as chain:
        with pytest.raises(ToolError, match="does not answer"):
            await chain.search("q")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("<b>MIT</b> &amp; friends\n\x07 here", "MIT & friends here"),
        (None, ""),
        (7, ""),
        (["x"], ""),
        ("right\u202eleft", "right left"),
    ],
)
def test_text_from_the_web_becomes_one_plain_line(value: object, text: str) -> None:
    assert plain(value, 40) == text


def test_long_text_is_cut_at_a_word() -> None:
    assert plain("one two three four", 12) == "one two ..."


@pytest.mark.parametrize(
    "url",
    [None, 5, "", "mit.edu", "ftp://mit.edu/", "javascript:alert(1)", "https://", "https://a b/",
     "https://user@mit.edu/", "https://[::1", "https://mit.edu/\n", "http://192.168.1.1/",
     "http://localhost:8080/", "http://printer.local/", "http://fritz.box/", "http://3232235777/",
     "http://127.0.0.1.nip.io/", "https://mit.edu:22/"],
)  # fmt: skip
def test_only_web_addresses_become_links(url: object) -> None:
    assert web_link(url, "title", "search") is None


def test_a_link_without_title_is_called_by_its_host() -> None:
    assert web_link("https://www.mit.edu/x", None, "search") == Link(
        "www.mit.edu", "https://www.mit.edu/x", "search"
    )


def test_links_are_kept_once_and_in_order() -> None:
    links = [Link(str(n), f"https://{n % 20}.example/", "search") for n in range(40)]
    assert best_links([None, *links]) == tuple(links[:FEWEST_LINKS])
    assert best_links([None, *links], 30) == tuple(links[:20])


@pytest.mark.parametrize(("count", "n_kept"), [(1, 12), (10, 12), (13, 13), (100, 100), (150, 100)])
def test_as_many_links_are_kept_as_are_wanted_and_some_more(count: int, n_kept: int) -> None:
    links = [Link(str(n), f"https://{n}.example/", "search") for n in range(200)]
    assert best_links(links, count) == tuple(links[:n_kept])


async def test_the_count_reaches_each_backend() -> None:
    first = ScriptedBackend("first", results("first"))
    second = ScriptedBackend("second", results("second", MIT), results("second", MIT))
    async with SearchChain([first, second]) as chain:
        await chain.search("q", 40)
        first.script.append(results("first", MIT))
        await chain.search("q")
    assert (first.counts, second.counts) == ([40, 10], [40])


async def test_many_results_may_take_longer() -> None:
    seconds = FakeSeconds()
    first = ScriptedBackend("first", results("first", MIT), results("first", MIT))
    async with SearchChain([first], budget_seconds=-1.0, seconds=seconds) as chain:
        with pytest.raises(ToolError):
            await chain.search("q")
        assert (await chain.search("q", 11)).links == (MIT,)
