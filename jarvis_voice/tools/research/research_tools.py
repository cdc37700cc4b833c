"""The research tool: answers a question and names its sources."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from pydantic import Field

from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.research.notes import ResearchNotes
from jarvis_voice.tools.research.researcher import Pause, Researcher, ResearchResult
from jarvis_voice.tools.research.speech import spoken_answer
from jarvis_voice.tools.research.steps import Conclusion

CUT_SHORT = "I had to stop before I was done, so this may be incomplete."
ONE_SOURCE = "I could read only one source."
NOTHING_READ = "I found pages about that, but could answer from none of them."
NOTHING_FOUND = "I found nothing about that."

SENTENCES: dict[str, dict[str, Any]] = {
    "research [for me] {question}": {},
    "research {question} for me": {},
    "(do|make) [some|a bit of|a little] research (on|about|into) {question}": {},
    "(do|make) [some|a bit of|a little] research (on|about|into) {question} for me": {},
    "i (want|need) [you to] research [on|about] {question}": {},
    "find out [about] {question} with [the|your] sources": {},
    "find out [about] {question} and (cite|give|tell|name) [me] [the|your] sources": {},
    "tell me about {question} with [the|your] sources": {},
    "find out with [the|your|good] sources {question}": {},
    "look into {question} [for me]": {},
    "investigate {question} [for me]": {},
    "read up on {question} [for me]": {},
}


class ResearchArguments(Arguments):
    """A question to research."""

    question: Annotated[
        str,
        Field(
            description="The whole question, in words that stand by themselves.",
            min_length=1,
            max_length=300,
        ),
    ]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """Research."""
    yield research_tool(around)


def research_tool(
    around: ToolDependencies,
    seconds: Callable[[], float] = time.monotonic,
    pause: Pause = asyncio.sleep,
) -> Tool:
    """The tool.

    Args:
        around: What it searches, reads and thinks with.
        seconds: Monotonic seconds.
        pause: Waits for so many seconds.
    """
    research = Researcher(around.search, around.pages, around.chat, seconds, pause)

    async def run(arguments: ResearchArguments, context: ToolContext) -> ToolResult:
        notes = ResearchNotes(arguments.question, context.ledger)
        found = await research.find_out(notes, context)
        if found.conclusion:
            return _answered(found, found.conclusion, notes)
        if notes.failure and not notes.results and not notes.sources:
            raise notes.failure
        return _nothing(notes)

    return Tool(
        name="research",
        purpose=(
            "Research a question: search, read several pages and answer with sources. Use it when "
            "the user asks for research or for sources, or one search cannot answer. It is slow."
        ),
        ability="research a question and name the sources",
        arguments=ResearchArguments,
        tier="read",
        timeout_seconds=100,
        run=run,
        sentences=SENTENCES,
        brings_web_text=True,
        sends=True,
        fulfils=("research",),
        answers_questions=True,
    )


def _answered(found: ResearchResult, conclusion: Conclusion, notes: ResearchNotes) -> ToolResult:
    missing = CUT_SHORT if found.is_cut else ONE_SOURCE if len(notes.sources) == 1 else ""
    sources = conclusion.sources
    data = {
        "answer": " ".join(conclusion.sentences),
        "sources": [{"title": source.title, "url": source.url} for source in sources],
        "steps": notes.steps,
        "is_complete": not missing,
    }
    receipt = Receipt(ReceiptKind.LOOKUP, spoken_answer(conclusion.sentences, sources, missing))
    links = tuple(source.link for source in sources)
    return ToolResult(receipt, {"question": notes.question}, links, data)


def _nothing(notes: ResearchNotes) -> ToolResult:
    """There are pages to open at best."""
    links = tuple(notes.results)
    observed = f"{NOTHING_READ} Say: open the first one." if links else NOTHING_FOUND
    data = {"sources": [], "steps": notes.steps, "titles": [link.title for link in links]}
    receipt = Receipt(ReceiptKind.NO_OP, observed)
    return ToolResult(receipt, {"question": notes.question}, links, data)
