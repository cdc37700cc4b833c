"""Keeps the old import path `jarvis_voice.types` for tools of other packages."""

from warnings import warn

from jarvis_voice.core.types import (
    FRAME_SAMPLES,
    FRAME_SECONDS,
    RATE_HZ,
    AudioFrame,
    BegunFrame,
    EndedBy,
    Link,
    Outcome,
    Receipt,
    ReceiptKind,
    Reply,
    Source,
    SpeechChunk,
    Status,
    ToolResult,
    Transcript,
    TurnInput,
    Utterance,
)

__all__ = [
    "FRAME_SAMPLES",
    "FRAME_SECONDS",
    "RATE_HZ",
    "AudioFrame",
    "BegunFrame",
    "EndedBy",
    "Link",
    "Outcome",
    "Receipt",
    "ReceiptKind",
    "Reply",
    "Source",
    "SpeechChunk",
    "Status",
    "ToolResult",
    "Transcript",
    "TurnInput",
    "Utterance",
]

warn("jarvis_voice.types is now jarvis_voice.core.types", DeprecationWarning, stacklevel=2)
