"""The microphone around a microphone (contract of `ports.Microphone`)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Self

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.audio.echo.microphone import EchoCancellingMicrophone
from jarvis_voice.audio.echo.reference import PlayedSound
from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, AudioFrame

pytestmark = pytest.mark.flow

SOUND = (4_000 * np.random.default_rng(1).normal(0, 1, 60 * FRAME_SAMPLES)).clip(-30_000, 30_000)
LATE_SAMPLES = 1_600


class EchoingMicrophone:
    """Hears what is played 0.1 s later, half as loud; loses sound before some frames."""

    name = "echoing"
    dropped_frames = 3

    def __init__(self, played: PlayedSound, gaps_before: Sequence[int] = (), *, plays: bool = True):
        self.played = played
        self.gaps_before = gaps_before
        self.plays = plays
        self.gaps = 0
        self.is_open = False
        self.given: list[AudioFrame] = []

    async def __aenter__(self) -> Self:
        self.is_open = True
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.is_open = False

    async def frames(self) -> AsyncIterator[AudioFrame]:
        heard = np.concatenate((np.zeros(LATE_SAMPLES), SOUND / 2)).astype(np.int16)
        for number in range(60):
            span = slice(number * FRAME_SAMPLES, (number + 1) * FRAME_SAMPLES)
            if self.plays:
                self.played.put(SOUND[span].astype(np.int16), 16_000, number * FRAME_SECONDS)
            self.gaps += number in self.gaps_before
            self.given.append(AudioFrame(heard[span], (number + 1) * FRAME_SECONDS))
            yield self.given[-1]


def nobody(code: str, message: str) -> None:
    raise AssertionError(f"{code}: {message}")


def energy(frames: Sequence[AudioFrame]) -> float:
    return sum(float(np.square(frame.pcm / 32_768).sum()) for frame in frames)


async def hear(microphone: EchoCancellingMicrophone) -> list[AudioFrame]:
    async with microphone:
        return [frame async for frame in microphone.frames()]


async def test_the_echo_is_gone_and_times_are_kept() -> None:
    played = PlayedSound()
    inner = EchoingMicrophone(played)
    microphone = EchoCancellingMicrophone(inner, played, nobody)
    frames = await hear(microphone)
    assert [f.captured_at for f in frames] == [f.captured_at for f in inner.given]
    assert energy(frames[-10:]) < energy(inner.given[-10:]) / 100
    assert microphone.figures.delay_seconds == pytest.approx(0.1, abs=0.001)
    assert (microphone.name, microphone.dropped_frames) == ("echoing", 3)
    assert not inner.is_open


async def test_while_nothing_is_played_the_same_frames_come_out() -> None:
    played = PlayedSound()
    inner = EchoingMicrophone(played, plays=False)
    frames = await hear(EchoCancellingMicrophone(inner, played, nobody))
    assert all(out is given for out, given in zip(frames, inner.given, strict=True))


async def test_a_gap_is_told_with_the_frame_behind_it() -> None:
    played = PlayedSound()
    microphone = EchoCancellingMicrophone(EchoingMicrophone(played, (7, 30)), played, nobody)
    async with microphone:
        gaps = [microphone.gaps async for _ in microphone.frames()]
    assert gaps == [0] * 7 + [1] * 23 + [2] * 30


async def test_a_canceller_that_fails_is_told_once_and_lets_the_sound_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(spectra: NDArray[np.float64]) -> NDArray[np.float64]:
        raise FloatingPointError("planted")

    played, told = PlayedSound(), list[str]()
    inner = EchoingMicrophone(played)
    microphone = EchoCancellingMicrophone(inner, played, lambda code, _: told.append(code))
    monkeypatch.setattr("numpy.fft.rfft", broken)
    frames = await hear(microphone)
    assert told == ["echo-canceller-failed"]
    assert all(np.array_equal(f.pcm, g.pcm) for f, g in zip(frames, inner.given, strict=True))


async def test_a_frame_that_was_our_own_voice_is_known_as_such() -> None:
    played = PlayedSound()
    microphone = EchoCancellingMicrophone(EchoingMicrophone(played), played, nobody)
    async with microphone:
        known = [microphone.is_echo async for _ in microphone.frames()]
    assert known[:3] == [False] * 3
    assert all(known[-10:])
