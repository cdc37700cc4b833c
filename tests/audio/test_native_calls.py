"""Unit: calls that never come back, on real threads with a fake PortAudio."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from jarvis_voice.audio import device_streams, native_calls
from jarvis_voice.audio.device_streams import (
    open_input,
    open_output,
    refresh_devices,
    table_generation,
)
from jarvis_voice.core.errors import AudioError

pytestmark = pytest.mark.unit


def ignore(*_: Any) -> None:
    """Nobody wants to know."""


def join_calls() -> None:
    """Return when no call hangs any more."""
    for thread in threading.enumerate():
        if thread.name == "stream call":
            thread.join(10)


@pytest.fixture
def gate(fake_sound: Any, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """What a start of the loudspeaker waits for; an event that is set is none."""
    gate = threading.Event()
    monkeypatch.setattr(native_calls, "START_SECONDS", 0.02)
    fake_sound.starting["Built-in Speaker"] = gate
    return gate


@pytest.mark.parametrize("is_opened_before", [False, True])
def test_a_start_that_hangs_is_left_alone_and_the_ears_can_be_opened_meanwhile(
    fake_sound: Any, gate: threading.Event, is_opened_before: bool
) -> None:
    if is_opened_before:
        stream = open_output("", (16_000,), ignore, ignore, starts=False)
        assert not stream.start()
        stream.close()  # nothing: it must not be touched
    else:
        with pytest.raises(AudioError) as caught:
            open_output("", (16_000,), ignore, ignore)
        assert caught.value.code == "speaker-refused"
    assert native_calls.is_hanging()
    assert fake_sound.opened[0].calls == []
    generation = table_generation()
    refresh_devices(generation)
    assert (table_generation(), fake_sound.log.count("terminate")) == (generation, 0)
    microphone = open_input("", ignore, ignore)
    microphone.close()
    gate.set()
    join_calls()
    assert not native_calls.is_hanging()
    assert fake_sound.opened[0].calls == ["start", "abort", "close"]
    refresh_devices(generation)
    assert fake_sound.log.count("terminate") == 1


@pytest.mark.parametrize("after_playing", [False, True])
def test_an_end_that_hangs_is_left_alone(
    fake_sound: Any, monkeypatch: pytest.MonkeyPatch, after_playing: bool
) -> None:
    monkeypatch.setattr(native_calls, "CLOSE_SECONDS", 0.02)
    monkeypatch.setattr(native_calls, "PLAY_OUT_SECONDS", 0.02)
    speaker = open_output("", (16_000,), ignore, ignore)
    fake_sound.closing = threading.Event()
    speaker.close(after_playing=after_playing)
    assert native_calls.is_hanging()
    microphone = open_input("", ignore, ignore)
    generation = table_generation()
    refresh_devices(generation)
    assert (table_generation(), fake_sound.opened[1].is_active) == (generation, True)
    fake_sound.closing.set()
    join_calls()
    assert not native_calls.is_hanging()
    assert fake_sound.opened[0].calls[-1] == "close"
    microphone.close()


def test_what_was_opened_before_a_loss_is_not_started(fake_sound: Any) -> None:
    microphone = open_input("", ignore, ignore)
    early = open_output("", (16_000,), ignore, ignore, starts=False)
    fake_sound.opened[0].break_off()
    assert not early.start()
    assert fake_sound.opened[1].calls == []
    late = open_output("", (16_000,), ignore, ignore, starts=False)
    assert late.start()
    for stream in (microphone, early, late):
        stream.close()
    last = open_output("", (16_000,), ignore, ignore, starts=False)
    assert last.start()  # what we closed ourselves is no loss
    last.close()
    assert device_streams._table.streams == []
