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

    async def say_answer(self, answer: SentenceQueue, on_started: Callable[[], None]) -> None:
        assert answer.is_shown  # a typed "yes" answers a question that is still being spoken
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


class StoppingMouth(ReadingMouth):
    """Ends the answer that it reads, and its turn, when it is stopped."""

    def __init__(self) -> None:
        self.reading: asyncio.Task[None] | None = None

    def stop(self) -> None:
        if self.reading:
            self.reading.cancel()

    async def say_answer(self, answer: SentenceQueue, on_started: Callable[[], None]) -> None:
        self.reading = asyncio.create_task(answer.read_all())
        try:
            await asyncio.wait({self.reading})
            on_started()
        finally:
            self.reading = None


class DoingAssistant(SlowAssistant):
    """Notes what it has done, once it may answer."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []

    async def ask(self, text: str, **around: Any) -> AsyncGenerator[Reply]:
        async for reply in super().ask(text, **around):
            self.done.append(text)
            yield reply


@pytest.mark.parametrize(
    ("lines", "done"),
    [
        (("set a timer", "open mit", "next"), ["set a timer", "open mit", "next"]),
        (("set a timer", "open mit", "stop"), ["stop"]),
        (("stop",), ["stop"]),
    ],
)
async def test_a_line_that_is_typed_at_once_behind_an_order_does_not_end_it(
    lines: tuple[str, ...], done: list[str]
) -> None:
    assistant = DoingAssistant()
    satellite = Satellite(
        Hello("Kitchen", "", "push"),
        Origin("anna", "tablet/Kitchen"),
        cast("Any", assistant),
        Bus(),
        lambda: 0.0,
        lambda: lambda: None,
    )
    satellite._voice = OpenedVoice(cast("Any", None), cast("Any", StoppingMouth()), Prosody(), ())
    for text in lines:
        await satellite.take(TypedText(text))
    answering = tuple(satellite._typed)
    assistant.may_answer.set()
    await asyncio.gather(*answering, return_exceptions=True)
    assert assistant.done == done


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
