"""Runs the real daemon in its own process and reads its events.

Invariant: its home is a temporary folder; it is ended with its `async with`, whatever happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter, deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from jarvis_voice.core.errors import AudioError

NOT_YET = "I cannot hear you yet"
"""What it says where the microphone is all that is missing; counted as "not-yet"."""

READY_SECONDS = 120.0
"""Models load on a machine that may be busy with everything else."""

END_SECONDS = 10.0
LINES_KEPT = 20
NOISE = ("ALSA lib", "Expression '")
"""How the system's sound libraries begin what they print at each try."""

READ_BYTES = 1 << 20
"""The longest line: an event with all its arguments."""


class ListeningDaemon:
    """A `jarvis run --json` process without a terminal.

    Args:
        environment: Of the sound server.
        home: For its settings and data.
        models: The folder of the weights.

    Attributes:
        counts: How often each type of event, and each code of a problem, came so far.
    """

    def __init__(self, environment: Mapping[str, str], home: Path, models: Path) -> None:
        self._environment = dict(environment) | {
            "JARVIS_HOME": str(home),
            "JARVIS_MODELS": str(models),
            "JARVIS_BRAIN__PLANNER": "local",
            "PYTHONUNBUFFERED": "1",
            "PYTHONUTF8": "1",
        }
        self._child: Process | None = None
        self._readers: list[asyncio.Task[None]] = []
        self._news = asyncio.Condition()
        self._errors: deque[str] = deque(maxlen=LINES_KEPT)
        self.counts: Counter[str] = Counter()

    async def __aenter__(self) -> Self:
        """Start it; it is not ready yet."""
        self._child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "jarvis_voice", "run", "--json"),
            env=self._environment,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            start_new_session=True,
            limit=READ_BYTES,
        )
        self._readers = [
            asyncio.create_task(self._read_events(self._child)),
            asyncio.create_task(self._read_errors(self._child)),
        ]
        return self

    async def __aexit__(self, *exc: object) -> None:
        child = self._child
        if child is None:
            return
        for number in (signal.SIGINT, signal.SIGKILL):
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child.pid, number)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await child.wait()
                    break
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)

    @property
    def runs(self) -> bool:
        """Whether the process that was started lives still."""
        return self._child is not None and self._child.returncode is None

    @property
    def last_words(self) -> str:
        """What it wrote beside its events, for a failure message."""
        return " | ".join(self._errors)

    async def until(self, name: str, count: int, seconds: float) -> bool:
        """Wait until an event, or a problem's code, came so often; whether it did in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: self.counts[name] >= count or not self.runs)
        return self.counts[name] >= count

    async def until_ready(self) -> None:
        """Wait until it can be called.

        Raises:
            AudioError: It does not come that far ("not-ready").
        """
        if not await self.until("ears-ready", 1, READY_SECONDS):
            raise AudioError("not-ready", f"Jarvis did not become ready: {self.last_words}")

    async def _read_events(self, child: Process) -> None:
        while child.stdout and (line := await child.stdout.readline()):
            with contextlib.suppress(ValueError):
                await self._take(json.loads(line))
        async with self._news:
            self._news.notify_all()

    async def _take(self, event: Mapping[str, Any]) -> None:
        async with self._news:
            self.counts[str(event.get("type"))] += 1
            if code := event.get("code"):
                self.counts[str(code)] += 1
                self._errors.append(str(event.get("message")))
            self._news.notify_all()

    async def _read_errors(self, child: Process) -> None:
        while child.stderr and (line := await child.stderr.readline()):
            text = line.decode(errors="replace").strip()
            async with self._news:
                if text and not text.startswith(NOISE):
                    self._errors.append(text)
                self.counts["not-yet"] += NOT_YET in text
                self._news.notify_all()
