"""Unit: which sounds and transcripts are commands, and why the others are not."""

import math

import numpy as np
import pytest

from jarvis_voice.core.types import Transcript
from jarvis_voice.voice.sound_check import UtteranceSound, measure_level_dbfs, why_rejected

pytestmark = pytest.mark.unit

SPOKEN = UtteranceSound(level_dbfs=-25.0, voiced_seconds=1.0)


@pytest.mark.parametrize(
    ("level_dbfs", "voiced_seconds", "reason"),
    [
        (-math.inf, 0.0, "too-quiet"),
        (-70.0, 1.0, "too-quiet"),
        (-20.0, 0.0, "no-speech"),
        (-20.0, 0.08, "no-speech"),
        (-45.0, 0.24, None),
        (-54.0, 0.9, None),
        (-5.0, 12.0, None),
    ],
)
def test_sound_alone(level_dbfs: float, voiced_seconds: float, reason: str | None) -> None:
    assert why_rejected(UtteranceSound(level_dbfs, voiced_seconds)) == reason


@pytest.mark.parametrize(
    ("text", "no_speech", "log_probability", "reason"),
    [
        # noise, silence, hum, breath and beeps, as tiny.en heard them
        (". . .", 0.92, -1.15, "empty"),
        ("", 1.0, 0.0, "empty"),
        ("you", 0.95, -1.35, "no-speech"),
        ("you", 0.94, -1.24, "no-speech"),
        ("Okay.", 0.86, -1.48, "no-speech"),
        ("I'm going to do that.", 0.64, -1.71, "no-speech"),
        ("Open the door", 0.2, -1.5, "unsure"),
        # boilerplate counts only with doubt
        ("Thank you for watching.", 0.55, -0.3, "unsure"),
        ("Thanks for watching!", 0.1, -0.8, "unsure"),
        ("Thank you for watching.", 0.1, -0.1, None),
        ("Thank you.", 0.07, -0.09, None),
        ("Okay.", 0.1, -0.3, None),
        # commands at -16 to -45 dBFS, in noise, of voices that are hard to understand
        ("Stop.", 0.53, -0.37, None),
        ("Hello.", 0.60, -0.44, None),
        ("What time is it?", 0.61, -0.17, None),
        ("launch firebox.", 0.53, -0.91, None),
        ("Here are the open MIT's wedge site.", 0.07, -0.98, None),
    ],
)
def test_transcripts(
    text: str, no_speech: float, log_probability: float, reason: str | None
) -> None:
    assert why_rejected(SPOKEN, Transcript(text, no_speech, log_probability)) == reason


def test_the_sound_decides_before_the_words() -> None:
    certain = Transcript("open the door", 0.01, -0.05)
    assert why_rejected(UtteranceSound(-80.0, 1.0), certain) == "too-quiet"
    assert why_rejected(UtteranceSound(-20.0, 0.0), certain) == "no-speech"


@pytest.mark.parametrize(
    ("amplitude", "level_dbfs"), [(32_767, -3.01), (328, -43.0), (0, -math.inf)]
)
def test_level_is_the_rms_of_the_loudest_80_ms(amplitude: int, level_dbfs: float) -> None:
    tone = amplitude * np.sin(2 * np.pi * 1_000 * np.arange(1_280) / 16_000)
    pcm = np.concatenate((np.zeros(12_800), tone, np.zeros(12_800))).astype(np.int16)
    assert measure_level_dbfs(pcm) == pytest.approx(level_dbfs, abs=0.05)


def test_the_level_of_nothing_is_minus_infinity() -> None:
    assert measure_level_dbfs(np.zeros(0, np.int16)) == -math.inf


@pytest.mark.parametrize(
    "text",
    [
        "I'm going to, I'm going to, I'm going to",
        "Open the door. Open the door. Open the door.",
        "and the weather and the news and the weather and the news and the weather and the news",
        "la la la la la la la la la la la la la la la la la la la la la la la la la la",
        "open mit open mit open mit",
    ],
)
def test_a_repetition_loop_is_no_command_however_sure(text: str) -> None:
    assert why_rejected(SPOKEN, Transcript(text, 0.05, -0.1)) == "unsure"


@pytest.mark.parametrize(
    "text",
    [
        "what is 2 plus 2 plus 2 plus 2",
        "what is two plus two plus two plus two",
        "stop stop stop stop stop stop",
        "go back, go back",
        "Open the website of the Massachusetts Institute of Technology and take a screenshot.",
        "search for what is the difference between what is and what was in English grammar",
    ],
)
def test_people_may_repeat_themselves(text: str) -> None:
    assert why_rejected(SPOKEN, Transcript(text, 0.05, -0.1)) is None
