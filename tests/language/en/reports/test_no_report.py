"""Unit: a sentence goes in; whether it is surely no report, where an act was asked, comes out."""

import pytest

from jarvis_voice.language.en.reports.no_report import is_no_report
from jarvis_voice.language.en.reports.plain_words import plain_words

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "sentence",
    [
        "I cannot open the door.",
        "Nobody can do that for you.",
        "Unfortunately that is not possible.",
        "If you want, I can help.",
        "Would you like me to look for it?",
        "Let me know.",
        "Happy to help with that.",
        "There are many ways to do it.",
        "I think you should ask a plumber.",
        "I would not know.",
        "You can use the switch by the door.",
        "1. Press the button on the front.",
        "Open your settings and look for sound.",
        "Usually the bus takes an hour.",
        "Which of the two do you mean?",
        "A large pizza to your office or home?",
        "Tell me the time, and I will remember it for you.",
        "That is not possible now.",
        "That number can't be blocked by me.",
        "None of my tools can do that.",
        "I can't do that again.",
        "You cannot block numbers on a landline.",
        "It does not work that way.",
    ],
)
def test_what_is_no_report_passes(sentence: str) -> None:
    assert is_no_report(plain_words(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "If I'm not mistaken the door is locked now.",
        "If I remember rightly, the bill went through.",
        "The door is open.",
        "It is done.",
        "Can you hear it?",
        "Is that not better now?",
        "How is that for a song?",
        "Let me see.",
        "There is now a reminder.",
        "Enjoy the music.",
        "Check your inbox for it.",
        "You have a new alarm.",
        "Your lights will not trouble you any longer.",
        "I set it for you now.",
        "That number can't reach you anymore.",
        "That caller can't bother you again.",
        "Nobody can reach you now.",
        "Nothing can disturb you tonight.",
        "That mail never reached him.",
        "Those ads can't follow you from here on.",
        "None of those photos are left.",
        "It does not ring tomorrow.",
        "You're not a member of that gym anymore.",
        "Das Licht ist aus.",
        "...",
    ],
)
def test_what_may_be_a_report_does_not(sentence: str) -> None:
    assert not is_no_report(plain_words(sentence))
