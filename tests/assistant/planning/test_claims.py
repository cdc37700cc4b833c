"""Unit: which sentences of a model claim an act."""

import pytest

from jarvis_voice.assistant.planning.claims import claims_an_act

pytestmark = pytest.mark.unit


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


CLAIMS = (
    "Now playing your favourite song.",
    "I've added milk to your list.",
    "I remembered that for you.",
    "I will remind you tomorrow.",
    "Your note has been saved.",
    "I noted that down.",
    "Noted!",
    "I'll remember that.",
    "I've set the volume to 40 percent.",
    "The volume is now at 40 percent.",
    "I turned the volume up.",
    "Volume increased.",
    "I have researched it.",
    "I've run the program.",
    "The program ran successfully.",
    "Executed.",
    "I went ahead and opened it.",
    "MIT's website should now be open.",
    "You should see MIT's website now.",
    "It's open in your browser.",
    "Consider it done.",
    "Your email is on its way.",
    "Message delivered.",
    "I'm going to open it for you.",
    "Let me open that for you.",
    "Opening it right away.",
    "That's been taken care of.",
    "All taken care of.",
    "Task completed.",
    "I finished booking your flight.",
    "Your flight is booked.",
    "The timer is set.",
    "Timer started.",
    "Reminder created for tomorrow.",
    "I muted the sound.",
    "Music paused.",
    "I deleted the file.",
    "File removed.",
    "I turned off the lights.",
    "We have opened it.",
    "Jarvis has opened it.",
    "It was opened.",
    "It has successfully been launched.",
    "I did it.",
    "I already did that.",
    "I already opened it for you earlier.",
    "I just did.",
    "That is already open.",
    "I copied it to your clipboard.",
    "It's in your clipboard.",
    "I forgot everything you told me.",
    "I've forgotten your address.",
    "Everything is deleted.",
    "Got it, saved.",
    "Screenshot taken.",
    "I called Ana.",
    "I've ordered a pizza.",
    "Ordering a pizza now.",
    "I did open it.",
    "I do it now.",
    "I have already done this.",
    "I am on it.",
    "The timer is now set, anything else?",
    "Your mail has been sent, right?",
    "I\u200b have opened it.",
    "\u0406 have opened it.",
    "\uff29 have opened it.",
    "I, Jarvis, opened it.",
    "I (finally) opened it.",
    "I found it and opened it.",
    "This assistant has opened your site.",
    "Your assistant just sent the mail.",
    "Your order is placed.",
    "The payment went through.",
    "Money transferred.",
    "We're all set.",
    "Consider it handled.",
    "There you go.",
    "Check your browser.",
    "Your clipboard now contains it.",
    "I'll get right on that.",
)
"""Every tense, person and shape in which a model has been seen to claim what it did not do."""

HARMLESS = (
    "MIT was founded in 1861.",
    "I could not open the website.",
    "I am Jarvis.",
    "I'm Jarvis, your voice assistant.",
    "I do not know that.",
    "I don't have access to your calendar.",
    "I'm afraid I can't do that.",
    "I am a voice assistant.",
    "The museum is open from nine to five.",
    "The store is closed on Sundays.",
    "The capital of France is Paris.",
    "Shall I open it?",
    "Would you like me to open it?",
    "Do you want me to open it?",
    "Can I help you?",
    "What can I do for you?",
    "How may I help?",
    "How can I help you today?",
    "I can open websites and start apps.",
    "The film was released in 1999.",
    "He was called the king of pop.",
    "The song was played at the festival.",
    "It was written by Tolstoy.",
    "The bridge was opened in 1937 by the governor.",
    "The company was started in a garage in 1976.",
    "The volume of a sphere is four thirds pi r cubed.",
    "I found three results.",
    "I found nothing about that.",
    "The program ran for eight seasons.",
    "Tickets are sold at the door.",
    "The file format was created by Adobe in 1993.",
    "According to Wikipedia, it was launched in 2001.",
    "Say: open the first one.",
    "The moon landing took place in 1969.",
    "You can find it in the settings.",
    "Do you mean Firefox or Firefox Developer?",
    "I would need a key for that.",
    "I was not able to find it.",
    "I have found two universities.",
    "World War I started in 1914.",
    "Elizabeth I ruled for 44 years.",
    "Henry and I have nothing in common.",
    "Charles I was executed in 1649.",
    "It is 14 degrees in Lisbon.",
    "I found that it was built in 1900 and opened in 1903.",
    "World War I, the Great War, began in 1914.",
    "Okay, has the mail been sent?",
    "I am Jarvis, a voice assistant.",
    "The assistant professor wrote it in 1990.",
)
"""Facts, questions and what one may say of oneself."""


@pytest.mark.parametrize("sentence", CLAIMS)
def test_a_claim_is_found_in_any_tense(sentence: str) -> None:
    assert claims_an_act(sentence)


@pytest.mark.parametrize("sentence", HARMLESS)
def test_what_claims_nothing_is_left(sentence: str) -> None:
    assert not claims_an_act(sentence)


@pytest.mark.parametrize("between", [" now" * 38, " and then" * 100])
def test_a_claim_behind_many_words_is_found(between: str) -> None:
    assert claims_an_act(f"I know it and{between} opened it")


@pytest.mark.parametrize("strict", [False, True])
def test_a_claim_in_what_is_longer_than_a_sentence_is_found(strict: bool) -> None:
    assert claims_an_act("It rains. " * 500 + "I opened it.", strict=strict)
    assert not claims_an_act("It rains. " * 500, strict=strict)


def test_words_that_can_be_read_in_two_ways_do_not_double_the_work() -> None:
    # with two ways for each "for you" this would never end
    assert not claims_an_act("mail opened" + " for you" * 60 + " x, y")
