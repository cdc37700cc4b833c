"""What the routes of the daily summary take and answer, as openapi.json tells it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from jarvis_voice.briefing.views import as_data
from jarvis_voice.core.briefing_records import BriefingRun, RunState, StepSpan
from jarvis_voice.core.mail_records import Delivery, DeliveryState, delivery_told
from jarvis_voice.core.turn_costs import Spending, spending

if TYPE_CHECKING:
    from jarvis_voice.core.config import PriceConfig

MOST_TOPICS = 30

Topic = Annotated[str, Field(min_length=1, max_length=200)]


class SummaryRequest(BaseModel):
    """A summary that is asked for."""

    model_config = ConfigDict(extra="forbid", strict=True)

    topics: Annotated[
        list[Topic],
        Field(max_length=MOST_TOPICS, description="Only what is about these; none is everything."),
    ] = []
    send: bool = Field(
        default=False, description='Mail it to your confirmed addresses; needs "act" too.'
    )


class SummaryStarted(BaseModel):
    """A run that has begun, or that was begun before with the same key."""

    run_id: int


class SummaryStep(BaseModel):
    """How one step of a run went."""

    name: str
    seconds: float
    ok: bool
    told: str


class SummaryMail(BaseModel):
    """What became of a mail."""

    recipient: str
    state: DeliveryState
    told: str


class SummaryRun(BaseModel):
    """A run: how far it is, and what it has made."""

    run_id: int
    state: RunState
    step: str
    trigger: str
    topics: list[str]
    started_at: str
    ended_at: str | None
    problem: str
    steps: list[SummaryStep]
    cost: Spending
    mails: list[SummaryMail]
    result: dict[str, Any] | None


class SummaryHead(BaseModel):
    """A run in the list of runs."""

    run_id: int
    state: RunState
    topics: list[str]
    started_at: str
    stories: int


class SummaryList(BaseModel):
    """The runs that are kept, the newest first."""

    runs: list[SummaryHead]


def step_body(span: StepSpan) -> SummaryStep:
    """One step."""
    return SummaryStep(name=span.name, seconds=span.seconds, ok=span.is_ok, told=span.told)


def run_body(
    run: BriefingRun, mails: Iterable[Delivery], prices: Mapping[str, PriceConfig]
) -> SummaryRun:
    """A whole run."""
    return SummaryRun(
        run_id=run.number,
        state=run.state,
        step=run.step,
        trigger=run.trigger,
        topics=list(run.topics),
        started_at=run.started_at.isoformat(timespec="seconds"),
        ended_at=run.ended_at.isoformat(timespec="seconds") if run.ended_at else None,
        problem=run.problem,
        steps=[step_body(one) for one in run.spans],
        cost=spending(run.calls, prices),
        mails=[
            SummaryMail(recipient=one.recipient, state=one.state, told=delivery_told(one))
            for one in mails
        ],
        result=as_data(run.briefing) if run.briefing else None,
    )


def head_body(run: BriefingRun) -> SummaryHead:
    """A run in the list of runs."""
    return SummaryHead(
        run_id=run.number,
        state=run.state,
        topics=list(run.topics),
        started_at=run.started_at.isoformat(timespec="seconds"),
        stories=len(run.briefing.stories) if run.briefing else 0,
    )
