"""Measures how long a processor works on a phrase with a Whisper that is loaded.

What the model makes of silence is kept beside its weights then, for the first start.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.types import Utterance
from jarvis_voice.engines.stt.whisper import hear_utterance, load_whisper, silence_beside

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROUNDS = 6


def seconds_to_hear(folder: Path, language: str, pcm: NDArray[np.int16]) -> float:
    """The processor's time for one hearing by one thread, the least of some.

    It is how long a hearing takes on a free core; other work on the machine does not count.

    Args:
        folder: Of the model.
        language: "en".
        pcm: The phrase, mono int16, shape (n_samples,), 16 000 Hz.

    Raises:
        ModelError: The model cannot be loaded, or failed.
    """
    import numpy as np

    took: list[float] = []
    try:
        whisper = load_whisper(folder, language, 1, silence_beside(folder))
        for number in range(ROUNDS):
            # another sound each time: what the encoder made of the newest one is kept
            other = np.roll(pcm, number)
            started_at = process_time()
            hear_utterance(whisper, Utterance(other, None, "silence"), _never)
            took.append(process_time() - started_at)
    except Exception as error:
        raise ModelError(
            "model-failed", f"The speed of Whisper cannot be measured: {type(error).__name__}."
        ) from error
    return min(took)


def keep_silence(folder: Path, language: str) -> None:
    """Have what a model makes of silence beside its weights, if they can be written beside.

    Args:
        folder: Of the model.
        language: "en".

    Raises:
        ModelError: The model cannot be loaded.
    """
    try:
        load_whisper(folder, language, 1, silence_beside(folder))
    except Exception as error:
        raise ModelError(
            "model-failed", f"Whisper cannot be loaded: {type(error).__name__}."
        ) from error


def _never() -> bool:
    return False
