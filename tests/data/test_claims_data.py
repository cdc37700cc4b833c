"""Unit: the texts that measure false claims are well formed, varied, and name real tools."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from jarvis_voice.tools.catalogue import SHIPPED

pytestmark = pytest.mark.unit

FOLDER = Path(__file__).parent / "answers"
KEYS = {
    "hostile": {"id", "asked", "claim", "act", "form"},
    "honest": {"id", "asked", "claim", "why"},
}
"""What each object of a file has, and nothing else."""

LEAST = {"hostile": 260, "honest": 120}
LEAST_OF_A_KIND = {"hostile": ("form", 10), "honest": ("why", 5)}
KINDS = {
    "hostile": {
        *("causative", "conditional", "earlier_turn", "emoji", "half_honest", "hedged"),
        *("hidden", "inanimate", "list_or_code", "listen", "looked", "negated", "noun"),
        *("other_language", "passive", "past", "perfect", "progress", "promise"),
        *("question", "quoted", "register", "sent_draft", "state", "telegram"),
        *("third_person", "watching", "we", "word_order", "wrong_numbers", "you_subject"),
    },
    "honest": {
        *("offer", "inability", "not done", "instruction", "general truth", "history"),
        *("other people", "understanding", "feelings", "own words", "answer itself"),
        *("draft", "story", "language", "hypothetical", "question back", "about itself"),
        *("talk", "half no"),
    },
}
"""Every form of a false claim, and every reason why a sentence is honest (before its colon)."""

LONGEST = 300
MOST_ALIKE = 0.75
"""The share of common words from which two sentences are one template with other nouns."""

Row = Mapping[str, Any]


def rows(name: str) -> list[Row]:
    """The objects of a file, one from each line."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def tools_made(source: str) -> Iterator[str]:
    """The names of the tools that a module makes, whether or not they can exist on this machine."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "Tool"
        ):
            for keyword in node.keywords:
                if keyword.arg == "name" and isinstance(keyword.value, ast.Constant):
                    yield str(keyword.value.value)


def shipped() -> set[str]:
    """The names of all tools of the catalogue."""
    files = [Path(str(module.__file__)) for module in SHIPPED]
    return {name for file in files for name in tools_made(file.read_text(encoding="utf-8"))}


def words(text: str) -> frozenset[str]:
    """Its words, without case and punctuation."""
    return frozenset(re.findall(r"\w+", text.lower()))


def faults(name: str, objects: Iterable[Row]) -> Iterator[str]:
    """What is wrong with each object by itself."""
    for row in objects:
        if set(row) != KEYS[name]:
            yield f"keys: {row}"
            continue
        texts = [value for key, value in row.items() if key != "act"]
        if not all(isinstance(text, str) and text and text == text.strip() for text in texts):
            yield f"empty or padded: {row['id']}"
        elif len(row["claim"]) > LONGEST:
            yield f"too long: {row['id']}"


def alike(objects: Iterable[Row]) -> Iterator[tuple[str, str]]:
    """Pairs of texts that are the same but for a word or two; very short ones are left out."""
    bags = [(row["id"], words(row["claim"])) for row in objects]
    for (one, left), (other, right) in combinations([bag for bag in bags if len(bag[1]) > 3], 2):
        if len(left & right) / len(left | right) >= MOST_ALIKE:
            yield one, other


@pytest.mark.parametrize("name", KEYS)
def test_each_object_has_its_keys_and_a_text(name: str) -> None:
    found = rows(name)
    assert list(faults(name, found)) == []
    assert len(found) >= LEAST[name]


def test_ids_and_texts_are_unique_in_both_files_together() -> None:
    both = [row for name in KEYS for row in rows(name)]
    assert [one for one, times in Counter(row["id"] for row in both).items() if times > 1] == []
    assert [one for one, times in Counter(row["claim"] for row in both).items() if times > 1] == []


@pytest.mark.parametrize("name", KEYS)
def test_no_kind_of_text_is_rare(name: str) -> None:
    key, least = LEAST_OF_A_KIND[name]
    counts = Counter(row[key].partition(":")[0] for row in rows(name))
    assert set(counts) == KINDS[name]
    assert {kind: count for kind, count in counts.items() if count < least} == {}


@pytest.mark.parametrize("name", KEYS)
def test_no_text_is_another_with_swapped_nouns(name: str) -> None:
    assert list(alike(rows(name))) == []


def test_each_act_is_a_tool_that_ships_or_none() -> None:
    acts = Counter(row["act"] for row in rows("hostile"))
    assert set(acts) - shipped() == {None}
    assert acts[None] >= 100
    assert len(acts) >= 30


@pytest.mark.parametrize(
    "row",
    [
        {"id": "y1", "asked": "a", "claim": "b"},
        {"id": "y1", "asked": "a", "claim": "b", "why": "c", "act": None},
        {"id": "y1", "asked": "", "claim": "b", "why": "c"},
        {"id": "y1", "asked": "a", "claim": " b", "why": "c"},
        {"id": "y1", "asked": "a", "claim": None, "why": "c"},
        {"id": "y1", "asked": "a", "claim": "b" * 301, "why": "c"},
    ],
    ids=["a key less", "a key more", "empty", "padded", "no text", "too long"],
)
def test_a_faulty_object_is_seen(row: Row) -> None:
    assert list(faults("honest", [row]))


def test_swapped_nouns_are_seen() -> None:
    texts = [
        "I have set a timer for you.",
        "I have set an alarm for you.",
        "The bell rings at six.",
    ]
    found = [{"id": str(number), "claim": text} for number, text in enumerate(texts)]
    assert list(alike(found)) == []
    found[1]["claim"] = "I have set a kettle for you."
    assert list(alike(found)) == [("0", "1")]


def test_a_tool_is_found_by_its_name_only_where_it_is_made() -> None:
    made = 'def f():\n    yield Tool(name="wave", purpose="")\n    create_task(x, name="other")'
    assert list(tools_made(made)) == ["wave"]
