"""Measures the time from the end of a spoken command to the answer's first word, both ways.

Invariant: both ways run in one process, one turn of each by turns, on the same recordings, with
equal assistants and loudspeakers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, ParamSpec, TypeVar

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.platform.gc import gc_paused
from jarvis_voice.platform.malloc import give_back, share_among_threads
from jarvis_voice.platform.weights.hearing_choice import hearing
from jarvis_voice.platform.weights.manifest import whisper_folder
from jarvis_voice.workshop.benches.load_times import MEASURED, loading_seconds
from jarvis_voice.workshop.benches.process_memory import own_memory_mb
from jarvis_voice.workshop.benches.stock_turn import StockModels, StockSession, StockSound
from jarvis_voice.workshop.benches.turn_ways import AnswerWay, HeardTurn, Probe
from jarvis_voice.workshop.scenarios.bench_program import (
    BenchProgram,
    open_bench_assistant,
    open_program,
)
from jarvis_voice.workshop.worlds.labelled_commands import (
    COMMANDS,
    WARM_UP,
    LabelledCommand,
    called,
    read_commands,
    synthesise_commands,
)
from jarvis_voice.workshop.worlds.timed_sound import ListenedDevice, QuietRoom, TimedSpeaker

P = ParamSpec("P")
R = TypeVar("R")

FIRST_TIMES = {
    "first conversion of units": "convert 3 miles to meters",
    "first time in another city": "what time is it in Paris?",
}
"""What a library is loaded for when it is asked for first, and then stays."""

LOADING_ROUNDS = 5

OnProgress = Callable[[int, int, str], None]
"""Told how many steps are done, of how many, and what comes next."""


@dataclass(frozen=True, slots=True)
class TurnOptions:
    """What the turn bench measures.

    Attributes:
        models: The folder of the weights.
        turns: Turns of each way.
        data: Add as many real commands of this folder's commands/; None adds none.
        device: Play on the machine's loudspeaker, instead of one that is reckoned.
        loading: Also measure how long the program takes until it is ready.
    """

    models: Path
    turns: int
    data: Path | None = None
    device: bool = False
    loading: bool = True


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """All that the turn bench measured.

    Attributes:
        memory_mb: The process with everything of ours warm and nothing of the stock way, as it is
            and when what is free was given back, as the program does while it is not used; None
            where the system does not tell.
        cold_ms: What is asked for the first time, by what it is.
        loading: Seconds of all ("ready", and at the first start) and of each part alone, empty
            where not measured.
        loudspeaker: What was listened to, in words.
    """

    ours: tuple[HeardTurn, ...]
    stock: tuple[HeardTurn, ...]
    memory_mb: tuple[float | None, float | None]
    cold_ms: Mapping[str, float]
    loading: Mapping[str, Sequence[float]]
    loudspeaker: str


async def bench_turn(options: TurnOptions, on_progress: OnProgress) -> TurnFigures:
    """Measure in folders that are removed afterwards.

    Raises:
        JarvisError: A model, a recording or the loudspeaker cannot be used.
    """
    share_among_threads()  # before there is any thread, as the daemon does
    loading = _loading(options, on_progress) if options.loading else {}
    with TemporaryDirectory(prefix="jarvis-bench-", ignore_cleanup_errors=True) as folder:
        room, speaker = QuietRoom(1), _speaker(options)
        async with open_program(Path(folder) / "ours", options.models, room, speaker) as program:
            with gc_paused(keeps=True):
                await program.assistant.preload()
            await asyncio.to_thread(give_back)  # as the daemon does when all is loaded
            warm, commands = await asyncio.to_thread(_commands, options, program.word)
            cold_ms = await _first_times(program)
            ours = AnswerWay(room, speaker, Probe(program.bus), lambda: None)
            async with _running(program.session.run()):
                for command in warm:
                    await ours.take(command, is_real=False)
                memory_mb = (own_memory_mb(), await asyncio.to_thread(_memory_in_use_mb))
                async with _stock(program, options, Path(folder) / "stock") as stock:
                    await stock.take(warm[0], is_real=False)
                    pairs = await _alternate(ours, stock, commands, on_progress)
                await program.session.stop()
    return TurnFigures(
        tuple(one for one, _ in pairs),
        tuple(one for _, one in pairs),
        memory_mb,
        cold_ms,
        loading,
        speaker.name,
    )


def _memory_in_use_mb() -> float | None:
    give_back()
    return own_memory_mb()


async def _first_times(program: BenchProgram) -> dict[str, float]:
    """Milliseconds of what loads a library when it is asked for first, by what it is."""
    took: dict[str, float] = {}
    for what, text in FIRST_TIMES.items():
        started_at = perf_counter()
        await _ask(program.assistant, text)
        took[what] = 1_000 * (perf_counter() - started_at)
    return took


async def _ask(assistant: Assistant, text: str) -> None:
    async with aclosing(assistant.ask(text, source="stdin")) as replies:
        async for _ in replies:
            continue


async def _alternate(
    ours: AnswerWay,
    stock: AnswerWay,
    commands: Sequence[tuple[LabelledCommand, bool]],
    on_progress: OnProgress,
) -> list[tuple[HeardTurn, HeardTurn]]:
    """A turn of each way by turns, each command both ways; who begins alternates, too."""
    pairs: list[tuple[HeardTurn, HeardTurn]] = []
    for number, (command, is_real) in enumerate(commands):
        on_progress(number, len(commands), command.name)
        order = (ours, stock) if number % 2 else (stock, ours)
        heard = {id(way): await way.take(command, is_real=is_real) for way in order}
        pairs.append((heard[id(ours)], heard[id(stock)]))
    on_progress(len(commands), len(commands), "")
    return pairs


def _commands(
    options: TurnOptions, word: str
) -> tuple[list[LabelledCommand], list[tuple[LabelledCommand, bool]]]:
    """Those to warm up with; and the others, with whether a person said them."""
    call, models = word.title(), options.models
    texts = [COMMANDS[number % len(COMMANDS)] for number in range(options.turns)]
    made = _in_fresh_process(synthesise_commands, models, call, [*WARM_UP, *texts])
    warm, commands = made[: len(WARM_UP)], [(one, False) for one in made[len(WARM_UP) :]]
    if options.data:
        [end_of_call] = _in_fresh_process(synthesise_commands, models, call, [""])
        real = read_commands(options.data, options.turns)
        commands += [(called(end_of_call, one), True) for one in real]
    return warm, commands


def _in_fresh_process(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What a voice leaves in memory is none of the program's."""
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
        return fresh.submit(work, *args, **kwargs).result()


