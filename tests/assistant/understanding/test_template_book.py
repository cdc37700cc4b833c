"""Unit: templates and what a file knows of them go in; facts come out."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from jarvis_voice.assistant.understanding import template_book
from jarvis_voice.assistant.understanding.template_book import FactTable, TemplateBook, made_for
from jarvis_voice.core.shipped_files import shipped

pytestmark = pytest.mark.unit

RULES = {"please": "please [<now>]", "now": "now", "other": "other"}
TEMPLATE = "open <please> {name}"


def _table(rules: dict[str, str], n_texts: int = 99) -> FactTable:
    """A table that knows one template, and of it a number that the parser would not find."""
    entry = [0, 0, 0, n_texts, 0, None, None, "open it\nopen that"]
    entries = {TemplateBook(rules).key(TEMPLATE): entry}
    return FactTable({"words": [], "sets": [[]], "clauses": [[]], "templates": entries})


def test_what_the_table_knows_is_not_parsed() -> None:
    book = TemplateBook(RULES, _table(RULES))
    assert book.knows(TEMPLATE)
    assert book.facts(TEMPLATE).n_texts == 99
    assert book.whole_sentences(TEMPLATE) == "open it\nopen that"


@pytest.mark.parametrize(
    "rules", [{**RULES, "please": "bitte"}, {**RULES, "now": "soon"}, {"now": "now"}]
)
def test_a_template_of_which_a_rule_is_another_is_parsed(rules: dict[str, str]) -> None:
    book = TemplateBook(RULES, _table(RULES)).with_rules(rules)
    assert not book.knows(TEMPLATE)
    assert book.facts(TEMPLATE).n_texts < 99
    assert book.whole_sentences(TEMPLATE) is None


def test_a_rule_that_it_does_not_name_changes_nothing() -> None:
    book = TemplateBook(RULES, _table(RULES)).with_rules({**RULES, "other": "another"})
    assert book.facts(TEMPLATE).n_texts == 99


def test_a_template_with_another_text_is_parsed() -> None:
    book = TemplateBook(RULES, _table(RULES))
    assert book.facts(f"{TEMPLATE} now").rules == {"please"}


@pytest.mark.parametrize(
    ("template", "rules", "why"),
    [
        ("hi there", {}, None),
        ("hi (there", {}, "is not a sentence template"),
        ("<a>", {"a": "so <a>"}, 'names the rule "a", which leads to itself'),
        ("<a>", {"a": "hi (there"}, None),
        ("<a>", {"a": 5}, None),
    ],
)
def test_a_mistake_is_told(template: str, rules: dict[str, Any], why: str | None) -> None:
    assert TemplateBook(rules).mistake(template) == why


def test_an_entry_that_is_damaged_is_not_used() -> None:
    key = TemplateBook(RULES).key(TEMPLATE)
    for entry in ([], [7] * 8, None, "eight ch"):
        table = FactTable({"words": [], "sets": [], "clauses": [], "templates": {key: entry}})
        assert TemplateBook(RULES, table).facts(TEMPLATE).rules == {"please"}


def _content(**other: Any) -> bytes:
    content = json.loads(gzip.decompress(shipped(template_book.FILE).read_bytes()))
    return gzip.compress(json.dumps({**content, **other}).encode())


@pytest.mark.parametrize(
    "content",
    [
        None,
        b"",
        b"no gzip",
        _content()[:-900],
        gzip.compress(b"\xff", mtime=0),
        gzip.compress(b"[]", mtime=0),
        gzip.compress(json.dumps({"made_for": made_for()}).encode(), mtime=0),
        _content(made_for=[*made_for()[:-1], "0.0"]),
        _content(templates=5),
        _content(sets=[[10**9]]),
    ],
)
def test_a_file_that_is_not_for_this_program_is_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    file = tmp_path / "templates.json.gz"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(template_book, "shipped", lambda _: file)
    assert not TemplateBook({}, FactTable.load()).knows("what time is it")
