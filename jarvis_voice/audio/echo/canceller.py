"""Removes our own voice from the microphone's sound, whatever the delay of its echo.

The sound server delays what is played by an unknown time, another one each time the loudspeaker is
opened; and the two devices have clocks of their own. So the echo is looked for first, by
cross-correlation, and only then learnt and cancelled; what was learnt is kept for the next time.

Invariant: a frame goes in, a frame comes out; what is not an echo is neither made quieter nor
louder. No clock, no input or output in here.
"""

from __future__ import annotations

import math
import statistics
from collections import deque
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.audio.echo.delay import find_lag
from jarvis_voice.audio.echo.kalman_filter import BLOCK_SAMPLES, RESTLESS, STEADY, EchoFilter
from jarvis_voice.audio.echo.reference import PlayedSound, Stretch
from jarvis_voice.audio.pcm import FULL_SCALE
from jarvis_voice.core.types import FRAME_SAMPLES, RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from jarvis_voice.core.types import AudioFrame

LONGEST_DELAY_SECONDS = 1.0
"""From the moment a sample leaves the loudspeaker by the system's estimate to its echo. A wireless
loudspeaker adds what it does not tell."""

EARLY_SECONDS = 0.25
"""How much earlier than estimated it may leave."""

LEAD_SAMPLES = 160
"""How far before its echo a sample is given to the filter: a first reflection may be louder than
the straight way, and then it is what is found."""

LOOK_FRAMES = 3
"""Between two looks for an echo."""

SHORTEST_LOOK_SECONDS = 0.4
LONGEST_LOOK_SECONDS = 1.2
"""Of sound that the echo is looked for in."""

SURE = 10.0
"""The sharpness of an echo that is taken for one; see `echo_delay.Lag`."""

SLIP_SAMPLES = 24
"""An echo that moves by more was not moved by clocks or by people: a buffer ran over or under."""

SLIPS = 2
FOLLOWED_SAMPLES = 800

DRIFT_LOOKS = 6
DRIFT_LOOK_FRAMES = 6
"""Every half second a look, and every six looks the clocks are compared."""

MOST_DRIFT = 5e-4
"""Two clocks that differ by more are not two sound cards."""

STEADY_DRIFT = 5e-6
"""What is left between two clocks that a steady filter can follow."""

CLOCK_FRAMES = 125
"""10 s: frames come late, never early, so the earliest of so many tells the time."""


@dataclass(frozen=True, slots=True)
class EchoFigures:
    """The canceller's measurements since it was made.

    Attributes:
        heard: Sum of squares of the frames while our own voice was in them, in [-1, 1].
        left: The same after cancelling.
        delay_seconds: From loudspeaker to microphone as found last; None where no echo was found.
        drift: How much faster the loudspeaker's clock runs, 1e-6 is one part in a million.
    """

    heard: float
    left: float
    delay_seconds: float | None
    drift: float

    @property
    def cancelled_db(self) -> float:
        """How much quieter the frames became; 0 where nothing was heard."""
        return 10 * math.log10(self.heard / self.left) if self.heard and self.left else 0.0


