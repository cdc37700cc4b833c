"""Unit: which state of a conversation is gone on with, and what is dropped."""

from typing import Any

import pytest

from jarvis_voice.store import newest_checkpoint
from jarvis_voice.store.newest_checkpoint import newest_whole

pytestmark = pytest.mark.unit


class Kept:
    """States of a conversation, the newest last; an exception is one that comes apart."""

    def __init__(self, *states: Any) -> None:
        self.states = list(states)

    async def read(self) -> Any:
        if not self.states:
            return None
        if isinstance(self.states[-1], Exception):
            raise self.states[-1]
        return self.states[-1]

    async def drop(self) -> bool:
        return bool(self.states and self.states.pop())

    async def newest(self) -> Any:
        return await newest_whole(self.read, self.drop, None, (OSError,))


async def test_what_comes_apart_is_dropped_down_to_what_can_be_read() -> None:
    kept = Kept("old", "whole", ValueError(), KeyError())
    assert await kept.newest() == "whole"
    assert kept.states == ["old", "whole"]


async def test_nothing_is_left_where_none_can_be_read() -> None:
    assert await Kept().newest() is None
    assert await Kept(ValueError()).newest() is None


async def test_a_database_that_fails_drops_nothing() -> None:
    kept = Kept("old", OSError("gone"))
    with pytest.raises(OSError, match="gone"):
        await kept.newest()
    assert len(kept.states) == 2


async def test_what_there_is_no_room_for_is_no_damage() -> None:
    kept = Kept("old", MemoryError())
    with pytest.raises(MemoryError):
        await kept.newest()
    assert len(kept.states) == 2


async def test_it_gives_up_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newest_checkpoint, "MOST_DROPPED", 2)
    kept = Kept("whole", ValueError(), ValueError(), ValueError())
    assert await kept.newest() is None
    assert len(kept.states) == 2
