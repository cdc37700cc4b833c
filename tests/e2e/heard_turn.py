"""What a page's live socket tells of a turn by voice: how Jarvis is, and the events."""

import json
from typing import Any

STATE = {
    "doing": "listening",
    "ears": {"state": "hearing", "device": "A microphone", "level_dbfs": -28.4},
    "wake_words": ["jarvis"],
    "mouth": {"device": "A loudspeaker", "is_speaking": False},
    "planner": "local",
    "next": {"kind": "timer", "name": "tea", "due": "2026-11-25T10:30:00+00:00"},
    "quiet_hours": True,
    "problems": [{"at": "2026-11-25T10:01:00+00:00", "code": "x", "message": "It was late."}],
    "models": [{"name": "home", "host": "127.0.0.1", "pause_seconds": 30.0}],
}


def _event(kind: str, at: float, **more: Any) -> dict[str, Any]:
    return {"type": kind, "at": at, "time": "2026-11-25T10:02:00.000+00:00", **more}


def _of_turn(kind: str, at: float, **more: Any) -> dict[str, Any]:
    return _event(kind, at, turn_id="t9", **more)


TEXT = "open MIT's website"
FAILED = {"status": "failed", "observed": "No browser was found."}
EVENTS = [
    _event("wake-refused", 2, word="jarvis", score=0.41, reason="too-brief"),
    _event("wake-detected", 3, word="jarvis", score=0.93),
    _event("listening-started", 3, cause="wake_word"),
    _event("speech-ended", 5, ended_by="complete", duration_seconds=1.4, silence_seconds=0.19),
    _event("speech-transcribed", 5.2, text=TEXT, took_seconds=0.21),
    _of_turn("turn-started", 5.2, thread_id="default", text=TEXT, source="voice"),
    _of_turn("task-planned", 5.24, action="open_website", arguments={}, planner="local"),
    _of_turn("tool-ended", 5.89, action="open_website", arguments={}, receipt=FAILED),
    _of_turn("reply-text", 5.9, text="It is 10:02.", is_final=True),
    _of_turn("speech-synthesised", 5.93, took_seconds=0.1),
    _of_turn("speaking-started", 6.03),
    _of_turn("turn-ended", 8, reply="It is 10:02.", outcome="not_done"),
]

HEARD = [
    json.dumps({"kind": "state", "state": STATE}),
    *(
        json.dumps({"kind": "event", "id": f"a-{number}", "event": one})
        for number, one in enumerate(EVENTS)
    ),
]
"""The messages, in their order."""
