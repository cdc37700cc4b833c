"""Speech made louder or quieter. Pure.

Invariant: no sample wraps round or is cut off flat, however loud it is asked for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FULL_SCALE = 32_767
KNEE = 0.7
"""Share of full scale from which a raised sample is bent; below it the sound is only scaled."""


def amplified(pcm: NDArray[np.int16], gain_db: float) -> NDArray[np.int16]:
    """The sound at another level.

    Args:
        pcm: Mono int16, shape (n_samples,), of any rate.
        gain_db: Added to its level; 0 gives the sound itself.
    """
    if gain_db == 0:
        return pcm
    scaled = pcm.astype(np.float32) / FULL_SCALE * np.float32(10 ** (gain_db / 20))
    if gain_db > 0:
        over = np.abs(scaled) > KNEE
        bent = KNEE + (1 - KNEE) * np.tanh((np.abs(scaled[over]) - KNEE) / (1 - KNEE))
        scaled[over] = np.sign(scaled[over]) * bent
    rounded: NDArray[np.int16] = np.round(scaled * FULL_SCALE).astype(np.int16)
    return rounded
