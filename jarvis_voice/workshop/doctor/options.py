"""The options of one run of `jarvis doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

LISTEN_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class DiagnosticOptions:
    """The options that the user gave to `jarvis doctor`.

    Attributes:
        recording: A sound file in place of the microphone.
        quick: Ask the user to say nothing, play nothing.
        offline: Make no call to a service.
        is_attended: Somebody sits before a terminal and can be asked to speak.
        seconds: How long to listen where nobody is asked to speak.
    """

    recording: Path | None = None
    quick: bool = False
    offline: bool = False
    is_attended: bool = False
    seconds: float = LISTEN_SECONDS
