"""The voice path runs one way (flow): of two files of it, one calls the other and never both.

A call is counted at run time, whoever handed the callable over: an import graph does not see a
callback.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from voice.scripted_parts import Answers, Part
from voice.talk import Talk

import jarvis_voice.voice
from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.hypotheses import Completeness
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.voice.output.word_times import Stretch

pytestmark = pytest.mark.flow

ROOM = f"{Path(jarvis_voice.voice.__file__).parent}/"
ANSWERS: Answers = {
    "open mit": ["Opened."],
    "and again": ["Again."],
    "broken": [ModelError("model-failed", "It broke.", spoken="Sorry.")],
}
KNOWS = dict.fromkeys(ANSWERS, Completeness.COMPLETE)
WAKE, DOUBTFUL = "....sssssssssW", "." * 20 + "sssssssssw"
COMMAND = "s" * 12 + "." * 9

Steps = set[tuple[str, str]]


class Scorer:
    """Fails, which is reported."""

    async def stretches(self, chunk: SpeechChunk, *, begins: bool) -> tuple[Stretch, ...]:
        raise ModelError("scorer-failed", "It failed.")


def watch(steps: Steps) -> Callable[[FrameType, str, Any], None]:
    def profile(frame: FrameType, event: str, _: Any) -> None:
        caller = frame.f_back
        if event != "call" or caller is None:
            return
        called, calling = frame.f_code.co_filename, caller.f_code.co_filename
        if called != calling and called.startswith(ROOM) and calling.startswith(ROOM):
            steps.add((calling.removeprefix(ROOM), called.removeprefix(ROOM)))

    return profile


def conversations() -> list[tuple[Talk, list[Part]]]:
    """What a session does: called, in doubt, by key, in the window, stopped, failing, deaf."""
    window = Talk(hears=["Hey Jarvis, open mit", "and again"], answers=ANSWERS, knows=KNOWS)
    doubt = Talk(hears=["Hey Jarvis, open mit"], answers=ANSWERS, is_early=True)
    key = Talk(hears=["broken"], answers=ANSWERS, finished=0.9, own_speech=Scorer())
    stopped = Talk(hears=["Hey Jarvis, open mit", "stop"], answers=ANSWERS)
    stopped.brain.latch.hold()
    over = Talk(hears=["Hey Jarvis, open mit", "stop"], answers=ANSWERS, hears_while_speaking=True)
    over.speaker.latch.hold()
    deaf = Talk()
    return [
        (window, [WAKE, COMMAND, "." * 9, "s" * 12, "." * 60]),
        (doubt, [DOUBTFUL, COMMAND, "." * 60]),
        (key, [key.session.press, "s" * 12, key.session.release, "." * 60]),
        (stopped, [WAKE, COMMAND, "....sssss..", "." * 20]),
        (over, [WAKE, COMMAND, "....sssss..", "." * 20]),
        (deaf, [WAKE, "sss", deaf.session.close_ears]),
    ]


async def test_no_two_files_of_the_voice_path_call_each_other() -> None:
    steps = Steps()
    before = sys.getprofile()
    for talk, script in conversations():
        sys.setprofile(watch(steps))
        try:
            await talk.play(*script)
        finally:
            sys.setprofile(before)
    assert ("session.py", "audio_router.py") in steps
    seen = {calling for calling, _ in steps} | {called for _, called in steps}
    assert {
        "session.py", "audio_router.py", "responder.py", "turn_tasks.py", "stop_listener.py",
        "transcription/eager_stt.py", "wake/wake_stage.py", "output/spoken_reply.py",
    } <= seen, "these were under way"  # fmt: skip
    assert {(one, other) for one, other in steps if (other, one) in steps} == set()
