"""Unit: what an answer claims beside what was looked up."""

import pytest

from jarvis_voice.language.en.reports.beside_lookups import claims_beside

pytestmark = pytest.mark.unit

KNOWN = "what is the cube of 24 17*43 is 731"


@pytest.mark.parametrize(
    "sentence",
    [
        "It is 731 and the alarm is set.",
        "It is 731, and the lights are off.",
        "Tomorrow's alarm is left out.",
        "Your reminder is gone.",
        "So it is 731, as I said, and I told Ana.",
        "I let your boss know.",
        "Ana has been told.",
        "It is 731, and Ana knows.",
        "I left out tomorrow.",
        "It is 731, and it is saved in your notes.",
        "I have it saved.",
        "It is 731, noted.",
        "It is 731 and a taxi is on its way.",
    ],
)
def test_what_nothing_told_is_a_claim(sentence: str) -> None:
    assert claims_beside(sentence, KNOWN)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is 731.",
        "I told you before: it is 731.",
        "I left out the steps.",
        "I asked Wikipedia.",
        "I noted that it is odd.",
        "The number is set by the edge.",
        "The signal is sent to your brain.",
        "Nobody knows.",
        "The list of cubes goes on.",
        "The door is open to all who like numbers.",
        "Ask me to set an alarm if you want.",
    ],
)
def test_an_answer_is_none(sentence: str) -> None:
    assert not claims_beside(sentence, KNOWN)


def test_what_is_spoken_of_is_none() -> None:
    assert not claims_beside("The alarm is set for seven, so it is on.", "is my alarm on")
    assert not claims_beside("I told Ana.", "what would Ana have been told")
