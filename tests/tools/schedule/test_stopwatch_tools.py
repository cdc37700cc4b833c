"""Flow: a stopwatch is started, read, stopped and reset, over a real database."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tools.around import run, surroundings, the_tool
from tools.templates import said

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.stopwatch_runs import StopwatchRun
from jarvis_voice.core.types import ME, Origin
from jarvis_voice.store.ports import ScheduleStore
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.schedule.stopwatch_tools import NO_STOPWATCH, tools

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 5, 12, tzinfo=UTC)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[ScheduleStore]:
    async with SqliteStore(tmp_path / "threads.db") as threads:
        yield threads.schedule


async def ask(
    store: ScheduleStore, action: str, now: datetime = NOON, user_id: str = ME
) -> tuple[str, str]:
    tool = the_tool(tools, "stopwatch", surroundings(schedule=store))
    context = ToolContext(now, origin=Origin(user_id), turn_id="t1")
    receipt = (await run(tool, context, action=action)).receipt
    return receipt.kind.value, receipt.observed


async def of_another_boot(store: ScheduleStore) -> None:
    """The machine is started anew: from here on the wall clock counts."""
    kept = await store.stopwatch(ME)
    assert kept
    await store.keep_stopwatch(ME, replace(kept, boot="before"))


async def test_it_measures_from_its_start_to_its_stop(store: ScheduleStore) -> None:
    assert await ask(store, "start") == ("effect", "The stopwatch is running.")
    await of_another_boot(store)
    soon, late = NOON + timedelta(seconds=192), NOON + timedelta(hours=2, minutes=5, seconds=20)
    assert await ask(store, "read", soon) == (
        "lookup",
        "The stopwatch is at 3 minutes and 12 seconds.",
    )
    assert await ask(store, "start", soon) == (
        "no_op",
        "The stopwatch is running already, for 3 minutes and 12 seconds.",
    )
    assert await ask(store, "stop", late) == (
        "effect",
        "I have stopped the stopwatch at 2 hours and 5 minutes.",
    )
    much_later = late + timedelta(hours=1)
    assert await ask(store, "read", much_later) == (
        "lookup",
        "The stopwatch was stopped at 2 hours and 5 minutes.",
    )
    assert await ask(store, "stop", much_later) == (
        "no_op",
        "The stopwatch is stopped already, at 2 hours and 5 minutes.",
    )
    assert await ask(store, "start", much_later) == ("effect", "The stopwatch is running.")
    assert await ask(store, "read", much_later) == ("lookup", "The stopwatch is at 1 second.")


async def test_after_a_reset_there_is_none(store: ScheduleStore) -> None:
    await ask(store, "start")
    assert await ask(store, "reset") == ("effect", "The stopwatch is reset, and it does not run.")
    assert await ask(store, "reset") == ("no_op", "There is no stopwatch to reset.")
    assert await ask(store, "read") == ("no_op", NO_STOPWATCH)
    assert await ask(store, "stop") == ("no_op", NO_STOPWATCH)


async def test_each_user_has_one(store: ScheduleStore) -> None:
    await ask(store, "start")
    assert await ask(store, "read", user_id="ana") == ("no_op", NO_STOPWATCH)


async def test_where_nothing_can_be_kept_it_is_not_started(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database, is_kept=False, is_passing=True) as threads:
        with pytest.raises(ToolError) as caught:
            await ask(threads.schedule, "start")
        assert caught.value.code == "nothing-kept"


async def test_what_did_not_stay_is_not_said_to_run() -> None:
    class Sieve:
        """Keeps nothing, and says nothing of it."""

        is_known = True

        async def stopwatch(self, _: str) -> StopwatchRun | None:
            return None

        async def keep_stopwatch(self, _: str, __: StopwatchRun | None) -> None:
            return

    sieve: ScheduleStore = Sieve()  # type: ignore[assignment] # the part of it that is used
    with pytest.raises(ToolError) as caught:
        await ask(sieve, "start")
    assert caught.value.code == "not-kept"


def test_reading_changes_nothing() -> None:
    tool = the_tool(tools, "stopwatch", surroundings())
    assert tool.tier_of(tool.arguments.model_validate({"action": "read"})) == "read"
    assert tool.tier_of(tool.arguments.model_validate({"action": "reset"})) == "act"


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        *(("start", "start a stopwatch"), ("start", "start timing me"), ("start", "time this")),
        *(("start", "start the clock"), ("stop", "stop the stopwatch"), ("stop", "stop timing")),
        *(("stop", "pause the stopwatch"), ("read", "how long did that take")),
        *(("read", "what does the stopwatch say"), ("read", "how long was that")),
        *(("read", "how long has the stopwatch been running"), ("read", "what was my time")),
        *(
            ("read", "how much time has passed"),
            ("start", "stopwatch"),
            ("read", "stopwatch time"),
            ("reset", "clear stopwatch"),
        ),
        *(("reset", "reset the stopwatch"), ("reset", "set the stopwatch back to zero")),
    ],
)
def test_it_is_asked_for(action: str, sentence: str) -> None:
    assert said(the_tool(tools, "stopwatch", surroundings()), sentence) == {"action": action}


@pytest.mark.parametrize("sentence", ["stop", "how long did the war take", "start a timer"])
def test_other_sentences_are_not_taken(sentence: str) -> None:
    assert said(the_tool(tools, "stopwatch", surroundings()), sentence) is None
