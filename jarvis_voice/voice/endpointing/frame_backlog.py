"""Keeps the frames of the last seconds for the pre-roll, the background and VAD.

Invariant: frames are unheard once and in order, unless the sound is rewound; no pre-roll but the
wake word's reaches back over our own voice.
"""

from __future__ import annotations

import math
from collections import deque

from jarvis_voice.core.types import FRAME_SECONDS, AudioFrame
from jarvis_voice.voice.endpointing.background_sound import WINDOW_FRAMES, BackgroundSound, power
from jarvis_voice.voice.endpointing.pre_roll import PreRoll

RING_SECONDS = 10.0
"""Reaches back over a slow transcription of the wake word alone, to the command behind it."""

PRE_ROLL_SECONDS = 0.5
"""Before a key press, and before the frame in which VAD found speech."""

ECHO_SECONDS = 0.4
"""The end of our own answer is still in room and buffers when playing has ended."""


class FrameBacklog:
    """The captured frames, and the moment up to which they were heard.

    Attributes:
        now: When the newest frame was captured, in seconds.
        spoke_until: Before this the sound is our own voice.
        unheard: What VAD has still to see, oldest first; bounded by `RING_SECONDS`.
    """

    def __init__(self) -> None:
        self._ring = PreRoll(RING_SECONDS)
        self.now = 0.0
        self.spoke_until = -math.inf
        self.unheard: deque[AudioFrame] = deque()

    @property
    def echoes_until(self) -> float:
        """Before this the sound may be our own voice."""
        return self.spoke_until + ECHO_SECONDS

    def append(self, frame: AudioFrame) -> None:
        """Take the next frame."""
        self.now = frame.captured_at
        self._ring.append(frame)
        self.unheard.append(frame)

    def clear(self) -> None:
        """Forget all sound."""
        self._ring.clear()
        self.unheard.clear()

    def rewind(self, since: float) -> None:
        """Let the sound captured after this moment be unheard, and none before it."""
        self.unheard = deque(self._ring.since(since))

    def note_own_voice(self) -> None:
        """We spoke up to now."""
        self.spoke_until = self.now

    def pre_roll_of(self, moment: float) -> float:
        """From when on the sound belongs to an utterance that was noticed at `moment`."""
        return max(moment - PRE_ROLL_SECONDS, self.spoke_until)

    def background(self, until: float) -> BackgroundSound:
        """What went on before somebody was listened to, without our own voice."""
        since = max(self.now - RING_SECONDS, self.echoes_until)
        return BackgroundSound.of(self._between(since, until))

    def is_all(self, background: BackgroundSound, frame: AudioFrame) -> bool:
        """Whether nothing stands out of a background up to this frame; False in a quiet room."""
        if not background.is_loud:
            return False
        since = frame.captured_at - WINDOW_FRAMES * FRAME_SECONDS
        return background.is_all([power(one) for one in self._between(since, frame.captured_at)])

    def _between(self, since: float, until: float) -> list[AudioFrame]:
        return [frame for frame in self._ring.since(since) if frame.captured_at <= until]
