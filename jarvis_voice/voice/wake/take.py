"""Judges recorded takes of the wake word: whether each is useful, and which sensitivity fits.

Invariant: pure; a take that is refused has a reason a user can act on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jarvis_voice.core.wake_point import SENSITIVITY_LOGITS
from jarvis_voice.voice.wake.second_stage import STEP_SECONDS, levels_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TOO_QUIET_DBFS = -50.0
ABOVE_ROOM_DB = 10.0
CLIPPED = 32_700
MOST_CLIPPED_SHARE = 0.002
EDGE_SECONDS = 0.1
EDGE_BELOW_PEAK_DB = 12.0
"""A take that begins or ends this little below its loudest was cut."""

MARGIN_LOGITS = 0.5
"""How far below the lowest of the tries the threshold should lie."""

USUAL_SENSITIVITY = 0.5
MOST_SENSITIVITY = 0.75
SENSITIVITY_STEP = 0.05


def is_flat(pcm: NDArray[np.int16]) -> bool:
    """Whether every sample is the same: no microphone that is on gives that while one speaks."""
    return bool((pcm == pcm[:1]).all())


def why_once_more(pcm: NDArray[np.int16], room_dbfs: float) -> str:
    """Why a take is of no use, in words for the user; empty when it is.

    Args:
        pcm: Mono int16, shape (n_samples,), 16 000 Hz.
        room_dbfs: How loud the room is without anybody speaking.
    """
    import numpy as np

    if is_flat(pcm):
        return "I heard too little: no sound came at all. Is the microphone muted?"
    levels = levels_of(pcm)
    loudest = max(levels, default=-math.inf)
    if loudest < TOO_QUIET_DBFS or loudest < room_dbfs + ABOVE_ROOM_DB:
        return "I heard too little. Speak up, or come closer."
    if np.mean(np.abs(pcm.astype(np.int32)) >= CLIPPED) > MOST_CLIPPED_SHARE:
        return "That was too loud: it is clipped. Turn the microphone down, or move back."
    edge = round(EDGE_SECONDS / STEP_SECONDS)
    if max(*levels[:edge], *levels[-edge:]) > loudest - EDGE_BELOW_PEAK_DB:
        return "That was cut off. Wait for the mark, then say it once."
    return ""


def fitting_sensitivity(scores: Sequence[float], threshold: float) -> float:
    """The sensitivity at which all these tries are heard, as far as that is wise.

    It is never below the usual one, and never so high that the room wakes it.

    Args:
        scores: The highest score of each try, 0..1.
        threshold: The head's own operating point, 0..1.
    """
    lowest = min(max(min(scores), 1e-4), 1 - 1e-4)
    missing = _logit(threshold) - (_logit(lowest) - MARGIN_LOGITS)
    wanted = USUAL_SENSITIVITY + max(missing, 0.0) / SENSITIVITY_LOGITS
    stepped = math.ceil(wanted / SENSITIVITY_STEP - 1e-9) * SENSITIVITY_STEP
    return round(min(stepped, MOST_SENSITIVITY), 2)


def _logit(probability: float) -> float:
    return math.log(probability / (1 - probability))
