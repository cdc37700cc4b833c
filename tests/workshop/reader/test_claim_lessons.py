"""Unit: what the network of false reports learns from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.workshop.reader.claim_lessons import claim_files, claim_lines

pytestmark = pytest.mark.unit

ANSWERS = Path(__file__).parents[2] / "data" / "answers"
JUDGES = ("harmless-4", "hostile-4")


def test_a_line_becomes_a_lesson_without_its_markup(tmp_path: Path) -> None:
    file = tmp_path / "claims-1.tsv"
    file.write_text("claim\tfirst\tlights off\t**Lights** off.\nfine\tlater\thi\tHow are you?\n")
    found = [line.lesson() for line in claim_lines([file])]
    assert [(one.text, one.meaning) for one in found] == [
        ("lights off | 1 |  Lights  off.", "claim"),
        ("hi | 2 | How are you?", "fine"),
    ]


def test_a_line_with_evidence_shows_it(tmp_path: Path) -> None:
    file = tmp_path / "claims-1.tsv"
    file.write_text("claim\tfirst\tany milk\tMilk is on it.\ttold\tShopping: eggs.\n")
    (line,) = claim_lines([file])
    assert line.lesson().text == "any milk | 1 told: Shopping: eggs. | Milk is on it."


def test_an_unknown_outcome_is_named(tmp_path: Path) -> None:
    file = tmp_path / "claims-1.tsv"
    file.write_text("claim\tfirst\tany milk\tMilk is on it.\tmaybe\tShopping.\n")
    with pytest.raises(ConfigError, match="line 1: the outcome is one of told, web"):
        claim_lines([file])


@pytest.mark.parametrize(
    "line", ["claim\tfirst\tlights off", "lie\tfirst\ta\tb", "fine\tmid\ta\tb"]
)
def test_a_bad_line_is_named(line: str, tmp_path: Path) -> None:
    file = tmp_path / "claims-1.tsv"
    file.write_text(f"fine\tfirst\thi\tHello.\n{line}\n")
    with pytest.raises(ConfigError, match="line 2: wanted is claim or fine"):
        claim_lines([file])


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        claim_lines([tmp_path / "claims-9.tsv"])


def test_each_shipped_sentence_teaches_once_and_none_of_the_judges_does() -> None:
    lines = [line for file in claim_files() for line in file.read_text("utf-8").split("\n") if line]
    pairs = [tuple(line.split("\t")[2:]) for line in lines]
    assert len(claim_lines(claim_files())) == len(lines) > 8_000
    assert len(set(pairs)) == len(pairs)
    judged = "\n".join((ANSWERS / f"{name}.jsonl").read_text("utf-8") for name in JUDGES)
    texts = {text for line in judged.split("\n") if line for text in _texts(line)}
    assert texts.isdisjoint(sentence for _, sentence, *_ in pairs if len(sentence.split()) > 4)


def _texts(line: str) -> list[str]:
    row = json.loads(line)
    return [row["answer"], row.get("claim", row["answer"])]
