"""Kills the program with `kill -9` again and again, and checks what the next start finds.

Invariant: what happened is read from notes that the killed process left outside of its home; what
is known is read from a copy of the home, so that nothing but the next start mends it.
"""

from __future__ import annotations

import json
import math
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.store.retention import PIECE_TURNS
from jarvis_voice.workshop.faults.crash_fuse import NEVER, POINTS
from jarvis_voice.workshop.faults.crash_program import OLD, OLD_TURNS, OPENED, TODAY
from jarvis_voice.workshop.faults.fault import FaultResult

SESSION_SECONDS = 300.0
"""How long a session may take until it dies, on a machine that is busy with everything else."""

LONGEST_LIFE_SECONDS = 1.5
"""When a random kill comes at the latest, after the program can be asked."""

POLL_SECONDS = 0.01

IN_THE_MIDDLE, AFTER, BEFORE = "in the middle of", "after I had done", "before I had answered"
TOLD = {
    "planning": BEFORE,
    "between-act-and-receipt": IN_THE_MIDDLE,
    "between-receipt-and-commit": AFTER,
    "speaking": "",
    "pruning": "",
}
"""What the next start says of it; "" is nothing, for the turn had been answered."""

EFFECTS = {"planning": 0, "between-act-and-receipt": 1, "between-receipt-and-commit": 1}


@dataclass(frozen=True, slots=True)
class _Session:
    """What one process left behind.

    Attributes:
        code: How it ended.
        told: Interruptions it told at its start.
        answers: What it answered to the end.
        effects: What it did, in order.
        problems: What is wrong in the home that it left.
    """

    number: int
    code: int
    told: tuple[str, ...]
    answers: tuple[str, ...]
    effects: tuple[str, ...]
    problems: tuple[str, ...]


class _Chain:
    """Sessions one after the other on one home.

    Args:
        folder: Where home and notes go.
        models: The weights.
        point: Where they die.
        chance: Of a random kill.
    """

    def __init__(self, folder: Path, models: Path, point: str, chance: random.Random) -> None:
        self._folder = folder
        self._models = models
        self._point = point
        self._chance = chance
        self._answers: list[str] = []
        self._of_today: list[str] = []

    def run(self, number: int, point: str | None = None) -> _Session:
        """Run a session to its end and look at what it left."""
        notes = self._folder / f"notes-{number}"
        notes.touch()
        argv = [sys.executable, "-m", "jarvis_voice.workshop.faults.crash_program"]
        argv += [str(self._folder / "home"), str(self._models), str(notes)]
        argv += [point or self._point, str(number)]
        if (point or self._point) == "pruning":
            self._of_today.append(f"{TODAY} {number}")
        with subprocess.Popen(  # noqa: S603 - our own program
            argv, stderr=subprocess.PIPE, start_new_session=True
        ) as child:
            try:
                if point is None and self._point == "at-random":
                    self._kill_at_random(child, notes)
                _, said = child.communicate(timeout=SESSION_SECONDS)
            except subprocess.TimeoutExpired:
                is_alive = child.poll() is None
                child.kill()
                _, said = child.communicate()
                said += b" It was still alive." if is_alive else b" A child of it lives on."
            except KeyboardInterrupt:
                child.kill()
                raise
        lines = [json.loads(line) for line in notes.read_text(encoding="utf-8").splitlines()]

        def of(kind: str) -> tuple[str, ...]:
            return tuple(line["text"] for line in lines if line["kind"] == kind)

        self._answers += of("answer")
        problems = [*self._damage(), *([said.decode()[-300:]] if said.strip() else [])]
        return _Session(
            number,
            child.returncode,
            of("interrupted"),
            of("answer"),
            of("effect"),
            (*problems, *of("problem")),
        )

    def _kill_at_random(self, child: subprocess.Popen[bytes], notes: Path) -> None:
        deadline = time.monotonic() + SESSION_SECONDS
        while b"ready" not in notes.read_bytes() and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
        time.sleep(self._chance.uniform(0.0, LONGEST_LIFE_SECONDS))
        child.kill()

    def _damage(self) -> list[str]:
        """What is wrong in a copy of the home: the database, or an answer that is not in it."""
        copy = self._folder / "copy"
        shutil.copytree(self._folder / "home", copy)
        try:
            with closing(sqlite3.connect(copy / "threads.db")) as database:
                checked = database.execute("PRAGMA integrity_check").fetchone()[0]
                rows = database.execute("SELECT thread_id, reply, outcome FROM turns").fetchall()
        except sqlite3.Error as error:
            return [f"the database does not open: {error}"]
        finally:
            shutil.rmtree(copy)
        found = [] if checked == "ok" else [f"the database is damaged: {checked}"]
        missing = Counter(self._answers) - Counter(row[1] for row in rows if row[2])
        found += [f"an answer is missing: {text}" for text in missing]
        threads = Counter(row[0] for row in rows)
        if threads[OLD] % math.gcd(OLD_TURNS, PIECE_TURNS):
            found.append(f"a piece was pruned in part: {threads[OLD]} old turns are left")
        if missing_today := [name for name in self._of_today if not threads[name]]:
            found.append(f"turns of today were pruned: {missing_today}")
        return found


