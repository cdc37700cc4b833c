"""Unit: what is open ends when its token is gone, and stays when nobody can tell."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.events import TokenRemoved
from jarvis_voice.core.types import Origin
from jarvis_voice.doors.http import admissions
from jarvis_voice.doors.http.admissions import Admissions

pytestmark = pytest.mark.unit

PHONE, DESK = Origin("anna", "phone"), Origin("anna", "desk")


class Tokens:
    """Tells whether a token is there, and notes that it was asked."""

    def __init__(self) -> None:
        self.is_there = True
        self.is_lost = False
        self.asked = asyncio.Event()

    async def check(self) -> bool:
        self.asked.set()
        if self.is_lost:
            raise StoreError("gone", "The server is gone.")
        return self.is_there


@asynccontextmanager
async def opened(bus: Bus) -> AsyncIterator[Admissions]:
    async with Admissions(bus) as found:
        yield found


async def test_what_came_with_a_removed_token_ends_and_nothing_else() -> None:
    bus, tokens = Bus(), Tokens()
    async with opened(bus) as there:
        phone, desk = (there.admit(who, tokens.check) for who in (PHONE, DESK))
        bus.publish(TokenRemoved(0.0, "phone"))
        assert (phone.over.is_set(), phone.is_forbidden) == (True, True)
        assert (desk.over.is_set(), desk.is_forbidden) == (False, False)
    assert (desk.over.is_set(), desk.is_forbidden) == (True, False)


async def test_what_has_left_is_told_nothing() -> None:
    bus = Bus()
    async with opened(bus) as there:
        phone = there.admit(PHONE, Tokens().check)
        phone.leave()
        bus.publish(TokenRemoved(0.0, "phone"))
        assert not phone.over.is_set()


async def test_a_token_that_was_removed_elsewhere_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admissions, "LOOK_SECONDS", 0.0)
    tokens = Tokens()
    tokens.is_there = False
    async with opened(Bus()) as there, asyncio.timeout(5):
        phone = there.admit(PHONE, tokens.check)
        await phone.over.wait()
    assert phone.is_forbidden


async def test_a_token_that_went_before_it_was_let_in_is_noticed_at_once() -> None:
    bus, tokens = Bus(), Tokens()
    async with opened(bus) as there, asyncio.timeout(5):
        tokens.is_there = False
        bus.publish(TokenRemoved(0.0, "phone"))
        phone = there.admit(PHONE, tokens.check)
        await phone.over.wait()
    assert phone.is_forbidden


async def test_what_breaks_once_does_not_end_the_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admissions, "LOOK_SECONDS", 0.0)
    answers = iter([True, ValueError("strange"), False])

    async def check() -> bool:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async with opened(Bus()) as there, asyncio.timeout(5):
        phone = there.admit(PHONE, check)
        await phone.over.wait()
    assert phone.is_forbidden


async def test_a_store_that_is_gone_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admissions, "LOOK_SECONDS", 0.0)
    tokens = Tokens()
    tokens.is_lost = True
    async with opened(Bus()) as there, asyncio.timeout(5):
        phone = there.admit(PHONE, tokens.check)
        for _ in range(2):
            tokens.asked.clear()
            await tokens.asked.wait()
        assert not phone.over.is_set()
        tokens.is_lost, tokens.is_there = False, False
        await phone.over.wait()
