"""Checks that an open microphone gives real sound: timing, speed and changing samples. PURE.

Invariant: no clock and no device of its own; a block is taken once, in order. A fault is treated
once and told once, until the microphone was well for a minute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from jarvis_voice.audio.pcm import level_dbfs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Ailment = Literal["zeros", "stuck", "wrong-speed"]
Treatment = Literal["tell", "reopen", "tell-well"]

STALL_SECONDS = 1.0
"""How long a running stream may give no block before it counts as lost."""

FIRST_BLOCK_SECONDS = 3.0
"""How long a stream may take to its first block."""

TELL_AFTER_SECONDS = 5.0
"""A live microphone has noise: one value for so long comes from a muted or unrouted device."""

REOPEN_AFTER_SECONDS = 10.0
"""It may have been unrouted: opening it anew helps then."""

SPEED_SECONDS = 10.0
"""Blocks come in bursts: over less than this their rate says nothing."""

SLOWEST, FASTEST = 0.75, 1.5
"""Of the rate that was agreed on. A sound server's buffer may come all at once."""

WELL_SECONDS = 60.0
"""A device that gives zeros whenever nobody speaks must not be told of each time."""

GATE_SHUT_SECONDS = 3.0
"""Zeros before a sound that are no start of a device and no short dropout."""

GATE_OPEN_SECONDS = 30.0
"""Who speaks pauses before that, and a gate shuts; what goes on longer is a live microphone."""

GATE_OPENS_DBFS = -55.0
"""A gate lets speech through; a microphone that is switched on again gives the room's noise."""

GATE_HOLD_SECONDS = 2.0
"""A gate shuts within a second behind the last word; what stays quietly open is live."""

GATE_TRUSTED_SECONDS = 1_200.0
"""For so long behind its last sound zeros of a gate are silence; then they may be a dead device."""


class NoiseGate:
    """Learns whether a source gives zeros whenever nobody speaks, as a headset or a filter may.

    It is one where zeros gave way to something as loud as speech, and came back right behind it. A
    microphone that is live gives the noise of its room, too.
    """

    def __init__(self) -> None:
        self._zero_seconds = 0.0
        self._sound_seconds = 0.0
        self._quiet_seconds = 0.0
        self._was_shut = False
        self._is_loud = False
        self._is_gate = False

    def take(self, samples: NDArray[np.int16], seconds: float, *, is_zero: bool) -> None:
        """A block came, shape (n_samples, n_channels)."""
        if is_zero:
            self._is_gate |= bool(self._sound_seconds and self._was_shut and self._is_loud)
            self._zero_seconds += seconds
            self._sound_seconds = 0.0
            return
        if not self._sound_seconds:
            self._was_shut = self._zero_seconds >= GATE_SHUT_SECONDS
            self._zero_seconds = self._quiet_seconds = 0.0
            self._is_loud = False
        self._sound_seconds += seconds
        if not (self._was_shut or self._is_gate):
            return
        is_loud = level_dbfs(samples[:, 0]) >= GATE_OPENS_DBFS
        self._is_loud |= is_loud
        self._quiet_seconds = 0.0 if is_loud else self._quiet_seconds + seconds
        if self._sound_seconds > GATE_OPEN_SECONDS or self._quiet_seconds > GATE_HOLD_SECONDS:
            self._is_gate = self._was_shut = False

    @property
    def is_shut(self) -> bool:
        """Whether the zeros that come now are what this source gives while nobody speaks."""
        return self._is_gate and self._zero_seconds < GATE_TRUSTED_SECONDS


