"""The backlog of frames (unit): what is unheard, and how far back it may be listened to."""

from __future__ import annotations

import numpy as np
import pytest

from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, AudioFrame
from jarvis_voice.voice.endpointing.background_sound import BackgroundSound
from jarvis_voice.voice.endpointing.frame_backlog import ECHO_SECONDS, RING_SECONDS, FrameBacklog

pytestmark = pytest.mark.flow

LOUD, LOUDER = 1_000, 4_000


def backlog(*levels: int) -> FrameBacklog:
    frames = FrameBacklog()
    for number, level in enumerate(levels):
        pcm = np.full(FRAME_SAMPLES, level, np.int16)
        frames.append(AudioFrame(pcm, (number + 1) * FRAME_SECONDS))
    return frames


def numbers(frames: FrameBacklog) -> list[int]:
    return [round(frame.captured_at / FRAME_SECONDS) for frame in frames.unheard]


def test_sound_is_unheard_once_and_from_where_it_is_rewound() -> None:
    frames = backlog(*[LOUD] * 5)
    assert numbers(frames) == [1, 2, 3, 4, 5]
    frames.unheard.clear()
    frames.rewind(3 * FRAME_SECONDS)
    assert numbers(frames) == [4, 5]
    frames.rewind(frames.now)
    assert numbers(frames) == []
    frames.clear()
    frames.rewind(0.0)
    assert numbers(frames) == []


def test_a_pre_roll_does_not_reach_back_over_our_own_voice() -> None:
    frames = backlog(*[LOUD] * 20)
    assert frames.pre_roll_of(1.6) == pytest.approx(1.1)
    frames.note_own_voice()
    assert (frames.pre_roll_of(1.7), frames.echoes_until) == (1.6, 1.6 + ECHO_SECONDS)


def test_the_background_is_known_after_some_seconds_and_without_our_own_voice() -> None:
    assert not backlog(*[LOUD] * 30).background(RING_SECONDS).is_loud
    frames = backlog(*[LOUD] * 60)
    background = frames.background(60 * FRAME_SECONDS)
    assert background.is_loud
    assert frames.is_all(background, frames.unheard[-1])
    assert not frames.is_all(BackgroundSound(), frames.unheard[-1]), "a quiet room hides nothing"
    frames.note_own_voice()
    assert not frames.background(60 * FRAME_SECONDS).is_loud


def test_what_stands_out_of_the_background_is_no_background() -> None:
    frames = backlog(*[LOUD] * 60, *[LOUDER] * 8)
    background = frames.background(60 * FRAME_SECONDS)
    assert not frames.is_all(background, frames.unheard[-1])
    assert frames.is_all(background, frames.unheard[59]), "sound that came later is not in it"
