"""Unit: what a turn asked for is done behind it, and told where it cannot be done."""

import pytest

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.tools.post_turn import PostTurnActions

pytestmark = pytest.mark.unit

DEFAULT = ThreadKey(ME, "default")


async def test_a_conversation_is_put_aside_under_its_new_name() -> None:
    actions, done = PostTurnActions(), []

    async def put_aside(thread: ThreadKey, name: str) -> None:
        done.append((thread, name))

    assert not actions.put_aside(DEFAULT, "chat 1")
    actions.put_thread_aside = put_aside
    assert actions.put_aside(DEFAULT, "chat 1")
    await actions.settle()
    assert done == [(DEFAULT, "chat 1")]


async def test_what_cannot_be_done_is_told() -> None:
    actions, told = PostTurnActions(), []

    async def fail(*_: object) -> None:
        raise StoreError("database-write", "The disk is full.")

    actions.put_thread_aside, actions.forget = fail, fail
    actions.tell = lambda code, message: told.append((code, message))
    assert actions.put_aside(DEFAULT, "chat 1")
    assert actions.begin(ME, "turn", "t1")
    await actions.settle()
    assert told == [
        ("not-put-aside", "I could not begin a new conversation: The disk is full."),
        ("not-forgotten", "What you asked me to forget is still there: The disk is full."),
    ]
