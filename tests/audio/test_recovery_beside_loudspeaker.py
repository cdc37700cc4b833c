"""Unit: where the default source records the loudspeaker, a microphone beside it is taken."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from audio.watched_room import LOST, Room, Run

from jarvis_voice.audio.monitor_source import SOURCE_VARIABLE, ServerView

pytestmark = pytest.mark.unit


class FollowingServer:
    """A sound server whose default records the loudspeaker; a stream may name another source."""

    can_look = True

    def __init__(self, *microphones: str, refused: tuple[str, ...] = ()) -> None:
        self.microphones, self.refused = microphones, refused
        self.default = "speaker.monitor"
        self.ours = ""
        self.on_view: Callable[[ServerView | None], None] | None = None

    def connect(self) -> None:
        """A stream is opened: the server gives what its environment names, else the default."""
        named = os.environ.get(SOURCE_VARIABLE, "")
        self.ours = self.default if not named or named in self.refused else named

    def look(self) -> ServerView | None:
        known = frozenset((name, "running") for name in self.microphones)
        is_on_monitor = self.ours.endswith(".monitor")
        return ServerView(self.default, known, (self.ours,), is_on_monitor, self.microphones)

    def begin(self, on_view: Callable[[ServerView | None], None]) -> None:
        self.on_view = on_view
        self.tell()

    def tell(self) -> None:
        assert self.on_view
        self.on_view(self.look())

    def end(self) -> None:
        self.on_view = None


def following(sound: Any, server: FollowingServer) -> Room:
    opens = sound.RawInputStream

    def open_there(**options: Any) -> Any:
        server.connect()
        return opens(**options)

    sound.RawInputStream = open_there
    return Room(sound, server)


@pytest.mark.parametrize(
    ("microphones", "refused", "taken"),
    [
        (("mic",), (), "mic"),
        (("jack", "usb"), (), "jack"),
        (("jack", "usb"), ("jack",), "usb"),
    ],
)
def test_with_a_loudspeaker_as_the_default_a_microphone_beside_it_is_opened_and_told_once(
    fake_sound: Any,
    in_jumping_time: Run,
    microphones: tuple[str, ...],
    refused: tuple[str, ...],
    taken: str,
) -> None:
    async def flow() -> None:
        server = FollowingServer(*microphones, refused=refused)
        room = following(fake_sound, server)
        async with room.microphone as microphone:
            await room.live(30)
            assert room.troubles == ["microphone-other"]
            assert f'"{taken}"' in room.said[0]
            assert (microphone.name, microphone.health.state) == (taken, "open")
            assert len(await room.heard()) > 100
            server.default = "headset"  # a microphone at last
            server.microphones += ("headset",)
            server.tell()
            await room.live(5)
            assert (server.ours, room.troubles) == ("headset", ["microphone-other"])

    in_jumping_time(flow())


@pytest.mark.parametrize("microphones", [(), ("jack",)])
def test_with_no_microphone_beside_the_loudspeaker_nothing_is_taken(
    fake_sound: Any, in_jumping_time: Run, microphones: tuple[str, ...]
) -> None:
    async def flow() -> None:
        server = FollowingServer(*microphones, refused=microphones)
        room = following(fake_sound, server)
        async with room.microphone as microphone:
            await room.live(30)
            assert (room.troubles, microphone.health.state) == ([LOST], "lost")
            assert await room.heard() == []

    in_jumping_time(flow())


def test_a_stream_that_is_moved_to_the_loudspeaker_goes_on_with_the_microphone_beside_it(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        server = FollowingServer("mic")
        server.default = "mic"
        room = following(fake_sound, server)
        async with room.microphone as microphone:
            await room.live(2)
            server.default = server.ours = "speaker.monitor"
            server.tell()
            await room.live(5)
            assert (room.troubles, server.ours) == (["microphone-other"], "mic")
            assert microphone.health.hears

    in_jumping_time(flow())
