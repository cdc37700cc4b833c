"""Measures what a turn and a long conversation cost without the time of a model.

Invariant: both ways of the comparison run in the same process, one turn of each by turns, so that
a slow machine slows both.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
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
from jarvis_voice.workshop.benches.bench_progress import OnProgress
from jarvis_voice.workshop.benches.comparison import Figure, Report, Row, ratio
from jarvis_voice.workshop.benches.reading_cost import bench_reading
from jarvis_voice.workshop.worlds.scripted_brain import MAX_STEPS, THREE_STEPS, nodes

if TYPE_CHECKING:
    from jarvis_voice.assistant.graph.graph import Graph

THREAD = "default"
WARM_UP_TURNS = 3
GROWTH_TURNS = 20

STOCK = (
    "the same loops with LangGraph's default durability and SQLite's synchronous=FULL, without "
    "transcript and clean-up"
)


@dataclass(slots=True)
class BrainFigures:
    """The figures that the brain bench measured so far.

    Attributes:
        messages: Of the long thread.
        turn_ms: Turns of three loops, each with its transcript and its clean-up.
        stock_turn_ms: The same loops with LangGraph's default durability and SQLite's
            `synchronous=FULL`, without transcript and clean-up.
        load_ms: Opening its file and reading its state and its transcript; once.
        growth_kb: By how much its file grows in a turn, mean; once.
        reading_ms: Processor time in which each sentence was understood without a model.
    """

    messages: int = 2_000
    turn_ms: list[float] = field(default_factory=list)
    stock_turn_ms: list[float] = field(default_factory=list)
    load_ms: list[float] = field(default_factory=list)
    growth_kb: list[float] = field(default_factory=list)
    reading_ms: list[float] = field(default_factory=list)


async def bench_brain(turns: int, figures: BrainFigures, on_progress: OnProgress) -> None:
    """Measure in folders that are removed afterwards.

    Args:
        turns: How many, each way.
        figures: How long the thread is; what was measured is added to them as it comes.
        on_progress: Told of each turn.
    """
    with TemporaryDirectory(prefix="jarvis-bench-", ignore_cleanup_errors=True) as folder:
        await _turns(Path(folder) / "turns", turns, figures, on_progress)
        long = find_paths({"JARVIS_HOME": str(Path(folder) / "long")})
        await _talk(long, figures.messages // 2, on_progress)
        figures.load_ms.append(await _load(long))
        before = long.database.stat().st_size
        await _talk(long, GROWTH_TURNS, on_progress)
        grown = long.database.stat().st_size - before
        figures.growth_kb.append(grown / GROWTH_TURNS / 1_000)
    on_progress(0, 0, "sentences are understood")
    await bench_reading(figures.reading_ms)


def report(figures: BrainFigures) -> Report:
    """The table."""
    ours, stock = (
        Figure(tuple(took), "ms", 1) for took in (figures.turn_ms, figures.stock_turn_ms)
    )
    long = f"a thread of {figures.messages} messages"
    read = tuple(figures.reading_ms)
    rows = (
        Row("a turn of 3 loops", ours, stock, "< 15 ms"),
        Row("times as fast as the stock way", ratio(stock, ours, 1)),
        Row(f"{long} loads in", Figure(tuple(figures.load_ms), "ms", 1), wanted="< 50 ms"),
        Row(
            f"{long} grows in a turn by", Figure(tuple(figures.growth_kb), "kB", 1), None, "< 50 kB"
        ),
        Row("a sentence is understood in", Figure(read, "ms", 1)),
        Row("nineteen of twenty sentences are in", Figure(read, "ms", 1, "p95"), None, "<= 10 ms"),
    )
    notes = (
        f"It rests on {len(ours.values)} turns each way and {len(read)} sentences. The first "
        "three are of the clock, the sentences of the processor.",
    )
    return Report("The brain without a model", rows, STOCK, notes)


async def _turns(folder: Path, turns: int, figures: BrainFigures, on_progress: OnProgress) -> None:
    """Milliseconds of a turn our way and the stock way."""
    ours_at = find_paths({"JARVIS_HOME": str(folder / "ours")})
    stock_at = find_paths({"JARVIS_HOME": str(folder / "stock")})
    async with _assistant(ours_at) as assistant, SqliteStore(stock_at.database) as store:
        saver = store.checkpointer()
        await saver.conn.execute("PRAGMA synchronous=FULL")
        graph = build_graph(*nodes(), saver)
        for number in range(WARM_UP_TURNS + turns):
            on_progress(max(number - WARM_UP_TURNS, 0), turns, "turns of 3 loops, each way")
            started_at = perf_counter()
            await _ask(assistant, THREE_STEPS)
            between = perf_counter()
            await _ask_stock(graph)
            if number >= WARM_UP_TURNS:
                figures.turn_ms.append(1_000 * (between - started_at))
                figures.stock_turn_ms.append(1_000 * (perf_counter() - between))


async def _talk(paths: Paths, turns: int, on_progress: OnProgress) -> None:
    """Hold a conversation of so many turns."""
    async with _assistant(paths) as assistant:
        for number in range(turns):
            on_progress(number, turns, "turns of a long conversation")
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
