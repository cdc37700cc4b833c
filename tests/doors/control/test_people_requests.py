"""Flow: a running Jarvis adds and removes users and tokens, and heeds the change at once."""

import asyncio
import sys
from datetime import UTC, datetime

import pytest
from assistant.turns import ask, seen
from doors.control.served import daemon, refusal, send

from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME, Origin, ThreadKey
from jarvis_voice.doors.people.authenticator import Authenticator
from jarvis_voice.store.factory import make_reader, make_store

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no unix sockets here"),
]

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


async def test_what_is_changed_holds_from_the_next_look_up_on(paths: Paths) -> None:
    async with daemon(paths) as (_, operations, _events):
        authenticate = Authenticator(operations.assistant.people, SystemClock().now).authenticate
        [added] = await send(paths, command="user-add", name="Anna")
        [made] = await send(paths, command="token-add", name="phone", user="anna", may="talk,home")
        assert added["user"] == "anna"
        found = await authenticate(made["token"])
        assert found == Origin("anna", "phone")
        assert found is not None
        assert found.may == {"talk", "home"}
        [gone] = await send(paths, command="token-remove", name="phone")
        assert gone["name"] == "phone"
        assert await authenticate(made["token"]) is None


async def test_what_is_forgotten_of_a_user_is_theirs_alone(paths: Paths) -> None:
    async with make_store(paths) as store:
        for user_id in (ME, "anna"):
            await store.memory.keep_fact(user_id, "tea is good", "t1", NOON)
            await store.profiles.keep(user_id, "name", "Ada", "t1", NOON)
    async with daemon(paths) as (_, operations, _events):
        await ask(operations.assistant, "my own words")
        await ask(operations.assistant, "words of anna", origin=Origin("anna", "phone"))
        both = {"facts": [1, 2], "fields": ["name", "city"]}
        [gone] = await send(paths, command="forget", user="Anna", **both)
        assert gone["facts"] == 2
        reader = make_reader(paths)
        assert (reader.facts("anna"), reader.profile("anna")) == ([], [])
        assert [len(reader.facts(ME)), len(reader.profile(ME))] == [1, 1]
        [gone] = await send(paths, command="forget-words", what="all", user="anna")
        assert gone["turns"] == 1
        assert [one.turns for one in reader.threads(ME)] == [1]
        [gone] = await send(paths, command="forget", **both)
        assert gone["facts"] == 2


async def test_who_is_removed_leaves_nothing_behind_and_others_keep_theirs(paths: Paths) -> None:
    async with daemon(paths) as (_, operations, _events):
        await send(paths, command="user-add", name="anna")
        await ask(operations.assistant, "zanzibar is mine", origin=Origin("anna", "phone"))
        await ask(operations.assistant, "my own words")
        [removed] = await send(paths, command="user-remove", name="anna")
        assert removed["turns"] == 1
        reader = make_reader(paths)
        assert reader.users() == []
        assert reader.transcript(ThreadKey("anna", "default")) == []
        assert [one.text for one in reader.transcript(ThreadKey("me", "default"))] == [
            "my own words"
        ]
    assert b"zanzibar" not in paths.database.read_bytes()


async def test_who_is_removed_is_stopped_first(paths: Paths) -> None:
    async with daemon(paths) as (planner, operations, events):
        await send(paths, command="user-add", name="anna")
        anna = Origin("anna", "phone")
        running = asyncio.create_task(ask(operations.assistant, "wait", origin=anna))
        await planner.reached.wait()
        waiting = asyncio.create_task(ask(operations.assistant, "zanzibar", origin=anna))
        await send(paths, command="user-remove", name="anna")
        assert not [one for one in await asyncio.gather(running, waiting) if "zanzibar" in str(one)]
        assert make_reader(paths).transcript(ThreadKey("anna", "default")) == []
    assert {one["outcome"] for one in seen(events, "turn-ended")} == {"cancelled"}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"command": "user-add"}, "bad-request"),
        ({"command": "user-add", "name": 7}, "bad-request"),
        ({"command": "user-add", "name": "a/b"}, "user-name"),
        ({"command": "user-remove", "name": "me"}, "owner-stays"),
        ({"command": "token-add", "name": "x", "user": "me"}, "bad-request"),
        ({"command": "token-add", "name": "x", "user": "me", "may": "fly"}, "scope"),
        ({"command": "token-add", "name": "x", "user": "ben", "may": "talk"}, "no-such-user"),
        ({"command": "token-remove", "name": "x"}, "no-such-token"),
    ],
)
async def test_a_wrong_request_is_refused(paths: Paths, body: dict[str, object], code: str) -> None:
    async with daemon(paths):
        assert await refusal(paths, **body) == code
