"""Flow: users and tokens are added and removed, and what is refused changes nothing."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from jarvis_voice.core.errors import ConfigError, StoreError
from jarvis_voice.core.operations import Forgotten
from jarvis_voice.core.types import ME, TALK_ONLY
from jarvis_voice.doors.people.register import PeopleRegister
from jarvis_voice.doors.people.secret import digest_of
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.store.records import KeptToken

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


class Desk:
    """A register over a store, and who was forgotten."""

    def __init__(self, store: InMemoryStore) -> None:
        self.people = store.people
        self.register = PeopleRegister(store.people, self._forget, lambda: NOON)
        self.forgotten: list[str] = []
        self.is_full = False

    async def _forget(self, user_id: str) -> Forgotten:
        if self.is_full:
            raise StoreError("database-write", "The disk is full.")
        assert [one for one in await self.people.tokens() if one.user_id == user_id] == []
        self.forgotten.append(user_id)
        return Forgotten(3, 2)

    async def names(self) -> tuple[list[str], list[str]]:
        """The users and the tokens there are."""
        users, tokens = await self.people.users(), await self.people.tokens()
        return [one.user_id for one in users], [one.name for one in tokens]


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with InMemoryStore() as store:
        desk = Desk(store)
        await desk.register.add_user("Anna")
        await desk.register.add_token("phone", "anna", TALK_ONLY)
        yield desk


async def test_of_a_token_its_digest_alone_is_kept(desk: Desk) -> None:
    token = await desk.register.add_token("desk", ME, TALK_ONLY)
    kept = (await desk.people.tokens())[-1]
    assert (kept.name, kept.user_id, kept.may) == ("desk", ME, TALK_ONLY)
    assert kept.digest == digest_of(token)
    assert token not in repr(kept)
    assert token[3:] not in repr(kept)


async def test_who_is_removed_is_erased_with_their_tokens(desk: Desk) -> None:
    await desk.register.add_token("desk", ME, TALK_ONLY)
    assert await desk.register.remove_user("ANNA") == Forgotten(3, 2)
    assert desk.forgotten == ["anna"]
    assert await desk.names() == ([], ["desk"])


async def test_a_removal_that_failed_can_be_asked_for_again(desk: Desk) -> None:
    desk.is_full = True
    with pytest.raises(StoreError):
        await desk.register.remove_user("anna")
    assert await desk.names() == (["anna"], []), "they can come in no more, and are still listed"
    desk.is_full = False
    await desk.register.remove_user("anna")
    assert await desk.names() == ([], [])


async def test_a_token_made_while_its_user_is_removed_is_nobodys(desk: Desk) -> None:
    told: list[str] = []

    async def forget(user_id: str) -> Forgotten:
        await desk.register.add_token("late", user_id, TALK_ONLY)
        return Forgotten(0, 0)

    register = PeopleRegister(desk.people, forget, lambda: NOON, told.append)
    await register.remove_user("anna")
    assert told == ["phone", "late"]
    assert await desk.names() == ([], [])


async def test_a_user_who_goes_while_a_token_is_made_gets_none(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = desk.people.add_token

    async def keep_late(token: KeptToken) -> bool:
        await desk.people.remove_user("anna")
        return await keep(token)

    monkeypatch.setattr(desk.people, "add_token", keep_late)
    with pytest.raises(ConfigError) as caught:
        await desk.register.add_token("tablet", "anna", TALK_ONLY)
    assert caught.value.code == "no-such-user"
    assert await desk.names() == ([], [])


async def refused(desk: Desk, name: str, *arguments: str) -> str:
    """The code with which the register refuses; nothing has changed then."""
    before = await desk.names()
    more = (TALK_ONLY,) if name == "add_token" else ()
    with pytest.raises(ConfigError) as caught:
        await getattr(desk.register, name)(*arguments, *more)
    assert await desk.names() == before
    assert desk.forgotten == []
    return caught.value.code


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("add_user", ("anna",), "user-exists"),
        ("add_user", ("ME",), "user-exists"),
        ("add_user", ("a/b",), "user-name"),
        ("remove_user", ("me",), "owner-stays"),
        ("remove_user", ("ben",), "no-such-user"),
        ("add_token", ("tablet", "ben"), "no-such-user"),
        ("add_token", ("PHONE", "me"), "token-exists"),
        ("add_token", ("a b", "me"), "token-name"),
        ("remove_token", ("tablet",), "no-such-token"),
    ],
)
async def test_what_cannot_be_is_refused(
    desk: Desk, name: str, arguments: tuple[str, ...], code: str
) -> None:
    assert await refused(desk, name, *arguments) == code
