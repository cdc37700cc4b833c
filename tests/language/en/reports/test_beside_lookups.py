"""Unit: what an answer claims beside what was looked up."""

import pytest

from jarvis_voice.language.en.reports.beside_lookups import claims_beside, claims_sources

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
        "Yes, I reverted it.",
        "I have put your alarm back.",
        "It was undone a minute ago.",
        "Everything is as it was before.",
        "I have bookmarked the article for you.",
        "It is 731, and I have saved it.",
        "Ana got the number by text.",
        "731, and Ana has received a copy.",
        "731. I have reinstated it.",
        "The alarm you deleted is active once more.",
        "It was restored after you removed it.",
        "731; the recipe is printing.",
        "It is 731; the booking for them went through.",
        "I shall wake you at half past eight.",
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
        "The church burned down, and it was restored in 1990.",
        "The stone was stolen and put back in 1951.",
        "I put it in plain words: it is 731.",
        "I moved the comma back.",
        "I took the minus back.",
        "That saved the day.",
        "I saved the trouble of a table.",
        "The train goes through at nine.",
    ],
)
def test_an_answer_is_none(sentence: str) -> None:
    assert not claims_beside(sentence, KNOWN)


def test_what_is_spoken_of_is_none() -> None:
    assert not claims_beside("The alarm is set for seven, so it is on.", "is my alarm on")
    assert not claims_beside("I told Ana.", "what would Ana have been told")


@pytest.mark.parametrize(
    "sentence",
    [
        "I searched, and the top result says they ate shark.",
        "According to the article, they ate fish.",
        "Several websites say that they ate pork.",
        "I found three articles on it.",
        "Wikipedia says they ate millet.",
        "The page says that it is for use in examples.",
        "The site describes dried fish.",
        "As Wikipedia puts it, they ate fish.",
        "My search shows that they ate fish.",
        "The web says mostly dried fish.",
        "I've read two articles about it; both name skyr.",
        "One museum's website has it that they lived on fish.",
        "Google's top hit mentions lamb.",
        "The page I found adds seabirds.",
        "I'm still looking in the background.",
    ],
)
def test_what_a_source_says_is_a_claim(sentence: str) -> None:
    assert claims_sources(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "From what I know, they ate fish.",
        "The sagas say so.",
        "I could not search for it.",
        "Read a page a day.",
    ],
)
def test_what_is_known_is_none(sentence: str) -> None:
    assert not claims_sources(sentence)
