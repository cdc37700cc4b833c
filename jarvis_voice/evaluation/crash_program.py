"""The whole assistant in a process that kills itself with SIGKILL at a named point.

Invariant: the assistant is the one that ships, composed as ever; what is wrapped is the edge (a
browser that only takes notes) and the one call at which the process dies. Every note is on disk
outside of the home before what follows it, so it tells what really happened.

Run as `python -m jarvis_voice.evaluation.crash_program HOME MODELS NOTES POINT ROUND`.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from jarvis_voice.audio.speaker import NullSpeaker
from jarvis_voice.bus import Bus
from jarvis_voice.clock import SystemClock
from jarvis_voice.composition import open_assistant
from jarvis_voice.events import Event, ProblemReported, TaskPlanned, ToolEnded
from jarvis_voice.paths import Paths, find_paths
from jarvis_voice.ports import Playback
from jarvis_voice.types import Receipt, ReceiptKind, Reply, SpeechChunk

if TYPE_CHECKING:
    from jarvis_voice.assistant import Assistant
    from jarvis_voice.config import Config
    from jarvis_voice.tools.safe_url import SafeUrl

POINTS = (
    "planning",
    "between-act-and-receipt",
    "between-receipt-and-commit",
    "speaking",
    "pruning",
    "at-random",
)
NEVER = "never"
"""The point of a program that ends in order."""

OLD_TURNS = 450
"""More than two pieces of what retention prunes at once."""

OLD_DAYS = 30
OLD, TODAY = "old", "today"
"""Threads that are filled for pruning."""

HARMLESS = "what time is it"
OPENED = "open round{}.example.com"


def die() -> NoReturn:
    """End as by `kill -9`."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


class Notes:
    """Lines outside of the home, each on its way to the disk before the next thing happens."""

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

    def write(self, kind: str, text: str) -> None:
        """Add a line."""
        os.write(self._file, json.dumps({"kind": kind, "text": text}).encode() + b"\n")


class Fuse:
    """Kills the process at its point, once it is armed.

    Args:
        point: One of `POINTS`, or `NEVER`.
        number: Of the round; what has several ways takes them in turn.
    """

    def __init__(self, point: str, number: int) -> None:
        self.point = point
        self.number = number
        self.is_armed = False

    def reached(self, point: str) -> None:
        """Die, if this is where."""
        if self.is_armed and point == self.point:
            die()

    def seen(self, event: Event) -> None:
        """A listener of the bus."""
        match event:
            case TaskPlanned():
                self.reached("planning")
            case ToolEnded() if self.number % 2:
                self.reached("between-receipt-and-commit")

    def lay(self) -> None:
        """Put it where no event tells: into planner and store, in this process alone."""
        from jarvis_voice.brain.local_planner import LocalPlanner
        from jarvis_voice.store.database import Database
        from jarvis_voice.store.retention import Retention
        from jarvis_voice.store.threads import ThreadStore

        if self.point == "planning":
            if self.number % 2:  # at the others: the plan is made, nothing has begun
                _before(LocalPlanner, "plan", lambda: self.reached(self.point))
        elif self.point == "between-receipt-and-commit":
            _before(ThreadStore, "end", lambda: self.reached(self.point))
        elif self.point == "pruning":
            way = self.number % 3
            pieces = _Pieces(self)
            if way == 0:
                _before(Database, "empty_log", pieces.one_more)
            elif way == 1:
                _before(Retention, "_piece", pieces.one_more)
            else:
                _within(Retention, "_deletions", pieces.one_more)


class _Pieces:
    """Counts what is pruned, and dies at the second piece."""

    def __init__(self, fuse: Fuse) -> None:
        self._fuse = fuse
        self._count = 0

    def one_more(self) -> None:
        self._count += 1
        if self._count == 2:  # noqa: PLR2004 - one is whole, one is not
            self._fuse.reached("pruning")


class _Statement(tuple[Any, ...]):
    """A statement that does something when it is unpacked, in the middle of a transaction."""

    __slots__ = ()
    reached: Callable[[], None]

    def __iter__(self) -> Any:
        type(self).reached()
        return super().__iter__()


def _before(owner: type, name: str, do: Callable[[], None]) -> None:
    """Do something before each call of an async method."""
    method = getattr(owner, name)

    async def wrapped(*args: Any, **kwargs: Any) -> Any:
        do()
        return await method(*args, **kwargs)

    setattr(owner, name, wrapped)


def _within(owner: type, name: str, do: Callable[[], None]) -> None:
    """Do something in the middle of the transaction whose statements a method gives."""
    method = getattr(owner, name)
    _Statement.reached = staticmethod(do)

    async def wrapped(*args: Any, **kwargs: Any) -> Any:
        first, *others = await method(*args, **kwargs)
        return [first, *others[:2], _Statement(others[2]), *others[3:]]

    setattr(owner, name, wrapped)


class _DeadlySpeaker(NullSpeaker):
    """Dies when the first sound of an answer would come out."""

    def __init__(self, fuse: Fuse) -> None:
        super().__init__()
        self._fuse = fuse

    async def play(
        self, chunks: AsyncIterator[SpeechChunk], on_started: Callable[[], None]
    ) -> Playback:
        """Take chunks as far as that goes."""

        async def heard() -> AsyncIterator[SpeechChunk]:
            async for chunk in chunks:
                self._fuse.reached("speaking")
                yield chunk

        return await super().play(heard(), on_started)


