"""Unit: what cannot be done is refused by its name, and questions about abilities are answered."""

import pytest
from assistant.tool_doubles import all_tools
from tools.around import surroundings

from jarvis_voice.assistant.planning.unsupported import (
    LATER,
    NO_HOME_ADDRESS,
    ONLY_THIS_WEEK,
    UNCLEAR_TIME,
    ability,
    in_emergency,
    is_for_later,
    refusal,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("send a text to dave saying I am on my way", "messages"),
        ("understand Malayalam", "language"),
        ("do you speak Urdu", "language"),
        ("read me my emails", "mail"),
        ("call my wife", "phone calls"),
        ("call me a taxi", "book"),
        ("call an ambulance", "emergency"),
        ("what is on my calendar today", "calendar"),
        ("turn the living room lights on", "lights"),
        ("start the car", "in the house"),
        ("shut down the computer", "[commands] in jarvis.toml"),
        ("close firefox", "close programs"),
        ("scroll down a bit", "mouse"),
        ("delete the file called holiday", "files"),
        ("play bohemian rhapsody", "by its name"),
        ("tell me a story", "tell stories"),
        ("sing me a song", "sing"),
        ("tell me a christmas joke", "what a joke, a fact or a riddle is about"),
        ("tell me a joke about cats", "what a joke, a fact or a riddle is about"),
        ("say good morning in french", "translate"),
        ("translate good morning into french", "translate"),
    ],
)
def test_what_cannot_be_done_is_named(line: str, named: str) -> None:
    refused = refusal(line)
    assert refused is not None
    assert refused.startswith("I cannot ")
    assert named in refused


@pytest.mark.parametrize(
    "line",
    [
        "what is the best phone to buy",
        "who invented the alarm clock",
        "how do emails work",
        "when is the next world cup",
        "what is a calendar",
    ],
)
def test_a_question_about_such_things_is_no_request(line: str) -> None:
    assert refusal(line, is_question=True) is None


@pytest.mark.parametrize("line", ["set a timer for ten", "count down from ten", "wake me up late"])
def test_a_time_that_was_not_understood_is_asked_for_by_example(line: str) -> None:
    assert refusal(line) == UNCLEAR_TIME


@pytest.mark.parametrize("line", ["when is my next meeting", "do I have any messages"])
def test_a_question_about_ones_own_is_refused(line: str) -> None:
    assert refusal(line, is_question=True) is not None


def test_the_weather_of_other_days_is_said_to_be_out_of_reach() -> None:
    assert refusal("what was the weather like yesterday", is_question=True) == ONLY_THIS_WEEK
    assert refusal("will there be snow next week", is_question=True) == ONLY_THIS_WEEK


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("can you set timers?", "Yes, I can set timers, alarms and reminders."),
        ("do you know how to tell jokes", "Yes, I can tell jokes, fun facts and riddles."),
        ("do you know how to spell", "Yes, I can spell words."),
        ("Are you able to send emails", "No, I cannot send or read mail or messages."),
        ("can you open apps", "Yes, I can start apps."),
        ("can you set multiple timers", "Yes, I can set timers, alarms and reminders."),
        ("can you do simple math", "Yes, I can calculate."),
        ("hey Jarvis, can you do maths?", "Yes, I can calculate."),
        ("do you know how to take screenshots", "Yes, I can take screenshots."),
    ],
)
def test_a_question_about_abilities_is_answered(text: str, answer: str) -> None:
    assert ability(text, all_tools(surroundings())) == answer


def test_an_ability_that_is_not_there_is_not_claimed() -> None:
    assert ability("can you fly", all_tools(surroundings())) is None
    assert ability("open apps", all_tools(surroundings())) is None
    assert ability("can you tell me when the war ended", all_tools(surroundings())) is None


@pytest.mark.parametrize(
    "text",
    [
        "can you set an alarm for 730 a.m.?",
        "can you do a 10 minute timer",
        "could you set a timer for 10 to 15 minutes",
        "could you tell me what the weather is like in Rome?",
        "can you turn the volume to half?",
        "can you open the website of Oxfam",
        "could you open the Vatican website",
    ],
)
def test_who_says_more_than_an_ability_wants_it_done(text: str) -> None:
    assert ability(text, all_tools(surroundings())) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Help, call 911!", "on a telephone now: 112, or 911"),
        ("there is a burglar in my house", "Get to safety if you can"),
        ("I feel like hurting myself", "call somebody you trust"),
    ],
)
def test_in_danger_the_number_to_call_is_told(text: str, says: str) -> None:
    told = in_emergency(text)
    assert told is not None
    assert "I cannot call for help." in told
    assert says in told
    assert in_emergency("call me a taxi") is None


def test_what_is_to_be_said_when_something_happens_is_refused() -> None:
    assert is_for_later("tell me when it's five o'clock")
    assert is_for_later("let me know when it stops raining")
    assert not is_for_later("tell me when is easter")
    assert "at a time" in LATER


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("lock the screen", "lock the screen"),
        ("lock my computer", "lock the screen"),
        ("turn off the computer", "shut down the computer"),
        ("reboot", "restart the computer"),
        ("put the computer to sleep", "put the computer to sleep"),
        ("turn the brightness down", "change the brightness"),
        ("make the screen brighter", "change the brightness"),
    ],
)
def test_what_a_command_can_do_is_told_with_its_place(line: str, named: str) -> None:
    assert refusal(line) == (
        f"I cannot {named} by myself. A line under [commands] in jarvis.toml can do it."
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("cancel the alarm that annoys me", "cancel the pasta timer"),
        ("do I have an alarm that is odd", "what alarms do I have tomorrow"),
        ("move my alarm to the moon", "move my alarm to half past six"),
        ("set the timer to", "set a timer for ten minutes"),
    ],
)
def test_an_example_is_of_what_was_asked_for(line: str, says: str) -> None:
    refused = refusal(line)
    assert refused is not None
    assert says in refused


@pytest.mark.parametrize(
    "line",
    [
        *("open 192.168.1.1", "open localhost", "open http://127.0.0.1:8000/", "go to nas.local"),
        *("open localhost:8080", "visit http://[::1]/"),
    ],
)
def test_it_is_told_why_an_address_at_home_is_not_opened(line: str) -> None:
    assert refusal(line) == NO_HOME_ADDRESS


def test_other_addresses_are_no_address_at_home() -> None:
    assert refusal("open example.com") is None


@pytest.mark.parametrize(
    "line",
    [
        *("tell my wife to buy milk", "tell Tom to call me at six", "ask mum to ring me"),
        *("let my wife know that dinner is ready", "ask my son if he is hungry"),
    ],
)
def test_nobody_else_is_told_anything(line: str) -> None:
    assert (refusal(line) or "").startswith("I can speak only to who is here")


@pytest.mark.parametrize("line", ["tell me to go", "tell the truth", "ask Wikipedia about cats"])
def test_what_is_told_to_who_asks_is_not_refused_for_that(line: str) -> None:
    assert not (refusal(line) or "").startswith("I can speak only")
