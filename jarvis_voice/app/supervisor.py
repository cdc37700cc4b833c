"""Decides what the service manager is told: a status line, and whether speech input works.

Invariant: it holds nothing that was said, typed or answered.
"""

from __future__ import annotations

from jarvis_voice.audio.microphone_health import MicrophoneHealth
from jarvis_voice.core.events import EarsMuted, EarsReady, EarsUnmuted, Event, ProblemReported

OF_THE_EARS = ("microphone-", "ears-", "no-microphone", "no-voice", "model-", "portaudio-")
"""Problems whose message names devices and models, never a user's words."""

STUCK_SECONDS = 20.0
"""A frame takes milliseconds, and one comes every 80; on a machine that swaps, seconds."""


def status_of(event: Event) -> str:
    """The status line that follows from an event; "" when it changes nothing."""
    match event:
        case EarsReady(word=words, microphone=microphone):
            return f'Listening for "{words}" on {microphone}.'
        case EarsMuted():
            return "Muted: the microphone is closed."
        case EarsUnmuted():
            return "Listening again."
        case ProblemReported(code=code, message=message) if code.startswith(OF_THE_EARS):
            return message
        case _:
            return ""


def are_alive(busy_seconds: float, microphone: MicrophoneHealth | None) -> bool:
    """Whether the ears hear, or know why they do not.

    A microphone that is lost or muted is no reason to start anew; one that is open and gives
    nothing, without anybody noticing, is.

    Args:
        busy_seconds: For how long the newest frame has been under way.
        microphone: How it is; None for one that is no device.
    """
    if busy_seconds > STUCK_SECONDS:
        return False
    if microphone is None or microphone.state not in {"open", "silent"}:
        return True
    return (microphone.frame_age_seconds or 0.0) < STUCK_SECONDS
