"""Unit: a sentence goes in, and comes out without the words on which its order waits."""

import pytest

from jarvis_voice.language.en.awaited_clauses import bare_orders, without_end, without_moment

pytestmark = pytest.mark.unit


def bare(text: str, *, is_taking: bool = True, is_surely_done: bool = True) -> list[str]:
    return [*bare_orders(text, is_taking=is_taking, is_surely_done=is_surely_done)]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("cancel the alarm when my wife wakes up", "cancel the alarm"),
        ("cancel the alarm after I get up", "cancel the alarm"),
        ("cancel the alarm before I get up", "cancel the alarm"),
        ("cancel the alarm should it rain", "cancel the alarm"),
        ("should it rain, cancel the alarm", "cancel the alarm"),
        ("cancel it the moment I leave", "cancel it"),
        ("cancel the alarm provided it rains", "cancel the alarm"),
        ("mute yourself if I sneeze", "mute yourself"),
        ("as soon as I get home set a timer for 10 minutes", "set a timer for 10 minutes"),
        ("after dinner is over tell me a joke", "tell me a joke"),
        ("start a timer when I say now for 3 minutes", "start a timer for 3 minutes"),
        ("please, when I am up, cancel the alarm", "please, cancel the alarm"),
    ],
)
def test_an_order_that_waits(text: str, order: str) -> None:
    assert order in [one.replace("please cancel", "please, cancel") for one in bare(text)]


@pytest.mark.parametrize(
    "text",
    [
        "cancel the alarm when you can",
        "when you get a second, cancel the alarm",
        "cancel the alarm if you don't mind",
        "if it isn't too much trouble, pause the music",
        "cancel the alarm if there is one",
        "cancel the alarm before I forget",
        "cancel the alarm before it rings",
        "before I go to bed, cancel the alarm",
        "cancel the alarm once and for all",
        "cancel it after all",
        "set a timer for 10 minutes once more",
        "set a timer for 10 minutes while I cook",
        "set a timer for 10 minutes, I'll be back when it rings",
        "set a timer for 10 minutes so I know when the pasta is done",
        "cancel the timer, dinner is ready when it is ready",
        "I don't need the alarm when I am on holiday, cancel it",
        "wake me at 7 am, whenever that is",
        "tell me a joke about when we met",
        "let me know when it is five",
        "set an alarm called when I wake up",
        "call me Sam when you talk to me",
        "use celsius when you tell me the weather",
        "cancel the alarm that I set when I was drunk",
        "cancel the timer I set after we spoke",
        "even if it rains cancel the alarm",
        "when is my alarm",
        "should I set an alarm for seven",
        "cancel it when it rains " * 100,
    ],
)
def test_an_order_of_now(text: str) -> None:
    assert not [one for one in bare(text) if one.startswith(("cancel", "set", "call", "tell"))]


def test_what_is_only_asked_about_waits_on_no_if() -> None:
    assert bare("set a timer for 5 minutes if it boils", is_surely_done=False) == []


def test_what_adds_may_be_done_before() -> None:
    assert bare("set a timer for 5 minutes before I start", is_taking=False) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("tell me a joke at 9 pm", "tell me a joke"),
        ("at 9 pm tell me a joke", "tell me a joke"),
        ("pause the music in ten minutes", "pause the music"),
        ("tell me a joke every day at 9 pm", ""),
        ("tell me a joke", ""),
        ("read me the news this morning", ""),
        ("play radio 4", ""),
        ("turn it up by ten", ""),
        ("tell me a joke I can tell them tomorrow", ""),
        ("tell me a joke to tell at 9 pm", ""),
    ],
)
def test_without_the_moment(text: str, left: str) -> None:
    assert without_moment(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [("be quiet until 9", "be quiet"), ("be quiet until I call you", ""), ("be quiet", "")],
)
def test_without_the_end(text: str, left: str) -> None:
    assert without_end(text) == left
