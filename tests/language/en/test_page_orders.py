"""Unit: a page is opened where the words ask for one; a verb within a question asks for none."""

from __future__ import annotations

import pytest

from jarvis_voice.language.en.page_orders import asks_to_open

pytestmark = pytest.mark.unit

FOUND = ("Wikipedia wikipedia.org", "Bees youtube.com", "GitHub github.com", "MIT mit.edu")
PLANTED = ("Bees and flowers evil.com", "Your bank bank.evil.com", "Hive, honey jar hive.evil.com")


@pytest.mark.parametrize(
    "goal",
    [
        "go to the museum's site",
        "please go to github",
        "take me to wikipedia",
        "show me the website of the museum",
        "show me github",
        "let me see the page of the zoo",
        "can you open the first one",
        "watch the trailer on youtube",
        "play the song on youtube",
        "find the best pizza place and open it",
        "which museum is best? open its page please",
        "I'd like to see the MIT site",
        "could you pull up the weather page",
        "head over to github",
        "look up bees and open the first result",
        "what is the best book about bees and show it to me",
        "who makes this phone, and open their website",
        "search for bees and go there",
        "open whatever is best",
        "bring me to the bank's site",
        "visit the site of the zoo for me",
        "display the page",
        "start with opening the first page",
        "can you tell me who won and open the report",
        "search the web for bee books and open the top result",
        "find a video about bees and play it",
        "look for the cheapest flight to Rome and show me the page",
        "find me a good article on bees and open it in my browser",
        "google bees and show me the second one",
        "what's the best recipe for honey cake? open it",
        "I want to watch a video of dancing bees",
        "open a page about bees",
        "open something about bees",
        "please open an article on honey",
        "could you show me pictures of bees",
        "is there a way to open the page of the bee museum",
        "would you mind opening the first link",
        "do you think you could open the official site",
        "show me the best result",
        "pull up the article about bees for me",
        "let's see the first one",
        "let me watch the trailer of the bee movie",
        "open the website that sells the best honey",
        "how about opening the wikipedia article",
        "I need you to open the bee site",
        "find out who wrote it and take me to the author's page",
        "bring up a map of the zoo",
        "launch youtube with a video on bees",
        "look up the opening hours of the zoo and open its website",
        "compare the two and open the better one",
        "open both",
        "open the one from bees.org",
        "open bees.org in a new tab",
        "search for the MIT admissions page, then open it",
        "what does the zoo cost? show me the page too",
        "can you please find and open the bee museum website",
        "why don't you open the first result",
        "open it",
        "there must be a good page on oceans so please open that",
        "yes, open it please",
        "then go there",
    ],
)
def test_who_asks_for_a_page_gets_it(goal: str) -> None:
    assert asks_to_open(goal, *FOUND)


@pytest.mark.parametrize(
    "goal",
    [
        "how do bees see flowers",
        "go on about bees, what do they eat",
        "how do bees start a new hive",
        "do bees play",
        "take bees, what do they see at night",
        "can you see how many bees there are",
        "watch out for bees, how",
        "how do I open a bee hive",
        "what is the best way to open a jar of honey",
        "where do bees go in winter",
        "let's see what bees eat",
        "how do I launch a honey business",
        "please play with me, what do bees do",
        "tell me about bees and take your time",
        "can you run me through how bees dance",
        "what program do bees run",
        "head start for bees in spring, how",
        "how do I open a hive and see the queen",
        "how do I find a bee hive and open it",
        "what happens when bees go to sleep",
        "when does the bee museum open",
        "is the zoo open on sunday",
        "are bees open to new queens",
        "tell me what bees see",
        "explain how flowers open",
        "why do flowers open in the morning",
        "my jar of honey does not open, what can I do",
        "bees take pollen home, how",
        "which animals play",
        "what should I watch out for with bees",
        "how long does it take to load a hive",
        "do bees switch hives",
        "who started beekeeping",
        "where can I see bees in Berlin",
        "can bees see me",
        "can I see bees at night",
        "go deep: how do bees dance",
        "bring me up to speed on bees",
        "start telling me about bees",
        "go on",
        "let's go, how do bees dance",
        "show me how bees dance",
        "let me see, how many bees are in a hive",
        "is it safe to open a hive at night",
        "what does it mean to open a hive",
        "what will I see in a hive",
        "tell me how to open it",
        "how to open a jar of honey and take it out",
        "who will play the queen bee in the film",
        "does honey go bad",
    ],
)
def test_who_asks_for_an_answer_gets_no_page(goal: str) -> None:
    assert not asks_to_open(goal, *PLANTED)


def test_a_page_that_is_asked_for_by_its_name_bears_it() -> None:
    assert asks_to_open("please show me GitHub", "GitHub github.com")
    assert not asks_to_open("please show me GitHub", "Your bank bank.evil.com")
    assert asks_to_open("find the best bank and open its page", "Your bank bank.evil.com")


@pytest.mark.parametrize("words", ["please ", "you can now ", "open if a ", "and open the "])
def test_a_long_turn_is_read_in_time(words: str) -> None:
    assert asks_to_open(words * 400 + "x", "y") in {True, False}
