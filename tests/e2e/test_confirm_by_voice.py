"""E2e: an action that asks first, asked and answered by voice, through the real models."""

from pathlib import Path

import pytest
from bench.voices import Voice, concatenate, speak
from cli.command import jarvis

from jarvis_voice.core.paths import find_paths

pytestmark = [pytest.mark.e2e, pytest.mark.models, pytest.mark.bench("voices")]

GAP_SECONDS = 3.0
"""Within the follow-up window: the answer needs no wake word."""


@pytest.mark.parametrize(
    ("answer", "voice", "told", "left"),
    [
        ("Yes.", "slt", "I have cleared the shopping list", "There is nothing on"),
        ("Yes, please.", "piper-joe", "I have cleared the shopping list", "There is nothing on"),
        ("No.", "slt", "I left it.", "milk"),
    ],
)
def test_a_list_is_cleared_only_after_a_spoken_yes(
    tmp_path: Path, answer: str, voice: Voice, told: str, left: str
) -> None:
    home, models = tmp_path / "home", str(find_paths().models)
    jarvis(home, "ask", "add milk to the shopping list")
    asked = speak("Hey Jarvis, clear the shopping list.", "piper-joe", tmp_path / "asked.wav")
    answered = speak(answer, voice, tmp_path / "answered.wav")
    talk = concatenate([asked, answered], tmp_path / "talk.wav", GAP_SECONDS)
    heard = jarvis(home, "hear", "--fast", str(talk), JARVIS_MODELS=models)
    assert "I want to delete everything on your shopping list. Shall I?" in heard.stdout
    assert told in heard.stdout, heard.stderr
    assert left in jarvis(home, "ask", "what is on my shopping list").stdout
