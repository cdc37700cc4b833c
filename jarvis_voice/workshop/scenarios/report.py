"""Makes the report of an evaluation: a table by topic, in Markdown. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.workshop.scenarios.judge import ActionNote, SeenTurn
from jarvis_voice.workshop.scenarios.runner import Result

LONGEST_NOTE = 300
"""Characters of a tool's note that a report holds."""


@dataclass(frozen=True, slots=True)
class TopicRow:
    """The figures of one topic.

    Attributes:
        local: Actions that code or the local planner chose.
        model: Actions that a model chose.
        wrong: Effects that nobody had asked for.
    """

    topic: str
    passed: int
    failed: int
    local: int
    model: int
    wrong: int
    took_seconds: float

    @classmethod
    def of(cls, topic: str, results: Sequence[Result]) -> TopicRow:
        """The figures of these results."""
        return cls(
            topic=topic,
            passed=sum(result.passed for result in results),
            failed=sum(not result.passed for result in results),
            local=sum(result.decisions(local=True) for result in results),
            model=sum(result.decisions(local=False) for result in results),
            wrong=sum(result.wrong_actions for result in results),
            took_seconds=sum(result.took_seconds for result in results),
        )


def rows(results: Sequence[Result]) -> list[TopicRow]:
    """A row for each topic, and one for all of them."""
    in_order = sorted(results, key=_topic)
    by_topic = [TopicRow.of(topic, list(some)) for topic, some in groupby(in_order, key=_topic)]
    return [*by_topic, TopicRow.of("all", results)]


def markdown(
    results: Sequence[Result], *, rules: frozenset[Rule] = ALL_RULES, missing: Sequence[str] = ()
) -> str:
    """The report: the table, what failed, and every turn with decisions, notes and answer.

    Args:
        results: Of every scenario.
        rules: Those that held.
        missing: What a live run did without.
    """
    return "\n".join([*_head(results, rules, missing), *_table(results), *_turns(results), ""])


def _head(
    results: Sequence[Result], rules: frozenset[Rule], missing: Sequence[str]
) -> Iterator[str]:
    failed = sum(not result.passed for result in results)
    yield "# Evaluation"
    yield ""
    yield f"{len(results)} scenarios, {len(results) - failed} passed, {failed} failed."
    if off := sorted(rule.value for rule in ALL_RULES - rules):
        yield f"Rules switched off: {', '.join(off)}."
    if missing:
        yield f"Live, without {', '.join(missing)}."
    yield ""


def _table(results: Sequence[Result]) -> Iterator[str]:
    yield "| topic | passed | failed | local decisions | model decisions | wrong actions |"
    yield "|---|--:|--:|--:|--:|--:|"
    for row in rows(results):
        yield (
            f"| {row.topic} | {row.passed} | {row.failed} | {row.local} | {row.model} "
            f"| {row.wrong} |"
        )
    planners = Counter(
        one.planner for result in results for turn in result.turns for one in turn.decisions
    )
    told = ", ".join(f"{name} {count}" for name, count in sorted(planners.items()))
    yield ""
    yield f"Decisions by planner: {told or 'none'}."


def _turns(results: Sequence[Result]) -> Iterator[str]:
    for result in sorted(results, key=attrgetter("passed")):
        yield ""
        mark = "passed" if result.passed else "FAILED"
        yield f"## {result.scenario.id}: {mark}"
        yield ""
        yield f"{_plain(result.scenario.about)} ({result.took_seconds:.2f} s)"
        for failure in result.failures:
            yield f"- **{_plain(failure)}**"
        for turn in result.turns:
            yield ""
            yield from _turn(turn)


def _turn(turn: SeenTurn) -> Iterator[str]:
    yield f"> {_plain(turn.said)}"
    yield ""
    yield from (f"- decided by {d.planner}: {_plain(str(d))}" for d in turn.decisions)
    yield from (f"- {_note(note)}" for note in turn.notes)
    if turn.problems:
        yield f"- reported: {', '.join(turn.problems)}"
    yield f"- answer ({turn.outcome}): {_plain(turn.reply) or 'none'}"


def _note(note: ActionNote) -> str:
    return f"{_plain(str(note))}: {_plain(note.observed[:LONGEST_NOTE])}"


def _plain(text: str) -> str:
    """One line in which no sign means anything to Markdown."""
    line = " ".join(text.split())
    return "".join(f"\\{sign}" if sign in "\\`*_<>[]|#" else sign for sign in line)


def _topic(result: Result) -> str:
    return result.scenario.topic
