"""Flow: notes and lists, on a real database."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tools.around import NOW, run, surroundings, the_tool
from tools.templates import said

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ME, Receipt, ReceiptKind
from jarvis_voice.language.en.spoken_lists import list_named, things_in
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.memory.note_tools import tools
from jarvis_voice.tools.registry import ToolContext

pytestmark = pytest.mark.flow

EFFECT, LOOKUP, NO_OP = ReceiptKind.EFFECT, ReceiptKind.LOOKUP, ReceiptKind.NO_OP


@pytest.fixture
async def around(tmp_path: Path) -> AsyncIterator[ToolDependencies]:
    async with SqliteStore(tmp_path / "threads.db") as store:
        yield surroundings(tmp_path, memory=store.memory)


async def do(around: ToolDependencies, name: str, **arguments: Any) -> Receipt:
    return (await run(the_tool(tools, name, around), ToolContext(NOW), **arguments)).receipt


async def on(around: ToolDependencies, name: str) -> list[str]:
    return [note.text for note in await around.memory.notes(ME, name)]


async def test_several_things_are_added_and_read(around: ToolDependencies) -> None:
    added = await do(around, "add_note", text="milk, eggs and bread", list="shopping")
    assert added == Receipt(EFFECT, "I have added milk, eggs and bread to the shopping list.")
    read = await do(around, "read_notes", list="my shopping list")
    assert read == Receipt(LOOKUP, "On your shopping list: milk, eggs and bread.")


async def test_what_is_on_the_list_is_not_added_again(around: ToolDependencies) -> None:
    await do(around, "add_note", text="milk", list="shopping")
    again = await do(around, "add_note", text="the Milk", list="shopping")
    assert again == Receipt(NO_OP, "Milk is already on the shopping list.")
    both = await do(around, "add_note", text="milk and eggs", list="shopping")
    assert both.observed == "I have added eggs to the shopping list; milk was there already."
    assert await on(around, "shopping") == ["milk", "eggs"]


async def test_a_note_stays_whole(around: ToolDependencies) -> None:
    noted = await do(around, "add_note", text="call Ana, Ben and Carl at five")
    assert noted == Receipt(EFFECT, "I have noted: call Ana, Ben and Carl at five.")
    await do(around, "add_note", text="water the plants")
    read = await do(around, "read_notes")
    assert read.observed == "You have 2 notes: call Ana, Ben and Carl at five; water the plants."


async def test_a_list_is_the_same_however_it_is_named(around: ToolDependencies) -> None:
    await do(around, "add_note", text="call mom", list="to do")
    await do(around, "add_note", text="present for Ana", list="Birthday ideas")
    assert await on(around, "to-do") == ["call mom"]
    assert (await do(around, "read_notes", list="birthday idea")).kind is LOOKUP


async def test_the_list_is_the_only_one_or_it_asks(around: ToolDependencies) -> None:
    with pytest.raises(ToolError, match="Which list do you mean"):
        await do(around, "add_note", text="milk", list="list")
    await do(around, "add_note", text="eggs", list="shopping")
    await do(around, "add_note", text="milk", list="list")
    assert await on(around, "shopping") == ["eggs", "milk"]
    await do(around, "add_note", text="call mom", list="to-do")
    with pytest.raises(ToolError, match="You have shopping and to-do"):
        await do(around, "read_notes", list="list")


async def test_things_are_crossed_off(around: ToolDependencies) -> None:
    await do(around, "add_note", text="milk, a dozen eggs and bread", list="shopping")
    one = await do(around, "remove_note", text="eggs", list="shopping")
    assert one == Receipt(EFFECT, "I have taken a dozen eggs off the shopping list.")
    some = await do(around, "remove_note", text="milk and butter", list="shopping")
    assert some == Receipt(
        ReceiptKind.PARTIAL,
        "I have taken milk off the shopping list. Butter is not on the shopping list.",
    )
    none = await do(around, "remove_note", text="milk", list="shopping")
    assert none == Receipt(NO_OP, "Milk is not on the shopping list.")
    assert await on(around, "shopping") == ["bread"]


async def test_of_two_that_fit_it_asks_and_crosses_off_none(around: ToolDependencies) -> None:
    await do(around, "add_note", text="oat milk, soy milk", list="shopping")
    with pytest.raises(ToolError, match="Which one do you mean: oat milk or soy milk"):
        await do(around, "remove_note", text="milk", list="shopping")
    assert len(await on(around, "shopping")) == 2


async def test_a_list_is_cleared_after_a_readback_and_the_others_stay(
    around: ToolDependencies,
) -> None:
    await do(around, "add_note", text="milk, eggs", list="shopping")
    await do(around, "add_note", text="call mom", list="to-do")
    tool = the_tool(tools, "clear_notes", around)
    arguments = tool.arguments.model_validate({"list": "my shopping list"})
    assert tool.tier_of(arguments) == "confirm"
    assert tool.readback
    assert tool.readback(arguments) == "delete everything on your shopping list"
    cleared = await do(around, "clear_notes", list="shopping")
    assert cleared == Receipt(EFFECT, "I have cleared the shopping list: 2 entries are gone.")
    empty = await do(around, "read_notes", list="shopping")
    assert empty == Receipt(
        NO_OP, "There is nothing on your shopping list. There is something on your to-do list."
    )
    assert (await do(around, "clear_notes", list="shopping")).kind is NO_OP


async def test_a_long_list_is_read_in_part_and_counted(around: ToolDependencies) -> None:
    await around.memory.add_notes(ME, "shopping", [f"thing {n}" for n in range(12)], NOW)
    read = (await do(around, "read_notes", list="shopping")).observed
    assert read.startswith("There are 12 things on the shopping list. The first 10 are: thing 0,")
    assert "thing 11" not in read


@pytest.mark.parametrize("text", ["my PIN is 1234", "wifi password is hunter2"])
async def test_a_secret_is_not_noted(around: ToolDependencies, text: str) -> None:
    with pytest.raises(ToolError, match="passwords or card numbers"):
        await do(around, "add_note", text=text)
    assert await on(around, "notes") == []


async def test_nothing_is_noted_where_one_entry_is_too_long(around: ToolDependencies) -> None:
    with pytest.raises(ToolError, match="300 characters"):
        await do(around, "add_note", text="milk, " + "x" * 301, list="shopping")
    assert await on(around, "shopping") == []


@pytest.mark.parametrize(
    ("text", "list_name", "things"),
    [
        ("milk and eggs", "shopping", ["milk", "eggs"]),
        ("some milk and the eggs, milk", "shopping", ["milk", "eggs"]),
        ("milk, eggs, and bread.", "shopping", ["milk", "eggs", "bread"]),
        ("mac and cheese", "shopping", ["mac and cheese"]),
        ("half and half", "shopping", ["half and half"]),
        ("call Ana and Ben", "to-do", ["call Ana and Ben"]),
        ("call mom, buy milk and fix the bike", "to-do", ["call mom", "buy milk", "fix the bike"]),
        ("buy a, b", "notes", ["buy a, b"]),
        (" ,. ", "shopping", []),
    ],
)
def test_what_is_one_thing_and_what_are_several(
    text: str, list_name: str, things: list[str]
) -> None:
    assert things_in(text, list_name) == things


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("my To Do list", "to-do"),
        ("groceries", "shopping"),
        ("The Shopping List.", "shopping"),
        ("notes", "notes"),
        ("the list", ""),
        ("birthday ideas", "birthday ideas"),
    ],
)
def test_a_list_has_one_name(said: str, name: str) -> None:
    assert list_named(said) == name


# ---- whether something is there, how much there is, and the one in its place


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("milk", "Yes, I found milk on the shopping list."),
        ("egg", "Yes, I found eggs on the shopping list."),
        ("sugar", "No, I found no sugar on the shopping list."),
        ("milk and sugar", "Yes, I found milk on the shopping list, but no sugar."),
    ],
)
@pytest.mark.parametrize("name", ["shopping", "my list"])
async def test_whether_something_is_on_the_list_is_told(
    around: ToolDependencies, text: str, told: str, name: str
) -> None:
    await do(around, "add_note", text="milk and eggs", list="shopping")
    assert await do(around, "read_notes", text=text, list=name) == Receipt(LOOKUP, told)


async def test_without_its_list_a_thing_is_looked_for_on_all(around: ToolDependencies) -> None:
    await do(around, "add_note", text="milk", list="shopping")
    await do(around, "add_note", text="glue", list="hobby")
    found = await do(around, "read_notes", text="glue", list="my list")
    assert found.observed == "Yes, I found glue on the hobby list."
    missing = await do(around, "read_notes", text="tape", list="my list")
    assert missing.observed == "No, I found no tape on any of your lists."


@pytest.mark.parametrize(
    ("tell", "told"),
    [
        ("count", "There are 3 things on the shopping list."),
        ("first", "The first thing on the shopping list: milk."),
        ("last", "The last thing on the shopping list: bread."),
        ("names", "You have the shopping list."),
    ],
)
async def test_parts_of_a_list_are_told(around: ToolDependencies, tell: str, told: str) -> None:
    await do(around, "add_note", text="milk, eggs and bread", list="shopping")
    assert await do(around, "read_notes", list="shopping", tell=tell) == Receipt(LOOKUP, told)


async def test_what_was_added_last_is_told_whichever_list_it_is_on(
    around: ToolDependencies,
) -> None:
    await do(around, "add_note", text="milk", list="shopping")
    await do(around, "add_note", text="call Ana", list="to-do")
    asked = {"list": "list", "tell": "last"}
    assert await do(around, "read_notes", **asked) == Receipt(
        LOOKUP, "The last thing on the to-do list: call Ana."
    )
    await do(around, "add_note", text="eggs", list="shopping")
    assert (await do(around, "read_notes", **asked)).observed == (
        "The last thing on the shopping list: eggs."
    )


async def test_no_list_is_asked_about_where_there_is_none(around: ToolDependencies) -> None:
    for tell in ("all", "count", "last", "after"):
        read = await do(around, "read_notes", list="list", tell=tell)
        assert read == Receipt(NO_OP, "You have no lists.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("milk", "After milk: eggs."),
        ("eggs", "Nothing comes after eggs on the shopping list."),
        ("tea", "No, I found no tea on the shopping list."),
    ],
)
async def test_what_comes_after_an_entry_is_told(
    around: ToolDependencies, text: str, told: str
) -> None:
    await do(around, "add_note", text="milk and eggs", list="shopping")
    read = await do(around, "read_notes", list="shopping", text=text, tell="after")
    assert read.observed == told


async def test_the_newest_thing_on_the_to_do_list_is_on_that_list(around: ToolDependencies) -> None:
    await do(around, "add_note", text="call Ana", list="to do")
    assert (await do(around, "read_notes", list="do")).observed == "On your to-do list: call Ana."


async def test_the_last_note_is_read_and_deleted(around: ToolDependencies) -> None:
    await do(around, "add_note", text="the key is under the mat")
    await do(around, "add_note", text="water the plants")
    assert (await do(around, "read_notes", tell="last")).observed == (
        "Your last note: water the plants."
    )
    gone = await do(around, "remove_note", which="last")
    assert gone == Receipt(EFFECT, "I have deleted the note: water the plants.")
    assert await on(around, "notes") == ["the key is under the mat"]


async def test_that_note_is_the_only_one_or_is_asked_for(around: ToolDependencies) -> None:
    await do(around, "add_note", text="the key is under the mat")
    await do(around, "add_note", text="water the plants")
    with pytest.raises(ToolError) as error:
        await do(around, "remove_note", text="it")
    assert error.value.message.startswith("Which one do you mean? You have 2 notes")
    await do(around, "remove_note", which="first")
    assert (await do(around, "remove_note")).kind is EFFECT


async def test_whether_there_are_more_is_answered_by_how_many_there_are(
    around: ToolDependencies,
) -> None:
    await do(around, "add_note", text="milk and eggs", list="shopping")
    told = await do(around, "read_notes", text="more than three things", list="shopping")
    assert told.observed == "There are 2 things on the shopping list."


@pytest.mark.parametrize(
    "text", ["those", "something", "a few things", "one more thing", "something else", "an item"]
)
async def test_words_that_name_nothing_are_asked_about(around: ToolDependencies, text: str) -> None:
    asked = await do(around, "add_note", text=text, list="shopping")
    assert asked == Receipt(NO_OP, "What shall I add to the shopping list?")


@pytest.mark.parametrize(
    ("said_so", "name", "arguments"),
    [
        ("is milk on my shopping list", "read_notes", {"text": "milk", "list": "shopping"}),
        ("do i have milk on my list", "read_notes", {"text": "milk", "list": "list"}),
        ("did i add milk to the list", "read_notes", {"text": "milk", "list": "list"}),
        ("how many things are on my list", "read_notes", {"tell": "count", "list": "list"}),
        ("is anything left on my list", "read_notes", {"list": "list"}),
        ("check if tea is on my list", "read_notes", {"text": "tea", "list": "list"}),
        ("count the things on my list", "read_notes", {"tell": "count", "list": "list"}),
        ("mark tea as done", "remove_note", {"text": "tea", "list": "to-do"}),
        ("what is first on my list", "read_notes", {"tell": "first", "list": "list"}),
        ("read my last note", "read_notes", {"tell": "last", "list": "notes"}),
        ("delete the last note", "remove_note", {"which": "last", "list": "notes"}),
        ("delete that note", "remove_note", {"list": "notes"}),
        ("which lists do i have", "read_notes", {"tell": "names"}),
    ],
)
def test_it_is_asked_in_these_words(said_so: str, name: str, arguments: dict[str, str]) -> None:
    tool = the_tool(tools, name, surroundings())
    assert said(tool, said_so) == arguments


async def test_a_thing_is_found_on_every_list_and_in_the_notes(around: ToolDependencies) -> None:
    await do(around, "add_note", text="white paint", list="diy")
    await do(around, "add_note", text="paint", list="shopping")
    await do(around, "add_note", text="the paint is in the shed")
    found = await do(around, "read_notes", text="paint", list="list")
    assert found == Receipt(
        LOOKUP,
        "Yes, I found white paint on the diy list. Yes, I found paint on the shopping list. "
        "Yes: the paint is in the shed.",
    )
    assert (await do(around, "read_notes", text="milk", list="list")).observed == (
        "No, I found no milk on any of your lists."
    )


async def test_it_is_what_is_on_the_list(around: ToolDependencies) -> None:
    await do(around, "add_note", text="milk", list="shopping")
    read = await do(around, "read_notes", text="it", list="shopping")
    assert read.observed == "On your shopping list: milk."
