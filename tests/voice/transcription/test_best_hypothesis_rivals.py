"""Unit: which of several hearings is taken."""

from math import inf

import pytest

from jarvis_voice.assistant.understanding.completeness import choose
from jarvis_voice.core.hypotheses import BestHypothesis, Completeness
from jarvis_voice.voice.transcription.best_hypothesis import best_rival

pytestmark = pytest.mark.unit

KNOWN = {"open github", "open gmail", "stop"}


@pytest.mark.parametrize(
    ("texts", "chosen"),
    [
        (["open github"], "open github"),
        (["open git hug", "open github"], "open github"),
        (["open get hop", "open git hug", "open gmail"], "open gmail"),
        # what is understood stays, whatever else would be
        (["stop", "open github"], "stop"),
        # nothing is understood: what was heard best is told, and refused by what it says
        (["launch fire folks", "lunch firebox"], "launch fire folks"),
    ],
)
def test_the_likeliest_text_that_is_understood(texts: list[str], chosen: str) -> None:
    assert choose(texts, KNOWN.__contains__) == chosen


def test_the_better_test_comes_before_the_better_hearing() -> None:
    questions = {"what is it"} | KNOWN
    heard = ["what is in", "what is it", "stop"]
    assert choose(heard, KNOWN.__contains__, questions.__contains__) == "stop"
    assert choose(heard[:2], KNOWN.__contains__, questions.__contains__) == "what is it"


@pytest.mark.parametrize(
    ("rivals", "said"),
    [
        ([-9.9, -15.2, -18.3], 0),
        ([-22.0, -8.0], 1),
        ([-8.0], 0),
        # much less likely than what was heard
        ([-16.6, -30.0], None),
        # two names resemble it alike
        ([-8.0, -9.0], None),
        # longer than speech to text can judge
        ([-inf, -inf], None),
        ([], None),
    ],
)
def test_a_known_name_is_taken_where_the_sound_fits_it_alone(
    rivals: list[float], said: int | None
) -> None:
    assert best_rival(-5.1, rivals) == said


@pytest.mark.parametrize(
    ("rivals", "wordings", "said"),
    [
        ([-7.5], [["stop"]], 0),
        ([-7.7], [["stop"]], None),
        ([-7.7], [["go home", "stop"]], 0),
        ([-30.0, -7.7], [["stop"], ["go home"]], 1),
        ([-7.7, -30.0], [["stop it"], ["go home"]], None),
    ],
)
def test_a_stop_is_taken_only_where_it_fits_nearly_as_well(
    rivals: list[float], wordings: list[list[str]], said: int | None
) -> None:
    assert best_rival(-5.1, rivals, wordings) == said


def test_what_was_chosen_stands_for_the_hearing_that_it_took_the_place_of() -> None:
    chosen = BestHypothesis("open GitHub", Completeness.COMPLETE, heard="open jithab")
    assert chosen.stands_for(["open jithab", "open jitab"])
    assert not chosen.stands_for(["open GitHub"])
    assert BestHypothesis("stop", Completeness.COMPLETE).stands_for(["stop"])
