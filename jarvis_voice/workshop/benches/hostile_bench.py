"""Measures how long the event loop stands still while models, pages and clients send the worst.

Invariant: the parts are real: model client, graph, store, control socket, page reader and mouth.
Only the services, the voice and the loudspeaker are stand-ins.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time
from typing import Self

import numpy as np

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.app.context import AppContext
from jarvis_voice.app.operations import Operations
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.planning.reply_length import REPLY_CHARACTERS
from jarvis_voice.audio.speaker import NullSpeaker
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.turn_text import LINE_CHARACTERS
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.doors.control.client import command
from jarvis_voice.doors.control.server import ControlServer
from jarvis_voice.platform.gc import gc_paused
from jarvis_voice.platform.loop_lag import LagCount, LoopLag
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.voice.output.speech_output import SpeechOutput
from jarvis_voice.workshop.benches.bench_progress import OnProgress
from jarvis_voice.workshop.benches.comparison import Figure, Report, Row
from jarvis_voice.workshop.scenarios.runner import scenario_config
from jarvis_voice.workshop.worlds.loopback import LoopbackRequest
from jarvis_voice.workshop.worlds.model_script import ModelScript, ScriptedCall
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer
from jarvis_voice.workshop.worlds.scenario import (
    ResultPage,
    Scenario,
    ScriptedTurn,
    SearchRule,
    WebPage,
    World,
)
from jarvis_voice.workshop.worlds.world import ScriptedWorld, WorldClock

WORST = (
    "a.a.",
    "a-",
    "dr. ",
    "I know and ",
    "I, ",
    "x\n",
    "[a](",
    "1-",
    "7 ",
    '". ',
    "<!--",
    "www.",
)
HARMLESS = ("It is a fine day and the sun shines on the sea. ",)

REPLY_SIZE = 100_000
PAGE_SIZE = 400_000
SAID_SIZE = REPLY_CHARACTERS - 1
ASKED_SIZE = LINE_CHARACTERS
LOOK_UP = "what does the web say about roses"
WARM_UP = 3
LOOK_SECONDS = 0.002
RATE_HZ = 16_000


@dataclass(slots=True)
class LoopFigures:
    """How long the loop stood still beside texts of one kind, so far.

    Attributes:
        lag: As the loop's own meter has it; other programs and threads are in it.
        busy: Only what the loop's own thread worked, between two looks.
        texts: How many pieces were played.
    """

    lag: LagCount = field(default_factory=LagCount)
    busy: LagCount = field(default_factory=LagCount)
    texts: int = 0


@dataclass(frozen=True, slots=True)
class HostileFigures:
    """What was measured so far.

    Attributes:
        worst: Beside hostile texts.
        usual: Beside as much of an ordinary text: what the libraries take in any case.
    """

    worst: LoopFigures = field(default_factory=LoopFigures)
    usual: LoopFigures = field(default_factory=LoopFigures)


class LoopWork:
    """Counts how much the loop's thread works in one go, by its processor time."""

    def __init__(self) -> None:
        self.counts = LagCount()
        self._before = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> Self:
        self._before = thread_time()
        self._look()
        return self

    def __exit__(self, *exc: object) -> None:
        if self._timer:
            self._timer.cancel()

    def _look(self) -> None:
        now = thread_time()
        self.counts.add(1_000 * (now - self._before))
        self._before = now
        self._timer = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)


