"""The course of a run: the table of its steps, and which of them are open.

Invariant: a step begins only when the steps that it needs are done, whether the table or a model
chose it; a run ends.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass

from jarvis_voice.briefing.steps import (
    StepContext,
    collate,
    gather,
    judge,
    read,
    score,
    send,
    store,
    summarise,
    word,
)
from jarvis_voice.briefing.work import BriefingWork


def _always(_: StepContext) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class BriefingStep:
    """One step of a run.

    Attributes:
        seconds: How long it may take.
        purpose: What it does, for a model that chooses steps.
        needs: Steps that must be done before it.
        is_partial: Whether what it has until then is used; else the run has failed.
        may_fail: Whether the run goes on without it.
        is_optional: Whether a model may pass it over.
        is_wanted: Whether a run has it at all.
    """

    name: str
    work: Callable[[StepContext, BriefingWork], Awaitable[str]]
    seconds: float
    purpose: str = ""
    needs: tuple[str, ...] = ()
    is_partial: bool = False
    may_fail: bool = False
    is_optional: bool = False
    is_wanted: Callable[[StepContext], bool] = _always


STEPS = (
    BriefingStep("gather", gather, 45, "Ask feeds, and search for topics.", is_partial=True),
    BriefingStep(
        "read",
        read,
        45,
        "Extract the text of the pages that look best; it takes seconds. Without it stories are "
        "told from what the feeds say of them.",
        ("gather",),
        is_partial=True,
        is_optional=True,
    ),
    BriefingStep("score", score, 30, "Make stories, score them and choose.", ("gather",)),
    BriefingStep("store", store, 15, "Keep the articles of the chosen stories.", ("score",)),
    BriefingStep("summarise", summarise, 30, "Choose the sentences that are told.", ("score",)),
    BriefingStep(
        "word",
        word,
        40,
        "Have a model word and order the stories; it costs.",
        ("summarise",),
        is_partial=True,
        is_optional=True,
        is_wanted=lambda context: context.sources.writer is not None,
    ),
    BriefingStep("collate", collate, 20, "Put the briefing together.", ("store", "summarise")),
    BriefingStep(
        "judge",
        judge,
        40,
        "Have a model score the briefing; it costs.",
        ("collate",),
        may_fail=True,
        is_optional=True,
        is_wanted=lambda context: context.sources.judge is not None,
    ),
    BriefingStep(
        "send",
        send,
        180,
        "Mail the briefing, as the user has said.",
        ("collate",),
        may_fail=True,
        is_wanted=lambda context: context.mail is not None,
    ),
)
"""In the order in which they are done where nobody chooses."""


def open_steps(steps: Sequence[BriefingStep], done: Collection[str]) -> list[BriefingStep]:
    """The steps that may be next, in the order of the table; none where the run is over.

    Args:
        steps: Of the run.
        done: Names of those that are done. An optional one before the last of them is passed over.
    """
    last = max((place for place, one in enumerate(steps) if one.name in done), default=-1)
    left = [
        one
        for place, one in enumerate(steps)
        if one.name not in done and not (one.is_optional and place < last)
    ]
    names = {one.name for one in steps}
    return [one for one in left if names & set(one.needs) <= set(done)]
