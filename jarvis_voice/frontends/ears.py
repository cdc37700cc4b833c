"""What a voice session hears with, and how patiently.

Invariant: plain values; whoever made them opens and closes what is in them.
"""

from __future__ import annotations

from dataclasses import dataclass

from jarvis_voice.ports import Microphone, SpeechToText, Vad, WakeDetector


@dataclass(frozen=True, slots=True)
class Ears:
    """What a session hears with; opened and closed by whoever made them."""

    microphone: Microphone
    wake: WakeDetector
    vad: Vad
    stt: SpeechToText


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How a session listens.

    Attributes:
        wake_threshold: The lowest score that is a wake word, 0..1.
        silence_seconds: How long a pause ends an utterance.
        max_seconds: The longest utterance.
        follow_up_seconds: How long the window after an answer is open; 0 turns it off.
        earcons: Whether to play short sounds.
        thread_id: The conversation; None is the default thread.
    """

    wake_threshold: float
    silence_seconds: float
    max_seconds: float
    follow_up_seconds: float
    earcons: bool
    thread_id: str | None = None
