"""Unit: the name of a place's conversation, and how many typed words are answered at once."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from typing import Any, cast

import pytest

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.events import Event, ProblemReported
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.thread_names import THREAD_NAME
from jarvis_voice.core.types import Origin, Reply
from jarvis_voice.doors.satellite.messages import Hello, Muted, TypedText
from jarvis_voice.doors.satellite.satellite import OpenedVoice, Satellite, thread_of
from jarvis_voice.voice.output.sentence_queue import SentenceQueue
from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("place", "thread"),
    [
        ("/Kitchen", "Kitchen"),
        ("my-tablet/Kitchen", "my-tablet Kitchen"),
        ("t" * 64 + "/" + "k" * 40, "t" * 23 + " " + "k" * 40),
    ],
)
def test_the_thread_of_a_place(place: str, thread: str) -> None:
    assert thread_of(place) == thread
    assert re.fullmatch(THREAD_NAME, thread)


class SlowAssistant:
    """Answers nothing until it may."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.may_answer = asyncio.Event()

    async def ask(self, text: str, **around: Any) -> AsyncGenerator[Reply]:
        assert around["source"] == "satellite"
        self.asked.append(text)
        await self.may_answer.wait()
        yield Reply("t1", "Yes.", is_final=True)


class ReadingMouth:
    """Reads answers to the end."""

    def stop(self) -> None:
        """Nothing sounds."""

    async def say_answer(self, answer: SentenceQueue) -> None:
        await answer.read_all()


async def test_typed_words_count_as_turns_of_their_user() -> None:
    bus, events, under_way = Bus(), list[Event](), [0]
    bus.listen(events.append)

    def begin() -> Callable[[], None]:
        if under_way[0] == 2:
            raise ControlError("too-many-requests", "2 of your turns run already.")
        under_way[0] += 1
        return lambda: under_way.__setitem__(0, under_way[0] - 1)

    assistant, origin = SlowAssistant(), Origin("anna", "tablet/Kitchen")
    hello = Hello("Kitchen", "", "push")
    satellite = Satellite(hello, origin, cast("Any", assistant), bus, lambda: 0.0, begin)
    mouth = cast("Any", ReadingMouth())
    satellite._voice = OpenedVoice(cast("Any", None), mouth, Prosody(), ())
    for text in ("one", "two", "three"):
        await satellite.take(TypedText(text))
    answering = tuple(satellite._typed)
    assistant.may_answer.set()
    await asyncio.gather(*answering)
    assert assistant.asked == ["one", "two"]
    assert under_way == [0]
    [told] = events
    assert isinstance(told, ProblemReported)
    assert (told.code, told.origin) == ("too-many-requests", origin)


class QuietSession:
    """Notes whether its ears are shut, and ends at once."""

    state = State.IDLE

    def __init__(self) -> None:
        self.is_deaf = False

    def close_ears(self) -> None:
        self.is_deaf = True

    async def run(self) -> None:
        """Nobody says anything."""

    async def stop(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("said", [(), (True,), (True, False)])
async def test_who_mutes_while_the_models_are_loaded_is_not_heard(said: tuple[bool, ...]) -> None:
    session, origin = QuietSession(), Origin("anna", "tablet/Kitchen")
    hello = Hello("Kitchen", "", "server")
    satellite = Satellite(
        hello, origin, cast("Any", None), Bus(), lambda: 0.0, lambda: lambda: None
    )
    for is_on in said:
        await satellite.take(Muted(is_on))
    mouth = cast("Any", ReadingMouth())
    await satellite.run(OpenedVoice(cast("Any", session), mouth, Prosody(), ()), None)
    assert session.is_deaf is (said == (True,))
