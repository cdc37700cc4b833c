"""Reception: the graph node that words the answer and writes the turn's last state fields.

Invariant: an act is told in words made from its receipt. What a model wrote was told by TaskPlanner
while it came; what is left of it is told here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace

from langgraph.runtime import Runtime

from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.planning import receipt_phrases
from jarvis_voice.assistant.planning.past_messages import remembered
from jarvis_voice.assistant.planning.reply_length import units_within, within
from jarvis_voice.assistant.state import FinishState, JarvisState, StepState
from jarvis_voice.core.types import Reply
from jarvis_voice.core.written_answer import written
from jarvis_voice.language.en.answer_unit import Unit

OBSERVED_CHARACTERS = 300
"""How much of what a tool observed later turns are told."""


class Reception:
    """The graph's last node: words the answer, sentence by sentence.

    Args:
        sums_up: What no model is shown any more is kept until it is summed up; else no summary is
            kept, nor one from before.
    """

    def __init__(self, *, sums_up: bool = False) -> None:
        self._sums_up = sums_up

    async def __call__(self, state: JarvisState, runtime: Runtime[TurnContext]) -> JarvisState:
        """Say what is left of the answer and write down the turn."""
        finish, context = state["finish"], runtime.context
        if finish is None:
            raise RuntimeError("reception was reached before the planner had finished")
        units, outcome = _worded(finish, state)
        notes = [*([finish["note"]] if finish["note"] else []), *state["stepped_down"]]
        units += [Unit(note, " ", "prose") for note in notes]
        if question := finish["question"]:
            units.append(Unit(question, "\n\n", "prose"))
        told = [Unit(state["told"], "", "prose")] if state["told"] else []
        replies = [as_reply(unit, context) for unit in (*told, *units)]
        await _say_all(replies[len(told) :], context)
        reply = written(replies)
        conversation = remembered(
            state,
            state["user_goal"],
            reply,
            [_told(step) for step in state["executor_memory"] if not step["private"]],
            finish["answered_by"] if self._sums_up else "",
        )
        if not self._sums_up and (state.get("summary") or state.get("fallen")):
            conversation |= JarvisState(summary=None, fallen=[])
        return JarvisState(
            **conversation,
            reception_output=reply,
            offer=finish["offer"],
            offered_in=context.turn.door,
            offered_at=context.clock.now().timestamp(),
            answered_by=finish["answered_by"],
            outcome=finish["outcome"] or outcome,
        )


def _worded(finish: FinishState, state: JarvisState) -> tuple[list[Unit], str]:
    """What is left of the answer, in the planner's words or in those of the receipts."""
    memory = state["executor_memory"]
    if finish["reply"] is not None:
        units = units_within(finish["reply"])
        if state["told"] and units and not units[0].lead:
            units = [replace(units[0], lead="\n\n"), *units[1:]]
        return units, receipt_phrases.outcome_of(memory)
    sentences, outcome = receipt_phrases.report(memory)
    new = memory[state["reported"] :]
    if not memory and finish["note"]:  # it was stopped before its first step, and says why
        sentences = []
    if state["told"]:
        sentences = receipt_phrases.report(new)[0] if new else []
    return [Unit(sentence, " ", "prose") for sentence in within(sentences)], outcome


def _told(step: StepState) -> str:
    """The line about a step that a model gets in later turns."""
    found = json.dumps(step["data"], ensure_ascii=False) if step["material"] else ""
    observed = f"{step['observed']} {found}".strip()
    return f"{step['action']}, {step['status']}: {observed[:OBSERVED_CHARACTERS]}"


async def _say_all(replies: Sequence[Reply], context: TurnContext) -> None:
    """Say the parts of an answer; the loop is free between two of them."""
    for number, reply in enumerate(replies, 1):
        context.say(replace(reply, is_final=number == len(replies)))
        await asyncio.sleep(0)


def as_reply(unit: Unit, context: TurnContext) -> Reply:
    """A unit of the answer on its way to the user."""
    return Reply(context.turn.turn_id, unit.text, is_final=False, lead=unit.lead, kind=unit.kind)
