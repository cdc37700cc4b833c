"""Flow: a "don't" right behind what was done undoes just that; elsewhere it changes nothing."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tools.schedule_home import Home, home_in

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.unsaid_orders import as_undoing, declined
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.understanding import Intent
from jarvis_voice.tools.schedule.undo_tools import NOT_UNDONE

pytestmark = pytest.mark.flow


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


def answered_by(reply: str) -> list[MessageState]:
    return [MessageState(role="user", text="x"), MessageState(role="assistant", text=reply)]


@pytest.mark.parametrize("said", ["no don't", "No, don't do that!", "please don't", "I said don't"])
@pytest.mark.parametrize(
    "order", ["set an alarm for 7 am", "set a timer for 10 minutes", "remind me at 9 pm to sleep"]
)
async def test_what_was_just_set_goes(home: Home, order: str, said: str) -> None:
    await home.say(order, said)
    assert await home.entries() == []


@pytest.mark.parametrize("said", ["don't cancel it", "no don't cancel it", "don't worry"])
async def test_what_is_not_to_go_stays(home: Home, said: str) -> None:
    await home.say("set an alarm for 7 am", said)
    assert len(await home.entries()) == 1


@pytest.mark.parametrize("said", ["no don't", "don't cancel it"])
async def test_what_was_just_cancelled_is_back(home: Home, said: str) -> None:
    await home.say("set an alarm for 7 am", "cancel it", said)
    assert len(await home.entries()) == 1


async def test_what_was_just_moved_is_back(home: Home) -> None:
    await home.say("set an alarm for 7 am", "move it to 8 am", "no don't")
    assert (await home.due()).endswith("07:00")


async def test_a_bare_no_is_asked_about(home: Home) -> None:
    assert (await home.say("set an alarm for 7 am", "no")).startswith("Did you mean: cancel ")
    await home.say("yes")
    assert await home.entries() == []


def test_what_is_forgotten_does_not_come_back() -> None:
    before = answered_by("I have forgotten that your car is on level 3.")
    found = declined("no don't", before, lambda _: None)
    assert found is not None
    assert found.parts[0].intent == Intent(proposals.CANNOT, {"reply": NOT_UNDONE})


@pytest.mark.parametrize("between", ["what time is it", "thanks"])
async def test_with_something_between_it_changes_nothing(home: Home, between: str) -> None:
    await home.say("set an alarm for 7 am", between, "no don't")
    assert len(await home.entries()) == 1


@pytest.mark.parametrize(
    ("reply", "said", "is_undone"),
    [
        ("I have added milk to the shopping list.", "don't add that", True),
        ("I will remember that your car is on level 3.", "no don't", True),
        ("The volume is at 60 percent.", "no don't", True),
        ("The alarm is set for 07:00 tomorrow.", "don't set an alarm", True),
        ("The alarm is set for 07:00 tomorrow.", "don't set a timer", False),
        ("The alarm is set for 07:00 tomorrow.", "don't forget to wake me", False),
        ("I have cancelled the alarm for 07:00.", "don't set it", False),
        ("I have taken a screenshot.", "don't", False),
        ("Did you mean: cancel the alarm?", "no don't", False),
        ("It is 10:00.", "no don't", False),
    ],
)
def test_what_is_undone(reply: str, said: str, *, is_undone: bool) -> None:
    assert (as_undoing(said, answered_by(reply)) != said) is is_undone
