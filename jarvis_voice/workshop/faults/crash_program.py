"""Runs the whole assistant in a process that kills itself at a named point.

Invariant: the assistant is the one that ships, composed as ever; what is wrapped is the edge (a
browser that only takes notes) and what the fuse wraps. Every note is on disk outside of the home
before what follows it, so it tells what really happened.

Run as `python -m jarvis_voice.workshop.faults.crash_program HOME MODELS NOTES POINT ROUND`.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.events import Event, ProblemReported
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import Receipt, ReceiptKind, Reply, TurnInput
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.workshop.faults.crash_fuse import DeadlySpeaker, Fuse

if TYPE_CHECKING:
    from jarvis_voice.assistant.assistant import Assistant
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.safe_url import SafeUrl

OLD_TURNS = 450
"""More than two pieces of what retention prunes at once."""

OLD_DAYS = 30
OLD, TODAY = "old", "today"
"""Threads that are filled for pruning."""

HARMLESS = "what time is it"
OPENED = "open round{}.example.com"


class Notes:
    """A file of notes outside of the home; each line is on disk before the program goes on."""

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

    def write(self, kind: str, text: str) -> None:
        """Add a line."""
        os.write(self._file, json.dumps({"kind": kind, "text": text}).encode() + b"\n")


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
    lock = ProcessLock(paths.lock, "bench")
    opening = open_assistant(_config(fuse), paths, bus, clock, lock, _setting(notes, fuse))
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
    from jarvis_voice.app.voice_factory import VoiceSetting, open_voice

    setting = VoiceSetting(speaker=DeadlySpeaker(fuse), interrupted=assistant.note_heard)
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
    from jarvis_voice.store.factory import make_store

    now = datetime.now(UTC)
    turns = [(OLD, now - timedelta(days=OLD_DAYS))] * OLD_TURNS + [(f"{TODAY} {number}", now)]
    async with make_store(paths) as store:
        for thread_id, began_at in turns:
            turn = TurnInput(store.turns.next_turn_id(), thread_id, "hello", "stdin")
            await store.turns.begin(turn, began_at)
            await store.turns.end(turn, "Hello.", "done")


def _note(event: Event, notes: Notes) -> None:
    if isinstance(event, ProblemReported):
        notes.write("interrupted" if event.code == "interrupted" else "problem", event.message)


def _config(fuse: Fuse) -> Config:
    from jarvis_voice.core.config import HistoryConfig
    from jarvis_voice.workshop.scenarios.bench_program import bench_config

    keep_days = OLD_DAYS // 2 if fuse.point == "pruning" else 0
    return bench_config().model_copy(update={"history": HistoryConfig(keep_days=keep_days)})


def _setting(notes: Notes, fuse: Fuse) -> Any:
    from jarvis_voice.app.brain_factory import Overrides
    from jarvis_voice.tools.dependencies import Edge
    from jarvis_voice.tools.endpoints import Endpoints
    from jarvis_voice.workshop.worlds.world import NOBODY, WorldApplications

    async def open_page(url: SafeUrl) -> Receipt:
        notes.write("effect", url.url)
        fuse.reached("between-act-and-receipt")
        return Receipt(ReceiptKind.EFFECT, "handed to the default browser")

    nowhere = f"http://{NOBODY}"
    edge = Edge(Endpoints.all_at(nowhere), open_page)
    return Overrides(edge, applications=WorldApplications((), []))


def main() -> None:
    """Run one session."""
    home, models, notes, point, number = sys.argv[1:]
    paths = find_paths({"JARVIS_HOME": home, "JARVIS_MODELS": models})
    asyncio.run(run(paths, Notes(Path(notes)), Fuse(point, int(number))))


if __name__ == "__main__":
    main()
