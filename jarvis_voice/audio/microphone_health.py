"""The condition of a microphone at one moment, for `jarvis status` and `jarvis doctor`.

Invariant: plain immutable values; asking for them changes nothing and waits for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MicrophoneState = Literal["open", "silent", "lost", "muted", "closed"]
"""It hears; it is open and gives nothing that could be sound; it is looked for; its stream was
closed because somebody asked for that; it was not opened, or is over."""


@dataclass(frozen=True, slots=True)
class MicrophoneHealth:
    """The condition of a microphone at one moment.

    Attributes:
        device_name: The device that is open or was last; else what was asked for.
        state: What it does.
        frame_age_seconds: Since the device gave its newest block; None where it never gave one.
        dropped_frames: Lost because their reader was late.
        level_dbfs: How loud the newest block was; None where there is none.
        ailment: What is wrong with an open one: "zeros", "stuck" (one value all the time),
            "wrong-speed"; empty where nothing is.
        sees_server: Whether a sound server tells of streams that it moves. Elsewhere nobody would
            notice that it records the loudspeaker, but by the device's name.
    """

    device_name: str
    state: MicrophoneState
    frame_age_seconds: float | None
    dropped_frames: int
    level_dbfs: float | None
    ailment: str
    sees_server: bool

    @property
    def hears(self) -> bool:
        """Whether a wake word that is said now can be heard."""
        return self.state == "open"
