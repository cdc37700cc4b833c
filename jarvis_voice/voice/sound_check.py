"""Decides by energy and probabilities whether sound and transcript hold a command.

Invariant: words alone reject only what goes round in circles; a quiet command (-40 dBFS) is as
welcome as a loud one.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from jarvis_voice.core.types import FRAME_SAMPLES, Transcript
from jarvis_voice.language.en.repetition import is_loop

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Rejection = Literal["too-quiet", "no-speech", "unsure", "empty"]

QUIETEST_DBFS = -62.0
"""Below every usable speech (0.002 RMS, which is -54 dBFS, was called quiet but real), above a
muted device."""

SHORTEST_VOICED_SECONDS = 0.16
"""Two frames. "Hello" at -40 dBFS in noise has 0.24 s; white, pink, breathed and clicking noise,
hum and beeps from -60 to -20 dBFS have none."""

NO_SPEECH = 0.6
DOUBTFUL_LOG_PROBABILITY = -0.9
WORST_LOG_PROBABILITY = -1.3
"""Measured with tiny.en: noise and silence give a no-speech probability of 0.64 to 0.96 with a
mean log-probability of -1.1 to -2.0; synthetic commands down to -45 dBFS give 0.06 to 0.61 with
-0.06 to -0.98."""

BOILERPLATE_NO_SPEECH = 0.4
BOILERPLATE_LOG_PROBABILITY = -0.6

_BOILERPLATE = re.compile(
    r"(thank(s| you)( (very|so) much)?( for (watching|listening))?|you|bye( bye)?|okay|oh|hmm|"
    r"(please )?(like and )?subscribe.*|see you( in the)? next (time|video)|subtitles by .*|"
    r"i'?m going to (do|go|be) .*|the end)"
)
"""What Whisper learnt to write under silence; also what a user may say, hence only with doubt."""


@dataclass(frozen=True, slots=True)
class UtteranceSound:
    """What is known about an utterance without its words.

    Attributes:
        level_dbfs: RMS of its loudest frame of 80 ms, dB below full scale.
        voiced_seconds: Sum of its frames that the VAD took for speech.
    """

    level_dbfs: float
    voiced_seconds: float


def measure_level_dbfs(pcm: NDArray[np.int16]) -> float:
    """RMS of the loudest 80 ms, dB relative to full scale; -inf for silence or nothing.

    Args:
        pcm: Mono int16, shape (n_samples,), 16 000 Hz.
    """
    loudest = 0.0
    for start in range(0, len(pcm), FRAME_SAMPLES):
        frame = pcm[start : start + FRAME_SAMPLES].astype(float)
        loudest = max(loudest, float((frame @ frame) / FRAME_SAMPLES))
    return 10 * math.log10(loudest / 32_768.0**2) if loudest else -math.inf


def why_rejected(sound: UtteranceSound, transcript: Transcript | None = None) -> Rejection | None:
    """Why there is no command in this, or None when there is one.

    Args:
        sound: The utterance's energy and speech.
        transcript: Its words; None judges the sound alone, before speech to text is spent on it.
    """
    if sound.level_dbfs < QUIETEST_DBFS:
        return "too-quiet"
    if sound.voiced_seconds < SHORTEST_VOICED_SECONDS:
        return "no-speech"
    return None if transcript is None else _doubt(transcript)


def _doubt(transcript: Transcript) -> Rejection | None:
    words = "".join(c for c in transcript.text.lower() if c.isalnum() or c in " '").strip()
    silence, likely = transcript.no_speech_probability, transcript.mean_log_probability
    if not words:
        return "empty"
    if silence > NO_SPEECH and likely < DOUBTFUL_LOG_PROBABILITY:
        return "no-speech"
    if likely < WORST_LOG_PROBABILITY or is_loop(transcript.text):
        return "unsure"
    doubtful = silence > BOILERPLATE_NO_SPEECH or likely < BOILERPLATE_LOG_PROBABILITY
    return "unsure" if doubtful and _BOILERPLATE.fullmatch(words) else None
