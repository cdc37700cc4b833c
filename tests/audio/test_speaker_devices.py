"""Flow: loudspeakers that refuse, vanish, take nothing or come late; time jumps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from audio.playing import Player, Run, ramp, say

from jarvis_voice.audio.microphone import DeviceMicrophone
from jarvis_voice.audio.speaker import DeviceSpeaker
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.ports import Playback
from jarvis_voice.core.types import SpeechChunk

pytestmark = pytest.mark.flow


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


@pytest.mark.parametrize(
    ("chosen", "told"),
    [("", "The loudspeaker does"), ("Built-in", 'The loudspeaker "Built-in" does')],
)
def test_a_server_that_does_not_answer_is_told_by_the_name_that_was_chosen_if_any(
    fake_sound: Any, in_jumping_time: Run, monkeypatch: pytest.MonkeyPatch, chosen: str, told: str
) -> None:
    async def never(*_: object) -> bool:
        return False

    async def flow() -> None:
        async with DeviceSpeaker(chosen) as speaker:
            monkeypatch.setattr("jarvis_voice.audio.output_stream.ends_within", never)
            with pytest.raises(AudioError, match=f"^{told} not answer. Start the sound server"):
                await speaker.play(say(SpeechChunk(ramp(1, 160), 16_000, "Hi.")), lambda: None)

    in_jumping_time(flow())