class EchoCanceller:
    """Removes the echo of our own voice from frames, one by one.

    Args:
        played: What the loudspeaker plays.
    """

    def __init__(self, played: PlayedSound) -> None:
        self._played = played
        self._filter = EchoFilter()
        self._drift = 0.0
        self._delay: float | None = None  # samples behind the estimate, LEAD_SAMPLES early
        self._heard_energy = self._left_energy = 0.0
        self.left_share = 1.0
        """Of the newest frame's energy, what is left of it, 0..1."""
        self.lose_sound()

    @property
    def figures(self) -> EchoFigures:
        """How well it does."""
        delay = None if self._delay is None else (self._delay + LEAD_SAMPLES) / RATE_HZ
        return EchoFigures(self._heard_energy, self._left_energy, delay, self._drift)

    def lose_sound(self) -> None:
        """Sound is missing before the next frame: the count of samples begins anew."""
        self._count = 0
        self._late: deque[float] = deque(maxlen=CLOCK_FRAMES)
        self._heard: deque[NDArray[np.float32]] = deque(
            maxlen=math.ceil(LONGEST_LOOK_SECONDS * RATE_HZ / FRAME_SAMPLES)
        )
        self._looks: list[tuple[float, float]] = []
        self._pattern: NDArray[np.float32] | None = None
        self._slips = 0
        self._frames_since_look = 0
        self._filter.forget_reference()
        for stretch in self._played.stretches:
            stretch.anchor, stretch.is_found = None, False

    def take(self, frame: AudioFrame) -> None:
        """Count a frame in which nothing of ours can be heard."""
        self._note(frame)
        self._filter.forget_reference()

    def process(self, frame: AudioFrame) -> NDArray[np.int16]:
        """The frame's samples without the echo; the same where no echo was found."""
        heard = self._note(frame)
        reach_seconds = self._filter.reach_samples / RATE_HZ
        since = frame.captured_at - LONGEST_DELAY_SECONDS - reach_seconds - LONGEST_LOOK_SECONDS
        stretches = self._played.gather(since)
        if not stretches:
            return frame.pcm
        newest = stretches[-1]
        if newest.anchor is None and self._delay is not None:
            newest.anchor = round(self._estimated_anchor(newest)) + self._delay
        self._look(newest)
        if newest.anchor is None:
            return frame.pcm
        begin = self._count - FRAME_SAMPLES
        reference = self._reference(stretches, begin, FRAME_SAMPLES)
        rest = self._filter.process(reference, heard, learns=newest.is_found)
        before, after = float(heard @ heard), float(rest @ rest)
        if after > before:  # what was learnt does not hold here
            return frame.pcm
        self.left_share = after / before if before else 1.0
        self._heard_energy += before
        self._left_energy += after
        scaled = np.clip(np.rint(rest * FULL_SCALE), -FULL_SCALE, FULL_SCALE - 1)
        pcm: NDArray[np.int16] = scaled.astype(np.int16)
        return pcm

    def _note(self, frame: AudioFrame) -> NDArray[np.float32]:
        self.left_share = 1.0
        heard = frame.pcm.astype(np.float32) / np.float32(FULL_SCALE)
        self._count += FRAME_SAMPLES
        self._heard.append(heard)
        self._late.append(frame.captured_at - self._count / RATE_HZ)
        return heard

    @property
    def _began_at(self) -> float:
        """When the microphone's count began, on the clock of the frames."""
        return min(self._late)

    def _reference(self, stretches: list[Stretch], begin: int, count: int) -> NDArray[np.float32]:
        """What the filter is given for `count` samples of the microphone from `begin` on."""
        step = 1.0 + self._drift
        reference = np.zeros(count, np.float32)
        for stretch in stretches:
            if stretch.anchor is not None:
                reference += stretch.read((begin - stretch.anchor) * step, count, step)
        return reference

    # ---- where the echo is

    def _look(self, stretch: Stretch) -> None:
        self._frames_since_look += 1
        pause = DRIFT_LOOK_FRAMES if stretch.is_found else LOOK_FRAMES
        if self._frames_since_look < pause:
            return
        self._frames_since_look = 0
        if stretch.is_found:
            self._follow(stretch)
        else:
            self._find(stretch)

    def _estimated_anchor(self, stretch: Stretch) -> float:
        """Where its first sample would belong if it were heard the moment it leaves."""
        return (stretch.starts_at - self._began_at) * RATE_HZ

    def _find(self, stretch: Stretch) -> None:
        """Look for the echo of a stretch anywhere it may be."""
        anchor = round(self._estimated_anchor(stretch))
        early, late = round(EARLY_SECONDS * RATE_HZ), round(LONGEST_DELAY_SECONDS * RATE_HZ)
        if self._count - anchor < SHORTEST_LOOK_SECONDS * RATE_HZ:
            return
        found = self._correlate(stretch, anchor, -early, late)
        if found is None:
            return
        knows = self._filter.has_learnt
        self._delay = found - (0 if knows else LEAD_SAMPLES)
        stretch.anchor, stretch.is_found = anchor + self._delay, True
        self._looks, self._pattern, self._slips = [], None, 0
        self._align(stretch)

    def _follow(self, stretch: Stretch) -> None:
        """See whether a found echo moves: slowly, as clocks do, or at once."""
        if not self._filter.has_learnt:
            return
        if self._pattern is None:
            self._pattern = self._filter.response
        found = self._correlate(stretch, stretch.anchor or 0.0, -FOLLOWED_SAMPLES, FOLLOWED_SAMPLES)
        if found is None:
            return
        if abs(found) > SLIP_SAMPLES:
            self._slips += 1
            if self._slips == SLIPS:
                stretch.is_found, self._filter.persistence = False, RESTLESS
            return
        self._slips = 0
        self._looks.append((float(self._count), found))
        if len(self._looks) >= DRIFT_LOOKS:
            self._correct_clock(stretch)

    def _correct_clock(self, stretch: Stretch) -> None:
        """Let the reference run as fast as the microphone, by how the echo moved."""
        slopes = [
            (later - sooner) / (then - before)
            for (before, sooner), (then, later) in combinations(self._looks, 2)
        ]
        drift = min(max(self._drift - statistics.median(slopes), -MOST_DRIFT), MOST_DRIFT)
        if stretch.anchor is not None:
            passed = (self._count - stretch.anchor) * (1 + self._drift)
            stretch.anchor = self._count - passed / (1 + drift)
        is_steady = abs(drift - self._drift) < STEADY_DRIFT
        self._filter.persistence = STEADY if is_steady else RESTLESS
        self._drift = drift
        self._looks, self._pattern = [], None

    def _align(self, stretch: Stretch) -> None:
        begin = self._count - FRAME_SAMPLES
        reach = self._filter.reach_samples + BLOCK_SAMPLES
        self._filter.align(self._reference([stretch], begin - reach, reach))

    def _correlate(self, stretch: Stretch, anchor: float, first: int, last: int) -> float | None:
        """By how many samples the newest sound is later than a stretch that is laid at `anchor`.

        Where the path is known it is the echo that is compared, reflections and all.
        """
        heard = np.concatenate(self._heard)
        begin = self._count - len(heard)
        ahead = last + self._filter.reach_samples
        step = 1.0 + self._drift
        start = (begin - ahead - anchor) * step
        played = stretch.read(start, len(heard) + ahead - min(first, 0), step)
        if self._filter.has_learnt:
            pattern = self._filter.response if self._pattern is None else self._pattern
            played = _filtered(played, pattern)
        padded = np.concatenate((np.zeros(ahead, np.float32), heard))
        lag = find_lag(padded, played, first, last)
        return lag.samples if lag and lag.sharpness >= SURE else None


def _filtered(sound: NDArray[np.float32], response: NDArray[np.float32]) -> NDArray[np.float32]:
    size = 1 << int(len(sound) + len(response)).bit_length()
    spectrum = np.fft.rfft(sound, size) * np.fft.rfft(response, size)
    filtered: NDArray[np.float32] = np.fft.irfft(spectrum)[: len(sound)].astype(np.float32)
    return filtered
