"""Unit: what blocks tell of a stream, and what is done about it; no clock."""

from __future__ import annotations

import math

import numpy as np
import pytest
import soundfile

from jarvis_voice.audio.pcm import level_dbfs
from jarvis_voice.audio.stream_watch import (
    GATE_TRUSTED_SECONDS,
    Ailment,
    StreamWatch,
    Treatment,
    Treatments,
)
from jarvis_voice.core.shipped_files import shipped

pytestmark = pytest.mark.unit

RATE_HZ = 16_000
NOISE = np.random.default_rng(3).integers(-9, 9, (1_280, 1)).astype(np.int16)


@pytest.mark.parametrize(
    ("now", "newest_at", "is_late"),
    [
        (12.9, None, False),
        (13.1, None, True),
        (12.9, 5.0, False),  # of the stream before
        (13.1, 5.0, True),
        (12.9, 12.0, False),
        (13.1, 12.0, True),
    ],
)
def test_late(now: float, newest_at: float | None, is_late: bool) -> None:
    watch = StreamWatch()
    watch.begin(10.0)
    assert watch.is_late(now, newest_at) == is_late


def fed(seconds: float, *blocks: np.ndarray, speed: float = 1.0) -> StreamWatch:
    """A watch that took these blocks in turn for so long."""
    watch = StreamWatch()
    watch.begin(0.0)
    for number in range(round(seconds * speed / 0.08)):
        watch.take(blocks[number % len(blocks)], RATE_HZ, 0.08 * number / speed)
    return watch


@pytest.mark.parametrize(
    ("value", "ailment"), [(0, "zeros"), (1, "stuck"), (-32_768, "stuck"), (None, None)]
)
def test_one_value_for_five_seconds(value: int | None, ailment: Ailment | None) -> None:
    block = NOISE if value is None else np.full((1_280, 2), value, np.int16)
    assert fed(4.9, block).ailment is None
    assert fed(5.1, block).ailment == ailment


def test_two_values_by_turns_are_no_single_one() -> None:
    blocks = [np.full((1_280, 1), value, np.int16) for value in (3, 4)]
    assert fed(20, *blocks).ailment is None


def test_an_empty_block_says_nothing() -> None:
    watch = fed(20, np.zeros((1_280, 1), np.int16), np.zeros((0, 1), np.int16))
    assert watch.ailment == "zeros"


def test_a_new_stream_is_as_flat_as_the_last_until_it_shows_otherwise() -> None:
    watch = fed(6, np.zeros((1_280, 1), np.int16))
    watch.begin(6.0)
    assert watch.ailment == "zeros"
    watch.take(NOISE, RATE_HZ, 6.1)
    assert watch.ailment is None


@pytest.mark.parametrize(
    ("speed", "is_wrong"), [(0.5, True), (0.7, True), (0.8, False), (1.4, False), (1.7, True)]
)
def test_frames_against_the_clock(speed: float, is_wrong: bool) -> None:
    assert (fed(11, NOISE, speed=speed).ailment == "wrong-speed") == is_wrong


def decided(*looks: tuple[Ailment | None, float]) -> list[Treatment | None]:
    """What is done at each look: what is wrong, and since when; a look a second."""
    treatments = Treatments()
    return [
        treatments.decide(ailment, seconds, float(now))
        for now, (ailment, seconds) in enumerate(looks)
    ]


def test_zeros_are_told_then_the_device_is_opened_anew_then_it_is_left_alone() -> None:
    looks: list[tuple[Ailment | None, float]] = [("zeros", 5), ("zeros", 9), ("zeros", 10)]
    looks += [("zeros", 11), (None, 0), (None, 0), ("zeros", 5), ("zeros", 10)]
    assert decided(*looks) == ["tell", None, "reopen", None, "tell-well", None, None, None]


def test_a_wrong_speed_is_treated_before_it_is_told() -> None:
    looks: list[tuple[Ailment | None, float]] = [("wrong-speed", 0), (None, 0), ("wrong-speed", 0)]
    assert decided(*looks, (None, 0)) == ["reopen", None, "tell", "tell-well"]


def test_after_a_minute_of_health_it_is_news_again() -> None:
    well: list[tuple[Ailment | None, float]] = [(None, 0)] * 61
    assert decided(("zeros", 5), *well, ("zeros", 5))[-1] == "tell"
    assert decided(("zeros", 5), *well[:50], ("zeros", 5))[-1] is None