async def run(paths: Paths, notes: Notes, fuse: Fuse) -> None:
    """A session: tell what was interrupted, answer, act, and die at the point."""
    bus = Bus()
    bus.listen(lambda event: _note(event, notes))
    bus.listen(fuse.seen)
    fuse.lay()
    if fuse.point == "pruning":
        await _fill(paths, fuse.number)
        fuse.is_armed = True
    clock = SystemClock()
    opening = open_assistant(
        _config(fuse), paths, bus, clock, role="bench", setting=_setting(notes, fuse)
    )
    async with opening as assistant:
        notes.write("ready", "")
        if fuse.point != "pruning":
            await _ask(assistant, HARMLESS, notes)
        fuse.is_armed = True
        match fuse.point:
            case "never":
                return
            case "speaking":
                await _speak(assistant, paths, bus, clock, notes, fuse)
            case "at-random":
                await _go_on(assistant, notes, fuse.number)
            case "pruning":
                await asyncio.Event().wait()  # until it dies at its work in the background
            case _:
                await _ask(assistant, OPENED.format(fuse.number), notes)


async def _ask(assistant: Assistant, text: str, notes: Notes) -> None:
    """One turn; an answer is noted where it was told to its end."""
    async for _ in _sentences(assistant.ask(text, source="stdin"), notes):
        pass


async def _sentences(turn: AsyncGenerator[Reply], notes: Notes) -> AsyncGenerator[str]:
    """What a turn says; that it was told to its end is noted before the end goes on its way."""
    said: list[str] = []
    async with aclosing(turn) as replies:
        async for reply in replies:
            if not reply.text:
                continue
            said.append(reply.text)
            if reply.is_final:
                notes.write("answer", " ".join(said))
            yield reply.text


async def _speak(
    assistant: Assistant, paths: Paths, bus: Bus, clock: SystemClock, notes: Notes, fuse: Fuse
) -> None:
    from jarvis_voice.voice_composition import VoiceSetting, open_voice

    setting = VoiceSetting(speaker=_DeadlySpeaker(fuse), interrupted=assistant.note_heard)
    async with open_voice(_config(fuse), paths, bus, clock, setting) as mouth:
        turn = assistant.new_turn(OPENED.format(fuse.number), source="stdin")
        await mouth.say(turn.turn_id, _sentences(assistant.submit(turn), notes))


async def _go_on(assistant: Assistant, notes: Notes, number: int) -> None:
    """Turn after turn, until somebody kills the process."""
    step = 0
    while True:
        await _ask(assistant, OPENED.format(f"{number}x{step}"), notes)
        await _ask(assistant, f"what is {step} times {number}", notes)
        step += 1


async def _fill(paths: Paths, number: int) -> None:
    """Turns of long ago, which the session is going to prune, and one of today, which stays."""
    from jarvis_voice.store.threads import ThreadStore

    now = datetime.now(UTC)
    stamp = (now - timedelta(days=OLD_DAYS)).isoformat(timespec="seconds")
    sql = (
        "INSERT INTO turns (thread_id, source, started_at, text, reply, outcome) "
        "VALUES (?, 'stdin', ?, 'hello', 'Hello.', 'done')"
    )
    old = [(sql, (OLD, stamp))] * OLD_TURNS
    async with ThreadStore(paths.database) as store:
        await store.database.write(*old, (sql, (f"{TODAY} {number}", now.isoformat())))


def _note(event: Event, notes: Notes) -> None:
    if isinstance(event, ProblemReported):
        notes.write("interrupted" if event.code == "interrupted" else "problem", event.message)


def _config(fuse: Fuse) -> Config:
    from jarvis_voice.config import HistoryConfig
    from jarvis_voice.evaluation.bench_program import bench_config

    keep_days = OLD_DAYS // 2 if fuse.point == "pruning" else 0
    return bench_config().model_copy(update={"history": HistoryConfig(keep_days=keep_days)})


def _setting(notes: Notes, fuse: Fuse) -> Any:
    from jarvis_voice.evaluation.world import NOBODY, WorldApplications
    from jarvis_voice.lazy_brain import Setting
    from jarvis_voice.tools.surroundings import Edge, Endpoints

    async def open_page(url: SafeUrl) -> Receipt:
        notes.write("effect", url.url)
        fuse.reached("between-act-and-receipt")
        return Receipt(ReceiptKind.EFFECT, "opened in the default browser")

    nowhere = f"http://{NOBODY}"
    edge = Edge(Endpoints(nowhere, nowhere, nowhere, nowhere), open_page)
    return Setting(edge, applications=WorldApplications((), []))


def main() -> None:
    """Run one session."""
    home, models, notes, point, number = sys.argv[1:]
    paths = find_paths({"JARVIS_HOME": home, "JARVIS_MODELS": models})
    asyncio.run(run(paths, Notes(Path(notes)), Fuse(point, int(number))))


if __name__ == "__main__":
    main()
