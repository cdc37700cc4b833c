"""Contract: the precise reading of pages for briefings loses nothing against the usual one.

Forty small pages in the manner of many sites, each with the text that a person marked as its own.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from jarvis_voice.tools.web.page_text import page_text

pytestmark = pytest.mark.contract

PAGES = sorted((Path(__file__).parents[2] / "data/news_pages").glob("*.html"))


def runs(text: str) -> Counter[tuple[str, ...]]:
    """Runs of four words, as they are counted where extractors are compared."""
    words = re.findall(r"\w+", text.casefold())
    return Counter(zip(words, words[1:], words[2:], words[3:], strict=False))


def rates(*, is_precise: bool) -> tuple[float, float, float]:
    """Precision, recall and F1 over all pages together."""
    both = found = marked = 0
    for page in PAGES:
        read = runs(page_text(page.read_bytes(), "text/html", is_precise=is_precise).text)
        wanted = runs(page.with_suffix(".txt").read_text(encoding="utf-8"))
        both += (read & wanted).total()
        found += read.total()
        marked += wanted.total()
    precision, recall = both / found, both / marked
    return precision, recall, 2 * precision * recall / (precision + recall)


def test_there_are_forty_pages_each_with_its_text() -> None:
    assert len(PAGES) == 40
    assert all(page.with_suffix(".txt").is_file() for page in PAGES)


def test_precise_reading_is_no_worse() -> None:
    usual, precise = rates(is_precise=False), rates(is_precise=True)
    assert precise[2] >= usual[2], (usual, precise)
    assert precise[0] >= usual[0], (usual, precise)