def _loading(options: TurnOptions, on_progress: OnProgress) -> Mapping[str, Sequence[float]]:
    steps, done = (LOADING_ROUNDS + 1) * len(MEASURED), 0

    def count() -> None:
        nonlocal done
        done += 1
        on_progress(done, steps, "loading")

    return loading_seconds(options.models, LOADING_ROUNDS, count)


def _speaker(options: TurnOptions) -> TimedSpeaker | ListenedDevice:
    return ListenedDevice("") if options.device else TimedSpeaker()


@asynccontextmanager
async def _stock(
    program: BenchProgram, options: TurnOptions, home: Path
) -> AsyncIterator[AnswerWay]:
    config, bus = program.config, Bus()
    size = hearing(config.speech_to_text.model, options.models).model
    whisper = whisper_folder(options.models, size)
    voice = options.models / "piper" / "en_US-joe-medium.onnx"
    models = StockModels(whisper, voice, config.language, config.speech_to_text.threads)
    await asyncio.to_thread(models.load)
    room, speaker = QuietRoom(2), _speaker(options)
    async with speaker, open_bench_assistant(home, options.models, bus) as assistant:
        for text in FIRST_TIMES.values():
            await _ask(assistant, text)
        sound = StockSound(room, speaker)
        session = StockSession(sound, models, assistant, bus, program.word)
        async with _running(session.run()):
            yield AnswerWay(room, speaker, Probe(bus), session.listen)


@asynccontextmanager
async def _running(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Something that goes on beside; when it fails, so does what it goes on beside."""
    async with asyncio.TaskGroup() as group:
        task = group.create_task(work)
        yield
        task.cancel()
