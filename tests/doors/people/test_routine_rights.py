"""Flow: what a routine may do when the token with which it was set is there, changed or removed."""

from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.events import Event
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import EVERY_SCOPE, HERE, TALK_ONLY, Origin, Reply, Scope, Source
from jarvis_voice.doors.people.routine_rights import RoutineRights
from jarvis_voice.schedule.routines import Routines
from jarvis_voice.store.in_memory.people import InMemoryPeopleStore
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.store.records import KeptToken

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
TALK_AND_ACT: frozenset[Scope] = frozenset({"talk", "act"})


@dataclass
class Asked:
    """A conversation that notes who asked, and what they might do."""

    turns: list[tuple[str, frozenset[Scope]]] = field(default_factory=list)

    async def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
    ) -> AsyncGenerator[Reply]:
        self.turns.append((text, origin.may))
        yield Reply("t1", "Done.", is_final=True)


@dataclass
class RoutineWorld:
    """Routines over a store of tokens."""

    people: InMemoryPeopleStore
    asked: Asked = field(default_factory=Asked)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        bus = Bus()
        bus.listen(self.events.append)
        rights = RoutineRights(self.asked, self.people, bus, FrameClock())
        self.rights, self.routines = rights, Routines(rights, lambda _: None)

    async def add(self, name: str, user: str, may: frozenset[Scope]) -> None:
        await self.people.add_user(user, NOON)
        await self.people.add_token(KeptToken(name, user, name * 8, may, NOON.isoformat()))

    async def run(self, may: frozenset[Scope], place: str = "phone", user: str = "anna") -> None:
        entry = Entry(
            "routine", NOON, NOON, words="open github", user_id=user, place=place, may=may
        )
        await self.routines.run(entry)


@pytest.fixture
async def world() -> AsyncIterator[RoutineWorld]:
    async with InMemoryStore() as store:
        yield RoutineWorld(store.people)


async def test_a_routine_has_what_its_token_had_and_still_has(world: RoutineWorld) -> None:
    await world.add("phone", "anna", TALK_AND_ACT)
    await world.run(TALK_AND_ACT)
    await world.run(TALK_ONLY)
    await world.people.remove_tokens("phone")
    await world.add("phone", "anna", TALK_ONLY)
    await world.run(TALK_AND_ACT)
    assert [may for _, may in world.asked.turns] == [TALK_AND_ACT, TALK_ONLY, TALK_ONLY]
    assert world.events == []


async def test_without_its_token_it_does_not_run_and_its_user_is_told(world: RoutineWorld) -> None:
    await world.add("phone", "anna", EVERY_SCOPE)
    await world.add("desk", "anna", EVERY_SCOPE)
    await world.people.remove_tokens("phone")
    await world.run(EVERY_SCOPE)
    assert world.asked.turns == []
    [event] = world.events
    assert (event.origin.user_id, getattr(event, "code", "")) == ("anna", "routine-without-token")


async def test_what_runs_can_be_told_before_it_is_due(world: RoutineWorld) -> None:
    await world.add("phone", "anna", TALK_ONLY)
    phone, here = Origin("anna", "phone/Kitchen tablet"), HERE
    assert [await world.rights.may_run(one) for one in (phone, here)] == [True, True]
    await world.people.remove_tokens("phone")
    assert [await world.rights.may_run(one) for one in (phone, here)] == [False, True]
    assert world.events == []


async def test_a_token_of_that_name_of_another_user_is_another(world: RoutineWorld) -> None:
    await world.add("phone", "ben", EVERY_SCOPE)
    await world.run(EVERY_SCOPE)
    assert world.asked.turns == []


async def test_what_was_set_at_this_machine_needs_no_token(world: RoutineWorld) -> None:
    await world.run(EVERY_SCOPE, place="", user="me")
    assert [may for _, may in world.asked.turns] == [EVERY_SCOPE]


async def test_what_was_set_at_a_satellite_needs_the_token_of_that_satellite(
    world: RoutineWorld,
) -> None:
    await world.add("phone", "anna", TALK_AND_ACT)
    await world.run(EVERY_SCOPE, place="phone/Kitchen tablet")
    await world.people.remove_tokens("phone")
    await world.run(EVERY_SCOPE, place="phone/Kitchen tablet")
    assert [may for _, may in world.asked.turns] == [TALK_AND_ACT]
    assert [getattr(one, "code", "") for one in world.events] == ["routine-without-token"]


async def test_what_was_set_at_a_page_of_this_machine_needs_no_token(world: RoutineWorld) -> None:
    await world.run(EVERY_SCOPE, place="/Desk", user="me")
    assert [may for _, may in world.asked.turns] == [EVERY_SCOPE]