class SilentVoice:
    """Makes a sample for each sentence."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        return

    async def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        """One sample."""
        yield SpeechChunk(np.zeros(1, np.int16), RATE_HZ, text)


class HostileModel(OpenAiServer):
    """Searches, reads the page that it found, and then writes one piece of text again and again.

    Attributes:
        piece: What it writes.
    """

    def __init__(self) -> None:
        super().__init__(api_key="", model="")
        self.piece = HARMLESS[0]

    def next_answer(self, request: LoopbackRequest) -> ModelScript:
        """The next step of the turn that asks, or words as a stream."""
        prompt = self.prompt_of(request.body)
        if prompt.startswith(LOOK_UP):
            if "DONE: " not in prompt:
                return ModelScript((ScriptedCall("search", '{"query": "roses"}'),))
            if '"read_page"' not in prompt:
                return ModelScript((ScriptedCall("read_page", '{"url_index": 0}'),))
        return ModelScript((repeated(self.piece, REPLY_SIZE),))


class HostileRoom:
    """A whole program in a home of its own, in which everything around it is hostile."""

    def __init__(self, paths: Paths, assistant: Assistant, world: ScriptedWorld) -> None:
        self._socket = paths.control_socket
        self._assistant = assistant
        self._world = world
        self._model: HostileModel

    @classmethod
    @asynccontextmanager
    async def opened(cls, home: Path) -> AsyncIterator[HostileRoom]:
        """Open all of it."""
        paths, bus, clock = find_paths({"JARVIS_HOME": str(home)}), Bus(), SystemClock()
        scenario = _scenario()
        with HostileModel() as model:
            async with ScriptedWorld(scenario, WorldClock()) as world:
                config = scenario_config(scenario, model.base_url)
                setting = Overrides(world.edge, applications=world.applications)
                lock = ProcessLock(paths.lock, "bench")
                async with open_assistant(config, paths, bus, clock, lock, setting) as assistant:
                    operations = Operations(
                        AppContext(config, paths, bus, clock, assistant), asyncio.Event()
                    )
                    operations.mouth = SpeechOutput(SilentVoice(), NullSpeaker(), bus, clock)
                    room = cls(paths, assistant, world)
                    room._model = model
                    async with ControlServer(paths.control_socket, assistant, bus, operations):
                        yield room

    async def play(self, piece: str) -> None:
        """Let a page, a model and three clients send texts made of a piece, all at once."""
        self._model.piece = piece
        page = f"<html><body><p>{repeated(piece, PAGE_SIZE)}</p></body></html>"
        self._world.pages.html("roses.org/", page)
        said, asked = repeated(piece, SAID_SIZE), repeated(piece, ASKED_SIZE)
        await asyncio.gather(
            self._turns(),
            _sent(command(self._socket, "say", text=said)),
            _sent(command(self._socket, "ask", text=asked, thread="beside")),
            _sent(command(self._socket, "status")),
        )

    async def _turns(self) -> None:
        """A page that is read and answered from, then a reply in the planner's own words."""
        for text in (LOOK_UP, "and what do you think of it"):
            async for _ in self._assistant.ask(text, source="stdin"):
                continue


async def bench_hostile(rounds: int, figures: HostileFigures, on_progress: OnProgress) -> None:
    """Send each kind so often, in a home that is removed afterwards.

    Args:
        rounds: How often each text is sent.
        figures: What was measured is added to them as it comes.
        on_progress: Told of each text.
    """
    steps = 2 * len(WORST) * rounds

    def count() -> None:
        done = figures.usual.texts + figures.worst.texts
        kind = "hostile" if done >= steps // 2 else "ordinary"
        on_progress(done, steps, f"{kind} texts at once")

    on_progress(0, steps, "the program starts")
    with TemporaryDirectory(prefix="jarvis-bench-", ignore_cleanup_errors=True) as folder:
        async with HostileRoom.opened(Path(folder)) as room:
            with gc_paused(keeps=True):  # as the daemon does when all is loaded
                for piece in HARMLESS * WARM_UP:
                    await room.play(piece)
            await _lags(room, HARMLESS * len(WORST) * rounds, figures.usual, count)
            await _lags(room, WORST * rounds, figures.worst, count)


async def _lags(
    room: HostileRoom, pieces: tuple[str, ...], figures: LoopFigures, count: Callable[[], None]
) -> None:
    async with LoopLag(every_seconds=LOOK_SECONDS) as watch:
        with LoopWork() as work:
            figures.lag, figures.busy = watch.so_far, work.counts  # they go on to be counted
            for piece in pieces:
                count()
                await room.play(piece)
                figures.texts += 1
    count()


async def _sent(sending: Awaitable[object]) -> None:
    with suppress(ControlError):  # a text that is refused is as good
        await sending


def repeated(piece: str, n_characters: int) -> str:
    """A piece again and again, so many characters in all."""
    return (piece * (n_characters // len(piece) + 1))[:n_characters]


def _scenario() -> Scenario:
    result = ResultPage(title="Roses", url="https://roses.org/", snippet="A page about roses.")
    rule = SearchRule.model_validate({"for": ".", "results": (result,)})
    return Scenario(
        id="hostile",
        about="everything that comes in is the worst of its kind",
        keys=("serpapi",),
        world=World(search=(rule,), pages={"roses.org/": WebPage(html="-")}),
        turns=(ScriptedTurn(say=LOOK_UP),),
    )


def report(figures: HostileFigures) -> Report:
    """The figures as a table."""
    rows = [
        Row(f"{kind}: {what}", Figure((value,) if one.lag.looks else (), "ms", 1), wanted=wanted)
        for kind, one, bar in (
            ("hostile texts", figures.worst, "< 50 ms"),
            ("ordinary texts", figures.usual, ""),
        )
        for what, value, wanted in (
            ("the loop stands still at the longest", one.lag.max_ms, bar),
            ("99 percent are below", one.lag.percentile_ms(99), ""),
            ("its own work in one go, at the most", one.busy.max_ms, bar),
        )
    ]
    sizes = f"{REPLY_SIZE:,} characters of a reply, {PAGE_SIZE:,} of a page, {SAID_SIZE:,} to say"
    rests = f"It rests on {figures.worst.texts} hostile texts and {figures.usual.texts} ordinary."
    notes = (f"At once: {sizes}.", rests)
    return Report("the loop beside foreign text", tuple(rows), notes=notes)
