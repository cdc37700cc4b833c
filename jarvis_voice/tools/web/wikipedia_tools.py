"""The Wikipedia tool: tells in short what Wikipedia says about a topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.quotation import one_sentence
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.outage_words import WIKIPEDIA
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.web.search import LONGEST_TITLE, best_links, plain
from jarvis_voice.tools.web.wikimedia import (
    HostBackoff,
    WikimediaClient,
    WikimediaUrls,
    page_link,
    page_url,
)

QUESTION_SECONDS = 6.0
PAGES_WANTED = 10
SPOKEN_SENTENCES = 3
LONGEST_SPOKEN = 500
"""Characters; half a minute of speech. The first sentence is said whatever its length."""

LONGEST_EXTRACT = 2_000
MEANINGS = 3
LEAD = "Wikipedia says:"
CITATION = "That is from Wikipedia."

_FIND = "(look up|look for|search [for]|find|check|read [about])"
_PAGE = "(article|page|entry|summary)"
SENTENCES: Mapping[str, Mapping[str, Any]] = {
    "wikipedia {topic}": {},
    "(search|check|ask|look on|look in|try) [the] wikipedia (for|about|on) {topic}": {},
    f"{_FIND} {{topic}} (on|in|at) [the] wikipedia": {},
    f"{_FIND} (on|in) [the] wikipedia [for] {{topic}}": {},
    "what (does|is|has) [the] wikipedia (say|know|have|tell (me|us)) (about|on) {topic}": {},
    "what is [there] (on|in) wikipedia about {topic}": {},
    "(what|who) (is|are|was|were) {topic} according to [the] wikipedia": {},
    "according to [the] wikipedia (what|who) (is|are|was|were) {topic}": {},
    f"(read|give|tell|get) [me] the wikipedia {_PAGE} (about|on|of|for) {{topic}}": {},
    "[tell me] what wikipedia (says|knows|has) (about|on) {topic}": {},
    "tell me about {topic} from wikipedia": {},
}


class WikipediaArguments(Arguments):
    """A topic to look up."""

    topic: Annotated[
        str,
        Field(
            description="The title, or the name of what it is about.", min_length=1, max_length=200
        ),
    ]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """Wikipedia."""
    yield _wikipedia(WikimediaUrls.at(around.edge.endpoints.wikimedia))


def _wikipedia(urls: WikimediaUrls) -> Tool:
    patience: dict[str, HostBackoff] = {}

    async def run(arguments: WikipediaArguments, _: ToolContext) -> ToolResult:
        async with WikimediaClient(urls, QUESTION_SECONDS, patience, WIKIPEDIA) as client:
            found = await client.pages(arguments.topic, PAGES_WANTED)
            if not found:
                nothing = f"Wikipedia has no page about {plain(arguments.topic, LONGEST_TITLE)}."
                return ToolResult(Receipt(ReceiptKind.NO_OP, nothing), arguments.model_dump())
            pages = best_first(arguments.topic, found)
            summary = await client.summary(pages[0]["key"])
        return _told(arguments, pages, summary)

    return Tool(
        name="wikipedia",
        purpose=(
            "What Wikipedia says about a person, a place, a thing or an idea, in short. Use it for "
            "encyclopedic topics, and when the user names Wikipedia."
        ),
        ability="look things up on Wikipedia",
        arguments=WikipediaArguments,
        tier="read",
        timeout_seconds=15,
        run=run,
        sentences=SENTENCES,
        cache_seconds=3_600,
        is_material=True,
        brings_web_text=True,
        sends=True,
        fulfils=("wikipedia", "wikipedia_about_it"),
        answers_questions=True,
    )


def best_first(topic: str, pages: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The pages with the one that bears the very name in front; the order is Wikipedia's."""
    return sorted(pages, key=lambda page: _bare(str(page.get("title"))) != _bare(topic))


def _bare(name: str) -> str:
    return name.casefold().strip(" .?!").removeprefix("the ")


def _told(
    arguments: WikipediaArguments,
    pages: Sequence[Mapping[str, Any]],
    summary: Mapping[str, Any],
) -> ToolResult:
    title = one_sentence(
        plain(summary.get("title"), LONGEST_TITLE) or plain(pages[0]["key"], LONGEST_TITLE), ", "
    )
    shown = arguments.model_dump()
    if summary.get("type") == "disambiguation":
        return _asked(shown, title, pages[1:])
    links = best_links(page_link(page) for page in pages)
    extract = plain(summary.get("extract"), LONGEST_EXTRACT)
    data = {
        "title": title,
        "answer": first_sentences(extract),
        "answer_source": page_url(pages[0]["key"]),
        "lead": LEAD,
        "end": CITATION,
        "titles": [link.title for link in links],
    }
    if not extract:
        bare = f"Wikipedia has a page called {title}, but no summary of it."
        return ToolResult(Receipt(ReceiptKind.NO_OP, bare), shown, links, data)
    observed = f"{LEAD} {data['answer']}"
    return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), shown, links, data)


def _asked(shown: Mapping[str, Any], title: str, others: Sequence[Mapping[str, Any]]) -> ToolResult:
    """A name of several meanings: which one?"""
    links = best_links(page_link(page) for page in others)
    names = [one_sentence(link.title, ", ") for link in links[:MEANINGS]]
    if not names:
        question = f"Wikipedia knows several things called {title}. Which one do you mean?"
    else:
        listed = " or ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
        question = f"{title} can mean several things on Wikipedia. Do you mean {listed}?"
    data = {"title": title, "titles": [link.title for link in links]}
    return ToolResult(Receipt(ReceiptKind.NO_OP, question), shown, links, data)


def first_sentences(extract: str) -> str:
    """About three sentences, as many as are pleasant to hear."""
    first, *further = split_sentences(extract)[:SPOKEN_SENTENCES] or [""]
    for sentence in further:
        if len(first) + len(sentence) >= LONGEST_SPOKEN:
            break
        first = f"{first} {sentence}"
    return first
