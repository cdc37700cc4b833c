"""Runs each line of a file in a world of its own, and judges what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from jarvis_voice.workshop.sentences.expectation import Alternative
from jarvis_voice.workshop.sentences.sentence_file import SentenceLine
from jarvis_voice.workshop.sentences.trial import (
    SeenAction,
    SeenAnswer,
    open_trial,
    without_network,
)
from jarvis_voice.workshop.sentences.verdict import (
    TurnVerdict,
    Verdict,
    answers_in,
    judge_turn,
    worst,
)

AT_ONCE = 3
"""Lines under way together: while one waits for a thread another is planned."""

LINE_SECONDS = 60.0
"""After this a line is given up."""

YES = "yes"


@dataclass(frozen=True, slots=True)
class LineResult:
    """What came of a line, turn by turn.

    Attributes:
        verdicts: One for each turn; None for a turn that is not judged.
    """

    line: SentenceLine
    answers: tuple[SeenAnswer, ...]
    verdicts: tuple[TurnVerdict | None, ...]

    @property
    def verdict(self) -> Verdict | None:
        """That of the worst turn; None where nothing is judged."""
        judged = [one.verdict for one in self.verdicts if one]
        return worst(judged) if judged else None

    @property
    def wrong_acts(self) -> tuple[SeenAction, ...]:
        """Acts that nobody had asked for."""
        return tuple(act for one in self.verdicts if one for act in one.wrong_acts)

    @property
    def needless_searches(self) -> int:
        """Searches of the web where something else was expected."""
        return sum(one.needless_searches for one in self.verdicts if one)

    @property
    def actions(self) -> tuple[SeenAction, ...]:
        """All that was planned."""
        return tuple(action for answer in self.answers for action in answer.actions)


async def run_lines(
    lines: Sequence[SentenceLine], on_done: Callable[[LineResult], None] = lambda _: None
) -> list[LineResult]:
    """Run lines; the results are in their order.

    Args:
        lines: What to run.
        on_done: Is told of every result as it comes.
    """
    free = asyncio.Semaphore(AT_ONCE)

    async def run_one(line: SentenceLine, home: Path) -> LineResult:
        async with free:
            result = await _run(line, home)
            on_done(result)
            return result

    with TemporaryDirectory(prefix="jarvis-eval-", ignore_cleanup_errors=True) as folder:
        homes = (Path(folder) / str(line.number) for line in lines)
        with without_network():
            return list(await asyncio.gather(*map(run_one, lines, homes)))


async def tool_names() -> frozenset[str]:
    """The names of the tools that a trial has."""
    with TemporaryDirectory(prefix="jarvis-eval-", ignore_cleanup_errors=True) as folder:
        async with open_trial(Path(folder)) as trial:
            await trial.say("hello")
            return frozenset(trial.tools)


async def _run(line: SentenceLine, home: Path) -> LineResult:
    answers = await _talk(line.said, home / "said")
    verdicts: list[TurnVerdict | None] = []
    owed: tuple[Alternative, ...] = ()
    for number, (expected, seen) in enumerate(zip(line.expected, answers, strict=True)):
        judged = judge_turn(expected, seen, owed) if expected else None
        if judged and judged.verdict == "refused" and "ask" in answers_in(seen):
            offered = await _talk((*line.said[: number + 1], YES), home / f"yes-{number}")
            if _is_offered(expected, offered[-1]):
                judged = replace(judged, verdict="asked_right")
        is_offered = judged is not None and judged.verdict == "asked_right"
        owed = tuple(expected) if is_offered else ()
        verdicts.append(judged)
    return LineResult(line, answers, tuple(verdicts))


def _is_offered(expected: Sequence[Alternative], agreed: SeenAnswer) -> bool:
    """Whether a yes to what was offered brings what is expected."""
    done = [steps for steps in expected if steps[0].is_tool or steps[0].name == "talk"]
    return bool(done) and judge_turn(done, agreed).verdict == "right"


async def _talk(said: Sequence[str], home: Path) -> tuple[SeenAnswer, ...]:
    """Say sentences one after the other in a new world."""
    answers: list[SeenAnswer] = []
    async with open_trial(home) as trial:
        for text in said:
            try:
                async with asyncio.timeout(LINE_SECONDS):
                    answers.append(await trial.say(text))
            except TimeoutError:
                answers.append(SeenAnswer(text, (), "It took too long.", "failed"))
    return tuple(answers)
