"""Makes FLAC of a sound."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from jarvis_voice.core.types import RATE_HZ

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def flac_of(pcm: NDArray[np.int16]) -> bytes:
    """A sound as the bytes of a FLAC file, nothing lost.

    Args:
        pcm: Mono int16, shape (n_samples,), 16 000 Hz.
    """
    import soundfile

    file = io.BytesIO()
    soundfile.write(file, pcm, RATE_HZ, format="FLAC", subtype="PCM_16")
    return file.getvalue()
