"""Reception: the node that words the answer, sentence by sentence, and closes the turn's state.

Invariant: an act is told in words made from its receipt; model text may inform, never claim.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from langgraph.runtime import Runtime

from jarvis_voice.brain import wording
from jarvis_voice.brain.claims import claims_an_act
from jarvis_voice.brain.context import TurnContext
from jarvis_voice.brain.prompts import answer_prompt, without_urls
from jarvis_voice.brain.state import JarvisState, StepState, remember
from jarvis_voice.engines.gemini import Message
from jarvis_voice.errors import PlannerError
from jarvis_voice.events import ProblemReported
from jarvis_voice.turn.sentences import SentenceSplitter, split_sentences
from jarvis_voice.types import Reply


class Answerer(Protocol):
    """Words an answer from what was found."""

    def stream(self, system: str, messages: Sequence[Message]) -> AsyncIterator[str]:
        """Pieces of the answer as they come.

        Raises:
            PlannerError: It gave none, or broke off.
        """
        ...


class Reception:
    """The graph's last node."""

    def __init__(self, answerer: Answerer | None) -> None:
        self._answerer = answerer

    async def __call__(self, state: JarvisState, runtime: Runtime[TurnContext]) -> JarvisState:
        """Say the answer and write down the turn."""
        finish, context, memory = state["finish"], runtime.context, state["executor_memory"]
        if finish is None:
            raise RuntimeError("reception was reached before the planner had finished")
        outcome: str
        if finish["reply"] is not None:
            sentences, outcome = split_sentences(finish["reply"]), wording.outcome_of(memory)
        else:
            sentences, outcome = wording.report(memory)
        if finish["note"]:
            sentences.append(finish["note"])
        if self._answerer and finish["reply"] is None and _is_lookup(memory):
            said = await self._say_streamed(self._answerer, state, context, sentences)
        else:
            said = _say_all(sentences, context)
        reply = " ".join(said)
        return JarvisState(
            reception_output=reply,
            messages=remember(state.get("messages", []), state["user_goal"], reply),
            offer=finish["offer"],
            outcome=finish["outcome"] or outcome,
        )

    async def _say_streamed(
        self,
        answerer: Answerer,
        state: JarvisState,
        context: TurnContext,
        fallback: list[str],
    ) -> list[str]:
        splitter, said = SentenceSplitter(), list[str]()
        system = answer_prompt(state["executor_memory"])
        said_before = [
            Message(m["role"], without_urls(m["text"])) for m in state.get("messages", [])
        ]
        question = Message("user", without_urls(state["user_goal"]))
        try:
            async for piece in answerer.stream(system, [*said_before, question]):
                for sentence in splitter.feed(piece):
                    _say(sentence, context, said)
        except PlannerError as error:
            context.publish(ProblemReported(context.clock.seconds(), error.code, error.message))
            if not said:
                return _say_all(fallback, context)
            _say("I lost the connection before the end of my answer.", context, said, final=True)
            return said
        rest = [s for s in split_sentences(splitter.flush()) if not claims_an_act(s)]
        if not rest and not said:
            return _say_all(fallback, context)
        for number, sentence in enumerate(rest, 1):
            _say(sentence, context, said, final=number == len(rest))
        return said


def _is_lookup(memory: Sequence[StepState]) -> bool:
    return (
        bool(memory) and memory[-1]["action"] in wording.LOOKUPS and memory[-1]["status"] == "done"
    )


def _say(sentence: str, context: TurnContext, said: list[str], *, final: bool = False) -> None:
    if claims_an_act(sentence):
        return
    said.append(sentence)
    context.say(Reply(context.turn.turn_id, sentence, is_final=final))


def _say_all(sentences: list[str], context: TurnContext) -> list[str]:
    for number, sentence in enumerate(sentences, 1):
        final = number == len(sentences)
        context.say(Reply(context.turn.turn_id, sentence, is_final=final))
    return sentences
