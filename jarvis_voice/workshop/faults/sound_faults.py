"""Takes the sound away from the real daemon in every known way, and checks that it recovers.

Invariant: the same process hears before and after; what was heard is its own event. While its
microphone is gone somebody calls it from its own loudspeaker, which it must not hear.
"""

from __future__ import annotations

import asyncio
import time
import wave
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.voice.readiness import PHRASE
from jarvis_voice.workshop.faults.fault import FaultResult
from jarvis_voice.workshop.faults.listening_daemon import READY_SECONDS, ListeningDaemon
from jarvis_voice.workshop.worlds.sound_server import SoundWorld, write_wav

BAR_SECONDS = 5.0
"""From the repair until a call must have been heard."""

PATIENCE_SECONDS = 30.0
"""Nobody calls longer: it is deaf."""

CALL_EVERY_SECONDS = 1.6
"""The call takes 0.9 s; a person waits a moment before calling again."""

SINCE_SECONDS, UNTIL_SECONDS = 0.45, 1.3
"""Where "Hey Jarvis" stands in the recorded phrase."""

ZEROS_SECONDS = 10.5
WORD_SECONDS = 0.5
"""Before so much of the call is out nobody can know it."""

ECHO_SECONDS = 1.5
"""So long it might hear itself."""

Step = Callable[[SoundWorld], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class SoundFault:
    """One way to take the sound away and to give it back.

    Attributes:
        name: Kebab-case.
        take: Takes it.
        give: Gives it back; from its end on the seconds are counted.
        has_loudspeaker: Whether one can be heard meanwhile.
    """

    name: str
    take: Step
    give: Step
    has_loudspeaker: bool = True


async def _unload(world: SoundWorld) -> None:
    await world.unload_microphone()


async def _rename(world: SoundWorld) -> None:
    await world.load_microphone("headset" if world.microphone == "mic" else "mic")


async def _silence(world: SoundWorld) -> None:
    await world.set_noise(on=False)
    await asyncio.sleep(ZEROS_SECONDS)


FAULTS: Sequence[SoundFault] = (
    SoundFault("source-reloaded", _unload, lambda world: world.load_microphone()),
    SoundFault("server-restarted", SoundWorld.kill, SoundWorld.start, has_loudspeaker=False),
    SoundFault(
        "source-suspended",
        lambda world: world.suspend_microphone(on=True),
        lambda world: world.suspend_microphone(on=False),
    ),
    SoundFault("device-renamed", _unload, _rename),
    SoundFault("zeros", _silence, lambda world: world.set_noise(on=True), has_loudspeaker=False),
)
"""Those that one daemon bears, one after the other."""

CALL, WAKE = "call", "wake-detected"
ABSENT = "server-absent-at-start"


async def run_sound_faults(
    models: Path,
    rounds: int,
    results: list[FaultResult],
    on_done: Callable[[], None],
    names: Sequence[str] = (),
    bar_seconds: float = BAR_SECONDS,
) -> None:
    """Each fault so many times.

    Args:
        models: The folder of the weights.
        rounds: How often each.
        results: Each is added to them as it comes.
        on_done: Told after each fault.
        names: Only these faults; empty is all.
        bar_seconds: How late a call may be heard.

    Raises:
        AudioError: There is no sound server to play with, or the daemon does not become ready.
    """

    def take(result: FaultResult) -> None:
        results.append(result)
        on_done()

    faults = [fault for fault in FAULTS if not names or fault.name in names]
    if faults:
        async with AsyncExitStack() as stack:
            trial = await stack.enter_async_context(_Trial(models, bar_seconds))
            await trial.start()
            for _ in range(rounds):
                for fault in faults:
                    take(await trial.produce(fault))
    for _ in range(rounds if not names or ABSENT in names else 0):
        async with _Trial(models, bar_seconds) as trial:
            take(await trial.come_late())


class _Trial:
    """One daemon in a world of its own."""

    def __init__(self, models: Path, bar_seconds: float) -> None:
        self._models = models
        self._bar_seconds = bar_seconds
        self._stack = AsyncExitStack()
        self.world = SoundWorld()

    async def __aenter__(self) -> Self:
        temporary = TemporaryDirectory(prefix="jv-faults-", ignore_cleanup_errors=True)
        self._folder = Path(self._stack.enter_context(temporary))
        self.world.know(CALL, _write_call(self._folder / "call.wav"))
        await self._stack.enter_async_context(self.world)
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._stack.aclose()

    async def start(self) -> None:
        """Start the daemon beside a sound server that runs, and wait until it can be called."""
        await self.world.start()
        await self._start_daemon()
        await self.daemon.until_ready()

    async def produce(self, fault: SoundFault) -> FaultResult:
        """Take the sound away, call from the loudspeaker, give it back, and call."""
        await fault.take(self.world)
        own = await self._call_itself() if fault.has_loudspeaker else 0
        await fault.give(self.world)
        return await self._judge(fault.name, time.monotonic(), heard_itself=own > 0)

    async def _call_itself(self) -> int:
        """Call from the loudspeaker; how often that was heard."""
        await self.world.say(CALL, "speaker")
        await asyncio.sleep(WORD_SECONDS)  # what is heard until then was said before
        wakes = self.daemon.counts[WAKE]
        await asyncio.sleep(ECHO_SECONDS)
        return self.daemon.counts[WAKE] - wakes

    async def come_late(self) -> FaultResult:
        """Start the daemon without a sound server, and that when it waits for nothing else."""
        await self._start_daemon()
        if not await self.daemon.until("not-yet", 1, READY_SECONDS):
            return _failed(ABSENT, f"never waited: {self.daemon.last_words}")
        if self.daemon.counts["ears-ready"]:
            return _failed(ABSENT, "said it was ready without a microphone")
        await self.world.start()
        return await self._judge(ABSENT, time.monotonic(), heard_itself=False)

    async def _start_daemon(self) -> None:
        daemon = ListeningDaemon(self.world.environment, self._folder / "home", self._models)
        self.daemon = await self._stack.enter_async_context(daemon)

    async def _judge(self, name: str, since: float, *, heard_itself: bool) -> FaultResult:
        before = self.daemon.counts.copy()
        seconds = await self._call(since)
        if not self.daemon.runs:
            detail = f"the program ended: {self.daemon.last_words}"
        elif heard_itself:
            detail = "heard its own loudspeaker"
        elif seconds is None:
            detail = f"deaf ({self._tally(before)}): {self.daemon.last_words}"
        elif seconds > self._bar_seconds:
            detail = f"later than {self._bar_seconds:.0f} s"
        else:
            detail = ""
        return FaultResult(name, not detail, seconds, detail)

    def _tally(self, before: Counter[str]) -> str:
        """What came instead of a call that was heard."""
        counts = self.daemon.counts - before
        return ", ".join(f"{count} {name}" for name, count in sorted(counts.items())) or "no event"

    async def _call(self, since: float) -> float | None:
        """Call until it is heard; seconds since a moment."""
        heard = self.daemon.counts[WAKE] + 1
        calls = 0
        while self.daemon.runs and time.monotonic() - since < PATIENCE_SECONDS:
            await self.world.say(CALL)
            calls += 1
            if await self.daemon.until(WAKE, heard, CALL_EVERY_SECONDS):
                seconds = time.monotonic() - since
                if calls > 1:  # a late one may have been the first: let the last be over
                    await asyncio.sleep(CALL_EVERY_SECONDS)
                return seconds
        return None


def _failed(name: str, detail: str) -> FaultResult:
    return FaultResult(name, is_recovered=False, seconds_to_hear=None, detail=detail)


def _write_call(path: Path) -> Path:
    """The wake word alone, out of the phrase that the ears prove themselves with."""
    with wave.open(str(shipped(PHRASE)), "rb") as file:
        pcm = file.readframes(file.getnframes())
    width = 2 * RATE_HZ
    since, until = (2 * (round(s * width) // 2) for s in (SINCE_SECONDS, UNTIL_SECONDS))
    return write_wav(path, pcm[since:until])
