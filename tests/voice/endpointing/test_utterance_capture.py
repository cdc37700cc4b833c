"""An utterance in the making (unit): frames and words go in, sound and a verdict come out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, AudioFrame, Transcript
from jarvis_voice.voice.endpointing.endpoint import Decision, Endpoint, Patience
from jarvis_voice.voice.endpointing.utterance_capture import CaptureVerdict, UtteranceCapture
from jarvis_voice.voice.turn_taking import Signal

pytestmark = pytest.mark.flow

PATIENCE = Patience(0.7, 4.0, 2.0)


def called() -> UtteranceCapture:
    """Opened by the wake word at the tenth frame; an earcon plays over the next two."""
    return UtteranceCapture(
        "wake_word",
        Endpoint(PATIENCE, begun=True),
        opened_at=0.8,
        live_from=0.96,
        wake_word="hey jarvis",
    )


def unaddressed() -> UtteranceCapture:
    return UtteranceCapture(
        "follow_up", Endpoint(PATIENCE, begun=True), 0.8, 0.8, is_addressed=False
    )


def hear(listening: UtteranceCapture, letters: str) -> Decision | None:
    for number, letter in enumerate(letters):
        pcm = np.full(FRAME_SAMPLES, 1_000 + number, np.int16)
        at = (number + 1) * FRAME_SECONDS
        if decision := listening.add(AudioFrame(pcm, at), is_speech=letter == "s"):
            return decision
    return None


def verdict(
    listening: UtteranceCapture, text: str, log_probability: float = -0.2
) -> CaptureVerdict:
    transcript = Transcript(text, 0.05, log_probability)
    return listening.judge(listening.utterance("silence"), transcript, "hey jarvis")


def test_the_pre_roll_is_in_the_sound_but_decides_nothing() -> None:
    listening = called()
    assert hear(listening, "." * 12 + "." * 8) is None, "0.96 s of pre-roll, 0.64 s of silence"
    assert listening.add(AudioFrame(np.ones(FRAME_SAMPLES, np.int16), 1.68), is_speech=False) == (
        "silence"
    )
    utterance = listening.utterance("silence")
    assert len(utterance.pcm) == 21 * FRAME_SAMPLES
    assert (utterance.wake_word, utterance.ended_by) == ("hey jarvis", "silence")
    assert listening.ended_at == pytest.approx(1.68)


def test_the_wake_word_is_cut_from_the_command() -> None:
    listening = called()
    hear(listening, "." * 3 + "s" * 20)
    assert verdict(listening, "Hey Jarvis, open MIT's website.") == CaptureVerdict(
        Signal.UNDERSTOOD, command="open MIT's website."
    )


@pytest.mark.parametrize("text", ["Hey Jarvis.", "Hey darkness.", "They jar this.", ""])
def test_the_wake_word_alone_is_a_call_however_it_is_spelled(text: str) -> None:
    listening = called()
    hear(listening, "...sssssss" + "s" + "." * 10)
    assert verdict(listening, text) == CaptureVerdict(Signal.CALLED_ONLY)


def test_a_short_command_right_behind_the_wake_word_is_one() -> None:
    listening = called()
    hear(listening, "...sssssss" + "sss" + "." * 10)
    assert verdict(listening, "Hey zombies, stop!") == CaptureVerdict(
        Signal.UNDERSTOOD, command="stop!"
    )


def test_a_command_before_the_wake_word_was_noticed_is_one() -> None:
    listening = called()
    hear(listening, "...sssssss" + "." * 10)
    assert verdict(listening, "Jarvis, stop.") == CaptureVerdict(Signal.UNDERSTOOD, command="stop.")


def test_a_command_held_by_a_key_is_whole() -> None:
    pressed = UtteranceCapture("key", Endpoint(PATIENCE, held=True), 0.8, 0.8)
    hear(pressed, "s" * 20)
    assert verdict(pressed, "Write this down, please").command == "Write this down, please"
    assert verdict(pressed, "Hey Jarvis, open it").command == "open it"


def test_no_speech_in_the_sound_needs_no_words() -> None:
    silent = unaddressed()
    hear(silent, "." * 10)
    assert silent.judge_sound(silent.utterance("silence")) == CaptureVerdict(
        Signal.NOT_ADDRESSED, reason="no-speech"
    )
    spoken = unaddressed()
    hear(spoken, "sssss")
    assert spoken.judge_sound(spoken.utterance("silence")) is None


def test_who_called_is_told_that_nothing_was_understood() -> None:
    listening = unaddressed()
    hear(listening, "s" * 12)
    assert verdict(listening, "mumble", -1.9) == CaptureVerdict(
        Signal.NOT_ADDRESSED, reason="unsure"
    )
    addressed = replace(listening, is_addressed=True)
    assert verdict(addressed, "mumble", -1.9) == CaptureVerdict(
        Signal.NOT_UNDERSTOOD, reason="unsure"
    )


def test_an_utterance_of_no_frames_is_empty() -> None:
    assert len(called().utterance("key_up").pcm) == 0


def test_the_wake_word_is_cut_from_every_hearing() -> None:
    transcript = Transcript(
        "Hey Jarvis, open git hop.",
        alternatives=("Hey Travis, open GitHub.", "Hey Jarvis open git hop.", "Hey Jarvis."),
    )
    commands = called().commands(transcript, "hey jarvis")
    assert commands == ("open git hop.", "open GitHub.")
    assert unaddressed().commands(transcript, "hey jarvis")[0] == "open git hop."
