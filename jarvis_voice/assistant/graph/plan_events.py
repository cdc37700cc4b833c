"""Tells what was planned and which models were asked for it."""

from __future__ import annotations

from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.planning.ladder import Attempt
from jarvis_voice.assistant.state import TaskState
from jarvis_voice.core.events import ModelAsked, TaskPlanned


def tell_planned(task: TaskState, context: TurnContext) -> None:
    """Tell which action was planned, and write it down."""
    turn_id, action, arguments = context.turn.turn_id, task["action"], task["arguments"]
    context.ledger.note("thought", f"{task['planner']} plans {action}")
    context.publish(
        TaskPlanned(turn_id, context.clock.seconds(), action, arguments, task["planner"])
    )


def model_asked(attempt: Attempt, context: TurnContext) -> ModelAsked:
    """The event of a call of a model."""
    at, turn_id = context.clock.seconds(), context.turn.turn_id
    return ModelAsked(turn_id, at, attempt.planner, attempt.seconds, attempt.error)
