"""GraphBrain: runs one turn of a thread through the graph, for the Assistant.

Invariant: a dry run reads the thread and leaves no trace on disk; its own turns follow each other.
What waits for the user's yes is known to this process alone: a restart drops it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Protocol, cast

from jarvis_voice.assistant.graph import confirmation
from jarvis_voice.assistant.graph.confirmation import Pending
from jarvis_voice.assistant.graph.context import TurnContext, TurnUnderstanding
from jarvis_voice.assistant.graph.graph import build_graph
from jarvis_voice.assistant.planning.past_messages import due_summary, remembered
from jarvis_voice.assistant.state import (
    THREAD_FIELDS,
    JarvisState,
    MessageState,
    begin_turn,
    taken_over,
)
from jarvis_voice.assistant.understanding.shown_pictures import about_picture
from jarvis_voice.core.hypotheses import BestHypothesis, Completeness
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.core.types import Outcome, Reply, Source, ThreadKey
from jarvis_voice.core.understanding import Understanding
from jarvis_voice.language.en.heard_part import heard_part, is_heard
from jarvis_voice.store.conversation_ids import checkpoint_id

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from jarvis_voice.assistant.graph.executor import Executor
    from jarvis_voice.assistant.graph.planner import TaskPlanner
    from jarvis_voice.assistant.graph.reception import Reception
    from jarvis_voice.assistant.graph.share_question import ShareAnswer, ShareQuestion
    from jarvis_voice.assistant.graph.summariser import MadeSummary, Summariser


INTERRUPT = "__interrupt__"

MOST_DRY_THREADS = 200
OLD_SECONDS = 3_600.0
"""So long after its time a question is not even told to be too old."""


HEARD: frozenset[Source] = frozenset({"voice", "key"})
"""Doors at which a user pauses while words are made out."""


class HypothesisJudge(Protocol):
    """Chooses the transcript that the user most likely meant, while the user pauses."""

    def choose(self, texts: Sequence[str]) -> BestHypothesis:
        """Which of several hearings of one sound is meant, and what it is as a command."""
        ...

    def take(self, text: str) -> Understanding | None:
        """What was understood of these words while the user paused; the utterance is over."""
        ...


@dataclass(frozen=True, slots=True)
class BrainParts:
    """What a brain has beside its graph.

    Attributes:
        judge: Chooses between transcripts; None is the first one.
        summariser: Sums up what no model is shown any more; None is nobody.
    """

    judge: HypothesisJudge | None = None
    summariser: Summariser | None = None


NO_PARTS = BrainParts()


class GraphBrain:
    """Answers turns with the LangGraph loop."""

    def __init__(
        self,
        planner: TaskPlanner,
        executor: Executor,
        reception: Reception,
        checkpointer: BaseCheckpointSaver[str],
        max_steps: int,
        parts: BrainParts = NO_PARTS,
    ) -> None:
        """Compile the graph with the thread's memory; without it, at the first dry run."""
        self._judge = parts.judge
        self._summariser = parts.summariser
        self.sums_up = parts.summariser is not None
        self._uncounted: dict[ThreadKey, list[Usage]] = {}
        self.pauses = planner.pauses
        self._share = planner.share
        self._graph = build_graph(planner, executor, reception, checkpointer)
        self._build_dry = cache(partial(build_graph, planner, executor, reception, None))
        self._dry_threads: dict[ThreadKey, JarvisState] = {}
        self._pending: dict[ThreadKey, Pending] = {}
        self._recursion_limit = 2 * max_steps + 5

    async def run(self, context: TurnContext) -> Outcome:
        """Run one turn; sentences go to `context.say` as they are worded."""
        turn = context.turn
        if self._judge and turn.source in HEARD:
            heard = TurnUnderstanding(self._judge.take(turn.text))
            context = replace(context, understood=heard)
        if turn.shown:
            about = about_picture(turn.shown)
            context = replace(context, understood=TurnUnderstanding(about))
        if turn.dry_run:
            return await self._run_dry(context)
        self.forget(turn.thread)
        for usage in self._uncounted.pop(turn.thread, ()):
            context.ledger.spent(usage)
        if self._share and (answer := self._share.answer(context)):
            return await self._keep_share(self._share, answer, context)
        pending = self._pending.get(turn.thread)
        if pending is None:
            start = begin_turn(turn.text) | taken_over(turn.history)
            return await self._run(start, turn.text, context)
        return await self._run_beside(pending, context)

    def forget(self, thread: ThreadKey) -> None:
        """Drop what dry runs said in a thread: a real turn, or its clearing, has overtaken it."""
        self._dry_threads.pop(thread, None)

    def threads_of(self, user_id: str) -> set[ThreadKey]:
        """The threads of a user of which something is kept beside the store."""
        kept = {*self._dry_threads, *self._pending, *(self._share.threads if self._share else ())}
        return {one for one in kept if one.user_id == user_id}

    def drop_question(self, thread: ThreadKey) -> None:
        """Drop what waits for a yes in a thread: a yes to it comes too late from now on."""
        self._pending.pop(thread, None)
        if self._share:
            self._share.drop(thread)

    async def choose(self, texts: Sequence[str]) -> BestHypothesis:
        """Which hearing of a sound is meant, read in a thread, for the loop has frames to take."""
        if self._judge is None:
            return BestHypothesis(texts[0], Completeness.UNKNOWN)
        return await asyncio.to_thread(self._judge.choose, texts)

    async def note_unfinished(self, thread: ThreadKey, goal: str, reply: str) -> None:
        """Write a turn that was cancelled or failed into the thread's conversation."""
        config = self._config(thread)
        state = await self._state(thread)
        update = remembered(state, goal, reply) | JarvisState(offer="")
        await self._graph.aupdate_state(config, update, as_node="reception")

    async def note_heard(self, thread: ThreadKey, goal: str, heard: str) -> None:
        """Cut the newest answer to what was heard of it; a question that was not heard is dropped.

        Args:
            thread: The conversation.
            goal: What had been asked in the turn whose answer was interrupted.
            heard: The words that came out of the loudspeaker.
        """
        pending = self._pending.get(thread)
        if pending and not was_heard(pending.question, heard):
            self.drop_question(thread)
        if self._share:
            await self._share.note_heard(thread, heard)
        state = await self._state(thread)
        messages = await asyncio.to_thread(as_heard, state.get("messages", []), goal, heard)
        if messages is None:
            return
        offer = state.get("offer", "")
        kept = offer if was_heard(offer, heard) else ""
        await self._graph.aupdate_state(
            self._config(thread), JarvisState(messages=messages, offer=kept), as_node="reception"
        )

    async def sum_up(self, thread: ThreadKey) -> MadeSummary | None:
        """The new summary of a thread; None where none is due. The thread's turns may go on.

        What it costs is counted with the thread's next turn.
        """
        if self._summariser is None or thread in self._pending:
            return None

        def spent(usage: Usage) -> None:
            self._uncounted.setdefault(thread, []).append(usage)

        return await self._summariser.summary(await self._state(thread), spent)

    async def keep_summary(self, thread: ThreadKey, made: MadeSummary) -> bool:
        """Keep a summary, between two turns; False where the thread is not as it was any more."""
        if thread in self._pending or due_summary(await self._state(thread)) != made.due:
            return False
        update = JarvisState(summary=made.summary, fallen=[])
        await self._graph.aupdate_state(self._config(thread), update, as_node="reception")
        return True

    async def _run_beside(self, pending: Pending, context: TurnContext) -> Outcome:
        """Run a turn while a question stands: code routes its answer, no planner sees it."""
        turn, answer = context.turn, confirmation.answer_in(context.turn.text)
        if context.clock.seconds() >= pending.expires_at:
            self.drop_question(turn.thread)
            if answer == "yes":
                return _reply(confirmation.TOO_LATE, context)
        elif answer and (turn.door != pending.asked_in or turn.source == "schedule"):
            return _reply(confirmation.ASKED_ELSEWHERE, context)
        elif answer == "details":
            self._ask(pending, context, f"{pending.details}. Shall I?")
            return "not_done"
        elif answer:
            self.drop_question(turn.thread)
            return await self._resume(answer, pending, context)
        self.drop_question(turn.thread)
        state = await self._state(turn.thread)
        asked = remembered(state, pending.goal, pending.question)
        return await self._run(begin_turn(turn.text) | asked, turn.text, context)

    async def _keep_share(
        self, share: ShareQuestion, answer: ShareAnswer, context: TurnContext
    ) -> Outcome:
        """Keep whether models elsewhere may be told of facts: code alone does, and no planner."""
        told, outcome = await share.keep(answer, context)
        turn = context.turn
        update = remembered(await self._state(turn.thread), turn.text, told)
        config = self._config(turn.thread)
        await self._graph.aupdate_state(config, update | JarvisState(offer=""), as_node="reception")
        context.say(Reply(turn.turn_id, told, is_final=True))
        return outcome

    async def _resume(self, answer: str, pending: Pending, context: TurnContext) -> Outcome:
        """Go on with the very action that was asked about."""
        from langgraph.types import Command

        state = await self._graph.aget_state(self._config(context.turn.thread))
        standing = [one.value["action_id"] for task in state.tasks for one in task.interrupts]
        if standing != [pending.action_id]:
            return _reply(confirmation.TOO_LATE, context)
        context = replace(context, understood=TurnUnderstanding(pending.understanding))
        said = confirmation.ConfirmedAction(answer=answer, action_id=pending.action_id)
        return await self._run(Command(resume=said), pending.goal, context)

    async def _run(self, start: Any, goal: str, context: TurnContext) -> Outcome:
        """Run the graph to its end, or to the question that it stops at."""
        config = self._config(context.turn.thread)
        try:
            state = await self._graph.ainvoke(start, config, context=context, durability="exit")
        except BaseException:
            if self._share:
                self._share.drop(context.turn.thread)
            raise
        if self._share:
            await self._share.note_told(context.turn.thread)
        if not (interrupts := state.get(INTERRUPT)):
            return cast("Outcome", state["outcome"])
        value = interrupts[0].value
        pending = Pending(
            goal=goal,
            question=value["question"],
            details=value["details"],
            asked_in=context.turn.door,
            expires_at=0.0,
            action_id=value["action_id"],
            understanding=context.understood.value,
        )
        self._ask(pending, context, pending.question)
        return "not_done"

    def _ask(self, pending: Pending, context: TurnContext, question: str) -> None:
        """Ask, and let the time for an answer run from now."""
        expires_at = context.clock.seconds() + confirmation.ANSWER_SECONDS
        self._drop_old(context.clock.seconds())
        self._pending[context.turn.thread] = pending.standing_until(expires_at)
        context.say(Reply(context.turn.turn_id, question, is_final=True))

    def _drop_old(self, now: float) -> None:
        """Drop questions to which nobody has said anything for long."""
        for thread, one in list(self._pending.items()):
            if now - one.expires_at > OLD_SECONDS:
                del self._pending[thread]

    async def _run_dry(self, context: TurnContext) -> Outcome:
        thread = context.turn.thread
        kept = self._dry_threads.get(thread) or await self._state(thread)
        known = cast("JarvisState", {k: v for k, v in kept.items() if k in THREAD_FIELDS})
        state = await self._build_dry().ainvoke(
            known | begin_turn(context.turn.text),
            {"recursion_limit": self._recursion_limit},
            context=context,
        )
        self._dry_threads.pop(thread, None)
        self._dry_threads[thread] = cast("JarvisState", state)
        if len(self._dry_threads) > MOST_DRY_THREADS:
            del self._dry_threads[next(iter(self._dry_threads))]
        return cast("Outcome", state["outcome"])

    async def _state(self, thread: ThreadKey) -> JarvisState:
        snapshot = await self._graph.aget_state(self._config(thread))
        return cast("JarvisState", snapshot.values)

    def _config(self, thread: ThreadKey) -> Any:
        return {
            "configurable": {"thread_id": checkpoint_id(thread)},
            "recursion_limit": self._recursion_limit,
        }


