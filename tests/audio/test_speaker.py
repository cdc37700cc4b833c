"""Chunks in, what PortAudio's callback takes out; time jumps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.audio.microphone import DeviceMicrophone
from jarvis_voice.audio.speaker import DeviceSpeaker, NullSpeaker
from jarvis_voice.errors import AudioError
from jarvis_voice.ports import Playback
from jarvis_voice.types import SpeechChunk

Run = Callable[[Coroutine[Any, Any, Any]], Any]


def ramp(start: int, count: int) -> NDArray[np.int16]:
    return np.arange(start, start + count).astype(np.int16)


async def say(*chunks: SpeechChunk) -> AsyncIterator[SpeechChunk]:
    for chunk in chunks:
        yield chunk


async def for_ever(reached: asyncio.Event, *chunks: SpeechChunk) -> AsyncIterator[SpeechChunk]:
    for chunk in chunks:
        yield chunk
    reached.set()
    await asyncio.Event().wait()


class Player:
    """Takes samples from a fake stream in blocks of 10 ms until it ends."""

    def __init__(self, sound: Any) -> None:
        self.sound = sound
        self.heard: list[NDArray[np.int16]] = []

    async def run(self, number: int = 0, seconds: float = 60.0) -> None:
        await self.opened(number + 1)
        stream = self.sound.opened[number]
        while not stream.calls:  # noqa: ASYNC110 - a fake has no event; time jumps
            await asyncio.sleep(0.01)
        for _ in range(round(seconds * 100)):
            if not stream.is_active:
                return
            self.heard.append(stream.demand(stream.options["samplerate"] // 100)[:, 0])
            await asyncio.sleep(0.01)

    async def opened(self, count: int) -> None:
        while len(self.sound.opened) < count:  # noqa: ASYNC110 - a fake has no event; time jumps
            await asyncio.sleep(0.01)

    @property
    def pcm(self) -> NDArray[np.int16]:
        return np.concatenate(self.heard)


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


def test_a_device_that_refuses_the_rate_gets_its_own(fake_sound: Any, in_jumping_time: Run) -> None:
    fake_sound.rates["Built-in Speaker"] = {48_000}
    fake_sound.channels["Built-in Speaker"] = {2}

    async def flow() -> None:
        player = Player(fake_sound)
        async with DeviceSpeaker("") as speaker:
            time = np.arange(22_050) / 22_050
            tone = np.rint(8_000 * np.sin(2 * np.pi * 440 * time)).astype(np.int16)
            reply = say(
                SpeechChunk(tone[:11_025], 22_050, "Good"),
                SpeechChunk(tone[11_025:], 22_050, "day"),
            )
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await player.run()
            await playing
        options = fake_sound.opened[0].options
        assert (options["samplerate"], options["channels"]) == (48_000, 2)
        sound = np.trim_zeros(player.pcm)
        assert len(sound) == pytest.approx(48_000, abs=100)
        steps = np.abs(np.diff(sound[200:-200].astype(int)))
        assert steps.max() <= 8_000 * 2 * np.pi * 440 / 48_000 + 3  # no jump at the seam

    in_jumping_time(flow())


def test_a_device_lost_in_mid_sentence_goes_on_where_it_was(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        player = Player(fake_sound)
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            reply = say(SpeechChunk(ramp(1, 16_000), 16_000, "Good morning."))
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await player.run(seconds=0.5)
            fake_sound.opened[0].break_off()
            await player.run(1)
            assert await playing == Playback("Good morning.", was_interrupted=False)
        assert np.array_equal(player.pcm[player.pcm != 0], ramp(1, 16_000))

    in_jumping_time(flow())


def test_a_named_device_that_fails_gives_way_to_the_default(
    fake_sound: Any, new_device: Callable[..., Any], in_jumping_time: Run
) -> None:
    fake_sound.machine.append(new_device("USB Speaker", outputs=2))
    fake_sound.table = list(fake_sound.machine)
    fake_sound.broken.add("USB Speaker")

    async def flow() -> None:
        player = Player(fake_sound)
        async with DeviceSpeaker("usb", rate_hz=16_000) as speaker:
            reply = say(SpeechChunk(ramp(1, 1_600), 16_000, "Yes."))
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            # one that was opened and does not start, two rates, mono and stereo, then the other
            await player.run(5)
            await playing
        assert fake_sound.opened[5].device == "Built-in Speaker"

    in_jumping_time(flow())


def test_devices_are_tried_in_the_order_of_the_list(
    fake_sound: Any, new_device: Callable[..., Any], in_jumping_time: Run
) -> None:
    fake_sound.machine += [new_device("USB", outputs=2), new_device("Desk", outputs=2)]
    fake_sound.table = list(fake_sound.machine)
    fake_sound.broken.add("USB")

    async def flow() -> None:
        player = Player(fake_sound)
        async with DeviceSpeaker("usb", rate_hz=16_000, preferred=("desk",)) as speaker:
            reply = say(SpeechChunk(ramp(1, 1_600), 16_000, "Yes."))
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await player.run(5)
            assert await playing == Playback("Yes.", was_interrupted=False)
            assert speaker.name == "Desk"

    in_jumping_time(flow())


def test_a_device_that_opens_and_takes_nothing_gives_way_to_the_next(
    fake_sound: Any, new_device: Callable[..., Any], in_jumping_time: Run
) -> None:
    fake_sound.machine.append(new_device("USB", outputs=2))
    fake_sound.table = list(fake_sound.machine)

    async def flow() -> None:
        player = Player(fake_sound)
        started: list[bool] = []
        async with DeviceSpeaker("usb", rate_hz=16_000) as speaker:
            reply = say(SpeechChunk(ramp(1, 16_000), 16_000, "Good morning."))
            playing = asyncio.create_task(speaker.play(reply, lambda: started.append(True)))
            await player.opened(2)  # the first one was never asked for a block
            assert started == []
            await player.run(1)
            assert await playing == Playback("Good morning.", was_interrupted=False)
        assert [one.device for one in fake_sound.opened] == ["USB", "Built-in Speaker"]
        assert np.array_equal(player.pcm[player.pcm != 0], ramp(1, 16_000))

    in_jumping_time(flow())


def test_one_that_waits_plays_when_a_loudspeaker_comes(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    fake_sound.table.clear()

    async def flow() -> None:
        told: list[str] = []
        player = Player(fake_sound)
        async with DeviceSpeaker(
            "", rate_hz=16_000, on_absent=lambda error: told.append(error.code)
        ) as speaker:
            assert told == ["no-speaker"]
            reply = say(SpeechChunk(ramp(1, 1_600), 16_000, "Yes."))
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await player.run()
            assert await playing == Playback("Yes.", was_interrupted=False)

    in_jumping_time(flow())


def test_when_none_would_play_it_is_said(fake_sound: Any, in_jumping_time: Run) -> None:
    fake_sound.broken.add("Built-in Speaker")

    async def flow() -> None:
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            reply = say(SpeechChunk(ramp(1, 1_600), 16_000, "Yes."))
            with pytest.raises(AudioError) as caught:
                await speaker.play(reply, lambda: None)
            assert caught.value.code == "speaker-refused"
            await speaker.play_earcon("error")  # does not raise

    in_jumping_time(flow())
    assert fake_sound.log.count("initialize") == 2


def test_a_device_that_takes_nothing_is_given_up(fake_sound: Any, in_jumping_time: Run) -> None:
    async def flow() -> None:
        async with DeviceSpeaker("", rate_hz=16_000) as speaker:
            reply = say(SpeechChunk(ramp(1, 1_600), 16_000, "Yes."))
            with pytest.raises(AudioError) as caught:
                await speaker.play(reply, lambda: None)
            assert caught.value.code == "speaker-lost"

    in_jumping_time(flow())


def test_an_open_microphone_is_not_closed_for_a_failing_loudspeaker(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    fake_sound.broken.add("Built-in Speaker")

    async def flow() -> None:
        troubles: list[str] = []
        microphone = DeviceMicrophone("", lambda code, _: troubles.append(code))
        async with microphone, DeviceSpeaker("", rate_hz=16_000) as speaker:
            await speaker.play_earcon("awake")
            assert fake_sound.opened[0].is_active
        assert (troubles, fake_sound.log.count("terminate")) == ([], 0)

    in_jumping_time(flow())


def test_a_new_loudspeaker_is_seen_while_the_microphone_listens(
    fake_sound: Any, new_device: Callable[..., Any], in_jumping_time: Run
) -> None:
    async def flow() -> None:
        troubles: list[str] = []
        player = Player(fake_sound)
        microphone = DeviceMicrophone("", lambda code, _: troubles.append(code))
        async with microphone, DeviceSpeaker("", rate_hz=16_000) as speaker:
            fake_sound.machine[1] = new_device("USB Speaker", outputs=2)
            fake_sound.broken.add("Built-in Speaker")
            reply = say(SpeechChunk(ramp(1, 16_000), 16_000, "Good morning."))
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await player.opened(6)  # the microphone, two rates in mono and stereo, the new one
            names = [stream.device for stream in fake_sound.opened]
            await player.run(names.index("USB Speaker"))
            assert await playing == Playback("Good morning.", was_interrupted=False)
            listening = [s for s in fake_sound.opened if s.kind == "input" and s.is_active]
            assert len(listening) == 1
            listening[0].deliver(ramp(1, 1_280))
            await anext(microphone.frames())
            assert microphone.gaps == 1
        assert (troubles, fake_sound.log.count("terminate")) == ([], 1)

    in_jumping_time(flow())


def test_without_any_loudspeaker_a_reply_interrupts_the_microphone_once(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        troubles: list[str] = []
        microphone = DeviceMicrophone("", lambda code, _: troubles.append(code))
        async with microphone, DeviceSpeaker("", rate_hz=16_000) as speaker:
            fake_sound.broken.add("Built-in Speaker")
            reply = say(SpeechChunk(ramp(1, 1_600), 16_000, "Yes."))
            with pytest.raises(AudioError) as caught:
                await speaker.play(reply, lambda: None)
            assert caught.value.code == "speaker-refused"
            await asyncio.sleep(0.1)
        assert (troubles, fake_sound.log.count("terminate")) == ([], 1)

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


def test_a_recovering_microphone_interrupts_speech_only_shortly(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        player = Player(fake_sound)
        microphone = DeviceMicrophone("", lambda *_: None)
        async with microphone, DeviceSpeaker("", rate_hz=16_000) as speaker:
            reply = say(SpeechChunk(ramp(1, 16_000), 16_000, "Good morning."))
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await player.run(1, seconds=0.5)
            fake_sound.opened[0].break_off()
            await asyncio.sleep(0.1)
            speakers = [s for s in fake_sound.opened if s.kind == "output"]
            assert fake_sound.log.count("terminate") == 1
            await player.run(fake_sound.opened.index(speakers[1]))
            assert await playing == Playback("Good morning.", was_interrupted=False)
        assert np.array_equal(player.pcm[player.pcm != 0], ramp(1, 16_000))

    in_jumping_time(flow())


def test_looking_for_a_microphone_in_vain_spares_the_reply(
    fake_sound: Any, in_jumping_time: Run
) -> None:
    async def flow() -> None:
        player = Player(fake_sound)
        microphone = DeviceMicrophone("", lambda *_: None)
        async with microphone, DeviceSpeaker("", rate_hz=2_000) as speaker:
            reply = say(SpeechChunk(ramp(1, 30_000), 2_000, "A long story."))
            playing = asyncio.create_task(speaker.play(reply, lambda: None))
            await player.run(1, seconds=0.5)
            fake_sound.machine.pop(0)
            fake_sound.opened[0].break_off()
            await player.run(2)
            assert await playing == Playback("A long story.", was_interrupted=False)
            assert fake_sound.log.count("terminate") == 1
            await asyncio.sleep(10)
            assert fake_sound.log.count("terminate") > 1

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
