"""A wake word and a command as letters, and what a session makes of them."""

from __future__ import annotations

from voice.scripted_parts import Answers

ANSWERS: Answers = {"open mit": ["Opened."], "and again": ["Again."]}
WAKE = "....sssssssssW"  # 14 frames, 0-13
COMMAND = "s" * 12 + "." * 9  # 21 frames
ASKED = [
    "wake-detected hey jarvis 0.9",
    "listening-started wake_word",
    "earcon awake",
    "stt 0-27 hey jarvis",
    "speech-ended silence 2.8",
    "speech-transcribed open mit",
    "ask voice open mit",
]
ANSWERED = [*ASKED, "speaking-started t1", "spoken t1 Opened."]
CALLED = [
    "wake-detected hey jarvis 0.9",
    "listening-started wake_word",
    "earcon awake",
    "stt 0-15 hey jarvis",
    "speech-ended silence 1.84",
    "listening-started wake_word",
]
