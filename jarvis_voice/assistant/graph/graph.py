"""Builds the graph: task_planner -> executor -> task_planner ... -> reception."""

from __future__ import annotations

from typing import TYPE_CHECKING

from langgraph.graph import END, START, StateGraph

from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.graph.executor import Executor
from jarvis_voice.assistant.graph.planner import TaskPlanner
from jarvis_voice.assistant.graph.reception import Reception
from jarvis_voice.assistant.state import JarvisState

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

    Graph = CompiledStateGraph[JarvisState, TurnContext, JarvisState, JarvisState]


def build_graph(
    planner: TaskPlanner,
    executor: Executor,
    reception: Reception,
    checkpointer: BaseCheckpointSaver[str] | None,
) -> Graph:
    """Compile the graph; planner and executor route themselves by `Command`."""
    graph = StateGraph(JarvisState, TurnContext)
    graph.add_node("task_planner", planner)
    graph.add_node("executor", executor)
    graph.add_node("reception", reception)
    graph.add_edge(START, "task_planner")
    graph.add_edge("reception", END)
    return graph.compile(checkpointer=checkpointer)
