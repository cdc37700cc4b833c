"""Reception: the graph node that words the answer and writes the turn's last state fields.

Invariant: an act is told in words made from its receipt; model text may inform, never claim.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Protocol

from langgraph.runtime import Runtime

from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.planning import receipt_phrases
from jarvis_voice.assistant.planning.claims import claims_an_act
from jarvis_voice.assistant.planning.ladder import RUNG_SECONDS, Ladder
from jarvis_voice.assistant.planning.prompts import answer_prompt, said_before, without_urls
from jarvis_voice.assistant.planning.reply_length import (
    GOES_ON,
    REPLY_CHARACTERS,
    units_within,
    within,
)
from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.assistant.state import FinishState, JarvisState, remember
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.types import Reply
from jarvis_voice.core.written_answer import written
from jarvis_voice.engines.llm.chat import Message, Spent
from jarvis_voice.language.en.answer_units import Unit
from jarvis_voice.language.en.sentences import SentenceSplitter, split_sentences

BROKE_OFF = "I lost the connection before the end of my answer."


class Answerer(Protocol):
    """A language model that words an answer from the results of the turn."""

    async def load(self) -> None:
        """Import what it answers with; who limits the time of an answer calls this before.

        Raises:
            PlannerError: It does not load here.
        """
        ...

    def stream(self, system: str, messages: Sequence[Message], spent: Spent) -> AsyncGenerator[str]:
        """Pieces of the answer as they come.

        Raises:
            PlannerError: It gave none, or broke off.
        """
        ...


class Reception:
    """The graph's last node: words the answer, sentence by sentence.

    Args:
        answerers: Models by the name of their rung, best first.
        ladder: Knows which of them may be asked now.
        rules: Those that hold.
    """

    def __init__(
        self,
        answerers: Mapping[str, Answerer],
        ladder: Ladder,
        rules: frozenset[Rule] = ALL_RULES,
    ) -> None:
        self._answerers = answerers
        self._ladder = ladder
        self._rules = rules

    async def __call__(self, state: JarvisState, runtime: Runtime[TurnContext]) -> JarvisState:
        """Say the answer and write down the turn."""
        finish, context, memory = state["finish"], runtime.context, state["executor_memory"]
        if finish is None:
            raise RuntimeError("reception was reached before the planner had finished")
        units, outcome = self._worded(finish, state)
        notes = [*([finish["note"]] if finish["note"] else []), *state["stepped_down"]]
        said: list[Reply] = []
        is_material = bool(memory) and memory[-1]["material"] and memory[-1]["status"] == "done"
        if finish["reply"] is None and is_material:
            notes += await self._stream(state, context, said)
        if said:
            units = []
        await _say_all([*units, *(Unit(note, " ", "prose") for note in notes)], context, said)
        reply = written(said)
        return JarvisState(
            reception_output=reply,
            messages=remember(state.get("messages", []), state["user_goal"], reply),
            offer=finish["offer"],
            offered_in=context.turn.door,
            offered_at=context.clock.now().timestamp(),
            outcome=finish["outcome"] or outcome,
        )

    def _worded(self, finish: FinishState, state: JarvisState) -> tuple[list[Unit], str]:
        """The answer in the planner's words, or in those of the receipts."""
        memory = state["executor_memory"]
        if finish["reply"] is None:
            sentences, outcome = receipt_phrases.report(memory)
            return [Unit(sentence, " ", "prose") for sentence in within(sentences)], outcome
        return units_within(finish["reply"]), receipt_phrases.outcome_of(memory)

    async def _stream(
        self, state: JarvisState, context: TurnContext, said: list[Reply]
    ) -> list[str]:
        """Say a model's answer as it comes; what the user is to be told besides is returned."""
        notes: list[str] = []
        for number, (name, answerer) in enumerate(self._answerers.items()):
            if not self._ladder.is_usable(name, state["gave_up"]):
                continue
            limit = RUNG_SECONDS[min(number, len(RUNG_SECONDS) - 1)]
            try:
                await self._say_streamed(answerer, state, context, said, limit)
            except PlannerError as error:
                context.publish(ProblemReported(context.clock.seconds(), error.code, error.message))
                is_news = self._ladder.fail(name, error)
                if said:
                    return [*notes, BROKE_OFF]
                if is_news:
                    notes.append(f"{error.spoken} I go on without it.")
            else:
                if said:
                    return notes
        return notes

    async def _say_streamed(
        self,
        answerer: Answerer,
        state: JarvisState,
        context: TurnContext,
        said: list[Reply],
        first_piece_seconds: float,
    ) -> None:
        await answerer.load()
        splitter = SentenceSplitter()
        before = await said_before(state.get("messages", []))
        question = Message("user", without_urls(state["user_goal"]))
        system = answer_prompt(state["executor_memory"])
        pieces = answerer.stream(system, [*before, question], context.ledger.spent)
        async with aclosing(pieces):
            try:
                async with asyncio.timeout(first_piece_seconds):
                    piece = await anext(pieces, None)
            except TimeoutError:
                raise PlannerError(
                    "answer-timeout",
                    "The model did not answer in time.",
                    spoken="The language model takes too long.",
                ) from None
            room = REPLY_CHARACTERS
            while piece is not None and room >= 0:
                await self._say(splitter.feed(piece[:room]), context, said)
                room -= len(piece)
                piece = await anext(pieces, None) if room >= 0 else None
        rest = split_sentences(splitter.flush()) if room >= 0 else [GOES_ON]
        await self._say(rest, context, said, ends=not state["stepped_down"])

    async def _say(
        self,
        sentences: Sequence[str],
        context: TurnContext,
        said: list[Reply],
        *,
        ends: bool = False,
    ) -> None:
        """Say a model's sentences, but for those that claim an act."""
        spoken: list[str] = []
        for sentence in sentences:
            if Rule.RECEIPTS not in self._rules or not claims_an_act(sentence):
                spoken.append(sentence)
            await asyncio.sleep(0)  # one piece of a stream may hold thousands
        for number, sentence in enumerate(spoken, 1):
            is_final = ends and number == len(spoken)
            said.append(Reply(context.turn.turn_id, sentence, is_final=is_final))
            context.say(said[-1])
            await asyncio.sleep(0)


async def _say_all(units: Sequence[Unit], context: TurnContext, said: list[Reply]) -> None:
    """Say the parts of an answer; the loop is free between two of them."""
    for number, unit in enumerate(units, 1):
        is_below_block = said and said[-1].kind != "prose" and unit.lead == " "
        lead = "\n\n" if is_below_block else unit.lead
        is_final = number == len(units)
        said.append(Reply(context.turn.turn_id, unit.text, is_final, lead=lead, kind=unit.kind))
        context.say(said[-1])
        await asyncio.sleep(0)
