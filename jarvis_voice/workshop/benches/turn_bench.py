"""Measures the time from the end of a spoken command to the answer's first word, both ways.

Invariant: both ways run in one process, one turn of each by turns, on the same recordings, with
equal assistants and loudspeakers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, TypeVar

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.platform.gc import gc_paused
from jarvis_voice.platform.malloc import give_back, share_among_threads
from jarvis_voice.platform.weights.hearing_choice import hearing
from jarvis_voice.platform.weights.manifest import whisper_folder
from jarvis_voice.workshop.benches.bench_progress import OnProgress
from jarvis_voice.workshop.benches.fresh_process import in_fresh_process
from jarvis_voice.workshop.benches.ledger_cost import ledger_ms
from jarvis_voice.workshop.benches.load_times import MEASURED, measure_loading
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
    find_commands,
    read_commands,
    synthesise_commands,
)
from jarvis_voice.workshop.worlds.timed_sound import ListenedDevice, QuietRoom, TimedSpeaker

T = TypeVar("T")

FIRST_TIMES = {
    "first conversion of units": "convert 3 miles to meters",
    "first time in another city": "what time is it in Paris?",
}
"""What a library is loaded for when it is asked for first, and then stays."""

LOADING_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class TurnOptions:
    """What the turn bench measures.

    Attributes:
        models: The folder of the weights.
        turns: Synthetic commands, each said once each way.
        data: Add real commands of this folder, or of its commands/; None adds none.
        recordings: So many of them, drawn by chance; None is all.
        seed: Of that chance: with the same one, more recordings hold the fewer.
        device: Play on the machine's loudspeaker, instead of one that is computed.
        loading: Also measure how long the program takes until it is ready.
    """

    models: Path
    turns: int
    data: Path | None = None
    recordings: int | None = None
    seed: int = 0
    device: bool = False
    loading: bool = True


@dataclass(slots=True)
class TurnFigures:
    """All that the turn bench measured so far.

    Attributes:
        memory_mb: The process with everything of ours warm and nothing of the stock way, as it is
            and when what is free was given back, as the program does while it is not used; None
            where the system does not tell.
        cold_ms: What is asked for the first time, by what it is.
        ledger_ms: How long the latency ledger holds up the loop, turn by turn.
        loading: Seconds of all ("ready", and at the first start) and of each part alone, empty
            where not measured.
        loudspeaker: What was listened to, in words.
    """

    ours: list[HeardTurn] = field(default_factory=list)
    stock: list[HeardTurn] = field(default_factory=list)
    memory_mb: tuple[float | None, float | None] = (None, None)
    cold_ms: dict[str, float] = field(default_factory=dict)
    loading: dict[str, list[float]] = field(default_factory=dict)
    ledger_ms: list[float] = field(default_factory=list)
    loudspeaker: str = ""


async def bench_turn(options: TurnOptions, figures: TurnFigures, on_progress: OnProgress) -> None:
    """Measure in folders that are removed afterwards.

    Args:
        options: What is measured.
        figures: What was measured is added to them as it comes.
        on_progress: Told of each load and each command.

    Raises:
        JarvisError: A model, a recording or the loudspeaker cannot be used.
    """
    share_among_threads()  # before there is any thread, as the daemon does
    if options.data:
        find_commands(options.data)  # a folder that is empty is told before anything takes time
    if options.device:
        async with _speaker(options):
            pass  # so is a loudspeaker that is not there
    if options.loading:
        await _load(options, figures, on_progress)
    with TemporaryDirectory(prefix="jarvis-bench-", ignore_cleanup_errors=True) as folder:
        room, speaker = QuietRoom(1), _speaker(options)
        figures.loudspeaker = speaker.name
        on_progress(0, 0, "the program starts")
        async with open_program(Path(folder) / "ours", options.models, room, speaker) as program:
            with gc_paused(keeps=True):
                await program.assistant.preload()
            await asyncio.to_thread(give_back)  # as the daemon does when all is loaded
            on_progress(0, 0, "the commands are made")
            warm, commands = await _commands(options, program.word)
            await _first_times(program, figures)
            ours = AnswerWay(room, speaker, Probe(program.bus), lambda: None)
            async with _running(program.session.run()):
                for command in warm:
                    await ours.take(command, is_real=False)
                in_use = own_memory_mb()
                figures.memory_mb = (in_use, await asyncio.to_thread(_memory_in_use_mb))
                async with _stock(program, options, Path(folder) / "stock") as stock:
                    await stock.take(warm[0], is_real=False)
                    await _alternate((ours, stock), commands, figures, on_progress)
                await program.session.stop()
    figures.ledger_ms += await ledger_ms()


def _memory_in_use_mb() -> float | None:
    give_back()
    return own_memory_mb()


async def _first_times(program: BenchProgram, figures: TurnFigures) -> None:
    """Milliseconds of what loads a library when it is asked for first, by what it is."""
    for what, text in FIRST_TIMES.items():
        started_at = perf_counter()
        await _ask(program.assistant, text)
        figures.cold_ms[what] = 1_000 * (perf_counter() - started_at)


async def _ask(assistant: Assistant, text: str) -> None:
    async with aclosing(assistant.ask(text, source="stdin")) as replies:
        async for _ in replies:
            continue


async def _alternate(
    ways: tuple[AnswerWay, AnswerWay],
    commands: Sequence[tuple[LabelledCommand, bool]],
    figures: TurnFigures,
    on_progress: OnProgress,
) -> None:
    """A turn of each way by turns, each command both ways; who begins alternates, too.

    A command counts when both ways have answered it.
    """
    for number, (command, is_real) in enumerate(commands):
        on_progress(number, len(commands), command.name)
        order = ways if number % 2 else ways[::-1]
        heard = {id(way): await way.take(command, is_real=is_real) for way in order}
        ours, stock = (heard[id(way)] for way in ways)
        figures.ours.append(ours)
        figures.stock.append(stock)
    on_progress(len(commands), len(commands), "the program ends")


async def _commands(
    options: TurnOptions, word: str
) -> tuple[list[LabelledCommand], list[tuple[LabelledCommand, bool]]]:
    """Those to warm up with; and the others, with whether a person said them."""
    call, models = word.title(), options.models
    texts = [COMMANDS[number % len(COMMANDS)] for number in range(options.turns)]
    # what a voice leaves in memory is none of the program's
    made = await in_fresh_process(synthesise_commands, models, call, [*WARM_UP, *texts])
    warm, commands = made[: len(WARM_UP)], [(one, False) for one in made[len(WARM_UP) :]]
    if not options.data:
        return warm, commands
    [end_of_call] = await in_fresh_process(synthesise_commands, models, call, [""])
    real = await asyncio.to_thread(read_commands, options.data, options.recordings, options.seed)
    return warm, interleaved(commands, [(called(end_of_call, one), True) for one in real])


def interleaved(some: Sequence[T], others: Sequence[T]) -> list[T]:
    """Both, each spread evenly: what is broken off holds its share of each."""
    placed = [
        ((number + 0.5) / len(ones), kind, one)
        for kind, ones in enumerate((some, others))
        for number, one in enumerate(ones)
    ]
    return [one for _, _, one in sorted(placed, key=itemgetter(0, 1))]


async def _load(options: TurnOptions, figures: TurnFigures, on_progress: OnProgress) -> None:
    steps, done = (LOADING_ROUNDS + 1) * len(MEASURED), 0

    def count() -> None:
        nonlocal done
        done += 1
        on_progress(done, steps, "loads of the program and its parts")

    on_progress(0, steps, "loads of the program and its parts")
    await measure_loading(options.models, LOADING_ROUNDS, figures.loading, count)


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
