"""Flow: hearings go to the judge, and what is not known with what is known to speech to text."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from voice.scripted_parts import ScriptedStt

from jarvis_voice.core.hypotheses import BestHypothesis, Completeness
from jarvis_voice.core.types import Transcript, Utterance
from jarvis_voice.voice.transcription.best_hypothesis import NBest, choose_words

pytestmark = pytest.mark.flow

UNKNOWN, COMPLETE = Completeness.UNKNOWN, Completeness.COMPLETE


class Judge:
    """Knows GitHub and GitLab, and two ways to ask for the time."""

    async def choose(self, texts: Sequence[str]) -> BestHypothesis:
        if texts[0] in {"open GitHub.", "open GitLab.", "stop", "what time is it"}:
            return BestHypothesis(texts[0], COMPLETE)
        if texts[0].startswith("what"):
            return BestHypothesis(
                texts[0], UNKNOWN, (("what is the time", "what time is it"), ("stop",))
            )
        return BestHypothesis(texts[0], UNKNOWN, (("open GitHub.",), ("open GitLab.",)))


async def chosen(
    text: str, fitting: Mapping[str, float], *, is_addressed: bool = True
) -> tuple[BestHypothesis, list[str]]:
    log = list[str]()
    stt = ScriptedStt([], log)
    stt.fitting = fitting
    heard = NBest(
        Utterance(np.zeros(16_000, np.int16), "jarvis", "silence"),
        Transcript(f"Jarvis, {text}", 0.05, -0.2, ("Jarvis, open it, have.",)),
        (text, "open it, have."),
        is_addressed,
    )
    return await choose_words(Judge(), stt, heard), log


async def test_a_known_name_that_fits_the_sound_takes_the_place_of_an_unknown_one() -> None:
    fitting = {
        "Jarvis, open jithab.": -5.0,
        "Jarvis, open GitHub.": -9.0,
        "Jarvis, open GitLab.": -18.0,
    }
    known, log = await chosen("open jithab.", fitting)
    assert known == BestHypothesis("open GitHub.", COMPLETE, heard="open jithab.")
    assert log == [f"stt fits {' | '.join(fitting)}"], "the wake word is in the sound"


async def test_an_unknown_name_stays_where_no_known_one_fits() -> None:
    known, _ = await chosen("open Brightline.", {"Jarvis, open Brightline.": -4.0})
    assert (known.text, known.completeness, known.heard) == ("open Brightline.", UNKNOWN, "")


async def test_of_talk_that_nobody_called_for_no_command_is_made_by_its_sound() -> None:
    fitting = {"Jarvis, open jithab.": -5.0, "Jarvis, open GitHub.": -4.0}
    known, log = await chosen("open jithab.", fitting, is_addressed=False)
    assert (known.text, known.completeness, log) == ("open jithab.", UNKNOWN, [])


async def test_wordings_of_one_command_are_no_rivals_of_each_other() -> None:
    fitting = {
        "Jarvis, what climb is it?": -8.0,
        "Jarvis, what is the time?": -11.0,
        "Jarvis, what time is it?": -9.0,
        "Jarvis, stop?": -30.0,
    }
    known, log = await chosen("what climb is it?", fitting)
    assert known == BestHypothesis("what time is it", COMPLETE, heard="what climb is it?")
    assert log == [f"stt fits {' | '.join(fitting)}"], "all of them end alike"


async def test_what_is_understood_is_not_asked_about() -> None:
    known, log = await chosen("stop", {})
    assert (known, log) == (BestHypothesis("stop", COMPLETE), [])
