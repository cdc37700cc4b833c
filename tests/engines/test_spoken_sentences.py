"""Flow: what six synthetic voices say in one breath with the wake word is understood as meant.

A floor, not a wish: the smallest model mishears some voices, and nothing may make that worse.
"""

from pathlib import Path

import numpy as np
import pytest
from bench.voices import Voice, read, speak
from engines.speech import whisper

from jarvis_voice.brain.completeness import CompletenessJudge
from jarvis_voice.brain.knowledge import Knowledge
from jarvis_voice.paths import Paths
from jarvis_voice.turn.endpoint import Endpoint, Patience
from jarvis_voice.turn.listening import Listening
from jarvis_voice.types import Utterance

pytestmark = [pytest.mark.models, pytest.mark.bench]

VOICES: tuple[Voice, ...] = ("slt", "rms", "awb", "kal16", "espeak", "piper-joe")
FLITE = ("slt", "rms", "awb", "kal16")
CALLED = Listening("wake_word", Endpoint(Patience(0.8, 15.0, 5.0)), 0.0, 0.0, "hey jarvis")
"""Whoever speaks here was heard to call; its sound is not looked at."""
MIT = "https://www.mit.edu/"

SENTENCES = [
    ("open MIT's website", MIT, 5),
    ("open github dot com", "https://github.com/", 2),
    ("launch firefox", "open_app firefox", 4),
    ("take a screenshot", "take_screenshot", 4),
    ("hello", "greeting", 4),
    ("who are you", "who_are_you", 4),
    ("what can you do", "what_can_you_do", 5),
    ("what did I just ask you", "what_did_i_ask", 5),
    ("what time is it", "get_time", 5),
    ("what day is it", "get_date", 4),
    ("what is 17 percent of 240", "calculate 17%of240", 5),
    ("stop", "stop", 5),
    ("never mind", "never_mind", 5),
    ("find the MIT website and open it", "find_and_open mitwebsite", 4),
    ("open their website", "open_their", 5),
]


@pytest.mark.parametrize(("sentence", "meaning", "voices"), SENTENCES)
async def test_a_spoken_sentence_is_understood_from_most_voices(
    weights: Path, paths: Paths, tmp_path: Path, sentence: str, meaning: str, voices: int
) -> None:
    knowledge = Knowledge.load(paths)
    judge = CompletenessJudge(knowledge)
    heard: dict[Voice, str] = {}
    async with whisper(weights) as stt:
        for voice in VOICES:
            said = sentence.replace("MIT", "M I T") if voice in FLITE else sentence
            sound, _ = read(speak(f"Hey Jarvis, {said}.", voice, tmp_path / f"{voice}.wav"))
            pcm = np.rint(sound * 32_767).astype(np.int16)
            transcript = await stt.transcribe(Utterance(pcm, "hey jarvis", "silence"))
            command = judge.choose(CALLED.commands(transcript, "hey jarvis")).text
            heard[voice] = meaning_of(knowledge, command) or command
    assert sum(one == meaning for one in heard.values()) >= voices, heard


def meaning_of(knowledge: Knowledge, command: str) -> str:
    """The address that would be opened, else the intent and what it is about; "" for none."""
    if links := knowledge.links_named_in(command, "voice"):
        return links[0].url
    intent = knowledge.understand(command)
    if intent is None:
        return ""
    slots = "".join(intent.slots.values()).lower()
    slots = slots.replace(" ", "").replace("percent", "%")
    return f"{intent.name} {slots}".strip()
