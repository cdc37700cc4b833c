"""Makes the figures of a run by class, and each result as JSON. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from jarvis_voice.workshop.sentences.run import LineResult
from jarvis_voice.workshop.sentences.verdict import Verdict

COLUMNS: tuple[tuple[str, Verdict], ...] = (
    ("right", "right"),
    ("did you mean", "asked_right"),
    ("refused", "refused"),
    ("wrong", "wrong"),
)
"""What a column is called, and the verdict that it counts."""

ALL = "all"
NO_TOPIC = "-"


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """The figures of one class of sentences.

    Attributes:
        lines: How many are judged.
        shares: The part of them with each verdict, 0 to 1.
        wrong_acts: Acts that nobody had asked for.
        needless_searches: Searches of the web where something else was expected.
    """

    topic: str
    lines: int
    shares: dict[Verdict, float]
    wrong_acts: int
    needless_searches: int

    @classmethod
    def of(cls, topic: str, results: Sequence[LineResult]) -> ClassFigures:
        """The figures of these results, each of which is judged."""
        counts = Counter(result.verdict for result in results)
        return cls(
            topic=topic,
            lines=len(results),
            shares={verdict: counts[verdict] / len(results) for _, verdict in COLUMNS},
            wrong_acts=sum(len(result.wrong_acts) for result in results),
            needless_searches=sum(result.needless_searches for result in results),
        )


def figures(results: Sequence[LineResult]) -> list[ClassFigures]:
    """The figures of each class in the order of the file, and of all; empty if none is judged."""
    by_topic: dict[str, list[LineResult]] = {}
    for result in results:
        if result.verdict:
            by_topic.setdefault(result.line.topic or NO_TOPIC, []).append(result)
    if not by_topic:
        return []
    every = [result for found in by_topic.values() for result in found]
    rows = [ClassFigures.of(topic, found) for topic, found in by_topic.items()]
    return [*rows, ClassFigures.of(ALL, every)]


def turns_told(results: Sequence[LineResult]) -> str:
    """The figures of the single turns of dialogues; "" where each line is one sentence.

    A dialogue is as good as its worst turn, so that of a dialogue of three turns most may be right.
    """
    if all(len(result.line.said) == 1 for result in results):
        return ""
    judged = Counter(one.verdict for result in results for one in result.verdicts if one)
    total = judged.total()
    shares = (f"{100 * judged[verdict] / total:.1f} % {name}" for name, verdict in COLUMNS)
    return f"By turn, of {total}: {', '.join(shares)}." if total else ""


def as_json(result: LineResult) -> dict[str, Any]:
    """A result for other programs; what was not given in the file is left out."""
    line = result.line
    body: dict[str, Any] = {
        "line": line.number,
        "said": list(line.said),
        "actions": [
            {"action": one.action, "arguments": one.arguments, "status": one.status}
            for one in result.actions
        ],
        "reply": " / ".join(answer.reply for answer in result.answers),
    }
    if line.topic:
        body["class"] = line.topic
    if line.source:
        body["source"] = line.source
    if line.wanted:
        body["expected"] = line.wanted
    if result.verdict:
        body["verdict"] = result.verdict
        body["wrong_acts"] = [one.action for one in result.wrong_acts]
        body["needless_searches"] = result.needless_searches
    return body


def told(result: LineResult) -> str:
    """A result in one line: what was said, what was done, and the answer."""
    turns = [
        " ".join([*(f"[{one}]" for one in answer.actions), answer.reply])
        for answer in result.answers
    ]
    wanted = f", expected {result.line.wanted}" if result.line.wanted else ""
    return f"{result.line.number}: {' / '.join(result.line.said)}{wanted}: {' / '.join(turns)}"


def unknown_tools(results: Sequence[LineResult], known: Collection[str]) -> Iterator[str]:
    """Tools that are expected and that the program does not have; a slip of the pen mostly."""
    expected = {
        one.name
        for result in results
        for turn in result.line.expected
        for steps in turn
        for one in steps
        if one.is_tool
    }
    yield from sorted(expected.difference(known))
