"""The forms in which a transcript is answered. Pure."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

from jarvis_voice.doors.http.event_stream import server_sent
from jarvis_voice.voice.transcription.long_sound import HeardPiece


def whole_text(pieces: Sequence[HeardPiece]) -> str:
    """All words."""
    return " ".join(one.transcript.text for one in pieces)


def verbose_body(pieces: Sequence[HeardPiece], seconds: float, language: str) -> dict[str, Any]:
    """The transcript with its parts and their times."""
    return {
        "task": "transcribe",
        "language": language,
        "duration": round(seconds, 2),
        "text": whole_text(pieces),
        "segments": [_segment(number, one) for number, one in enumerate(pieces)],
    }


def _segment(number: int, piece: HeardPiece) -> dict[str, Any]:
    words = piece.transcript.text.encode()
    return {
        "id": number,
        "seek": round(piece.begins * 100),
        "start": round(piece.begins, 2),
        "end": round(piece.ends, 2),
        "text": piece.transcript.text,
        "tokens": [],
        "temperature": 0.0,
        "avg_logprob": round(piece.transcript.mean_log_probability, 4),
        "compression_ratio": round(len(words) / len(zlib.compress(words)), 4),
        "no_speech_prob": round(piece.transcript.no_speech_probability, 4),
    }


def srt_text(pieces: Sequence[HeardPiece]) -> str:
    """Subtitles as SubRip has them."""
    return "".join(
        f"{number}\n{_time(one.begins, ',')} --> {_time(one.ends, ',')}\n{one.transcript.text}\n\n"
        for number, one in enumerate(pieces, 1)
    )


def vtt_text(pieces: Sequence[HeardPiece]) -> str:
    """Subtitles as the web has them."""
    return "WEBVTT\n\n" + "".join(
        f"{_time(one.begins, '.')} --> {_time(one.ends, '.')}\n{one.transcript.text}\n\n"
        for one in pieces
    )


def _time(seconds: float, point: str) -> str:
    milliseconds = round(seconds * 1_000)
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest // 1_000:02}{point}{rest % 1_000:03}"


def text_delta(text: str) -> str:
    """More words, for a client that reads them as they come."""
    return _event({"type": "transcript.text.delta", "delta": text})


def text_done(text: str) -> str:
    """All words, at the end."""
    return _event({"type": "transcript.text.done", "text": text})


def _event(body: dict[str, str]) -> str:
    return server_sent(json.dumps(body, ensure_ascii=False), body["type"])
