"""Unit: what is told of a microphone, and that nobody is ready without one."""

from __future__ import annotations

import asyncio

import pytest

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.events import EarsReady, Event, ProblemReported
from jarvis_voice.core.ports import Earcon
from jarvis_voice.voice.microphone_monitor import MicrophoneMonitor

pytestmark = pytest.mark.unit


def news() -> tuple[MicrophoneMonitor, list[Event]]:
    bus, told = Bus(), list[Event]()
    bus.listen(told.append)
    return MicrophoneMonitor(bus, FrameClock()), told


def test_with_a_microphone_it_is_ready_at_once_and_once() -> None:
    microphone, told = news()
    microphone.be_ready("jarvis", lambda: "USB Mic", hears=True)
    microphone.take("microphone-back", "again")
    assert [type(event) for event in told] == [EarsReady, ProblemReported]


def test_without_a_microphone_it_is_ready_when_one_comes() -> None:
    microphone, told = news()
    microphone.take("microphone-lost", "none")
    microphone.be_ready("jarvis", lambda: "USB Mic", hears=False)
    assert [type(event) for event in told] == [ProblemReported]
    microphone.take("microphone-back", "there")
    assert told[2:] == [EarsReady(0.0, "jarvis", "USB Mic")]
    microphone.take("microphone-lost", "gone")
    microphone.take("microphone-back", "there")
    assert len(told) == 5


def test_one_that_comes_before_the_models_are_loaded_makes_nobody_ready() -> None:
    microphone, told = news()
    microphone.take("microphone-lost", "none")
    microphone.take("microphone-back", "there")
    assert [type(event) for event in told] == [ProblemReported, ProblemReported]
    microphone.be_ready("jarvis", lambda: "USB Mic", hears=True)
    assert isinstance(told[-1], EarsReady)


class Ears:
    """Notes when it is closed and opened."""

    def __init__(self) -> None:
        self.log: list[str] = []

    def close_ears(self, why: str) -> None:
        self.log.append(f"closed: {why}")

    def open_ears(self, why: str) -> None:
        self.log.append(f"open: {why}")


def test_who_listens_is_closed_as_long_as_it_is_lost() -> None:
    microphone, _ = news()
    early, late = Ears(), Ears()
    microphone.close_with(early)
    microphone.take("microphone-other", "another one")
    assert early.log == []
    microphone.take("microphone-lost", "gone")
    microphone.close_with(late)
    microphone.take("microphone-back", "there")
    assert early.log == ["closed: lost"]
    assert late.log == ["closed: lost", "open: lost"]


async def test_lost_and_back_are_heard() -> None:
    played: list[Earcon] = []

    async def play(earcon: Earcon) -> None:
        played.append(earcon)

    microphone, _ = news()
    microphone.take("microphone-lost", "too early to be heard")
    microphone.sound_with(play)
    for code in ("microphone-lost", "microphone-other", "microphone-back"):
        microphone.take(code, "")
    await asyncio.sleep(0)
    assert played == ["error", "done"]
