"""Flow: at which places an announcement sounds, and which of them are told."""

import asyncio
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import EVERY_SCOPE, TALK_ONLY, Origin, Scope
from jarvis_voice.doors.satellite import announcements
from jarvis_voice.doors.satellite.announcements import Announcements
from jarvis_voice.doors.satellite.house import House
from jarvis_voice.doors.satellite.messages import Hello
from jarvis_voice.doors.satellite.satellite import OpenedVoice, Satellite
from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.flow


class Mouth:
    """Says at once what it is given, or breaks, or never begins."""

    def __init__(self, error: AudioError | None = None, *, begins: bool = True) -> None:
        self.said: list[str] = []
        self.is_over = asyncio.Event()
        self._error = error
        self._begins = begins

    async def play_earcon(self, earcon: Earcon) -> bool:
        del earcon
        if self._error:
            raise self._error
        return True

    async def say(
        self, turn_id: str, replies: AsyncIterator[str], on_started: Callable[[], None]
    ) -> Playback:
        del turn_id
        try:
            if not self._begins:
                await asyncio.Event().wait()
            self.said += [text async for text in replies]
            on_started()
            return Playback("", was_interrupted=False)
        finally:
            self.is_over.set()


def satellite(user: str, token: str, mouth: Mouth, name: str = "Kitchen") -> Satellite:
    origin = Origin(user, f"{token}/{name}")
    found = Satellite(
        Hello(name, "", "push"), origin, cast("Any", None), Bus(), lambda: 0.0, cast("Any", None)
    )
    session = cast("Any", SimpleNamespace(state=State.IDLE))
    found._voice = OpenedVoice(session, cast("Any", mouth), Prosody(), ())
    return found


async def announced(
    *there: Satellite, may: frozenset[Scope] = TALK_ONLY, own: Mouth | None = None
) -> tuple[str, ...]:
    house = House()
    for one in there:
        house.enter(one)
    around = Announcements(house, lambda: cast("Any", own))
    return await around.announce("Dinner is ready.", Origin("anna", "phone/Hall", may=may))


async def test_two_places_of_one_name_both_say_it() -> None:
    mouths = Mouth(), Mouth()
    places = satellite("anna", "tablet", mouths[0]), satellite("anna", "laptop", mouths[1])
    assert await announced(*places) == ("Kitchen", "Kitchen")
    assert [one.said for one in mouths] == [["Dinner is ready."]] * 2


async def test_other_peoples_places_and_the_computer_need_a_scope() -> None:
    bens, own = Mouth(), Mouth()
    place = satellite("ben", "desk", bens)
    assert await announced(place, own=own) == ()
    assert await announced(place, own=own, may=EVERY_SCOPE) == ("Kitchen", "the computer")
    assert bens.said == own.said == ["Dinner is ready."]


async def test_who_asks_is_not_told_their_own_words() -> None:
    mouth = Mouth()
    assert await announced(satellite("anna", "phone", mouth, "Hall")) == ()
    assert mouth.said == []


async def test_a_place_that_breaks_or_does_not_begin_is_not_named(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(announcements, "START_SECONDS", 0.01)
    broken, silent = Mouth(AudioError("speaker-lost", "It is gone.")), Mouth(begins=False)
    places = satellite("anna", "tablet", broken), satellite("anna", "laptop", silent)
    assert await announced(*places) == ()
    await silent.is_over.wait()
    assert "speaker-lost" in caplog.text


async def test_where_somebody_is_heard_it_is_said_behind_that_or_not_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(announcements, "LOOK_SECONDS", 0.0)
    looks = {"tablet/Kitchen": 3, "laptop/Kitchen": 10**9}

    def is_listening(there: Satellite) -> bool:
        looks[there.origin.place] -= 1
        return looks[there.origin.place] > 0

    monkeypatch.setattr(Satellite, "is_listening", property(is_listening))
    monkeypatch.setattr(announcements, "START_SECONDS", 0.1)
    soon, never = Mouth(), Mouth()
    places = satellite("anna", "tablet", soon), satellite("anna", "laptop", never)
    assert await announced(*places) == ("Kitchen",)
    assert (soon.said, never.said) == (["Dinner is ready."], [])


async def test_what_was_begun_ends_with_who_asked() -> None:
    silent = Mouth(begins=False)
    asking = asyncio.create_task(announced(satellite("anna", "tablet", silent)))
    for _ in range(5):
        await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait({asking})
    async with asyncio.timeout(5):
        await silent.is_over.wait()
