"""Chunks in, what PortAudio's callback takes out; time jumps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import numpy as np
import pytest
from audio.playing import Player, Run, for_ever, ramp, say
from numpy.typing import NDArray

from jarvis_voice.audio.speaker import DeviceSpeaker, NullSpeaker
from jarvis_voice.core.ports import Playback
from jarvis_voice.core.types import SpeechChunk

pytestmark = pytest.mark.flow


def test_a_reply_is_one_stream_without_seams(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        started: list[float] = []
        player, loop = Player(fake_sound), asyncio.get_running_loop()
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            assert speaker.name == "Built-in Speaker"
            playing = asyncio.create_task(
                speaker.play(
                    say(
                        SpeechChunk(ramp(1, 4_000), 16_000, "Good morning."),
                        SpeechChunk(ramp(4_001, 4_000), 16_000, "It is nine."),
                    ),
                    lambda: started.append(loop.time()),
                )
            )
            await player.run()
            assert await playing == Playback("Good morning. It is nine.", was_interrupted=False)
        (stream,) = fake_sound.opened
        assert stream.calls == ["start", "stop", "close"]
        assert stream.options["latency"] == 0.15
        pcm = player.pcm
        first = int(np.flatnonzero(pcm)[0])
        assert np.array_equal(pcm[first : first + 8_000], ramp(1, 8_000))
        after = pcm[first + 8_000 :]
        assert not after.any()
        assert len(after) >= 2_400  # 150 ms, so that closing cuts no tail
        assert len(started) == 1

    in_jumping_time(flow())


def test_the_silence_at_the_end_covers_a_slow_device(fake_sound: Any, in_jumping_time: Run) -> None:
    fake_sound.latency = 0.87

    async def flow() -> None:
        player = Player(fake_sound)
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            reply = say(SpeechChunk(ramp(1, 1_600), 16_000, "Yes."))
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await player.run()
            await playing
        assert 0.87 <= (len(player.pcm) - 1_600) / 16_000 < 1.0

    in_jumping_time(flow())


@pytest.mark.parametrize("stop_after_blocks", [0, 1, 30])
def test_after_stop_nothing_comes_out(
    fake_sound: Any, in_jumping_time: Run, stop_after_blocks: int
) -> None:
    async def flow() -> None:
        reached = asyncio.Event()
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            words = SpeechChunk(ramp(1, 16_000), 16_000, "one two three four five six seven")
            reply = for_ever(reached, words)
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await reached.wait()
            (stream,) = fake_sound.opened
            for _ in range(stop_after_blocks):
                stream.demand(160)
            speaker.stop()
            assert not stream.demand(160).any()
            playback = await playing
            assert stream.calls == ["start", "abort", "close"]
            # 300 ms were taken, 100 ms of them still in the device: 0.2 of a second of 7 words
            heard = "one" if stop_after_blocks == 30 else ""
            assert playback == Playback(heard, was_interrupted=True)

    in_jumping_time(flow())


def test_stop_before_the_first_chunk(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        reached = asyncio.Event()
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            playing = asyncio.create_task(speaker.play(for_ever(reached), lambda: None))
            await reached.wait()
            speaker.stop()
            assert await playing == Playback("", was_interrupted=True)
            (stream,) = fake_sound.opened
            assert stream.calls == ["abort", "close"]
            speaker.stop()  # nothing plays: nothing happens

    in_jumping_time(flow())


def test_the_device_is_opened_while_the_first_chunk_is_made(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def slow() -> AsyncIterator[SpeechChunk]:
        await asyncio.sleep(0.4)
        yield SpeechChunk(ramp(1, 1_600), 16_000, "Yes.")

    async def flow() -> None:
        player, loop = Player(fake_sound), asyncio.get_running_loop()
        started: list[float] = []
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            playing = asyncio.create_task(speaker.play(slow(), lambda: started.append(loop.time())))
            await player.opened(1)
            assert loop.time() < 0.1
            assert fake_sound.opened[0].calls == []  # it would hold silence before the speech
            await player.run()
            assert await playing == Playback("Yes.", was_interrupted=False)
        assert started[0] == pytest.approx(0.41, abs=0.02)
        assert np.array_equal(player.pcm[player.pcm != 0], ramp(1, 1_600))

    in_jumping_time(flow())


def test_a_reply_that_says_nothing_closes_what_it_opened(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            assert await speaker.play(say(), lambda: None) == Playback("", was_interrupted=False)
        assert not [stream for stream in fake_sound.opened if stream.is_active]

    in_jumping_time(flow())


def test_what_the_device_takes_is_told_with_its_time(fake_sound: Any, in_jumping_time: Run) -> None:
    told: list[tuple[NDArray[np.int16], int, float]] = []

    async def flow() -> None:
        player = Player(fake_sound)
        speaker = DeviceSpeaker("", lambda *block: told.append(block), rate_hz=16_000)
        async with speaker:
            reply = say(SpeechChunk(ramp(1, 1_600), 16_000, "Yes."))
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await player.run()
            await playing
        assert np.array_equal(np.concatenate([pcm for pcm, _, _ in told]), player.pcm)

    before = time.monotonic()
    in_jumping_time(flow())
    assert {rate_hz for _, rate_hz, _ in told} == {16_000}
    times = [at for _, _, at in told]
    assert times == sorted(times)
    after = time.monotonic()
    assert before <= times[0] <= after, "what it takes at its start is played at once"
    assert before <= times[-1] <= after + fake_sound.latency


def test_concurrent_replies_take_turns(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        player = Player(fake_sound)
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            first = say(SpeechChunk(ramp(1, 800), 16_000, "One"))
            second = say(SpeechChunk(ramp(1, 800), 16_000, "Two"))
            tasks = [
                asyncio.create_task(speaker.play(first, lambda: None)),
                asyncio.create_task(speaker.play(second, lambda: None)),
                asyncio.create_task(speaker.play_earcon("done")),
            ]
            for number in range(3):
                await player.run(number)
            await asyncio.gather(*tasks)
        opens = [line for line in fake_sound.log if line.startswith(("open", "close"))]
        assert opens == ["open Built-in Speaker", "close Built-in Speaker"] * 3

    in_jumping_time(flow())


def test_synthesis_does_not_run_far_ahead(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        made: list[int] = []

        async def long_reply() -> AsyncIterator[SpeechChunk]:
            for number in range(60):
                made.append(number)
                yield SpeechChunk(ramp(1, 16_000), 16_000, "word")

        player = Player(fake_sound)
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            playing = asyncio.create_task(speaker.play(long_reply(), lambda: None))
            await player.run(seconds=10)
            assert 14 <= len(made) <= 16
            speaker.stop()
            await playing

    in_jumping_time(flow())


def test_a_stall_of_the_loop_is_no_lost_loudspeaker(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        loop: Any = asyncio.get_running_loop()
        player = Player(fake_sound)
        async with DeviceSpeaker("", rate_hz=2_000) as speaker:
            reply = say(SpeechChunk(ramp(1, 30_000), 2_000, "A long story."))
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await player.run(seconds=0.5)
            (stream,) = fake_sound.opened
            for _ in range(3):  # the loop stands still for 3 s, three times; the device does not
                player.heard.append(stream.demand(6_000)[:, 0])
                loop._jumping.now += 3.0
                await asyncio.sleep(0.01)
            await player.run()
            assert await playing == Playback("A long story.", was_interrupted=False)
        assert len(fake_sound.opened) == 1
        assert np.array_equal(player.pcm[player.pcm != 0], ramp(1, 30_000))

    in_jumping_time(flow())


def test_an_error_in_the_speech_passes_and_closes(fake_sound: Any, in_jumping_time: Run) -> None:
    async def broken() -> AsyncIterator[SpeechChunk]:
        yield SpeechChunk(ramp(1, 1_600), 16_000, "Yes.")
        raise ZeroDivisionError

    async def flow() -> None:
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            with pytest.raises(ZeroDivisionError):
                await speaker.play(broken(), lambda: None)
        assert fake_sound.opened[0].calls == ["start", "abort", "close"]

    in_jumping_time(flow())


def test_a_cancelled_reply_is_silent_and_closed(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        reached = asyncio.Event()
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            reply = for_ever(reached, SpeechChunk(ramp(1, 1_600), 16_000, "Yes."))
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await reached.wait()
            playing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await playing
            assert fake_sound.opened[0].calls == ["start", "abort", "close"]

    in_jumping_time(flow())


async def test_no_loudspeaker_takes_the_words_and_plays_none() -> None:
    async with NullSpeaker() as speaker:
        reply = say(SpeechChunk(ramp(1, 10), 16_000, "Yes."))
        assert await speaker.play(reply, lambda: None) == Playback("", was_interrupted=False)
        await speaker.play_earcon("done")


async def test_stop_ends_a_reply_without_a_loudspeaker() -> None:
    reached = asyncio.Event()
    async with NullSpeaker() as speaker:
        playing = asyncio.create_task(speaker.play(for_ever(reached), lambda: None))
        await reached.wait()
        speaker.stop()
        assert await playing == Playback("", was_interrupted=True)
