"""Unit: a sentence goes in; whether it claims that nothing is heard or kept any more comes out."""

import pytest

from jarvis_voice.language.en.reports.act_reports import reports_an_act
from jarvis_voice.language.en.reports.clause_words import Reading
from jarvis_voice.language.en.reports.plain_words import plain_words

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "sentence",
    [
        "I stopped recording.",
        "I've stopped listening to you.",
        "I have now stopped monitoring the room.",
        "I no longer listen.",
        "Jarvis no longer records you.",
        "The microphone is off.",
        "Your microphone has been muted now.",
        "The camera was switched off.",
        "The recording has been deleted.",
        "Nothing is recorded from now on.",
        "Nothing will be stored any more.",
        "Microphone off.",
    ],
)
def test_what_only_the_microphone_itself_can_tell(sentence: str) -> None:
    assert reports_an_act(plain_words(sentence), Reading())


@pytest.mark.parametrize(
    "sentence",
    [
        "I cannot close the microphone.",
        "Shall I close the microphone?",
        "A microphone turns sound into a current.",
        "She stopped recording in 1998.",
        "Nothing is heard in space.",
        "Nobody recorded the song before Elvis.",
        "Is the microphone off?",
        "The recording is twenty minutes long.",
        "I hear you.",
    ],
)
def test_what_claims_nothing_of_it(sentence: str) -> None:
    assert not reports_an_act(plain_words(sentence), Reading())


@pytest.mark.parametrize("sentence", ["Payment received.", "Order placed.", "Booking confirmed."])
def test_a_dealing_that_nobody_saw(sentence: str) -> None:
    assert reports_an_act(plain_words(sentence), Reading(is_opening=True))
