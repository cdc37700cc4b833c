"""Unit: which device is opened, and that none that records the loudspeaker gives a block."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from jarvis_voice.audio.input_stream import InputStream
from jarvis_voice.core.errors import AudioError

pytestmark = pytest.mark.unit

BLOCK = np.arange(1_280).astype(np.int16)


def make(*parts: str, server: Any = None) -> tuple[InputStream, list[bytes]]:
    blocks: list[bytes] = []
    return InputStream(parts, lambda data, *_: blocks.append(data), lambda _: None, server), blocks


def test_the_first_that_can_be_used_is_opened(fake_sound: Any, new_device: Any) -> None:
    fake_sound.table += [new_device("Headset", inputs=1), new_device("Webcam", inputs=1)]
    fake_sound.broken.add("Headset")
    line, blocks = make("nobody", "headset", "webcam", "")
    line.open()
    assert (line.last_name, line.wanted, line.is_open) == ("Webcam", "nobody", True)
    fake_sound.opened[-1].deliver(BLOCK)
    assert blocks == [BLOCK.tobytes()]
    line.close()
    assert not line.is_open


def test_blocks_wait_until_a_frame_is_full_unless_somebody_hurries(fake_sound: Any) -> None:
    line, blocks = make("")
    line.open()
    piece = np.arange(512).astype(np.int16)
    for number in range(10):
        line.hurries = 5 <= number < 7
        fake_sound.opened[-1].deliver(piece)
    # a frame of 1,280 samples is full with the third, the fifth, the eighth and the tenth piece
    assert [len(block) // len(piece.tobytes()) for block in blocks] == [3, 2, 1, 1, 1, 2]
    line.reopen()
    fake_sound.opened[-1].deliver(piece)
    assert len(blocks) == 6


def test_when_none_can_be_used_the_first_ones_reason_is_given(fake_sound: Any) -> None:
    fake_sound.broken.add("Built-in Mic")
    line, _ = make("nobody", "")
    with pytest.raises(AudioError) as caught:
        line.open()
    assert caught.value.code == "no-such-device"


def test_a_stream_on_the_loudspeaker_is_closed_before_it_gives_a_block(
    fake_sound: Any, fake_server: Any
) -> None:
    line, blocks = make("", server=fake_server)
    look: Callable[[], Any] = fake_server.look

    def look_late() -> Any:
        fake_sound.opened[-1].deliver(BLOCK)
        return look()

    fake_server.look = look_late
    fake_server.connect("speaker.monitor", sources=())
    with pytest.raises(AudioError) as caught:
        line.open()
    assert caught.value.code == "monitor-source"
    assert fake_sound.opened[-1].calls[-1] == "close"
    fake_server.connect("mic")
    line.open()
    assert blocks == []  # also of a good one: it is not known yet
    fake_sound.opened[-1].deliver(BLOCK)
    assert len(blocks) == 1


def test_what_the_server_did_with_it_is_looked_up(fake_sound: Any, fake_server: Any) -> None:
    line, _ = make("", server=fake_server)
    line.open()
    assert line.look() is None
    fake_server.connect("mic", default="headset", sources=("mic",))
    assert line.look() is None  # a default that is no microphone
    fake_server.connect("mic", default="headset", sources=("mic", "headset"))
    assert line.look() == "other-default"
    fake_server.connect("speaker.monitor")
    assert line.look() == "monitor"
    fake_server.view = None
    assert line.look() is None
