"""Unit: what our answers tell is what a conversation is about."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.short_turns.topic import Topic, topic_of

pytestmark = pytest.mark.unit


def topic(*said: str, offer: str = "") -> Topic:
    messages = [
        MessageState(role="assistant" if place % 2 else "user", text=text)
        for place, text in enumerate(said)
    ]
    return topic_of(messages, knowledge().grammar.understand, offer)


@pytest.mark.parametrize(
    ("reply", "kind", "name", "value"),
    [
        ("The tea timer is set for 5 minutes.", "timer", "tea", "5 minutes"),
        ("The 7 minute timer has 6 minutes left now.", "timer", "7 minute", "6 minutes"),
        ("The alarm is set for 07:00 tomorrow, 9 hours from now.", "alarm", "", "07:00 tomorrow"),
        ("I will remind you at 17:00 today: call Bob.", "reminder", "call Bob", "at 17:00 today"),
        ("I have added milk and eggs to the shopping list.", "list", "shopping", ""),
        ("You have no alarms.", "alarm", "", ""),
        ("You have no reminder for the vet.", "reminder", "", ""),
        ("3 plus 4 is 7.", "sum", "3 plus 4", "7"),
        ("5 miles is 8.05 kilometers.", "conversion", "5 miles", "8.05 kilometers"),
        ("Your name is Sam.", "profile", "name", "Sam"),
        ("You live in York.", "profile", "city", "York"),
        ("I will remember that your bike is red.", "fact", "my bike is red", ""),
    ],
)
def test_an_answer_tells_what_was_touched(reply: str, kind: str, name: str, value: str) -> None:
    touched = topic("in some words", reply).turns[0][-1]
    assert (touched.kind, touched.name, touched.value) == (kind, name, value)


def test_what_was_cancelled_is_no_more_set() -> None:
    about = topic(
        *("one", "The tea timer is set for 5 minutes."),
        *("two", "The timer is set for 7 minutes."),
        *("three", "I have cancelled the tea timer."),
    )
    assert [one.value for one in about.entries("timer")] == ["7 minutes"]


def test_what_was_renamed_is_one_entry() -> None:
    about = topic(
        *("one", "The tea timer is set for 5 minutes."),
        *("two", "I have renamed the tea timer to pot."),
    )
    assert [one.name for one in about.entries("timer")] == ["pot"]


def test_talk_touches_nothing() -> None:
    about = topic("one", "The tea timer is set for 5 minutes.", "thanks", "You are welcome.")
    assert about.kind == "timer"
    assert not about.is_asking


def test_a_question_of_ours_waits_for_its_answer() -> None:
    assert topic("remind me to call Bob", "When?").is_asking


def test_what_we_offered_counts_as_done() -> None:
    about = topic("ten mins", "Did you mean: set a timer for 10 minutes?",
                  offer="set a timer for 10 minutes")  # fmt: skip
    assert (about.kind, about.is_asking) == ("timer", False)


def test_things_taken_off_are_not_on_the_list() -> None:
    about = topic(
        *("one", "I have added milk, eggs and tea to the shopping list."),
        *("two", "I have taken eggs off the shopping list."),
    )
    assert about.on_list("shopping") == ["tea", "milk"]


@pytest.mark.parametrize(
    ("reply", "name"),
    [
        ("The stopwatch is running.", "stopwatch"),
        ("I have stopped the stopwatch at 9 seconds.", "stopwatch"),
        ("The volume is at 40 percent.", "volume"),
        ("The sound is muted.", "volume"),
    ],
)
def test_an_answer_tells_what_was_asked_for(reply: str, name: str) -> None:
    asked = topic("in some words", reply).turns[0][-1].asked
    assert asked is not None
    assert asked.name == name


def test_a_riddle_asks_nothing_of_the_conversation() -> None:
    about = topic("tell me a riddle", "What has a neck, but no head?")
    assert not about.is_asking
    assert about.turns[0][-1].kind == "other"


def test_a_search_that_goes_on_with_one_is_known_by_both() -> None:
    last = topic(
        *("how tall is a giraffe", "I found: giraffes; zoos. Say: open the first one."),
        *("and an elephant", "I found: elephants; zoos. Say: open the first one."),
    ).last("other")
    assert last is not None
    assert last.asked is not None
    assert last.asked.slots["query"] == "how tall is an elephant"


def test_a_social_question_behind_an_answer_asks_nothing() -> None:
    found = topic(
        "good morning, what's the weather in Rome",
        "It is dry in Rome. Good morning. What can I do for you?",
    )
    assert (found.kind, found.is_asking) == ("place", False)


def test_a_question_alone_waits_for_its_answer() -> None:
    asked = [MessageState(role="assistant", text="Which one shall I take? :)")]
    assert topic_of(asked, knowledge().grammar.understand) == Topic(is_asking=True)
