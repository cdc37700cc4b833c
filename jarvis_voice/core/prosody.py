"""Speed and loudness of Jarvis's speech; the user changes them by voice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

SLOWEST, FASTEST = 0.5, 3.0
QUIETEST_DB, LOUDEST_DB = -30.0, 12.0


def _no_softer() -> float:
    return 0.0


@dataclass(slots=True)
class Prosody:
    """Speed and loudness of speech.

    Attributes:
        speed: 1.0 is the voice's own pace, 1.2 a fifth faster.
        gain_db: Added to the voice's own level, in dB.
        softer_db: Asked at every sentence for what the hour adds to that, in dB.
        usual_speed: The speed it was made with: what "normally" means.
    """

    speed: float = 1.0
    gain_db: float = 0.0
    softer_db: Callable[[], float] = _no_softer
    usual_speed: float = field(init=False)

    def __post_init__(self) -> None:
        self.usual_speed = self.speed

    @property
    def level_db(self) -> float:
        """What is added to the voice's own level now."""
        return max(self.gain_db + self.softer_db(), QUIETEST_DB)

    def set_usual_speed(self, speed: float) -> None:
        """Speak at this speed from now on, and when asked to speak normally."""
        self.speed = self.usual_speed = speed

    def turn_speed(self, factor: float) -> bool:
        """Multiply the speed; False where it is at its end already."""
        turned = round(self.speed * factor, 4)  # so that faster and slower undo each other
        before, self.speed = self.speed, min(max(turned, SLOWEST), FASTEST)
        return self.speed != before

    def turn_loudness(self, step_db: float) -> bool:
        """Add to the level; False where it is at its end already."""
        turned = self.gain_db + step_db
        before, self.gain_db = self.gain_db, min(max(turned, QUIETEST_DB), LOUDEST_DB)
        return self.gain_db != before

    def turn_back(self) -> bool:
        """Speak as at the start; False where it does already."""
        is_turned = (self.speed, self.gain_db) != (self.usual_speed, 0.0)
        self.speed, self.gain_db = self.usual_speed, 0.0
        return is_turned
