"""StepChooser: has a model choose the next step of a run.

Invariant: a model sees names and counts, never what strangers wrote; it may choose among steps that
are open and do nothing else. Whatever else it answers, the run goes on by its table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, create_model

from jarvis_voice.briefing.model_question import BriefingModel, UnansweredError
from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.core.briefing_records import StepSpan

MOST_CHOICES = 12
"""Of a run."""

PROMPT = """\
You steer how a briefing of the news is made. You get the steps that are done, each with what it
answered, and the steps that are open, each with what it does. A step that you pass over is not done
later. Choose the step that shall be next. Answer in the schema."""


class ChosenStep(BaseModel):
    """The step that a model wants; a schema with the open ones is made for each question."""

    model_config = ConfigDict(extra="forbid")

    step: str


@dataclass(frozen=True, slots=True)
class StepChooser:
    """Chooses steps by a model.

    Attributes:
        model: Who chooses.
        most: So many times in a run.
    """

    model: BriefingModel
    most: int = MOST_CHOICES

    async def choose(
        self, steps: Mapping[str, str], done: Sequence[StepSpan], work: BriefingWork
    ) -> str:
        """The name of the next step; "" leaves it to the table, from then on to the end of the run.

        Args:
            steps: The open ones, each with what it does.
            done: The steps before, with what they answered.
            work: Of the run.
        """
        if work.steering_problem:
            return ""
        if work.n_choices >= self.most:
            work.steering_problem = f"a run has {self.most} choices at the most"
            return ""
        work.n_choices += 1
        told = {
            "done": [{"step": one.name, "answered": one.told} for one in done],
            "open": dict(steps),
        }
        names: Any = Literal[tuple(steps)]
        schema = create_model("Choice", __base__=ChosenStep, step=(names, ...))
        try:
            answer = await self.model.answer(work, PROMPT, json.dumps(told), schema)
        except UnansweredError as error:
            work.steering_problem = str(error)
            return ""
        if answer.step not in steps:
            work.steering_problem = "the model chose a step that is not open"
            return ""
        return answer.step
