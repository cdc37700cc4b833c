"""Flow: remember, recall and forget, on a real database."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tools.around import NOW, run, surroundings, the_tool

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ME, Receipt, ReceiptKind
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.memory.memory_tools import tools
from jarvis_voice.tools.registry import ToolContext

pytestmark = pytest.mark.flow

EFFECT, LOOKUP, NO_OP = ReceiptKind.EFFECT, ReceiptKind.LOOKUP, ReceiptKind.NO_OP


@pytest.fixture
async def around(tmp_path: Path) -> AsyncIterator[ToolDependencies]:
    async with SqliteStore(tmp_path / "threads.db") as store:
        yield surroundings(tmp_path, memory=store.memory, profiles=store.profiles)


async def do(around: ToolDependencies, name: str, goal: str, **arguments: Any) -> Receipt:
    context = ToolContext(NOW, goal=goal, turn_id="t7")
    return (await run(the_tool(tools, name, around), context, **arguments)).receipt


async def remember(around: ToolDependencies, *facts: str) -> list[Receipt]:
    return [await do(around, "remember", f"remember that {fact}", fact=fact) for fact in facts]


async def texts(around: ToolDependencies) -> list[str]:
    return [fact.text for fact in await around.memory.facts(ME)]


async def test_what_was_corrected_in_a_fact_is_not_kept(around: ToolDependencies) -> None:
    goal = "remember that Anna lives in Oslo no Bergen"
    await do(around, "remember", goal, fact="Anna lives in Bergen")
    assert await texts(around) == ["Anna lives in Bergen"]


async def test_a_fact_is_remembered_and_recalled_turned_round(around: ToolDependencies) -> None:
    [kept] = await remember(around, "my car is parked on level 3")
    assert kept == Receipt(EFFECT, "I will remember that your car is parked on level 3.")
    found = await do(around, "recall", "where did I park", about="park the car")
    assert found == Receipt(LOOKUP, "You told me: your car is parked on level 3.")
    [fact] = await around.memory.facts(ME)
    assert (fact.turn_id, fact.said_at) == ("t7", NOW)


@pytest.mark.parametrize(
    ("asked", "observed"),
    [
        ("where is the spare key", "You told me: the spare key is under the blue pot."),
        ("is my car on level 3", "You told me: your car is not on level 3."),
        ("what level is my car on", "You told me: your car is not on level 3."),
        ("do I have a spare tyre", "You have not told me anything about that."),
        ("when is Ana's birthday", "You have not told me anything about that."),
    ],
)
async def test_a_whole_question_is_answered_by_a_fact_that_answers_to_most_of_it(
    around: ToolDependencies, asked: str, observed: str
) -> None:
    told = ("my car is not on level 3", "the spare key is under the blue pot")
    await remember(around, *told, "Tom's birthday is on the 3rd of March")
    assert (await do(around, "recall", asked, about=asked)).observed == observed


async def test_it_is_remembered_across_a_restart(tmp_path: Path) -> None:
    for name, goal, arguments in (
        ("remember", "remember I live in Lisbon", {"fact": "I live in Lisbon"}),
        ("recall", "where do I live", {"about": "I live"}),
    ):
        async with SqliteStore(tmp_path / "threads.db") as store:
            around = surroundings(tmp_path, memory=store.memory, profiles=store.profiles)
            receipt = await do(around, name, goal, **arguments)
    assert receipt.observed == "You told me: you live in Lisbon."


@pytest.mark.parametrize(
    ("fact", "goal", "code"),
    [
        ("my bank is Evil Bank", "read that page and remember what it says", "not-your-words"),
        ("my car is on level 4", "remember that my car is on level 3", "not-your-words"),
        ("that", "remember that", "remember-what"),
        ("my password is hunter2", "remember that my password is hunter2", "secret"),
        ("my PIN", "remember that my PIN is 1234", "secret"),
    ],
)
async def test_what_may_not_be_kept_is_refused(
    around: ToolDependencies, fact: str, goal: str, code: str
) -> None:
    with pytest.raises(ToolError) as caught:
        await do(around, "remember", goal, fact=fact)
    assert caught.value.code == code
    assert await texts(around) == []


async def test_the_same_again_changes_nothing(around: ToolDependencies) -> None:
    _, again = await remember(around, "my car is red", "My car is red")
    assert again == Receipt(NO_OP, "I remember that already: your car is red.")
    assert await texts(around) == ["my car is red"]


async def test_the_newer_takes_the_place_of_the_older_and_says_so(around: ToolDependencies) -> None:
    *_, newer = await remember(
        around, "my car is on level 3", "my car is red", "my car is on level 4"
    )
    assert newer.observed == "I will remember that your car is on level 4, instead of on level 3."
    assert await texts(around) == ["my car is red", "my car is on level 4"]


async def test_everything_is_told_newest_first_with_its_count(around: ToolDependencies) -> None:
    assert await do(around, "recall", "what do you know about me") == Receipt(
        NO_OP, "You have not told me anything about yourself yet."
    )
    await remember(around, "I like tea", "my dog barks")
    told = await do(around, "recall", "what do you know about me")
    assert told == Receipt(LOOKUP, "You have told me 2 things: your dog barks; you like tea.")
    await remember(around, *(f"my number {n} is lucky" for n in (11, 12, 13, 14, 15)))
    many = (await do(around, "recall", "what do you know about me")).observed
    assert many.startswith("You have told me 7 things. The newest are: your number 15 is lucky;")
    assert "tea" not in many


async def test_what_was_never_told_is_not_made_up(around: ToolDependencies) -> None:
    await remember(around, "my car is red")
    answer = await do(around, "recall", "what is my horse called", about="horse")
    assert answer == Receipt(NO_OP, "You have not told me anything about that.")


async def test_one_fact_is_forgotten_and_the_others_stay(around: ToolDependencies) -> None:
    await remember(around, "my car is red", "my wife is called Maria")
    gone = await do(around, "forget", "forget about the car", about="the car")
    assert gone == Receipt(EFFECT, "I have forgotten that your car is red.")
    assert await texts(around) == ["my wife is called Maria"]


async def test_of_several_it_asks_which_and_forgets_none(around: ToolDependencies) -> None:
    await remember(around, "my car is red", "my car is on level 3")
    asked = await do(around, "forget", "forget about my car", about="my car")
    assert asked == Receipt(
        NO_OP,
        "I know 2 things about that: your car is on level 3; your car is red. "
        "Which one shall I forget?",
    )
    exact = await do(around, "forget", "forget that my car is red", about="my car is red")
    assert exact.kind is EFFECT
    assert await texts(around) == ["my car is on level 3"]


async def test_of_a_fact_of_two_parts_the_other_stays(around: ToolDependencies) -> None:
    await remember(around, "the alarm code is 12 and the gate code is 34")
    gone = await do(around, "forget", "forget the gate code", about="gate code")
    assert gone == Receipt(
        EFFECT,
        "I have forgotten that the gate code is 34. I still know that the alarm code is 12.",
    )
    assert await texts(around) == ["the alarm code is 12"]


async def test_a_part_that_cannot_stand_alone_is_asked_about(around: ToolDependencies) -> None:
    await remember(around, "I like tea and coffee")
    receipt = await do(around, "forget", "forget that I like tea", about="I like tea")
    assert receipt.kind is NO_OP
    assert "forget that I like tea and coffee" in receipt.observed
    assert await texts(around) == ["I like tea and coffee"]


@pytest.mark.parametrize("about", ["my blue car", "the weather"])
async def test_what_is_not_surely_meant_is_not_forgotten(
    around: ToolDependencies, about: str
) -> None:
    await remember(around, "my car is red")
    assert (await do(around, "forget", f"forget about {about}", about=about)).kind is NO_OP
    assert await texts(around) == ["my car is red"]


@pytest.mark.parametrize(
    ("goal", "about", "code"),
    [
        ("don't forget that my car is red", "my car is red", "not-to-forget"),
        ("forget everything", "everything", "forget-what"),
    ],
)
async def test_forgetting_needs_words_that_ask_for_it(
    around: ToolDependencies, goal: str, about: str, code: str
) -> None:
    await remember(around, "my car is red")
    with pytest.raises(ToolError) as caught:
        await do(around, "forget", goal, about=about)
    assert caught.value.code == code
    assert await texts(around) == ["my car is red"]


def test_with_approval_a_fact_is_read_back_first() -> None:
    tool = the_tool(tools, "remember", surroundings(approves_facts=True))
    arguments = tool.arguments.model_validate({"fact": "my car is red"})
    assert tool.tier_of(arguments) == "confirm"
    assert tool.readback
    assert tool.readback(arguments) == "remember that your car is red"
    assert the_tool(tools, "remember", surroundings()).tier == "act"


def test_who_may_do_what() -> None:
    by_name = {tool.name: tool for tool in tools(surroundings())}
    assert list(by_name) == ["remember", "recall", "forget"]
    assert by_name["recall"].is_read_only
    assert by_name["recall"].is_private
    assert not by_name["forget"].is_asked_in("what is on this page")
    assert not by_name["remember"].is_asked_in("summarise this page")


async def test_a_locked_file_is_told_without_its_path_and_nothing_is_kept(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.database.connection.execute("PRAGMA busy_timeout=1")
        around = surroundings(tmp_path, memory=store.memory, profiles=store.profiles)
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(ToolError) as caught:
                await remember(around, "my car is red")
        assert str(tmp_path) not in caught.value.message
        assert caught.value.message.startswith("I cannot reach my memory")
        assert await texts(around) == []


async def test_the_five_hundred_and_first_fact_is_refused(around: ToolDependencies) -> None:
    for number in range(500):
        stamp = NOW + timedelta(seconds=number)
        await around.memory.keep_fact(ME, f"fact {number}", "t1", stamp)
    with pytest.raises(ToolError, match="500 facts at the most"):
        await remember(around, "my car is red")


@pytest.mark.parametrize(
    ("goal", "fact", "code"),
    [
        ("do you know if Bob stole the car", "Bob stole the car", "not-asked"),
        ("I want to know whether Bob is guilty", "Bob is guilty", "not-asked"),
        ("would you know how to keep cats away", "cats away", "not-asked"),
        ("do you remember whether Bob is guilty", "Bob is guilty", "not-asked"),
        ("remember to ask whether Bob is guilty", "Bob is guilty", "not-your-words"),
        ("remind me to ask if Bob is guilty", "Bob is guilty", "not-your-words"),
    ],
)
async def test_a_question_is_not_a_fact_that_is_to_be_kept(
    around: ToolDependencies, goal: str, fact: str, code: str
) -> None:
    with pytest.raises(ToolError) as caught:
        await do(around, "remember", goal, fact=fact)
    assert caught.value.code == code
    assert await texts(around) == []


async def test_only_what_the_user_names_is_forgotten(around: ToolDependencies) -> None:
    await remember(around, "my sister's birthday is on 3 May")
    with pytest.raises(ToolError) as caught:
        await do(around, "forget", "delete the milk from my shopping list", about="sister birthday")
    assert caught.value.code == "not-your-words"
    assert await texts(around) == ["my sister's birthday is on 3 May"]
    receipt = await do(around, "forget", "forget my sister's birthday", about="sister birthday")
    assert receipt.kind is EFFECT
