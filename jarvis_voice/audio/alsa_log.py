"""What ALSA itself writes on the terminal ("ALSA lib pcm.c: underrun occurred"): nothing any more.

Invariant: no Python runs in ALSA's threads: its words go to a C function that does nothing with
them. What fails is told by PortAudio's own errors.
"""

from __future__ import annotations

import ctypes
import sys

ALSA_LIBRARY = "libasound.so.2"


def hush_alsa() -> None:
    """Keep ALSA's words from the terminal; where there is no ALSA, nothing."""
    if sys.platform != "linux":
        return
    try:
        alsa, harmless = ctypes.CDLL(ALSA_LIBRARY), ctypes.CDLL(None).getpid
        alsa.snd_lib_error_set_handler(ctypes.cast(harmless, ctypes.c_void_p))
    except (OSError, AttributeError):  # none here, or one that has no such door
        return
