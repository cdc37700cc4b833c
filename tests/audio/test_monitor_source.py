"""Unit: what is read off a sound server's lists; pulsectl is made of Python."""

from __future__ import annotations

import os
import sys
import threading
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from jarvis_voice.audio import monitor_source
from jarvis_voice.audio.monitor_source import (
    SOURCE_VARIABLE,
    ServerView,
    ServerWatch,
    source_choice,
)

pytestmark = pytest.mark.unit


def source(index: int, name: str, sink: str | None = None) -> Any:
    return types.SimpleNamespace(
        index=index,
        name=name,
        state="running",
        monitor_of_sink_name=sink,
        mute=0,
        volume=types.SimpleNamespace(value_flat=1.0),
        port_active=None,
    )


def output(index: int, pid: int) -> Any:
    return types.SimpleNamespace(source=index, proplist={"application.process.id": str(pid)})


class FakePulse(types.ModuleType):
    """The part of pulsectl that is used."""

    class PulseError(Exception):
        pass

    class PulseDisconnected(Exception):  # noqa: N818 - the library's name
        pass

    class PulseLoopStop(Exception):  # noqa: N818 - the library's name
        pass

    def __init__(self, sources: Sequence[Any], outputs: Sequence[Any]) -> None:
        super().__init__("pulsectl")
        self.sources, self.outputs = sources, outputs
        self.is_there = True

    @contextmanager
    def Pulse(self, _name: str, *, connect: bool) -> Iterator[FakePulse]:  # noqa: N802 - the library's name
        assert not connect
        yield self

    def connect(self, *, autospawn: bool) -> None:
        assert not autospawn
        if not self.is_there:
            raise self.PulseError("Failed to connect to pulseaudio server")

    def source_list(self) -> Sequence[Any]:
        return self.sources

    def source_output_list(self) -> Sequence[Any]:
        return self.outputs

    def event_mask_set(self, *masks: str) -> None:
        assert masks

    def event_callback_set(self, take: Callable[[Any], None]) -> None:
        self.take = take

    def event_listen(self, *, timeout: float) -> None:
        """Something changes once, then the server dies."""
        assert timeout
        if not self.is_there:
            raise self.PulseDisconnected
        with suppress(self.PulseLoopStop):
            self.take(None)
        self.is_there = False

    def server_info(self) -> Any:
        return types.SimpleNamespace(default_source_name="mic")


@pytest.mark.parametrize(
    ("ours", "is_on_monitor"),
    [(0, False), (1, True), (2, True)],
)
def test_our_streams_are_known_by_the_process(
    monkeypatch: pytest.MonkeyPatch, ours: int, is_on_monitor: bool
) -> None:
    sources = [source(0, "mic"), source(1, "speaker.monitor"), source(2, "odd", "speaker")]
    outputs = [output(ours, os.getpid()), output(1, os.getpid() + 1)]
    monkeypatch.setitem(sys.modules, "pulsectl", FakePulse(sources, outputs))
    view = ServerWatch().look()
    name = sources[ours].name
    assert view == ServerView(
        "mic", frozenset({("mic", "running")}), (name,), is_on_monitor, choices=("mic",)
    )


def test_a_microphone_that_something_is_plugged_into_is_the_first_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sources = [source(0, "jack"), source(1, "box.monitor"), source(2, "usb"), source(3, "line")]
    for one, state in ((sources[0], "no"), (sources[2], "unknown")):
        one.port_active = types.SimpleNamespace(available_state=state)
    monkeypatch.setitem(sys.modules, "pulsectl", FakePulse(sources, []))
    view = ServerWatch().look()
    assert view
    assert view.choices == ("usb", "line", "jack")


@pytest.mark.parametrize(
    ("place", "mute", "volume", "is_muted"),
    [(0, 0, 1.0, False), (0, 1, 1.0, True), (0, 0, 0.0, True), (1, 1, 0.0, False)],
)
def test_a_source_of_ours_that_is_muted_or_turned_down_is_seen(
    monkeypatch: pytest.MonkeyPatch, place: int, mute: int, volume: float, is_muted: bool
) -> None:
    sources = [source(0, "mic"), source(1, "other")]
    sources[place].mute, sources[place].volume.value_flat = mute, volume
    monkeypatch.setitem(sys.modules, "pulsectl", FakePulse(sources, [output(0, os.getpid())]))
    view = ServerWatch().look()
    assert view
    assert view.is_muted == is_muted


def test_a_choice_of_source_holds_while_a_stream_is_opened_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for before in (None, "users"):
        monkeypatch.delenv(SOURCE_VARIABLE, raising=False)
        if before:
            monkeypatch.setenv(SOURCE_VARIABLE, before)
        with source_choice(""):
            assert os.environ.get(SOURCE_VARIABLE) == before
        with suppress(RuntimeError), source_choice("mic"):
            assert os.environ[SOURCE_VARIABLE] == "mic"
            raise RuntimeError
        assert os.environ.get(SOURCE_VARIABLE) == before


def test_no_server_and_no_library_are_no_view(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakePulse([], [])
    fake.is_there = False
    monkeypatch.setitem(sys.modules, "pulsectl", fake)
    assert ServerWatch().can_look
    assert ServerWatch().look() is None
    monkeypatch.setitem(sys.modules, "pulsectl", None)
    assert not ServerWatch().can_look
    assert ServerWatch().look() is None
    watch = ServerWatch()
    watch.begin(lambda _: None)  # says in the log that nobody looks
    watch.end()


def test_a_server_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()

    class Hanging(FakePulse):
        def source_list(self) -> Sequence[Any]:
            gate.wait()
            return ()

    monkeypatch.setitem(sys.modules, "pulsectl", Hanging([], []))
    monkeypatch.setattr(monitor_source, "LOOK_SECONDS", 0.01)
    assert ServerWatch().look() is None
    gate.set()


def test_a_watch_tells_at_once_at_each_change_and_when_the_server_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pulsectl", FakePulse([source(0, "mic")], []))
    told: list[ServerView | None] = []
    is_gone = threading.Event()

    def take(view: ServerView | None) -> None:
        told.append(view)
        if view is None:
            is_gone.set()

    watch = ServerWatch()
    watch.begin(take)
    assert is_gone.wait(30)
    watch.end()
    microphones = frozenset({("mic", "running")})
    seen = ServerView("mic", microphones, (), is_on_monitor=False, choices=("mic",))
    assert told[:3] == [seen, seen, None]


def view(default: str, *microphones: tuple[str, str]) -> ServerView:
    return ServerView(default, frozenset(microphones), (), is_on_monitor=False)


@pytest.mark.parametrize(
    ("later", "is_more"),
    [
        (view("mic", ("mic", "idle")), False),
        (view("mic", ("mic", "running")), True),
        (view("mic", ("mic", "idle"), ("headset", "idle")), True),
        (view("headset", ("mic", "idle")), True),
        (view("speaker.monitor"), False),
    ],
)
def test_what_is_worth_another_try(later: ServerView, is_more: bool) -> None:
    assert later.has_more_than(view("mic", ("mic", "idle"))) == is_more
    assert later.has_more_than(None) == bool(later.microphones)
