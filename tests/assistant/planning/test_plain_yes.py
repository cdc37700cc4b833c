"""Unit: a yes to which nothing is waiting."""

import pytest

from jarvis_voice.assistant import replies
from jarvis_voice.assistant.planning.plain_yes import answer_to_yes
from jarvis_voice.assistant.planning.plan import Finish, PlanView
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.understanding import Part, Understanding

pytestmark = pytest.mark.unit


def answer(text: str, before: str = "") -> Finish:
    said = (MessageState(role="assistant", text=before),) if before else ()
    return answer_to_yes(PlanView(Understanding(text, (Part(text, None),)), (), (), said, "", ()))


@pytest.mark.parametrize(
    "text",
    [
        *("how about it then", "go on then", "do it then", "yes go ahead then", "yes please do it"),
        *("yes let's do that", "sure, why not", "okay go for it", "yes I want that", "yes", "sure"),
        *("yeah get on with it", "okay let us begin", "yes please make it so", "oh go on go on"),
    ],
)
def test_what_nobody_offered_is_asked_about(text: str) -> None:
    assert answer(text) == Finish(replies.NO_OFFER, "not_done")
    assert answer(text, "Which one?") == Finish(replies.NO_YES, "not_done")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "yes that is right",
            "that sounds good to me",
            "yes it is great",
            "exactly so",
            "correct",
        ),
        *("yeah that's correct", "that is quite true", "yes you are right", "sounds lovely to me"),
    ],
)
def test_what_agrees_is_good(text: str) -> None:
    assert answer(text) == Finish(replies.GOOD)


@pytest.mark.parametrize(
    "text",
    [
        "okay then",
        "aww okay",
        "oh, right",
        "ah ok cool",
        "okay fine",
        "shame, fair enough",
        "ugh ok",
        "alright babe",
    ],
)
def test_an_okay_was_heard(text: str) -> None:
    assert answer(text) == Finish(replies.OKAY)


@pytest.mark.parametrize("text", ["oh yes", "okay go for it", "right, do it"])
def test_a_yes_is_more_than_heard(text: str) -> None:
    assert answer(text) == Finish(replies.NO_OFFER, "not_done")
