"""Flow: what a satellite says it played is what was heard."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import numpy as np
import pytest
from audio.conftest import JumpingLoop

from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.doors.satellite import socket_speaker
from jarvis_voice.doors.satellite.socket_speaker import AHEAD_SECONDS, RATE_HZ, SocketSpeaker

pytestmark = pytest.mark.flow

WORDS = "one two three four"


class Room:
    """A satellite that plays nothing by itself."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.samples = 0
        self.news = asyncio.Event()
        self.speaker = SocketSpeaker("Kitchen", self.take)

    def take(self, message: dict[str, Any] | bytes) -> None:
        if isinstance(message, bytes):
            self.samples += (len(message) - 2) // 2
        else:
            self.sent.append(message)
        self.news.set()

    async def wait_for(self, kind: str) -> None:
        async with asyncio.timeout(5):
            while kind not in self.types:
                self.news.clear()
                await self.news.wait()

    @property
    def types(self) -> list[str]:
        return [one["type"] for one in self.sent]


async def speech(seconds: float) -> AsyncIterator[SpeechChunk]:
    yield SpeechChunk(np.ones(round(seconds * RATE_HZ), np.int16), RATE_HZ, WORDS)


async def test_all_is_heard_when_all_was_played() -> None:
    room, started = Room(), asyncio.Event()
    playing = asyncio.create_task(room.speaker.play(speech(1.0), started.set))
    await room.wait_for("speech-end")
    assert not started.is_set(), "nothing was played yet"
    assert room.sent[0] == {"type": "speech-begin", "speech": 1, "rate": RATE_HZ}
    assert room.samples == RATE_HZ
    room.speaker.note_played(1, 1.0)
    assert started.is_set()
    heard = await playing
    assert (heard.text_heard, heard.was_interrupted) == (WORDS, False)


async def test_what_is_stopped_is_heard_as_far_as_it_was_played() -> None:
    room = Room()
    playing = asyncio.create_task(room.speaker.play(speech(1.0), lambda: None))
    await room.wait_for("speech-end")
    room.speaker.note_played(1, 0.5)
    room.speaker.note_played(9, 1.0)  # of another speech
    room.speaker.stop()
    heard = await playing
    assert (heard.text_heard, heard.was_interrupted) == ("one two", True)
    assert room.types[-1] == "speech-stop"


async def test_it_is_never_far_ahead_and_gives_up_where_nothing_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket_speaker, "SLACK_SECONDS", 0.01)
    room = Room()
    with pytest.raises(AudioError, match="plays nothing"):
        await room.speaker.play(speech(60.0), lambda: None)
    assert room.samples <= (AHEAD_SECONDS + 0.2) * RATE_HZ
    assert room.types == ["speech-begin", "speech-stop"]


async def test_an_earcon_is_a_message() -> None:
    room = Room()
    await room.speaker.play_earcon("done")
    assert room.sent == [{"type": "earcon", "name": "done"}]


def in_jumping_time(work: Coroutine[Any, Any, Any]) -> Any:
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(work)


async def slow_player(room: Room, pace: float) -> None:
    """Plays at a part of the right pace."""
    played = 0.0
    while True:
        await asyncio.sleep(0.1)
        if room.samples:
            played = min(played + 0.1 * pace, room.samples / RATE_HZ)
            room.speaker.note_played(1, played)


@pytest.mark.parametrize(("pace", "is_heard"), [(1.0, True), (0.8, True), (0.01, False)])
def test_a_speech_that_is_played_far_too_slowly_ends(pace: float, is_heard: bool) -> None:
    async def flow() -> bool:
        room = Room()
        player = asyncio.create_task(slow_player(room, pace))
        try:
            async with asyncio.timeout(60):
                heard = await room.speaker.play(speech(20.0), lambda: None)
        except AudioError:
            return False
        finally:
            player.cancel()
        return heard.text_heard == WORDS

    assert in_jumping_time(flow()) is is_heard


def test_words_that_come_slowly_are_not_taken_for_a_slow_player() -> None:
    async def slow_words() -> AsyncIterator[SpeechChunk]:
        for _ in range(5):
            await asyncio.sleep(30.0)
            async for chunk in speech(4.0):
                yield chunk

    async def flow() -> None:
        room = Room()
        player = asyncio.create_task(slow_player(room, 1.0))
        heard = await room.speaker.play(slow_words(), lambda: None)
        player.cancel()
        assert len(heard.text_heard.split()) == 20

    in_jumping_time(flow())


async def test_whether_anything_is_played_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_speaker, "SLACK_SECONDS", 0.01)
    room = Room()
    found = [room.speaker.plays_sound]
    await room.speaker.play(speech(0.5), lambda: None)
    found.append(room.speaker.plays_sound)
    playing = asyncio.create_task(room.speaker.play(speech(0.5), lambda: None))
    await asyncio.sleep(0)
    while room.types.count("speech-end") < 2:  # noqa: ASYNC110 - nor does a satellite
        await asyncio.sleep(0)
    room.speaker.note_played(2, 0.5)
    await playing
    assert [*found, room.speaker.plays_sound] == [True, False, True]
