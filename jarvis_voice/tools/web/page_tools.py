"""The read_page tool: reads a page of the url_map, part by part."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import Annotated

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.safe_url import safe_url
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.quotation import one_sentence
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.web.page_fetch import Page, PageReader
from jarvis_voice.tools.web.search import LONGEST_TITLE, plain

PART_CHARACTERS = 10_000
SPOKEN_SENTENCES = 2
LONGEST_SPOKEN = 400
CITATION = "That is from the page."
LEAST_WORDS = 4
"""Shorter lines at the top of a page are its menu and its date."""

NOTHING_READ = frozenset({"page-empty", "page-locked", "page-gone", "page-private", "unsafe-url"})
"""Codes that are no fault of ours or of the network: nothing was there to be read, or ought to."""


class ReadPageArguments(Arguments):
    """An entry of the url_map, and which part of the page."""

    url_index: Annotated[int, Field(description="The number of an entry of RESULTS.", ge=0)]
    part: Annotated[int, Field(description="Which part of a long page.", ge=1, le=100)] = 1


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """read_page."""
    yield _read_page(around.pages)


def _read_page(reader: PageReader) -> Tool:
    async def run(arguments: ReadPageArguments, context: ToolContext) -> ToolResult:
        if context.link is None:
            raise ToolError("no-such-result", "There is no such result to read.")
        shown = {"url": context.link.url, "part": arguments.part}
        try:
            page = await reader.read(context.link.url)
        except ToolError as error:
            if error.code in NOTHING_READ:
                return ToolResult(Receipt(ReceiptKind.NO_OP, error.message), shown)
            raise
        return _part(page, context.link.title, arguments.part, shown)

    return Tool(
        name="read_page",
        purpose=(
            "Read the text of one entry of RESULTS, a web page or a PDF. Use it when a snippet is "
            'not enough to answer from. A long page goes on in "part" 2, 3 ...'
        ),
        ability="read web pages and PDFs",
        arguments=ReadPageArguments,
        tier="read",
        timeout_seconds=15,
        run=run,
        is_material=True,
        brings_web_text=True,
        fulfils=("read_page", "read_result", "read_url"),
        answers_questions=True,
    )


def _part(page: Page, link_title: str, part: int, shown: dict[str, object]) -> ToolResult:
    parts = math.ceil(len(page.text) / PART_CHARACTERS)
    title = page.title or link_title
    if part > parts:
        count = "one part" if parts == 1 else f"{parts} parts"
        nothing = f'That was all: "{plain(title, LONGEST_SPOKEN)}" has {count}.'
        return ToolResult(Receipt(ReceiptKind.NO_OP, nothing), shown)
    start = (part - 1) * PART_CHARACTERS
    text = page.text[start : start + PART_CHARACTERS]
    is_cut = start + PART_CHARACTERS < page.n_characters
    data = {
        "title": title,
        "host": safe_url(page.url).host.removeprefix("www."),
        "answer_source": page.url,
        "text": f"{text}\n[truncated, {page.n_characters} in all]" if is_cut else text,
        "part": part,
        "parts": parts,
        "n_characters": page.n_characters,
        "kind": page.kind,
    }
    begins = "begins" if part == 1 else "goes on"
    named = one_sentence(plain(title, LONGEST_TITLE), ", ")
    data["lead"] = f'The page "{named}" {begins}:'
    data["end"] = CITATION
    observed = f"{data['lead']} {spoken_extract(text, title)}"
    return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), shown, data=data)


def spoken_extract(text: str, title: str = "", n_sentences: int = SPOKEN_SENTENCES) -> str:
    """The first sentences of a text, as they may be read aloud.

    Args:
        text: Of a page.
        title: Left out where the text begins with it.
        n_sentences: How many at the most.
    """
    lines = (line for line in text[: 4 * LONGEST_SPOKEN].split("\n") if line.strip() != title)
    sentences = [sentence for line in lines for sentence in split_sentences(line)]
    whole = (sentence for sentence in sentences if len(sentence.split()) >= LEAST_WORDS)
    first = list(islice(whole, n_sentences)) or sentences[:n_sentences]
    return plain(" ".join(first), LONGEST_SPOKEN) or plain(text, LONGEST_SPOKEN)
