"""Unit: a reading goes in, and comes out without what is to wait for something."""

from collections.abc import Mapping

import pytest

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.awaited_orders import NOT_WAITED, not_awaited
from jarvis_voice.assistant.understanding.left_alone import NOT_LATER, NOT_PERHAPS
from jarvis_voice.core.understanding import Intent, Part, Understanding

pytestmark = pytest.mark.unit

CANCEL = Intent("cancel_schedule", {"what": "alarm"})
TIMER = Intent("set_timer", {"length": "5 minutes"})
JOKE = Intent("tell_joke", {"kind": "joke"})
KNOWN: Mapping[str, Intent] = {
    "cancel the alarm": CANCEL,
    "set a timer for 5 minutes": TIMER,
    "tell me a joke": JOKE,
    "make it 5": TIMER,
    "mute yourself": Intent("mute_microphone"),
    "skip it tomorrow": Intent("skip_schedule", {"day": "tomorrow"}),
    "remind me at 6 to sing": Intent("set_reminder", {"text": "at 6 to sing"}),
    "open GitHub": Intent("open", {"name": "GitHub"}),
    "what time is it": Intent("get_time"),
}


def read(text: str) -> Understanding:
    intent = KNOWN.get(text)
    return Understanding(text, (Part(text, intent),), is_understood=intent is not None)


def left(text: str, *taken: Intent) -> list[Intent | None]:
    parts = tuple(Part(text, one) for one in taken)
    found = not_awaited(text, Understanding(text, parts), KNOWN.get, read)
    return [part.intent for part in found.parts]


def refused(reply: str) -> list[Intent]:
    return [Intent(proposals.CANNOT, {"reply": reply})]


@pytest.mark.parametrize(
    ("text", "taken", "reply"),
    [
        ("cancel the alarm when I am up", CANCEL, NOT_LATER),
        ("cancel the alarm before I get up", CANCEL, NOT_LATER),
        ("set a timer for 5 minutes when it boils", TIMER, NOT_WAITED),
        ("when it boils, set a timer for 5 minutes", TIMER, NOT_WAITED),
        ("tell me a joke at 9 pm", JOKE, NOT_WAITED),
        ("make it 5 when it boils", Intent("change_timer", {"length": "5"}), NOT_WAITED),
        ("mute yourself when I sneeze", Intent("stop"), NOT_WAITED),
        ("skip it tomorrow if it rains", Intent("skip_schedule", {"name": "7"}), NOT_PERHAPS),
        ("open GitHub when I am home", Intent("open", {"name": "GitHub when I"}), NOT_WAITED),
        (
            "set a timer for 5 minutes when it boils",
            Intent(proposals.SUGGEST, {"sentence": "set a timer for 5 minutes"}),
            NOT_WAITED,
        ),
    ],
)
def test_what_waits_is_refused(text: str, taken: Intent, reply: str) -> None:
    assert left(text, taken) == refused(reply)


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("cancel the alarm when you can", CANCEL),
        ("cancel the alarm", CANCEL),
        ("remind me at 6 to sing when I am up", Intent("set_reminder", {"text": "sing when I am"})),
        ("what time is it when it boils", Intent("get_time")),
        (
            "set a timer for 5 minutes if it boils",
            Intent(proposals.SUGGEST, {"sentence": "set a timer for 5 minutes"}),
        ),
        ("let me know when 5 minutes are up", TIMER),
    ],
)
def test_what_waits_on_nothing_stays(text: str, taken: Intent) -> None:
    assert left(text, taken) == [taken]


def test_what_a_clause_in_front_was_taken_for_goes() -> None:
    told = Intent("recall", {"about": "when my wife is up"})
    assert left("when my wife is up, cancel the alarm", told, CANCEL) == refused(NOT_LATER)


def test_only_the_part_that_waits_is_refused() -> None:
    text = "set a timer for 5 minutes and tell me a joke at 9 pm"
    parts = (Part("set a timer for 5 minutes", TIMER), Part("tell me a joke at 9 pm", JOKE))
    found = not_awaited(text, Understanding(text, parts), KNOWN.get, read)
    assert [part.intent for part in found.parts] == [TIMER, *refused(NOT_WAITED)]
