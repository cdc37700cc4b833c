"""Unit: which sentences of a model claim an act."""

import pytest

from jarvis_voice.brain.claims import claims_an_act


@pytest.mark.parametrize(
    "sentence",
    [
        "I opened it.",
        "I have now opened MIT's website.",
        "I've just launched Firefox.",
        "I'm opening it.",
        "I will open it.",
        "I'll start the app.",
        "Done.",
        "All done, enjoy!",
        "Opening GitHub.",
        "Sure, launching the app now.",
        "Firefox is now running.",
        "The screenshot has been saved.",
    ],
)
def test_these_claim_an_act(sentence: str) -> None:
    assert claims_an_act(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "I can open websites.",
        "Shall I open it?",
        "Should I start the app?",
        "The museum is open daily.",
        "Opening hours are nine to five.",
        "Starting in 1861 it grew.",
        "The site was launched in 2004.",
        "The bridge has been opened by the queen.",
        "I am Jarvis.",
    ],
)
def test_these_do_not(sentence: str) -> None:
    assert not claims_an_act(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Mail sent.",
        "I'm playing it.",
        "Opened MIT for you.",
        "MIT's website is open.",
        "Your screenshot was saved.",
        "The screenshot is on your desktop.",
        "Here you go, MIT's website is up.",
        "I've gone ahead and opened MIT.",
        "I went ahead and pulled up MIT.",
        "I pulled up MIT's website.",
        "I brought up Firefox.",
        "Consider it done.",
        "The timer is set for ten minutes.",
        "Your timer has started.",
        "I scheduled the meeting.",
        "I have emailed Ana.",
        "I wrote the note.",
        "I put on some music.",
        "I muted the volume.",
        "I closed the window.",
        "I removed the file.",
        "It's done.",
        "All set.",
        "Your message was sent to Ana.",
        "The file was deleted.",
        "I added it to your list.",
        "I downloaded it.",
        "I searched and launched it.",
        "I've successfully opened it.",
        "Successfully opened the site.",
        "I will remind you at nine.",
        "I'm going to open it.",
        "The app has launched.",
        "Firefox is running now.",
        "You're now on MIT's website.",
        "Reminder created.",
        "Playing jazz.",
        "Volume lowered.",
        "Lights off.",
        "I opened it.",
        "Done.",
    ],
)
def test_beside_no_lookup_these_are_claims_too(sentence: str) -> None:
    assert claims_an_act(sentence, strict=True)


@pytest.mark.parametrize(
    "sentence",
    [
        "Hello, how can I help?",
        "I can open websites for you.",
        "I'm doing well, thanks.",
        "You are welcome.",
        "Paris is the capital of France.",
        "What should I open?",
        "I do not know that.",
    ],
)
def test_small_talk_is_no_claim_even_then(sentence: str) -> None:
    assert not claims_an_act(sentence, strict=True)