class StreamWatch:
    """Checks the blocks of one stream after the other; times are monotonic seconds.

    Attributes:
        is_muted: Whether the sound server says that it gives zeros because it is muted.
    """

    def __init__(self) -> None:
        self.is_muted = False
        self._gate = NoiseGate()
        self._opened_at = 0.0
        self._newest_at: float | None = None
        self._newest: NDArray[np.int16] | None = None
        self._flat_value: int | None = None
        self._flat_seconds = 0.0
        self._speed_since: float | None = None
        self._speed_seconds = 0.0
        self._has_wrong_speed = False

    def begin(self, now: float) -> None:
        """A stream was opened; until its first block it is as flat as the last one."""
        self._opened_at = now
        self._speed_since, self._has_wrong_speed = None, False

    def forget_gate(self) -> None:
        """What comes now may be another device, whose zeros are not known."""
        self._gate = NoiseGate()

    def take(self, samples: NDArray[np.int16], rate_hz: int, at: float) -> None:
        """A block came.

        Args:
            samples: Shape (n_samples, n_channels).
            rate_hz: As agreed with the device.
            at: When.
        """
        seconds = len(samples) / rate_hz
        first = int(samples[0, 0]) if len(samples) else 0
        is_flat = bool((samples == first).all())
        if len(samples) and is_flat:
            self._flat_seconds = seconds + (self._flat_seconds * (first == self._flat_value))
            self._flat_value = first
        elif len(samples):
            self._flat_seconds, self._flat_value = 0.0, None
        if len(samples):
            self._gate.take(samples, seconds, is_zero=is_flat and not first)
        self._newest = samples
        self._measure_speed(seconds, at)
        self._newest_at = at

    def is_late(self, now: float, newest_at: float | None) -> bool:
        """Whether a block is overdue.

        Args:
            now: When this is asked.
            newest_at: When the device handed over its newest block, of whichever stream; None
                where it never did.
        """
        if newest_at is None or newest_at < self._opened_at:
            return now - self._opened_at > FIRST_BLOCK_SECONDS
        return now - newest_at > STALL_SECONDS

    @property
    def ailment(self) -> Ailment | None:
        """What is wrong with the sound, as far as it is known for certain."""
        if self._flat_seconds >= TELL_AFTER_SECONDS:
            if self._flat_value:
                return "stuck"
            if self.is_muted or not self._gate.is_shut:
                return "zeros"
        return "wrong-speed" if self._has_wrong_speed else None

    @property
    def flat_seconds(self) -> float:
        """How long every sample had the same value."""
        return self._flat_seconds

    @property
    def level_dbfs(self) -> float | None:
        """How loud the newest block was."""
        return None if self._newest is None else level_dbfs(self._newest[:, 0])

    def _measure_speed(self, seconds: float, at: float) -> None:
        """Frames against the clock; a stall is another fault, and begins a new measurement."""
        since, newest_at = self._speed_since, self._newest_at
        if since is None or newest_at is None or at - newest_at > STALL_SECONDS:
            self._speed_since, self._speed_seconds = at, 0.0
            return
        self._speed_seconds += seconds
        if at - since >= SPEED_SECONDS:
            share = self._speed_seconds / (at - since)
            self._has_wrong_speed = not SLOWEST <= share <= FASTEST
            self._speed_since, self._speed_seconds = at, 0.0


class Treatments:
    """Decides what to do about a bad stream: reopen it once, tell the user once, then wait."""

    def __init__(self) -> None:
        self._done: set[Treatment] = set()
        self._ill_at: float | None = None

    def decide(self, ailment: Ailment | None, flat_seconds: float, now: float) -> Treatment | None:
        """What to do now, if anything.

        Args:
            ailment: What is wrong.
            flat_seconds: How long the samples have had one value.
            now: Monotonic seconds.
        """
        if ailment is None:
            return self._get_well(now)
        self._ill_at = now
        is_speed = ailment == "wrong-speed"
        order: tuple[Treatment, ...] = ("reopen", "tell") if is_speed else ("tell", "reopen")
        treatment = next((one for one in order if one not in self._done), None)
        if treatment == "reopen" and not is_speed and flat_seconds < REOPEN_AFTER_SECONDS:
            return None
        if treatment:
            self._done.add(treatment)
        return treatment

    def _get_well(self, now: float) -> Treatment | None:
        """Sound again: tell it if the trouble was told; forget the trouble after a minute."""
        if self._ill_at is None:
            return None
        if now - self._ill_at >= WELL_SECONDS:
            self._done.clear()
            self._ill_at = None
            return None
        if "tell" in self._done and "tell-well" not in self._done:
            self._done.add("tell-well")
            return "tell-well"
        return None
