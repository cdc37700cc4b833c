"""Unit: a turn that was taken for a no goes in; a no, or that nothing was changed, comes out."""

import pytest

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.open_declines import SAY_IT_WHOLE, open_declines
from jarvis_voice.core.understanding import Intent, Part

pytestmark = pytest.mark.unit


def conversation(said: str, reply: str) -> list[MessageState]:
    return [MessageState(role="user", text=said), MessageState(role="assistant", text=reply)]


SET = "set a timer for 10 minutes"
TOLD = conversation("what time is it", "It is ten o'clock.")
ASKED = conversation("delete it", "I want to delete your list. Shall I?")
UNCHANGED = Intent(proposals.CANNOT, {"reply": SAY_IT_WHOLE})
CANCEL = Intent("cancel_schedule", {"what": "timer", "name": "10 minutes"})


def understand(sentence: str) -> Intent | None:
    """Knows the sentences of these tests."""
    return {SET: Intent("set_timer"), "cancel the 10 minutes timer": CANCEL}.get(sentence)


@pytest.mark.parametrize(
    "text",
    ["no, women's", "nah two hours", "scrap that, eleven's better", "bin it", "no, the blue ones"],
)
def test_a_no_that_wants_more_is_not_okay(text: str) -> None:
    [part] = open_declines(text, [Part(text, Intent("no"))], TOLD, understand)
    assert part.intent == UNCHANGED


@pytest.mark.parametrize(
    "text",
    [
        *("no", "no thanks", "no, I'm fine", "never mind, it's sorted", "nah you're all right"),
        *(
            "no, that's enough",
            "stop",
            "leave it",
            "no need",
            "no probs",
            "no, not that",
            "oops, sorry",
        ),
    ],
)
def test_a_mere_no_stays_one(text: str) -> None:
    [part] = open_declines(text, [Part(text, Intent("no"))], TOLD, understand)
    assert part.intent == Intent("no")


def test_what_we_asked_may_be_thrown_away() -> None:
    [part] = open_declines("no, bin it", [Part("no, bin it", Intent("no"))], ASKED, understand)
    assert part.intent == Intent("no")


def test_other_requests_are_left_alone() -> None:
    parts = (Part("no, two hours", Intent("change_timer")),)
    assert open_declines("no, two hours", parts, TOLD, understand) == parts


def test_cancel_it_before_another_request_cancels_what_was_set_last() -> None:
    cancel, add = Part("cancel it", Intent("never_mind")), Part("add milk", Intent("add_note"))
    text, set_last = "cancel it and add milk", conversation(SET, "The timer is set for 10 minutes.")
    first, second = open_declines(text, [cancel, add], set_last, understand)
    assert (first.intent, second) == (CANCEL, add)
    assert open_declines(text, [cancel, add], TOLD, understand) == (cancel, add)
    assert open_declines(text, [cancel, add], [], understand) == (cancel, add)
