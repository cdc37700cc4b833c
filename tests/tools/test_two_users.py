"""Flow: what one user told a tool is in no answer that another user gets from it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from tools.around import NOW, run, surroundings, the_tool

from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ME, Origin, TurnInput
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.memory import forget_tools, memory_tools, note_tools, profile_tools
from jarvis_voice.tools.post_turn import PostTurnActions
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.schedule import change_tools, list_tools, schedule_tools

pytestmark = pytest.mark.flow

CANARY = "quetzalcoatl"
ANA = Origin("ana", "kitchen")

FAMILIES = {
    "remember": memory_tools.tools,
    "recall": memory_tools.tools,
    "forget": memory_tools.tools,
    "add_note": note_tools.tools,
    "read_notes": note_tools.tools,
    "remove_note": note_tools.tools,
    "clear_notes": note_tools.tools,
    "forget_words": forget_tools.tools,
    "set_profile": profile_tools.tools,
    "get_profile": profile_tools.tools,
    "set_timer": schedule_tools.tools,
    "change_timer": change_tools.tools,
    "read_schedule": list_tools.tools,
    "cancel_schedule": list_tools.tools,
    "snooze": list_tools.tools,
}


@dataclass
class House:
    """One Jarvis with two users."""

    store: InMemoryStore
    around: ToolDependencies
    alarm_state: AlarmState

    async def ask(self, who: Origin, goal: str, tool_name: str, /, **arguments: Any) -> str:
        """What a user is told by a tool."""
        turn = TurnInput(self.store.turns.next_turn_id(), "default", goal, "voice", origin=who)
        await self.store.turns.begin(turn, NOW)
        tool = the_tool(FAMILIES[tool_name], tool_name, self.around)
        context = ToolContext(NOW, goal=goal, turn_id=turn.turn_id, origin=who)
        result = await run(tool, context, **arguments)
        await self.store.turns.end(turn, result.receipt.observed, "done")
        return f"{result.receipt.observed} {result.data}"


@pytest.fixture
async def house() -> AsyncIterator[House]:
    alarm_state = AlarmState(is_attended=True)
    async with InMemoryStore() as store:
        around = surroundings(
            turns=store.turns,
            memory=store.memory,
            profiles=store.profiles,
            schedule=store.schedule,
            alarm_state=alarm_state,
            afterwards=PostTurnActions(),
        )
        made = House(store, around, alarm_state)
        await made.ask(
            ANA, f"remember that my cat is {CANARY}", "remember", fact=f"my cat is {CANARY}"
        )
        await made.ask(
            ANA, f"add {CANARY} to the shopping list", "add_note", text=CANARY, list="shopping"
        )
        await made.ask(ANA, f"call me {CANARY}", "set_profile", field="name", value=CANARY)
        await made.ask(ANA, "set a timer", "set_timer", length="ten minutes", name=CANARY)
        yield made


async def all_is_hers(house: House) -> bool:
    counts = (
        len(await house.store.memory.facts("ana")),
        len(await house.store.memory.notes("ana", "shopping")),
        len(await house.store.schedule.entries("ana")),
        bool((await house.store.profiles.profile("ana")).name),
    )
    return counts == (1, 1, 1, True)


ASKED: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("what do you know about me", "recall", {"about": "everything"}),
    ("what is my name", "get_profile", {"field": "name"}),
    ("forget my name", "set_profile", {"field": "name"}),
    ("what is my cat", "recall", {"about": "cat"}),
    ("forget my cat", "forget", {"about": "my cat"}),
    ("what is on my shopping list", "read_notes", {"list": "shopping"}),
    ("what is on my list", "read_notes", {"list": "list"}),
    (f"cross {CANARY[:4]} off", "remove_note", {"text": "quetz", "list": "shopping"}),
    ("clear the shopping list", "clear_notes", {"list": "shopping"}),
    ("what is set", "read_schedule", {}),
    ("cancel all timers", "cancel_schedule", {"which": "all"}),
    ("turn it off", "cancel_schedule", {"what": "ringing"}),
    ("add five minutes", "change_timer", {"length": "five minutes"}),
    ("snooze", "snooze", {}),
    ("forget what I said", "forget_words", {"what": "last"}),
)


@pytest.mark.parametrize("is_ringing", [False, True])
@pytest.mark.parametrize(("goal", "tool_name", "arguments"), ASKED)
async def test_the_owner_is_told_nothing_of_hers_and_changes_nothing(
    house: House, goal: str, tool_name: str, arguments: dict[str, str], is_ringing: bool
) -> None:
    if is_ringing:
        house.alarm_state.ringing = await house.store.schedule.entries("ana")
    try:
        told = await house.ask(Origin(ME), goal, tool_name, **arguments)
    except ToolError as error:
        told = f"{error.message} {error.spoken}"
    assert CANARY not in told.lower()
    assert not house.alarm_state.hushed.is_set()
    assert await all_is_hers(house)


async def test_she_is_told_what_is_hers(house: House) -> None:
    for goal, name, arguments in (ASKED[0], ASKED[5], ASKED[9]):
        assert CANARY in await house.ask(ANA, goal, name, **arguments)


async def test_what_is_set_is_the_users_and_at_the_place(house: House) -> None:
    [kept] = await house.store.schedule.entries("ana")
    assert kept.origin == ANA
    await house.ask(ANA, "add five minutes", "change_timer", length="five minutes")
    [kept] = await house.store.schedule.entries("ana")
    assert (kept.origin, kept.length_seconds) == (ANA, 900.0)
    house.alarm_state.ringing = (kept,)
    await house.ask(ANA, "snooze", "snooze")
    [kept] = await house.store.schedule.entries("ana")
    assert kept.origin == ANA
    assert await house.store.schedule.entries(ME) == ()