# ---- zeros that are silence, and zeros of a dead device

HEY_JARVIS = soundfile.read(shipped("models") / "hey-jarvis.wav", dtype="int16")[0]
SPEECH = HEY_JARVIS[: len(HEY_JARVIS) // 1_280 * 1_280].reshape(-1, 1_280, 1)
GATED = [frame if level_dbfs(frame[:, 0]) > -45 else np.zeros_like(frame) for frame in SPEECH]
GATED = GATED[next(n for n, frame in enumerate(GATED) if frame.any()) :]
ZEROS = np.zeros((1_280, 1), np.int16)


class Watched:
    """A watch that is fed on, and when it first saw zeros since it was last asked."""

    def __init__(self) -> None:
        self.watch, self.blocks, self.seen_after = StreamWatch(), 0, math.inf
        self.watch.begin(0.0)

    def feed(self, *blocks: np.ndarray, seconds: float = 0.0) -> float:
        """Take these, again and again for so long; after how many seconds zeros were told."""
        told = math.inf
        for number in range(max(round(seconds / 0.08), len(blocks))):
            self.blocks += 1
            self.watch.take(blocks[number % len(blocks)], RATE_HZ, self.blocks * 0.08)
            if self.watch.ailment == "zeros":
                told = min(told, (number + 1) * 0.08)
        return told


def test_a_recording_behind_a_gate_is_what_these_tests_mean() -> None:
    assert any(frame.any() for frame in GATED)
    assert not all(frame.any() for frame in GATED)


@pytest.mark.parametrize("pause", [4, 20, 300, 1_000])
def test_between_the_words_of_a_source_that_gates_zeros_are_silence(pause: int) -> None:
    room = Watched()
    assert room.feed(ZEROS, seconds=30) == pytest.approx(5, abs=0.1), "nobody spoke yet"
    for _ in range(10):
        assert room.feed(*GATED) == math.inf
        assert room.feed(ZEROS, seconds=pause) == math.inf


def test_a_gate_that_gave_no_sound_for_long_may_be_a_dead_device() -> None:
    room = Watched()
    room.feed(ZEROS, seconds=4)
    room.feed(*GATED)
    assert room.feed(ZEROS, seconds=GATE_TRUSTED_SECONDS + 60) > GATE_TRUSTED_SECONDS - 30


def test_a_gated_source_that_the_server_says_is_muted_is_told_in_time() -> None:
    room = Watched()
    room.feed(ZEROS, seconds=4)
    room.feed(*GATED)
    room.watch.is_muted = True
    assert room.feed(ZEROS, seconds=20) <= 5.1
    room.watch.is_muted = False
    assert room.watch.ailment is None


def room_noise(dbfs: float) -> np.ndarray:
    noise = np.random.default_rng(5).normal(0, 32_768 * 10 ** (dbfs / 20), (1_280, 1))
    return np.rint(noise).astype(np.int16)


@pytest.mark.parametrize(
    ("zeros", "live"),
    [
        (0.0, [room_noise(-60)]),  # never heard
        (2.0, [room_noise(-60)]),  # a device that starts with zeros
        (30.0, [room_noise(-60)]),  # unmuted in a quiet room
        (0.0, [room_noise(-30)]),  # live all the time, and dead then
        (0.6, list(SPEECH)),  # a dropout while somebody speaks
        (12.0, [*SPEECH, *[room_noise(-60)] * 30]),  # muted and unmuted again and again
    ],
)
def test_a_live_microphone_that_dies_is_told_within_five_seconds(
    zeros: float, live: list[np.ndarray]
) -> None:
    room = Watched()
    for _ in range(4):
        if zeros:
            room.feed(ZEROS, seconds=zeros)
        room.feed(*live, seconds=8)
    assert room.feed(ZEROS, seconds=20) <= 5.1


def test_what_is_live_for_half_a_minute_is_no_gate_any_more() -> None:
    room = Watched()
    room.feed(ZEROS, seconds=4)
    room.feed(*GATED)
    assert room.feed(ZEROS, seconds=60) == math.inf
    room.feed(room_noise(-60), seconds=31)
    assert room.feed(ZEROS, seconds=20) <= 5.1


def test_another_device_has_to_show_its_gate_anew() -> None:
    room = Watched()
    room.feed(ZEROS, seconds=4)
    room.feed(*GATED)
    room.watch.forget_gate()
    assert room.feed(ZEROS, seconds=20) <= 5.1
