"""The brain behind one method: runs a turn through the graph on its thread.

Invariant: a dry run reads the thread and leaves no trace on disk; its own turns follow each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from jarvis_voice.brain.context import TurnContext
from jarvis_voice.brain.graph import build_graph
from jarvis_voice.brain.state import THREAD_FIELDS, JarvisState, begin_turn, remember
from jarvis_voice.types import Outcome

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from jarvis_voice.brain.executor import Executor
    from jarvis_voice.brain.planner import TaskPlanner
    from jarvis_voice.brain.reception import Reception


class GraphBrain:
    """Answers turns with the LangGraph loop."""

    def __init__(
        self,
        planner: TaskPlanner,
        executor: Executor,
        reception: Reception,
        checkpointer: BaseCheckpointSaver[str],
        max_steps: int,
    ) -> None:
        """Compile the graph twice: with the thread's memory and, for dry runs, without."""
        self._graph = build_graph(planner, executor, reception, checkpointer)
        self._dry_graph = build_graph(planner, executor, reception, None)
        self._dry_threads: dict[str, JarvisState] = {}
        self._recursion_limit = 2 * max_steps + 5

    async def run(self, context: TurnContext) -> Outcome:
        """Run one turn; sentences go to `context.say` as they are worded."""
        turn = context.turn
        if turn.dry_run:
            return await self._run_dry(context)
        self.forget(turn.thread_id)
        state = await self._graph.ainvoke(
            begin_turn(turn.text), self._config(turn.thread_id), context=context, durability="exit"
        )
        return cast("Outcome", state["outcome"])

    def forget(self, thread_id: str) -> None:
        """Drop what dry runs said in a thread: a real turn, or its clearing, has overtaken it."""
        self._dry_threads.pop(thread_id, None)

    async def note_unfinished(self, thread_id: str, goal: str, reply: str) -> None:
        """Write a turn that was cancelled or failed into the thread's conversation."""
        config = self._config(thread_id)
        state = await self._state(thread_id)
        messages = remember(state.get("messages", []), goal, reply)
        await self._graph.aupdate_state(
            config, JarvisState(messages=messages, offer=""), as_node="reception"
        )

    async def _run_dry(self, context: TurnContext) -> Outcome:
        thread_id = context.turn.thread_id
        kept = self._dry_threads.get(thread_id) or await self._state(thread_id)
        known = cast("JarvisState", {k: v for k, v in kept.items() if k in THREAD_FIELDS})
        state = await self._dry_graph.ainvoke(
            known | begin_turn(context.turn.text),
            {"recursion_limit": self._recursion_limit},
            context=context,
        )
        self._dry_threads[thread_id] = cast("JarvisState", state)
        return cast("Outcome", state["outcome"])

    async def _state(self, thread_id: str) -> JarvisState:
        snapshot = await self._graph.aget_state(self._config(thread_id))
        return cast("JarvisState", snapshot.values)

    def _config(self, thread_id: str) -> Any:
        return {
            "configurable": {"thread_id": thread_id},
            "recursion_limit": self._recursion_limit,
        }
