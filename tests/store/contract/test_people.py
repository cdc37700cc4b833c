"""Contract: users and tokens, on each adapter."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from store.contract.adapters import Adapter

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.types import EVERY_SCOPE, ME, TALK_ONLY
from jarvis_voice.store import limits
from jarvis_voice.store.ports import Store
from jarvis_voice.store.records import KeptToken, User

pytestmark = pytest.mark.contract

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
STAMP = "2026-11-25T12:00:00+00:00"
PHONE = KeptToken("phone", "anna", "a" * 64, TALK_ONLY, STAMP)
DESK = KeptToken("desk", ME, "b" * 64, EVERY_SCOPE, STAMP)


async def test_users_and_tokens_are_read_after_a_restart_and_beside_it(adapter: Adapter) -> None:
    async with adapter.store() as store:
        assert await store.people.add_user("anna", NOON)
        assert await store.people.add_token(PHONE)
        assert await store.people.add_token(DESK)
    async with adapter.store() as store:
        assert await store.people.users() == (User("anna", STAMP),)
        assert await store.people.tokens() == (PHONE, DESK)
    assert adapter.reader().users() == [User("anna", STAMP)]
    assert adapter.reader().tokens() == [PHONE, DESK]


def test_where_nothing_was_kept_there_is_nobody(adapter: Adapter) -> None:
    assert adapter.reader().users() == []
    assert adapter.reader().tokens() == []


async def test_a_name_is_given_once(store: Store) -> None:
    people = store.people
    assert await people.add_user("anna", NOON)
    assert not await people.add_user("anna", NOON + timedelta(days=1))
    assert await people.add_token(PHONE)
    assert not await people.add_token(replace(PHONE, user_id=ME, digest="c" * 64))
    assert await people.tokens() == (PHONE,)


async def test_a_token_that_is_removed_is_gone_at_once(store: Store) -> None:
    await store.people.add_user("anna", NOON)
    await store.people.add_token(PHONE)
    await store.people.add_token(DESK)
    assert await store.people.remove_tokens("phone", "nobodys") == 1
    assert await store.people.tokens() == (DESK,)
    assert await store.people.remove_tokens() == 0


async def test_a_user_goes_with_their_tokens_and_nobody_elses(store: Store) -> None:
    await store.people.add_user("anna", NOON)
    await store.people.add_token(PHONE)
    await store.people.add_token(DESK)
    assert await store.people.remove_user("anna")
    assert not await store.people.remove_user("anna")
    assert await store.people.users() == ()
    assert await store.people.tokens() == (DESK,)


async def test_nobody_gets_no_token(store: Store) -> None:
    assert not await store.people.add_token(PHONE)
    assert await store.people.add_token(DESK), "the owner is always there"
    assert await store.people.tokens() == (DESK,)


async def test_a_token_is_found_by_its_digest(store: Store) -> None:
    for one in (PHONE, DESK):
        await store.people.add_token(one)
    assert await store.people.token_of(DESK.digest) == DESK
    assert await store.people.token_of("0" * 64) is None
    await store.people.remove_tokens(DESK.name)
    assert await store.people.token_of(DESK.digest) is None


async def test_a_use_is_written_down(adapter: Adapter, store: Store) -> None:
    await store.people.add_user("anna", NOON)
    await store.people.add_token(PHONE)
    await store.people.note_use("phone", NOON)
    await store.people.note_use("nobodys", NOON)
    assert adapter.reader().tokens() == [replace(PHONE, last_used_at=STAMP)]


async def test_to_forget_what_a_user_said_leaves_who_may_come_in(store: Store) -> None:
    await store.people.add_user("anna", NOON)
    await store.people.add_token(PHONE)
    await store.memory.keep_fact("anna", "my car is red", "t1", NOON)
    for user_id in ("anna", ME):
        await store.erasure.forget_user(user_id)
    assert await store.memory.facts("anna") == ()
    assert [one.user_id for one in await store.people.users()] == ["anna"]
    assert await store.people.tokens() == (PHONE,)


async def test_there_is_room_for_so_many(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_USERS", 1)
    monkeypatch.setattr(limits, "MOST_TOKENS", 1)
    await store.people.add_user("anna", NOON)
    await store.people.add_token(PHONE)
    with pytest.raises(StoreError, match="1 users"):
        await store.people.add_user("ben", NOON)
    with pytest.raises(StoreError, match="1 tokens"):
        await store.people.add_token(DESK)


async def test_where_nothing_lasts_nobody_is_added(adapter: Adapter) -> None:
    async with adapter.store(is_kept=False) as store:
        with pytest.raises(StoreError) as user:
            await store.people.add_user("anna", NOON)
        with pytest.raises(StoreError) as token:
            await store.people.add_token(PHONE)
        assert (user.value.code, token.value.code) == ("nothing-kept", "nothing-kept")
        assert await store.people.tokens() == ()
