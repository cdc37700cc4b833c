"""Measures how many turns a second a store takes, our way and LangGraph's stock way.

Invariant: no time of a model is in it; both ways run the same graph, one after the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any

from jarvis_voice.assistant.assistant import Assistant, AssistantSettings
from jarvis_voice.assistant.graph.brain import GraphBrain
from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.graph.graph import build_graph
from jarvis_voice.assistant.state import begin_turn
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import TurnInput
from jarvis_voice.store.factory import make_store
from jarvis_voice.store.ports import Store
from jarvis_voice.workshop.worlds.scripted_brain import MAX_STEPS, THREE_STEPS, nodes

TURN_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class StoreRate:
    """How fast turns go.

    Attributes:
        turns_per_second: In all threads together.
        processor_ms: Of this process, for one turn.
    """

    turns_per_second: float
    processor_ms: float


@dataclass(frozen=True, slots=True)
class StoreFigures:
    """What was measured.

    Attributes:
        at_once: Threads in which somebody talks.
        ours: A whole turn: transcript, ledger, checkpoint and clean-up.
        stock: The graph alone, with LangGraph's default durability and its saver's one lock.
    """

    at_once: int
    ours: StoreRate
    stock: StoreRate


async def bench_store(paths: Paths, turns: int, at_once: int) -> StoreFigures:
    """Take turns of three steps in the store of these folders.

    Args:
        paths: Folders of a trial: what is kept there grows.
        turns: How many, each way.
        at_once: In so many threads at the same time.
    """
    async with make_store(paths) as store:
        ours = await _measured(turns, at_once, _our_way(store))
        stock = await _measured(turns, at_once, _stock_way(store))
    return StoreFigures(at_once, ours, stock)


async def _measured(
    turns: int, at_once: int, take_turn: Callable[[str], Awaitable[None]]
) -> StoreRate:
    async def talk(number: int) -> None:
        for _ in range(turns // at_once):
            await take_turn(f"thread {number}")

    began, worked = perf_counter(), process_time()
    await asyncio.gather(*map(talk, range(at_once)))
    taken = turns // at_once * at_once
    seconds, processor = perf_counter() - began, process_time() - worked
    return StoreRate(taken / seconds, 1_000 * processor / taken)


def _our_way(store: Store) -> Callable[[str], Awaitable[None]]:
    brain = GraphBrain(*nodes(), store.checkpointer(), MAX_STEPS)

    async def give() -> GraphBrain:
        return brain

    settings = AssistantSettings("default", TURN_SECONDS, lambda _: False)
    assistant = Assistant(give, store, Bus(), SystemClock(), settings)

    async def take_turn(thread: str) -> None:
        asked = assistant.ask(THREE_STEPS, source="stdin", thread_id=thread)
        async with aclosing(asked) as replies:
            async for _ in replies:
                continue

    return take_turn


def _stock_way(store: Store) -> Callable[[str], Awaitable[None]]:
    saver: Any = store.checkpointer()
    saver.lock = asyncio.Lock()
    graph = build_graph(*nodes(), saver)

    async def take_turn(thread: str) -> None:
        turn = TurnInput("t1", thread, THREE_STEPS, "stdin")
        context = TurnContext(turn, SystemClock(), lambda _: None, lambda _: None)
        config: Any = {"configurable": {"thread_id": f"stock {thread}"}, "recursion_limit": 50}
        await graph.ainvoke(begin_turn(turn.text), config, context=context)

    return take_turn
