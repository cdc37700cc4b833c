"""A home in which timers and alarms are set: an assistant that plans by itself, a real database."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from assistant.turns import Mind, ask, assistant_with, seen
from tools.around import surroundings

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.planning.local_planner import LocalPlanner
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import ME
from jarvis_voice.store.ports import ScheduleStore
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

AFTERNOON = datetime(2026, 11, 5, 15, 0, tzinfo=UTC)  # a Thursday
NIGHT = AFTERNOON.replace(hour=22)


class SetClock(FrameClock):
    """A wall clock that a test sets."""

    def __init__(self) -> None:
        super().__init__()
        self.wall = AFTERNOON

    def now(self) -> datetime:
        return self.wall


@cache
def knowledge() -> Knowledge:
    """The sentences of all tools, compiled once."""
    paths = find_paths({"JARVIS_HOME": "/nowhere"})
    around = surroundings()
    return Knowledge(
        compiled_grammar(paths, ship_tools(around)), SiteTable.load(paths), around.applications
    )


class Home:
    """An assistant that plans by itself, and what it has set."""

    def __init__(
        self,
        assistant: Assistant,
        events: list[Event],
        store: ScheduleStore,
        alarm_state: AlarmState,
    ) -> None:
        self.assistant = assistant
        self.events = events
        self.store = store
        self.alarm_state = alarm_state
        self.clock = SetClock()

    async def say(self, *texts: str, dry_run: bool = False) -> str:
        """The answer to the last of these."""
        replies: Sequence[str] = ()
        for text in texts:
            replies = await ask(self.assistant, text, dry_run=dry_run)
        return " ".join(replies)

    async def set_two_of_tea(self) -> None:
        """Two timers of one name, of twenty and of nine minutes."""
        await self.say("set a tea timer for 20 minutes", "set a tea timer for 9 minutes")

    async def entries(self) -> list[Entry]:
        return [*await self.store.entries(ME)]

    async def due(self) -> str:
        """When the one entry is due."""
        [entry] = await self.entries()
        return f"{entry.due_at:%a %d %H:%M}"

    def receipts(self) -> list[str]:
        return [one["receipt"]["status"] for one in seen(self.events, "tool-ended")]

    async def ring(self, place: int = 0) -> Entry:
        """As the ringer does: the row is marked, the bell knows it."""
        entry = (await self.entries())[place]
        await self.store.mark([entry.number], "ringing")
        marked = [one for one in await self.store.entries(ME) if one.number == entry.number]
        self.alarm_state.ringing = tuple(marked)
        return entry


@asynccontextmanager
async def home_in(paths: Paths, folder: Path) -> AsyncIterator[Home]:
    """A home with nothing set yet, at three in the afternoon."""
    alarm_state, clock = AlarmState(is_attended=True), SetClock()
    async with SqliteStore(folder / "set.db") as threads:
        store = threads.schedule
        registry = ship_tools(surroundings(folder, schedule=store, alarm_state=alarm_state))
        planner = LocalPlanner(knowledge(), registry)
        async with assistant_with(
            paths, planner, mind=Mind(knowledge(), registry), clock=clock
        ) as (assistant, events):
            made = Home(assistant, events, store, alarm_state)
            made.clock = clock
            yield made
