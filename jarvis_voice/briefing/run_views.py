"""Shows how runs went: steps with their times, the share that succeeded, scores, cost. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from jarvis_voice.core.briefing_records import (
    Briefing,
    BriefingRun,
    QualityScores,
    StepSpan,
)
from jarvis_voice.core.turn_costs import Spending, spending
from jarvis_voice.core.visible_text import visible_line

if TYPE_CHECKING:
    from jarvis_voice.core.config import PriceConfig


def _outcome(span: StepSpan) -> str:
    by = " (chosen by the model)" if span.by == "model" else ""
    return ("" if span.is_ok else "FAILED ") + visible_line(span.told) + by


def run_shown(run: BriefingRun) -> list[str]:
    """How a run went: a line for it, and one for each step."""
    about = f" about {', '.join(run.topics)}" if run.topics else ""
    when = f"{run.started_at.astimezone():%Y-%m-%d %H:%M}"
    head = f"{run.number}\t{when}\t{run.state}\t{run.trigger}{about}"
    steps = [f"\t{one.name}\t{one.seconds:.2f} s\t{_outcome(one)}" for one in run.spans]
    steering = run.steering_problem and f"steps are those of the table: {run.steering_problem}"
    told = [f"\t{visible_line(one)}" for one in (steering, run.problem) if one]
    return [head, *steps, *told]


def runs_in_sum(runs: Sequence[BriefingRun]) -> str:
    """How many runs there were, the share that succeeded, and how long those took."""
    over = [one for one in runs if one.state != "running"]
    done = [one for one in over if one.state == "done"]
    if not over:
        return "No run is over yet."
    share = f"{len(done)} of {len(over)} runs succeeded ({len(done) / len(over):.0%})"
    seconds = sorted(sum(span.seconds for span in one.spans) for one in done)
    if not seconds:
        return f"{share}."
    return f"{share}; half of them took at most {seconds[(len(seconds) - 1) // 2]:.1f} s."


def scores_shown(scores: QualityScores | None) -> str:
    """Scores in one line."""
    if scores is None:
        return "not scored"
    return (
        f"coherence {scores.coherence:.2f}  accuracy {scores.accuracy:.2f}  "
        f"completeness {scores.completeness:.2f}  readability {scores.readability:.2f}  "
        f"{'passed' if scores.has_passed else 'FAILED'} by {scores.by}"
    )


def quality_shown(briefing: Briefing) -> Iterator[str]:
    """The scores of a briefing and of each of its stories, a line each."""
    yield f"Briefing {briefing.number}\t{scores_shown(briefing.quality)}"
    if briefing.judged:
        yield f"\t{scores_shown(briefing.judged)}"
    for number, story in enumerate(briefing.stories, 1):
        yield f"{number}\t{scores_shown(story.quality)}\t{visible_line(story.scored.title)}"
        if story.judged:
            yield f"\t{scores_shown(story.judged)}"


def cost_shown(runs: Sequence[BriefingRun], prices: Mapping[str, PriceConfig]) -> Iterator[str]:
    """What runs cost, a line each for those that asked a model, and the sum."""
    asking = [one for one in runs if one.calls]
    for run in asking:
        yield f"{run.number}\t{_spent(spending(run.calls, prices))}"
    if not asking:
        yield f"{len(runs)} runs, and none asked a language model: they cost nothing."
        return
    whole = spending((call for run in asking for call in run.calls), prices)
    yield f"{len(asking)} of {len(runs)} runs asked a model: {_spent(whole)}"
    for model in whole.unpriced:
        yield f"No price is set for {visible_line(model)}: its calls are not in the cost."


def _spent(spent: Spending) -> str:
    tokens = f"{spent.input_tokens:,} tokens in and {spent.output_tokens:,} out"
    return f"{spent.calls} calls, {tokens}, ${spent.cost:.4f}"
