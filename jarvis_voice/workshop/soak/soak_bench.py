"""Runs the whole program for long: thousands of turns, then listening in real time.

Invariant: what was measured is in the record at any moment, so one that is broken off is not
lost; nothing is reached, and the program's folders are removed afterwards.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from jarvis_voice.workshop.benches.bench_progress import OnProgress
from jarvis_voice.workshop.benches.fresh_process import in_fresh_process
from jarvis_voice.workshop.soak.soak_watch import FULL_SPEED, LISTENING, Census, Sample, Watch

if TYPE_CHECKING:
    from jarvis_voice.workshop.soak.soak_workload import Workload
    from jarvis_voice.workshop.worlds.labelled_commands import LabelledCommand

RECORDINGS = 24
SAMPLES = 100
"""Of the turns at full speed."""

CENSUSES = 4
SAMPLE_SECONDS = 10.0
CALL_SECONDS = 60.0
"""Of listening to room noise, with one call in them."""

MOST_STACKS = 40
"""Different ones that are kept."""

LAST_FRAMES = 3
"""Of a stack, for a reader to tell one from another."""


@dataclass(frozen=True, slots=True)
class SoakOptions:
    """How long to run.

    Attributes:
        models: The folder of the weights.
        turns: At full speed.
        minutes: Of listening in real time, behind them.
        recordings: How many different commands are said.
    """

    models: Path
    turns: int
    minutes: float
    recordings: int = RECORDINGS


@dataclass(slots=True)
class SoakRecord:
    """What the long run has measured so far.

    Attributes:
        samples: In order.
        counts: In order; the first is from before the first turn.
        notes: How often something happened.
        stacks: Where the loop stood still for 0.2 s or longer: the end of its stack, and how often.
    """

    samples: list[Sample] = field(default_factory=list)
    counts: list[Census] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)
    stacks: Counter[str] = field(default_factory=Counter)

    def note_block(self, seconds: float, stack: str) -> None:
        """The loop stands still; called on a thread beside it."""
        del seconds
        if len(self.stacks) < MOST_STACKS:
            lines = [line.strip() for line in stack.splitlines() if line.strip().startswith("File")]
            self.stacks[" < ".join(reversed(lines[-LAST_FRAMES:]))] += 1


async def bench_soak(options: SoakOptions, record: SoakRecord, on_progress: OnProgress) -> None:
    """Run; what is measured goes into the record as it comes.

    Raises:
        JarvisError: A model is missing or deaf, or the recordings cannot be made.
    """
    from jarvis_voice.app.daemon import log_event
    from jarvis_voice.core.clock import FrameClock
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.doors.control.server import ControlServer
    from jarvis_voice.workshop.scenarios.bench_program import open_program
    from jarvis_voice.workshop.soak.soak_room import FrameSpeaker, SoakRoom
    from jarvis_voice.workshop.soak.soak_workload import LONG_QUESTION, ProgramWorkload

    on_progress(0, options.turns, "the program starts")
    async with AsyncExitStack() as stack:
        folder = TemporaryDirectory(prefix="jarvis-soak-", ignore_cleanup_errors=True)
        home = Path(stack.enter_context(folder))
        stack.enter_context(_logging_to(find_paths({"JARVIS_HOME": str(home)}).log_file))
        clock = FrameClock()
        room = SoakRoom(clock)
        speaker = FrameSpeaker(room)
        program = await stack.enter_async_context(
            open_program(home, options.models, room, speaker, clock=clock, follow_up=True)
        )
        program.bus.listen(log_event)
        await program.assistant.preload()
        on_progress(0, options.turns, "the recordings are made")
        question, *commands = await _recordings(options, program.word, LONG_QUESTION)
        nobody: Any = None  # the operations are not asked for here
        server = ControlServer(program.paths.control_socket, program.assistant, program.bus, nobody)
        await stack.enter_async_context(server)
        workload = ProgramWorkload(program, room, speaker, commands, question)
        record.notes = workload.notes
        watch = Watch(program.paths.log_file, program.paths.database, record.note_block)
        async with asyncio.TaskGroup() as group, watch:
            listening = group.create_task(program.session.run(), name="session")
            await soak(workload, watch, record, options, on_progress)
            await program.session.stop()
            listening.cancel()


async def soak(
    workload: Workload,
    watch: Watch,
    record: SoakRecord,
    options: SoakOptions,
    on_progress: OnProgress,
) -> None:
    """Repeat a workload and sample it: first so many turns, then so many minutes."""
    record.counts.append(await watch.census(0))
    every = max(options.turns / SAMPLES, 1.0)
    counted_every = max(options.turns / CENSUSES, 1.0)
    numbers = count()
    while (turns := workload.turns) < options.turns:
        if turns >= len(record.counts) * counted_every:
            record.counts.append(await watch.census(turns))
        if turns >= len(record.samples) * every:
            record.samples.append(await watch.sample(FULL_SPEED, turns))
        on_progress(turns, options.turns, "turns at full speed")
        await workload.step(next(numbers))
    record.samples.append(await watch.sample(FULL_SPEED, workload.turns))
    record.counts.append(await watch.census(workload.turns))
    await _listen(workload, watch, record, options.minutes * 60, on_progress)


async def _listen(
    workload: Workload, watch: Watch, record: SoakRecord, seconds: float, on_progress: OnProgress
) -> None:
    """Real time, sampled beside what is listened to."""
    if seconds <= 0:
        return
    loop = asyncio.get_running_loop()
    began_at = loop.time()
    sampling = asyncio.create_task(_sample(workload, watch, record, seconds, on_progress))
    try:
        while (left := seconds - (loop.time() - began_at)) > 0:
            await workload.listen(min(left, CALL_SECONDS))
    finally:
        sampling.cancel()
        await asyncio.gather(sampling, return_exceptions=True)
    record.samples.append(await watch.sample(LISTENING, workload.turns))
    record.counts.append(await watch.census(workload.turns))


async def _sample(
    workload: Workload, watch: Watch, record: SoakRecord, seconds: float, on_progress: OnProgress
) -> None:
    pause = min(SAMPLE_SECONDS, seconds / 20)
    for number in count():
        record.samples.append(await watch.sample(LISTENING, workload.turns))
        on_progress(min(number * pause, seconds), seconds, "seconds of listening")
        await asyncio.sleep(pause)


async def _recordings(options: SoakOptions, word: str, question: str) -> list[LabelledCommand]:
    """A long question and the commands, each behind the wake word."""
    from jarvis_voice.workshop.worlds.labelled_commands import COMMANDS, synthesise_commands

    texts = [COMMANDS[number % len(COMMANDS)] for number in range(options.recordings)]
    said = [question, *texts]  # in a process of its own, since it leaves a voice in memory
    return await in_fresh_process(synthesise_commands, options.models, word.title(), said)


@contextmanager
def _logging_to(file: Path) -> Iterator[None]:
    """The daemon's log while this is open."""
    from jarvis_voice.platform.logs import start_log

    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    for one in before:
        root.removeHandler(one)
    start_log(file)
    try:
        yield
    finally:
        for one in list(root.handlers):
            root.removeHandler(one)
            one.close()
        for one in before:
            root.addHandler(one)
        root.setLevel(level)
