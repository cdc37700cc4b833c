"""Unit: when Whisper listens again with more silence around the speech, and what it then tells."""

from typing import Any, cast

import numpy as np
import pytest

from jarvis_voice.core.types import Utterance
from jarvis_voice.engines.stt.context import Context, Hypothesis, SttResult
from jarvis_voice.engines.stt.whisper import hear_utterance
from jarvis_voice.engines.stt.whisper_tiny.context import PADDINGS_SECONDS

pytestmark = pytest.mark.unit

ONE_SECOND = np.zeros(16_000, np.int16)
LOOP = "Open it now. Open it now."


def heard(*texts: str, is_cut: bool = False, step: float = 0.1) -> SttResult:
    """Hypotheses, each a step less likely than the one before."""
    likely = (Hypothesis(text, -0.2 - step * n) for n, text in enumerate(texts))
    return SttResult(tuple(likely), 0.1, is_cut)


class ScriptedContext:
    """Gives hearings in order and notes what it was asked with."""

    paddings_seconds = PADDINGS_SECONDS

    def __init__(self, *hearings: SttResult) -> None:
        self._hearings = list(hearings)
        self.paddings: list[float] = []
        self.beginnings: list[str] = []

    def hear(self, sound: object, padding_seconds: float, *, beam: int, begins: str) -> SttResult:
        self.paddings.append(padding_seconds)
        self.beginnings.append(begins)
        return self._hearings[len(self.paddings) - 1]


def hear(
    context: ScriptedContext, *, is_unwanted: bool = False, wake_word: str | None = None
) -> Any:
    utterance = Utterance(ONE_SECOND, wake_word, "silence")
    return hear_utterance(cast(Context, context), utterance, lambda: is_unwanted)


@pytest.mark.parametrize(
    ("hearings", "text"),
    [
        ([heard("Open it now.")], "Open it now."),
        ([heard(LOOP), heard("Open it now.")], "Open it now."),
        ([heard("Open it", is_cut=True), heard("Open it now.")], "Open it now."),
        ([heard(LOOP), heard("x " * 60), heard("Open it.")], "Open it."),
        # who says it twice is heard to say it twice
        ([heard(LOOP), heard(LOOP), heard(LOOP)], LOOP),
    ],
)
def test_what_goes_round_in_circles_is_heard_again_with_more_silence(
    hearings: list[SttResult], text: str
) -> None:
    context = ScriptedContext(*hearings)
    assert hear(context).text == text
    assert tuple(context.paddings) == PADDINGS_SECONDS[: len(hearings)]


def test_what_nobody_waits_for_is_not_heard_again() -> None:
    context = ScriptedContext(heard(LOOP))
    assert hear(context, is_unwanted=True).text == LOOP
    assert len(context.paddings) == 1


def test_alternatives_are_nearly_as_likely_and_each_told_once() -> None:
    hearing = heard("Open U2.", "Open YouTube.", "Open U2.", "", "Open you.", step=0.07)
    assert hear(ScriptedContext(hearing)).alternatives == ("Open YouTube.",)


@pytest.mark.parametrize(
    ("wake_word", "begins"),
    [
        (None, ""),
        ("jarvis", "Hey Jarvis,"),
        ("hey jarvis", "Hey Jarvis,"),
        ("computer", "Hey Computer,"),
    ],
)
def test_the_call_that_was_heard_is_told_and_not_guessed_at(
    wake_word: str | None, begins: str
) -> None:
    context = ScriptedContext(heard("Hey Jarvis, open it."))
    hear(context, wake_word=wake_word)
    assert context.beginnings == [begins]


def test_a_call_that_leads_into_circles_is_no_longer_told() -> None:
    context = ScriptedContext(heard(LOOP), heard("Open it now."))
    hear(context, wake_word="jarvis")
    assert context.beginnings == ["Hey Jarvis,", ""]
