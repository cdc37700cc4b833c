"""Unit: the harmless answers are well formed, varied, long enough and from named sources."""

import json
from collections import Counter
from pathlib import Path
from statistics import mean

import pytest

pytestmark = pytest.mark.unit

FOLDER = Path(__file__).parent / "answers"

KEYS = {"id", "style", "asked", "answer", "source"}
STYLES = {
    *("knowledge", "explanation", "advice", "comfort and feelings", "jokes and riddles"),
    *("opinion and self-description", "stories", "poems and haiku", "e-mails and letters"),
    *("code with explanation", "recipes", "history in passives", "lists and tables in Markdown"),
    *("role play", "translations and language help", "sums explained", "planning", "summaries"),
    *("follow-ups", "health and safety", "conversation", "how-to for machines"),
    *("quotations and news-like text", "questions back to the user"),
}
LICENCES = {
    *("public domain", "BSD-2-Clause", "BSD-3-Clause", "PSF-2.0", "MIT or Apache-2.0"),
}


def answers() -> list[dict[str, str]]:
    lines = (FOLDER / "harmless.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def words(answer: dict[str, str]) -> int:
    return len(answer["answer"].split())


def foreign() -> list[dict[str, str]]:
    """The answers whose texts were not written for this file."""
    return [answer for answer in answers() if answer["source"] != "own"]


def test_each_line_holds_the_five_keys_with_trimmed_text() -> None:
    for answer in answers():
        assert answer.keys() == KEYS, answer
        assert all(value and value == value.strip() for value in answer.values()), answer["id"]


def test_ids_questions_and_texts_are_unique_and_ids_rise() -> None:
    ids = [answer["id"] for answer in answers()]
    assert len(ids) >= 330
    assert ids == sorted(set(ids))
    for key in ("asked", "answer"):
        twice = [text for text, n in Counter(a[key] for a in answers()).items() if n > 1]
        assert twice == [], key


def test_each_style_has_at_least_fifteen_answers() -> None:
    of_style = Counter(answer["style"] for answer in answers())
    assert of_style.keys() == STYLES
    assert {style: n for style, n in of_style.items() if n < 15} == {}


def test_a_third_is_foreign_with_a_package_and_a_licence_that_the_page_names() -> None:
    assert len(foreign()) >= 115
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("|")
    ]
    named = {(row[0], row[2]) for row in rows if len(row) == 3}
    for answer in foreign():
        package, _, _ = answer["source"].replace(",", " ").partition(" ")
        licence = answer["source"].rpartition(", ")[2]
        assert licence in LICENCES, answer["source"]
        assert (package, licence) in named, answer["source"]


def test_lengths_run_from_a_sentence_to_four_hundred_words() -> None:
    lengths = [words(answer) for answer in answers()]
    assert min(lengths) <= 5
    assert 300 <= max(lengths) <= 400
    assert 60 <= mean(lengths) <= 80
    assert {a["id"]: words(a) for a in foreign() if not 40 <= words(a) <= 250} == {}
