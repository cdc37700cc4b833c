"""A scripted room around a real ringer: two clocks, a mouth that notes, rows to look at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from audio.conftest import JumpingLoop

from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import AudioError, StoreError
from jarvis_voice.core.events import Event, to_json
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.schedule_entries import Entry, Moment, in_seconds
from jarvis_voice.core.schedule_entries import State as EntryState
from jarvis_voice.core.types import HERE, Origin, Reply, Source
from jarvis_voice.schedule.clock import ScheduleClock
from jarvis_voice.schedule.preparation import Preparation
from jarvis_voice.schedule.ring_sound import RingPlaces, Sounds
from jarvis_voice.schedule.ringer import Ringer

START = datetime(2026, 11, 5, 9, 0, tzinfo=UTC)
EARCON_SECONDS = 1.0
WORDS_SECONDS = 2.0


class World:
    """The clocks: the loop's time, and a wall clock that can be set beside it."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)
        self.counts_sleep = True
        self.looks = 0

    def seconds(self) -> float:
        return asyncio.get_running_loop().time()

    def now(self) -> datetime:
        return START + timedelta(seconds=self.seconds()) + self.ahead

    def elapsed(self) -> tuple[float, str, bool]:
        self.looks += 1
        return self.seconds(), "boot", self.counts_sleep

    def zone(self, _: datetime) -> tzinfo:
        return ZoneInfo("Europe/Lisbon")


class Mouth:
    """Notes what sounds and when; a sound takes its time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sounds: list[tuple[float, str]] = []
        self.is_open = self.works = True
        self.is_busy = False
        self.is_listening = False

    async def play_earcon(self, earcon: Earcon) -> bool:
        if not self.works:
            return False
        self.sounds.append((round(self.world.seconds(), 1), earcon))
        await asyncio.sleep(EARCON_SECONDS)
        return True

    def stop(self) -> None:
        self.sounds.append((round(self.world.seconds(), 1), "stop"))
        self.is_busy = False

    async def say(self, _: str, replies: AsyncIterator[str]) -> Playback:
        async for text in replies:
            if not self.works:
                continue
            self.sounds.append((round(self.world.seconds(), 1), text))
            await asyncio.sleep(WORDS_SECONDS)
        return Playback("", was_interrupted=False)

    @property
    def words(self) -> list[str]:
        return [sound for _, sound in self.sounds if sound not in {"alarm", "done", "stop"}]


class Rows:
    """A table that a test can look at, and that can refuse to be written."""

    def __init__(self, *entries: Entry) -> None:
        self.table = {number: replace(one, number=number) for number, one in enumerate(entries, 1)}
        self.error: StoreError | None = None

    def __getitem__(self, number: int) -> Entry:
        return self.table[number]

    async def all_entries(self) -> tuple[Entry, ...]:
        return tuple(self.table.values())

    async def mark(self, numbers: Iterable[int], state: EntryState) -> None:
        if self.error:
            raise self.error
        for number in numbers:
            self.table[number] = replace(self.table[number], state=state)

    async def settle(self, numbers: Iterable[int], going_on: Sequence[Entry] = ()) -> None:
        if self.error:
            raise self.error
        for number in numbers:
            self.table.pop(number, None)
        self.table |= {one.number: one for one in going_on}


class Conversation:
    """Answers every routine with the same words."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
    ) -> AsyncGenerator[Reply]:
        del thread_id, dry_run, origin
        self.asked.append(f"{source}: {text}")
        yield Reply("t1", "It is sunny.", is_final=True)
        yield Reply("t1", "", is_final=True, outcome="done")


class Room:
    """A ringer and all around it."""

    def __init__(self, world: World, rows: Any) -> None:
        self.world = world
        self.rows = rows
        self.alarm_state = AlarmState()
        self.mouth: Mouth | None = Mouth(world)
        self.chime = Mouth(world)
        self.no_chime: AudioError | None = None
        self.may_come = True
        self.is_quiet = False
        self.places: Callable[[Entry], RingPlaces] = lambda _: RingPlaces()
        self.conversation = Conversation()
        self.preparation = Preparation()
        self.events: list[dict[str, Any]] = []

    @asynccontextmanager
    async def open_chime(self) -> AsyncIterator[Mouth]:
        if self.no_chime:
            raise self.no_chime
        yield self.chime

    @asynccontextmanager
    async def ringing(self) -> AsyncIterator[Ringer]:
        bus = Bus()
        bus.listen(self._note)
        sounds = Sounds(
            lambda: self.mouth,
            self.open_chime,
            lambda: self.is_quiet,
            lambda: self.may_come,
            self.places,
        )
        times = ScheduleClock(self.world, "24", self.world.elapsed, self.world.zone)
        async with Ringer(
            self.rows, self.alarm_state, sounds, times, self.conversation, bus
        ) as ringing:
            ringing.preparation = self.preparation
            yield ringing

    def _note(self, event: Event) -> None:
        self.events.append(to_json(event))

    @property
    def told(self) -> list[str]:
        return [f"{e['type']}: {e.get('text') or e.get('code', '')}".rstrip(": ")
                for e in self.events]  # fmt: skip

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["type"] == kind]

    @property
    def words(self) -> list[str]:
        assert self.mouth
        return self.mouth.words

    @property
    def sounds(self) -> list[tuple[float, str]]:
        assert self.mouth
        return self.mouth.sounds


def in_time(work: Callable[[World], Coroutine[Any, Any, None]]) -> None:
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(work(World()))


def timer(world: World, seconds: float, name: str = "pasta") -> Entry:
    return in_seconds("timer", seconds, Moment(world.now(), *world.elapsed()), name)


def alarm(world: World, seconds: float, rule: str = "") -> Entry:
    return Entry("alarm", world.now() + timedelta(seconds=seconds), world.now(), rule=rule)
