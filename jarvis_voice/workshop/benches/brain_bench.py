"""Measures what a turn and a long conversation cost without the time of a model.

Invariant: both ways of the comparison run in the same process, one turn of each by turns, so that
a slow machine slows both.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any

from jarvis_voice.assistant.assistant import Assistant, AssistantSettings
from jarvis_voice.assistant.graph.brain import GraphBrain
from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.graph.graph import build_graph
from jarvis_voice.assistant.state import begin_turn
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import ME, ThreadKey, TurnInput
from jarvis_voice.store.factory import make_reader, make_store
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.workshop.worlds.scripted_brain import MAX_STEPS, THREE_STEPS, nodes

if TYPE_CHECKING:
    from jarvis_voice.assistant.graph.graph import Graph

THREAD = "default"
WARM_UP_TURNS = 3
GROWTH_TURNS = 20


@dataclass(frozen=True, slots=True)
class BrainFigures:
    """The figures that the brain bench measured.

    Attributes:
        turn_ms: A turn of three loops, with its transcript and its clean-up; median.
        stock_turn_ms: The same loops with LangGraph's default durability and SQLite's
            `synchronous=FULL`, without transcript and clean-up; median.
        messages: Of the long thread.
        load_ms: Opening its file and reading its state and its transcript.
        growth_kb: By how much its file grows in a turn, mean.
    """

    turn_ms: float
    stock_turn_ms: float
    messages: float
    load_ms: float
    growth_kb: float

    @property
    def times_as_fast(self) -> float:
        """How many turns of ours fit into one the stock way."""
        return self.stock_turn_ms / self.turn_ms


async def bench_brain(turns: int = 20, messages: int = 2_000) -> BrainFigures:
    """Measure in folders that are removed afterwards."""
    with TemporaryDirectory(prefix="jarvis-bench-") as folder:
        ours, stock = await _turns(Path(folder) / "turns", turns)
        long = find_paths({"JARVIS_HOME": str(Path(folder) / "long")})
        await _talk(long, messages // 2)
        load_ms = await _load(long)
        before = long.database.stat().st_size
        await _talk(long, GROWTH_TURNS)
        grown = long.database.stat().st_size - before
    return BrainFigures(ours, stock, float(messages), load_ms, grown / GROWTH_TURNS / 1_000)


async def _turns(folder: Path, turns: int) -> tuple[float, float]:
    """Milliseconds of a turn our way and the stock way."""
    ours_at = find_paths({"JARVIS_HOME": str(folder / "ours")})
    stock_at = find_paths({"JARVIS_HOME": str(folder / "stock")})
    ours, stock = list[float](), list[float]()
    async with _assistant(ours_at) as assistant, SqliteStore(stock_at.database) as store:
        saver = store.checkpointer()
        await saver.conn.execute("PRAGMA synchronous=FULL")
        graph = build_graph(*nodes(), saver)
        for _ in range(WARM_UP_TURNS + turns):
            started_at = perf_counter()
            await _ask(assistant, THREE_STEPS)
            between = perf_counter()
            await _ask_stock(graph)
            ours.append(between - started_at)
            stock.append(perf_counter() - between)
    return 1_000 * median(ours[WARM_UP_TURNS:]), 1_000 * median(stock[WARM_UP_TURNS:])


async def _talk(paths: Paths, turns: int) -> None:
    """Hold a conversation of so many turns."""
    async with _assistant(paths) as assistant:
        for number in range(turns):
            await _ask(assistant, f"This is the sentence with the number {number}")


async def _load(paths: Paths) -> float:
    """Milliseconds until the thread's state and transcript are there."""
    started_at = perf_counter()
    async with make_store(paths) as store:
        where: Any = {"configurable": {"thread_id": THREAD, "checkpoint_ns": ""}}
        state = await store.checkpointer().aget_tuple(where)
        took_seconds = perf_counter() - started_at
    started_at = perf_counter()
    transcript = make_reader(paths).transcript(ThreadKey(ME, THREAD))
    took_seconds += perf_counter() - started_at
    if state is None or not transcript:
        raise RuntimeError("the long thread is empty")
    return 1_000 * took_seconds


@asynccontextmanager
async def _assistant(paths: Paths) -> AsyncIterator[Assistant]:
    async with make_store(paths) as store:
        brain = GraphBrain(*nodes(), store.checkpointer(), MAX_STEPS)

        async def give() -> GraphBrain:
            return brain

        never: Callable[[str], bool] = lambda _: False  # noqa: E731 - it needs its type
        settings = AssistantSettings(THREAD, 60.0, never)
        yield Assistant(give, store, Bus(), SystemClock(), settings)


async def _ask(assistant: Assistant, text: str) -> None:
    async with aclosing(assistant.ask(text, source="stdin")) as replies:
        async for _ in replies:
            continue


async def _ask_stock(graph: Graph) -> None:
    turn = TurnInput("t1", THREAD, THREE_STEPS, "stdin")
    context = TurnContext(turn, SystemClock(), lambda _: None, lambda _: None)
    config: Any = {"configurable": {"thread_id": THREAD}, "recursion_limit": 50}
    await graph.ainvoke(begin_turn(turn.text), config, context=context)
