"""Flow: what "undo" and "cancel everything" may take away, and what they are answered with."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tools.schedule_home import Home, home_in

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.taking_limits import (
    NOTHING_TO_UNDO,
    within_limits,
)
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.tools.schedule.undo_tools import NOT_UNDONE

pytestmark = pytest.mark.flow

UNDOS = ["undo", "undo that", "no, undo it", "take that back"]


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


@pytest.mark.parametrize("said", UNDOS)
@pytest.mark.parametrize(
    ("before", "n_before"),
    [
        (("wake me at 8 am", "wake me at 6 am", "cancel the 6 am alarm"), 2),
        (("set a timer for 10 minutes", "add 5 minutes"), 1),
        (("wake me at 7 am", "change it to 7:30 am"), 1),
        (("remind me to eat at 9 am", "move it to 10 am", "what reminders do i have"), 1),
        (
            (
                "set a timer for 10 minutes",
                "set a timer for 5 minutes",
                "cancel the 5 minute timer",
                "what is set",
            ),
            2,
        ),
    ],
)
async def test_behind_a_change_nothing_else_is_taken_away(
    home: Home, before: tuple[str, ...], n_before: int, said: str
) -> None:
    await home.say(*before)
    await home.say(said)
    assert len(await home.entries()) == n_before


@pytest.mark.parametrize("said", UNDOS)
@pytest.mark.parametrize(
    "vain",
    [
        "rename tomorrow's alarm to gym",
        "move tomorrow's alarm to 8",
        "cancel the gym alarm",
        "cancel the timer for 5 minutes",
        "skip the alarm on sunday",
    ],
)
async def test_behind_what_was_not_there_nothing_is_taken_away(
    home: Home, vain: str, said: str
) -> None:
    await home.say("set an alarm for 9:45 pm called work", "set a timer for 10 minutes")
    await home.say("remind me at 9 pm to swim", vain)
    before = [(one.kind, one.name) for one in await home.entries()]
    assert "cancelled" not in await home.say(said)
    assert [(one.kind, one.name) for one in await home.entries()] == before


@pytest.mark.parametrize("said", UNDOS[:2])
@pytest.mark.parametrize(
    "before", ["set a timer for 10 minutes", "wake me at 7 am", "remind me to eat at 9 am"]
)
async def test_what_was_set_last_is_taken_back(home: Home, before: str, said: str) -> None:
    assert "I have cancelled " in await home.say(before, said)
    assert await home.entries() == []


SET = "The timer is set for 10 minutes."
TAKEN = "I have taken milk off the shopping list."


@pytest.mark.parametrize(
    ("replies", "reply"), [([], NOTHING_TO_UNDO), ([SET, TAKEN], NOT_UNDONE), ([SET], NOT_UNDONE)]
)
@pytest.mark.parametrize("read", ["never_mind", "no", "stop"])
def test_undo_is_not_answered_as_if_it_were_done(replies: list[str], reply: str, read: str) -> None:
    messages: list[MessageState] = []
    for one in replies:
        messages.append(MessageState(role="user", text="something"))
        messages.append(MessageState(role="assistant", text=one))
    found = Understanding("undo", (Part("undo", Intent(read)),), is_talk=True)
    limited = within_limits("undo", found, messages)
    assert limited.parts[0].intent == Intent(proposals.CANNOT, {"reply": reply})
    assert within_limits("never mind", found, messages) is found


@pytest.mark.parametrize("read", ["set_alarm", "set_reminder", "add_note"])
@pytest.mark.parametrize(
    ("replies", "expected"),
    [
        ([SET, "You have no alarm for tomorrow."], NOT_UNDONE),
        (["Eggs is not on the shopping list."], NOT_UNDONE),
        (["There is no gym alarm."], NOT_UNDONE),
        (["Eggs is not on the shopping list.", "I did not understand that."], NOT_UNDONE),
        (["Eggs is not on the shopping list.", "Hello. What can I do for you?"], NOT_UNDONE),
        (["Eggs is not on the shopping list.", TAKEN, "It is noon."], ""),
        ([TAKEN], ""),
        ([TAKEN, "You are welcome."], ""),
        (["I have cancelled the alarm for 07:00. You have no alarm for 8."], ""),
    ],
)
def test_what_was_not_there_is_not_given_back(replies: list[str], expected: str, read: str) -> None:
    messages: list[MessageState] = []
    for one in replies:
        messages.append(MessageState(role="user", text="something"))
        messages.append(MessageState(role="assistant", text=one))
    found = Understanding("undo that", (Part("undo that", Intent(read)),))
    limited = within_limits("undo that", found, messages)
    refused = Intent(proposals.CANNOT, {"reply": expected})
    intent = limited.parts[0].intent
    is_left = limited is found or (intent is not None and intent.name == "undo_schedule")
    assert is_left if not expected else intent == refused


@pytest.mark.parametrize(
    "before", [(), ("what is two plus two",), ("what reminders do i have",), ("what is set",)]
)
@pytest.mark.parametrize("said", ["cancel everything", "delete everything, please"])
async def test_everything_is_all_that_is_set_and_asked_about(
    home: Home, before: tuple[str, ...], said: str
) -> None:
    await home.say("set a timer for 10 minutes", "wake me at 7 am", *before)
    assert await home.say(said) == "Did you mean: cancel everything that is set?"
    assert len(await home.entries()) == 2
    await home.say("yes")
    assert await home.entries() == []


@pytest.mark.parametrize("said", ["call Anna", "ring Peter", "please call Mrs Miller"])
async def test_who_is_to_be_called_is_no_name_of_a_timer(home: Home, said: str) -> None:
    await home.say("set a timer for 10 minutes", said)
    assert [entry.name for entry in await home.entries()] == [""]


@pytest.mark.parametrize("said", ["call it pasta", "call that pasta", "name it pasta"])
async def test_a_timer_is_given_a_name(home: Home, said: str) -> None:
    await home.say("set a timer for 10 minutes", said)
    assert [entry.name for entry in await home.entries()] == ["pasta"]


PLACED = Intent("cancel_schedule", {"what": "any", "which": "first"})


@pytest.mark.parametrize(
    ("asked", "told", "what"),
    [
        ("is that early", "You have an alarm at 06:00 and one at 07:30.", "alarm"),
        ("what alarms do I have and is that early", "One at 06:00, one at 07:30. Yes.", "alarm"),
        ("which come next", "The reminders are: call Ana, and buy milk.", "reminder"),
        ("what is set", "A timer of 5 minutes and an alarm at 06:00.", "any"),
        ("how do bees dance", "They waggle.", "any"),
        ("set a timer", "The pasta timer is set for 10 minutes.", "any"),
        ("cancel it", "I have cancelled the alarm for 06:00.", "any"),
    ],
)
def test_the_first_one_is_of_the_kind_that_was_told(asked: str, told: str, what: str) -> None:
    messages = [MessageState(role="user", text=asked), MessageState(role="assistant", text=told)]
    text = "cancel the first one"
    found = within_limits(text, Understanding(text, (Part(text, PLACED),)), messages)
    assert found.parts[0].intent == PLACED.having(what=what)


def test_what_names_its_kind_or_no_place_stays_as_it_is() -> None:
    told = [
        MessageState(role="user", text="what alarms do I have"),
        MessageState(role="assistant", text="One at 06:00 and one at 07:30."),
    ]
    for slots in ({"what": "timer", "which": "first"}, {"what": "any", "which": "all"}):
        found = Understanding("x", (Part("x", Intent("cancel_schedule", slots)),))
        assert within_limits("x", found, told) == found
