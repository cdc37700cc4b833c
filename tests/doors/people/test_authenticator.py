"""Flow: whose a token is, what it allows, and when its use is written down."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.operations import Forgotten
from jarvis_voice.core.types import ME, TALK_ONLY, Origin
from jarvis_voice.doors.people.authenticator import Authenticator
from jarvis_voice.doors.people.register import PeopleRegister
from jarvis_voice.doors.people.secret import new_token
from jarvis_voice.store.in_memory.people import InMemoryPeopleStore
from jarvis_voice.store.in_memory.store import InMemoryStore

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


class House:
    """A register and an authenticator over one store, and a clock to turn."""

    def __init__(self, people: InMemoryPeopleStore) -> None:
        self.people = people
        self.now = NOON
        self.register = PeopleRegister(people, self._forget, lambda: self.now)
        self.authenticate = Authenticator(people, lambda: self.now).authenticate

    async def _forget(self, _: str) -> Forgotten:
        return Forgotten()

    async def used_at(self) -> str:
        """When the one token was used last, as the store has it."""
        [token] = await self.people.tokens()
        return token.last_used_at[11:19]


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with InMemoryStore() as store:
        yield House(store.people)


async def test_a_token_is_its_users_at_its_place_with_its_scopes(house: House) -> None:
    await house.register.add_user("anna")
    phone = await house.register.add_token("Phone", "anna", TALK_ONLY)
    desk = await house.register.add_token("desk", ME, frozenset({"talk", "act"}))
    anna, me = await house.authenticate(phone), await house.authenticate(desk)
    assert anna == Origin("anna", "phone")
    assert me == Origin(ME, "desk")
    assert anna is not None
    assert me is not None
    assert anna.may == TALK_ONLY
    assert me.may == {"talk", "act"}


async def test_what_is_nobodys_is_nobodys(house: House) -> None:
    token = await house.register.add_token("phone", ME, TALK_ONLY)
    [kept] = await house.people.tokens()
    wrong = [
        "",
        "jv_",
        new_token(),
        token[:-1],
        token + "A",
        token.upper(),
        f" {token}",
        kept.digest,
    ]
    assert [await house.authenticate(one) for one in wrong] == [None] * len(wrong)
    assert await house.used_at() == "", "a wrong token is no use of the right one"


async def test_a_token_that_is_removed_opens_nothing_from_then_on(house: House) -> None:
    await house.register.add_user("anna")
    first = await house.register.add_token("phone", "anna", TALK_ONLY)
    assert await house.authenticate(first)
    await house.register.remove_token("phone")
    assert await house.authenticate(first) is None
    second = await house.register.add_token("phone", "anna", TALK_ONLY)
    assert await house.authenticate(first) is None
    assert await house.authenticate(second)
    await house.register.remove_user("anna")
    assert await house.authenticate(second) is None


async def test_a_use_is_written_down_once_a_minute_at_the_most(house: House) -> None:
    token = await house.register.add_token("phone", ME, TALK_ONLY)
    used = []
    for seconds in (0, 59, 60, 90, 125, -3_600):
        house.now = NOON + timedelta(seconds=seconds)
        assert await house.authenticate(token)
        used.append(await house.used_at())
    before, minute, later = "12:00:00", "12:01:00", "12:02:05"
    assert used == [before, before, minute, minute, later, "11:00:00"]


async def test_a_store_that_cannot_be_written_shuts_nobody_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(_: str, __: datetime) -> None:
        raise StoreError("database-write", "The disk is full.")

    token = await house.register.add_token("phone", ME, TALK_ONLY)
    monkeypatch.setattr(house.people, "note_use", full)
    assert await house.authenticate(token) == Origin(ME, "phone")
