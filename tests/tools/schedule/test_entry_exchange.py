"""Flow: what is set is changed by two at the same moment; nothing becomes two or comes back."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from assistant.turns import ask
from tools.schedule_home import Home, home_in

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME, ToolResult
from jarvis_voice.tools.schedule.entry_exchange import tried_again

pytestmark = pytest.mark.flow

Meanwhile = Callable[[Home], Awaitable[object]]


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


async def another_gives_ten_minutes(home: Home) -> None:
    [old] = await home.entries()
    new = replace(
        old,
        length_seconds=old.length_seconds + 600,
        due_elapsed_seconds=old.due_elapsed_seconds + 600,
    )
    assert await home.store.exchange(ME, old.number, new)


async def another_cancels(home: Home) -> None:
    await home.store.remove(ME, [one.number for one in await home.entries()])


def between(
    home: Home, monkeypatch: pytest.MonkeyPatch, step: str, meanwhile: Meanwhile, times: int = 1
) -> None:
    """Somebody else acts when this step of the store is about to be taken."""
    real, left = getattr(home.store, step), [times]

    async def late(*args: object) -> object:
        if left[0]:
            left[0] -= 1
            monkeypatch.setattr(home.store, step, real)
            await meanwhile(home)
            if left[0]:
                monkeypatch.setattr(home.store, step, late)
        return await real(*args)

    monkeypatch.setattr(home.store, step, late)


async def test_of_two_who_give_more_time_at_once_none_is_lost(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    await home.say("tea timer for ten minutes")
    between(home, monkeypatch, "exchange", another_gives_ten_minutes)
    answer = await home.say("add five minutes to the timer")
    assert answer.startswith("The tea timer has 2")
    assert [one.length_seconds for one in await home.entries()] == [1_500]


@pytest.mark.parametrize(
    ("set_before", "said", "answer"),
    [
        ("tea timer for ten minutes", "add five minutes to the timer", "You have no timers."),
        ("wake me at 7 am", "move my alarm to half past six", "You have no alarms."),
        ("tea timer for ten minutes", "rename the timer to pasta", "You have no timers."),
    ],
)
async def test_what_is_cancelled_meanwhile_does_not_come_back(
    home: Home, monkeypatch: pytest.MonkeyPatch, set_before: str, said: str, answer: str
) -> None:
    await home.say(set_before)
    between(home, monkeypatch, "exchange", another_cancels)
    assert await home.say(said) == answer
    assert await home.entries() == []


async def test_where_it_is_changed_again_and_again_that_is_told(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    await home.say("tea timer for ten minutes")
    between(home, monkeypatch, "exchange", another_gives_ten_minutes, times=3)
    answer = await home.say("add five minutes to the timer")
    assert answer.startswith("What is set was changed by somebody else at the same moment.")
    assert [one.length_seconds for one in await home.entries()] == [2_400]


async def test_what_became_longer_meanwhile_is_not_told_as_cancelled(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    await home.say("tea timer for ten minutes")
    between(home, monkeypatch, "remove", another_gives_ten_minutes)
    answer = await home.say("cancel the timer")
    assert answer.startswith("What is set was changed by somebody else at the same moment.")
    assert [one.length_seconds for one in await home.entries()] == [1_200]


async def test_of_two_who_put_off_what_rings_one_does(home: Home) -> None:
    await home.say("tea timer for ten minutes")
    await home.ring()
    told = await asyncio.gather(
        *(ask(home.assistant, "snooze", thread_id=name) for name in ("kitchen", "desk"))
    )
    assert sorted(" ".join(one) for one in told) == [
        "Nothing is ringing.",
        "Snoozed for 5 minutes.",
    ]
    assert [one.name for one in await home.entries()] == ["tea"]


async def test_what_always_fails_is_an_error() -> None:
    async def never() -> ToolResult | None:
        return None

    with pytest.raises(ToolError, match="changed by somebody else"):
        await tried_again(never)
