"""Contract: what ships is known by the file that ships, and the file tells the truth."""

from typing import Any

import pytest
from template_table import NOWHERE, shipped_tools

from jarvis_voice.assistant.understanding.template_book import FactTable
from jarvis_voice.workshop.sentences.template_table import packed, template_table

pytestmark = pytest.mark.contract

LEAST_KNOWN = 0.95
"""Of the templates; `make templates` renews the file."""

LARGEST_FILE = 300_000


@pytest.fixture(scope="module")
def anew() -> Any:
    return template_table(NOWHERE, shipped_tools())


def test_the_file_says_what_the_parser_says(anew: Any) -> None:
    now, kept = FactTable(anew), FactTable.load()
    known = [key for key in anew["templates"] if kept.facts(key)]
    assert len(known) >= LEAST_KNOWN * len(anew["templates"])
    for key in known:
        assert kept.facts(key) == now.facts(key)
        assert kept.whole_sentences(key) == now.whole_sentences(key)


def test_it_is_small_and_the_same_each_time(anew: Any) -> None:
    assert packed(anew) == packed(dict(anew))
    assert len(packed(anew)) < LARGEST_FILE
