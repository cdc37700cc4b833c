"""End to end: an answer that is being spoken is stopped by the wake word."""

from collections.abc import Callable
from pathlib import Path

import pytest
from bench.daemon import JarvisProcess
from bench.sound import SoundServer
from bench.voices import Voice

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.bench("sound", "voices"),
    pytest.mark.models,
    pytest.mark.timeout(400),
]


def test_the_wake_word_stops_the_answer(
    jarvis: JarvisProcess, sound: SoundServer, say_to: Callable[[str, Voice], None], tmp_path: Path
) -> None:
    say_to("Hey Jarvis, what can you do?", "slt")
    jarvis.expect("I can help with this")
    with sound.record_speaker() as recording:
        recording.wait_for_sound()
        say_to("Hey Jarvis, stop.", "slt")
        jarvis.expect("💬 Okay")