def _reply(words: str, context: TurnContext) -> Outcome:
    context.say(Reply(context.turn.turn_id, words, is_final=True))
    return "not_done"


INTERRUPTED = "(interrupted)"
"""Stands behind what was heard, so that neither a model nor a reader takes it for all."""


def as_heard(messages: Sequence[MessageState], goal: str, heard: str) -> list[MessageState] | None:
    """The conversation with the newest answer as far as it was heard; None where it has moved on.

    Args:
        messages: The thread's, oldest first.
        goal: What the user had asked in the turn that was interrupted.
        heard: The words that came out of the loudspeaker; none is told as such. What was heard to
            its end is kept as it was written.
    """
    if len(messages) < 2:  # noqa: PLR2004 - a question and its answer
        return None
    asked, answered = messages[-2:]
    if (asked["role"], asked["text"], answered["role"]) != ("user", goal, "assistant"):
        return None
    kept = heard_part(answered["text"], heard)
    cut = MessageState(role="assistant", text=f"{kept} {INTERRUPTED}".strip())
    if told_to := answered.get("told_to"):
        cut["told_to"] = told_to
    return [*messages[:-1], cut]


def was_heard(sentence: str, heard: str) -> bool:
    """Whether a sentence of the answer, such as an offer, was heard to its end."""
    return is_heard(sentence, heard)
