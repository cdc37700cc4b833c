"""Measures a microphone's sound and judges the figures.

Invariant: pure; a verdict depends on the figures alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.audio.pcm import FLOOR_DBFS, FULL_SCALE, level_dbfs
from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, RATE_HZ
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, failed, ok, warning

if TYPE_CHECKING:
    from numpy.typing import NDArray

USELESS_DBFS, FAINT_DBFS = -50.0, -42.0
"""Speech below the first is not understood; between them it is at some distance."""

NOISY_DBFS, DEAFENING_DBFS = -38.0, -25.0
CLEAR_DB = 10.0
"""How far speech must stand above the noise."""

MOST_CLIPPED_SHARE = 0.002
ANY_CLIPPED_SHARE = 0.0002
FLAT_SAMPLES = 3
LOWEST_PLATEAU = 0.25
"""Of full scale: some microphones clip before the converter, below its highest value."""

ZERO_SHARE = 0.2
RATE_OFF, RATE_WRONG = 0.05, 0.15
FEWEST_FRAMES = 20
PARTS = 5
METER_FROM_DBFS = -60.0
METER_WIDTH = 30


@dataclass(frozen=True, slots=True)
class Figures:
    """Level, peak, noise and length of a sound.

    Attributes:
        seconds: How long it is.
        loud_dbfs: Of its louder frames (the 95th percentile).
        floor_dbfs: Of its quieter frames (the 10th percentile), zeros left out.
        peak: Its highest sample, 0..1.
        clipped_share: Samples on a plateau at that height, 0..1.
        zero_frames: Frames that hold nothing but zeros.
        frames: How many there are.
        is_constant: Whether every sample is the same.
    """

    seconds: float
    loud_dbfs: float
    floor_dbfs: float
    peak: float
    clipped_share: float
    zero_frames: int
    frames: int
    is_constant: bool

    @property
    def is_dead(self) -> bool:
        """Whether there is nothing in it to judge."""
        return self.zero_frames == self.frames or self.is_constant


def figures_of(pcm: NDArray[np.int16]) -> Figures:
    """The figures of a sound, mono int16, shape (n_samples,), 16 000 Hz, a frame or longer."""
    frames = pcm[: len(pcm) // FRAME_SAMPLES * FRAME_SAMPLES].reshape(-1, FRAME_SAMPLES)
    live = frames[frames.any(axis=1)]
    levels = [level_dbfs(frame) for frame in live] or [FLOOR_DBFS]
    height = np.abs(pcm.astype(np.int32))
    top = int(height.max(initial=0))
    return Figures(
        seconds=len(pcm) / RATE_HZ,
        loud_dbfs=float(np.percentile(levels, 95)),
        floor_dbfs=float(np.percentile(levels, 10)),
        peak=top / FULL_SCALE,
        clipped_share=_plateau_share(pcm, top),
        zero_frames=len(frames) - len(live),
        frames=len(frames),
        is_constant=bool(len(pcm)) and bool((pcm == pcm[0]).all()),
    )


def _plateau_share(pcm: NDArray[np.int16], top: int) -> float:
    """The share of samples in runs of three or more at the very top or bottom."""
    if top < LOWEST_PLATEAU * FULL_SCALE:
        return 0.0
    count = 0
    for flat in (pcm >= min(top, FULL_SCALE - 1), pcm <= -top):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], flat.astype(np.int8), [0]))))
        lengths = edges[1::2] - edges[::2]
        count += int(lengths[lengths >= FLAT_SAMPLES].sum())
    return count / len(pcm)


def delivered_hz(captured_at: Sequence[float]) -> float | None:
    """The rate at which samples came, by the monotonic clock; None where there were too few.

    Args:
        captured_at: When each frame was complete, seconds.
    """
    if len(captured_at) < FEWEST_FRAMES:
        return None
    stamps = np.asarray(captured_at)
    lags = stamps - np.arange(len(stamps)) * FRAME_SECONDS
    # a frame may be late because the machine is busy, never early: the least late of each part tell
    parts = np.array_split(np.arange(len(stamps)), PARTS)
    best = np.array([part[lags[part].argmin()] for part in parts])
    seconds_a_frame = float(np.polyfit(best, stamps[best], 1)[0])
    return FRAME_SAMPLES / seconds_a_frame if seconds_a_frame > 0 else None


def meter(dbfs: float) -> str:
    """A level as a bar from -60 to 0 dBFS."""
    share = (min(max(dbfs, METER_FROM_DBFS), 0.0) - METER_FROM_DBFS) / -METER_FROM_DBFS
    filled = round(share * METER_WIDTH)
    return f"[{'#' * filled}{'-' * (METER_WIDTH - filled)}]"


def judge_zeros(figures: Figures, *, is_live: bool) -> CheckVerdict:
    """Whether the microphone is dead, or drops out; a recording may be silent between words."""
    if figures.zero_frames == figures.frames:
        return failed(
            f"{figures.seconds:.1f} s of nothing but zeros: the microphone is muted or unplugged.",
            "Unmute the microphone (a switch on it, the system's sound settings, or its leave to "
            "record), or choose another one from `jarvis devices`",
        )
    if figures.is_constant:
        return failed(
            "Every sample has the same value: the device is stuck.",
            "Unplug the microphone and plug it in again, or choose another one",
        )
    share = figures.zero_frames / figures.frames
    said = f"{figures.zero_frames} of {figures.frames} frames hold nothing but zeros."
    if share > ZERO_SHARE and is_live:
        return warning(
            f"{said} The sound drops out, or something gates it.",
            "Turn off noise suppression for the microphone, or try another cable or device",
        )
    return ok(said)


def judge_level(figures: Figures, speech_dbfs: float | None) -> CheckVerdict:
    """Whether speech is loud enough.

    Args:
        figures: Of the whole sound.
        speech_dbfs: How loud the speech in it is; None where nobody spoke.
    """
    if speech_dbfs is None:
        bar = meter(figures.loud_dbfs)
        return ok(f"{bar} {figures.loud_dbfs:.0f} dBFS; nobody spoke, so it cannot be judged.")
    said = f"{meter(speech_dbfs)} speech at {speech_dbfs:.0f} dBFS."
    if speech_dbfs < USELESS_DBFS:
        return failed(
            f"{said} That is too quiet to be understood.",
            "Turn the microphone's level up in the system's sound settings, or come closer",
        )
    if speech_dbfs < FAINT_DBFS:
        return warning(
            f"{said} That is quiet.", "Turn the microphone's level up a little, or come closer"
        )
    return ok(said)


def judge_clipping(figures: Figures) -> CheckVerdict:
    """Whether the sound is cut off at the top."""
    said = f"{figures.clipped_share:.2%} of the samples are clipped; the peak is {figures.peak:.0%}"
    how = "Turn the microphone's level down in the system's sound settings, or move back"
    if figures.clipped_share > MOST_CLIPPED_SHARE:
        return failed(f"{said}: it is far too loud.", how)
    if figures.clipped_share > ANY_CLIPPED_SHARE:
        return warning(f"{said}: it is a little too loud.", how)
    return ok(f"{said}.")


def judge_noise(figures: Figures, speech_dbfs: float | None) -> CheckVerdict:
    """Whether the room, or the device, is too loud when nobody speaks."""
    said = f"The quiet moments are at {figures.floor_dbfs:.0f} dBFS"
    how = "Turn off what hums near the microphone, or use one closer to you"
    if figures.floor_dbfs > DEAFENING_DBFS:
        return failed(f"{said}: that is as loud as speech.", how)
    if figures.floor_dbfs > NOISY_DBFS:
        return warning(f"{said}: that is noisy.", how)
    if speech_dbfs is not None and speech_dbfs - figures.floor_dbfs < CLEAR_DB:
        above = speech_dbfs - figures.floor_dbfs
        return warning(f"{said}, and speech is only {above:.0f} dB above them.", how)
    return ok(f"{said}.")


def judge_rate(rate_hz: float, gaps: int) -> CheckVerdict:
    """Whether as much sound comes as time passes.

    Args:
        rate_hz: As `delivered_hz` counted it.
        gaps: How often sound was lost.
    """
    off = rate_hz / RATE_HZ - 1
    said = f"{rate_hz:.0f} samples came each second, {RATE_HZ} are due"
    how = "Close what keeps the machine busy, or choose another device from `jarvis devices`"
    if abs(off) > RATE_WRONG:
        return failed(f"{said}: the device does not keep the rate it was opened with.", how)
    if abs(off) > RATE_OFF or gaps:
        return warning(f"{said}; sound was lost {gaps} times.", how)
    return ok(f"{said}.")


def shown_seconds(frames: int) -> str:
    """How long so many frames are, for a reader."""
    return f"{frames * FRAME_SECONDS:.1f} s"
