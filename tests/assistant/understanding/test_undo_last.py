"""Flow: "cancel that" behind what was set, and behind what was told of it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tools.schedule_home import Home, home_in

from jarvis_voice.assistant.state import MessageState
from jarvis_voice.assistant.understanding.undo_last import taken_back
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.flow


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    "setting",
    [
        "set a timer for ten minutes",
        "pasta timer for 8 minutes",
        "set a timer for an hour and a half",
        "wake me at half past six tomorrow",
        "wake me every weekday at seven",
        "remind me to call Ana tomorrow at nine",
        "remind me to buy milk, eggs and bread and then to call Ana tomorrow at nine",
        "every weekday at eight tell me the weather",
    ],
)
@pytest.mark.parametrize("said", ["cancel it", "cancel that", "delete it", "no, cancel that"])
async def test_what_was_just_set_is_cancelled(home: Home, setting: str, said: str) -> None:
    await home.say("set a timer for 55 minutes", setting)
    assert len(await home.entries()) == 2
    assert "I have cancelled the " in await home.say(said)
    assert [one.length_seconds for one in await home.entries()] == [3_300]


@pytest.mark.parametrize(
    "asked", ["how long is left on the timer", "what timers do I have", "what is set"]
)
async def test_what_was_just_told_of_is_cancelled(home: Home, asked: str) -> None:
    await home.say("pasta timer for 8 minutes", "what time is it", asked)
    assert await home.say("cancel it") == "I have cancelled the pasta timer."


async def test_of_several_that_were_told_of_it_is_asked_which(home: Home) -> None:
    await home.say("pasta timer for 8 minutes", "wake me at 7 am", "what is set")
    assert await home.say("cancel that") == (
        "Which one do you mean: the pasta timer or the alarm for 07:00?"
    )
    assert await home.say("the second one") == "I have cancelled the alarm for 07:00."


@pytest.mark.parametrize(
    ("setting", "asked"),
    [
        ("set an alarm for 7 am and 8 am", "the alarm for 07:00 or the alarm for 08:00"),
        (
            "set a timer for 5 minutes and wake me at 7 am",
            "the 5 minute timer or the alarm for 07:00",
        ),
        (
            "two timers, potatoes for forty minutes and gravy for fifteen",
            "the gravy timer or the potatoes timer",
        ),
    ],
)
async def test_of_several_that_were_set_it_is_asked_which(
    home: Home, setting: str, asked: str
) -> None:
    await home.say(setting)
    assert await home.say("cancel that one") == f"Which one do you mean: {asked}?"
    assert len(await home.entries()) == 2


async def test_thanks_in_between_do_not_matter(home: Home) -> None:
    await home.say("pasta timer for 8 minutes", "thank you")
    assert await home.say("turn it off") == "I have cancelled the pasta timer."


async def test_what_was_not_understood_in_between_does_not_matter(home: Home) -> None:
    await home.say("set an alarm for 8 pm", "gobble dee blah")
    assert await home.say("cancel that") == "I have cancelled the alarm for 20:00."


async def test_behind_two_such_sentences_nothing_is_cancelled(home: Home) -> None:
    await home.say("set an alarm for 8 pm", "gobble dee blah", "gobble dee")
    assert await home.say("cancel that") == "Okay."
    assert len(await home.entries()) == 1


@pytest.mark.parametrize(
    "between",
    [
        ("what time is it",),
        ("set an alarm",),
        ("cancel the pasta timer", "remind me to eat today at 2 pm"),
    ],
)
async def test_behind_anything_else_nothing_is_cancelled(
    home: Home, between: tuple[str, ...]
) -> None:
    await home.say("tea timer for 4 minutes", "pasta timer for 8 minutes", *between)
    before = await home.entries()
    assert (await home.say("cancel that")).startswith("Okay.")
    assert await home.entries() == before


@pytest.mark.parametrize("said", ["forget that", "scratch that", "undo that", "take that back"])
def test_what_was_confided_is_forgotten_again(said: str) -> None:
    kept = [
        MessageState(role="user", text="remember my car is red"),
        MessageState(role="assistant", text="I will remember that your car is red."),
    ]
    asked = Intent("remember", {"fact": "my car is red"})
    understand = {"remember my car is red": asked}.get
    assert taken_back(said, kept, understand) == "forget that my car is red"


@pytest.mark.parametrize("said", ["forget that", "forget it now", "oh no, forget that"])
def test_what_was_told_back_is_forgotten(said: str) -> None:
    told = [
        MessageState(role="user", text="what color is my car"),
        MessageState(role="assistant", text="You told me: your car is red."),
    ]
    understand = {"what color is my car": Intent("recall", {"about": "car"})}.get
    assert taken_back(said, told, understand) == "forget that my car is red"


def test_what_was_added_is_taken_off_again() -> None:
    kept = [
        MessageState(role="user", text="add eggs"),
        MessageState(role="assistant", text="I have added eggs to the shopping list."),
    ]
    asked = Intent("add_note", {"text": "eggs", "list": "shopping"})
    said = taken_back("undo that", kept, {"add eggs": asked}.get)
    assert said == "remove eggs from my shopping list"


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("turn it off", "I have added eggs to the shopping list."),
        ("undo that", "I have added eggs to the shopping list; milk was there already."),
        ("undo that", "I have added eggs to the shopping list. The timer is set for 5 minutes."),
    ],
)
def test_what_was_not_just_kept_alone_is_left(said: str, reply: str) -> None:
    kept = [
        MessageState(role="user", text="add eggs"),
        MessageState(role="assistant", text=reply),
    ]
    asked = Intent("add_note", {"text": "eggs", "list": "shopping"})
    assert taken_back(said, kept, {"add eggs": asked}.get) == ""


def test_what_is_quoted_from_elsewhere_is_nothing_of_ours() -> None:
    page = [
        MessageState(role="user", text="read the page"),
        MessageState(role="assistant", text="He wrote: The alarm is set for 07:00."),
    ]
    assert taken_back("delete that", page, {"read the page": Intent("read_page")}.get) == ""


async def test_what_was_moved_is_cancelled_where_it_is_now(home: Home) -> None:
    await home.say("wake me at 7 am", "move it to 8")
    assert await home.say("cancel that") == "I have cancelled the alarm for 08:00."
    await home.say("remind me to call Ana at 6 pm", "move it to 7", "undo that")
    assert [one.words for one in await home.entries()] == ["call Ana"]


async def test_another_kind_than_the_last_is_cancelled_by_its_name(home: Home) -> None:
    await home.say("tea timer for 8 minutes", "remind me to call Ana tomorrow at nine")
    assert await home.say("cancel the tea timer") == "I have cancelled the tea timer."


@pytest.mark.parametrize(
    ("said", "back"),
    [
        ("remove the first item from the shopping list", "add rice to my shopping list"),
        ("remove rice from the shopping list", "add rice to my shopping list"),
    ],
)
def test_what_was_taken_off_by_its_place_is_added_again(said: str, back: str) -> None:
    by_place = Intent("remove_note", {"which": "first", "list": "shopping"})
    by_name = Intent("remove_note", {"text": "rice", "list": "shopping"})
    messages: list[MessageState] = [
        {"role": "user", "text": said},
        {"role": "assistant", "text": "I have taken rice off the shopping list."},
    ]
    meant = by_place if "first" in said else by_name
    assert taken_back("undo", messages, lambda _: meant) == back


def test_what_was_taken_off_is_added_by_its_own_name() -> None:
    messages: list[MessageState] = [
        {"role": "user", "text": "remove milk from the shopping list"},
        {"role": "assistant", "text": "I have taken oat milk off the shopping list."},
    ]
    meant = Intent("remove_note", {"text": "milk", "list": "shopping"})
    assert taken_back("undo", messages, lambda _: meant) == "add oat milk to my shopping list"


@pytest.mark.parametrize(
    ("text", "fact", "reply", "back"),
    [
        ("undo that", "dinner is at 9", "dinner is at 9, instead of at 8", "dinner is at 8"),
        ("take that back", "my car is on level 4",
         "your car is on level 4, instead of on level 3", "my car is on level 3"),
        ("undo that", "I don't like tea",
         "you don't like tea, and no longer that you like tea", "I like tea"),
    ],
)  # fmt: skip
def test_what_a_fact_took_the_place_of_is_kept_again(
    text: str, fact: str, reply: str, back: str
) -> None:
    messages: list[MessageState] = [
        {"role": "user", "text": f"remember that {fact}"},
        {"role": "assistant", "text": f"I will remember that {reply}."},
    ]
    meant = Intent("remember", {"fact": fact})
    assert taken_back(text, messages, lambda _: meant) == f"remember that {back}"
    forgotten = taken_back("forget that", messages, lambda _: meant)
    assert forgotten == f"forget that {fact}"