def run_crash_faults(
    models: Path,
    rounds: int,
    results: list[FaultResult],
    on_progress: Callable[[], None],
    points: Sequence[str] = POINTS,
    seed: int = 1,
) -> None:
    """Kill the program at each point, so many times.

    Args:
        models: The weights, for the voice that speaks.
        rounds: How often at each point.
        results: Each is added to them as it comes.
        on_progress: Called after each round.
        points: Where.
        seed: Of the random kills.
    """
    for point in points:
        with tempfile.TemporaryDirectory(prefix="jarvis-crash-") as name:
            chain = _Chain(Path(name), models, point, random.Random(seed))  # noqa: S311 - a time
            session = chain.run(0)
            for number in range(1, rounds + 1):
                is_last = number == rounds
                after = chain.run(number, NEVER if is_last else None)
                wrong = _wrong(point, session, after)
                results.append(FaultResult(f"killed-{point}", not wrong, None, "; ".join(wrong)))
                on_progress()
                session = after


def _wrong(point: str, killed: _Session, after: _Session) -> list[str]:
    """What did not go as it must in a killed session and the start after it."""
    wrong = [*killed.problems]
    if killed.code >= 0:
        wrong.append(f"it ended by itself with {killed.code}")
    twice = [url for url, count in Counter((*killed.effects, *after.effects)).items() if count > 1]
    wrong += [f"done twice: {url}" for url in twice]
    if EFFECTS.get(point, len(killed.effects)) != len(killed.effects):
        wrong.append(f"{len(killed.effects)} effects")
    if point == "at-random":
        return [*wrong, *_unlikely(killed, after)]
    expected, told = TOLD[point], after.told
    if not expected and told:
        wrong.append(f"told of an interruption that was none: {told}")
    if expected and (len(told) != 1 or expected not in told[0]):
        wrong.append(f"told of it: {told or 'nothing'}")
    if expected and not any(OPENED.format(killed.number) in one for one in told):
        wrong.append("what was interrupted was not named")
    return wrong


def _unlikely(killed: _Session, after: _Session) -> list[str]:
    """What is told of a random kill must fit what was seen of it."""
    if len(after.told) > 1:
        return [f"told {len(after.told)} interruptions of one"]
    done, answered = len(killed.effects), sum("example.com" in one for one in killed.answers)
    told = after.told[0] if after.told else ""
    if done > answered and told and BEFORE in told and "example.com" in told:
        return ["an act that was done is told as not begun"]
    if AFTER in told and done <= answered:
        return ["an act that was not done is told as done"]
    if done > answered and not told:
        return ["an act without an answer was not told"]
    return []
