"""The tools for notes and lists: add entries, read them, remove them, clear a list.

Invariant: what is said to be on a list, or gone from it, was read back from the database.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.evidence import is_secret
from jarvis_voice.language.en.spoken_lists import (
    NOTES,
    WHICH_LIST,
    key_of,
    list_named,
    spoken,
    the_list,
    things_in,
)
from jarvis_voice.store.ports import MemoryStore
from jarvis_voice.store.records import Note
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error, check_known
from jarvis_voice.tools.memory import note_phrases
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

ListName = Annotated[str, Field(min_length=1, max_length=60)]


class ListArguments(Arguments):
    """The name of a list."""

    list: Annotated[
        ListName, Field(description="Name of the list: shopping; notes where none is named.")
    ] = NOTES


class EntryArguments(Arguments):
    """Entries of a list: "milk, eggs and bread"."""

    text: Annotated[
        str, Field(description="The entries, in the user's words.", min_length=1, max_length=1_000)
    ]
    list: Annotated[
        ListName, Field(description="Name of the list: shopping; notes where none is named.")
    ] = NOTES


_ADDING: dict[str, dict[str, str]] = {
    "(add|put|stick|pop|throw|write|place|get|include) {text} (to|on|onto|in) "
    "[my|the|our|a] {list} list": {},
    "(add|put|stick|write|include) {text} (to|on|onto|in) (my|the|our) list": {"list": "list"},
    "(add|put|write) {text} (to|in|into|on) (my|the) notes": {"list": NOTES},
    "add to [my|the|our] {list} list {text}": {},
    "[my|the|our] {list} list add {text}": {},
    "note that {text}": {"list": NOTES},
    "(put|add|stick) {text} (on|to|onto) (my|the|our) (shopping|groceries)": {"list": "shopping"},
    "(take|make|leave) a [quick|little|new] note [that|of|saying] {text}": {"list": NOTES},
    "(note|jot|write) down [that] {text}": {"list": NOTES},
    "(note|jot|write) {text} down": {"list": NOTES},
    "[make a] note to self {text}": {"list": NOTES},
    "(take|make|leave) a note to {text}": {"list": NOTES},
    "remember to {text}": {"list": "to-do"},
    "(don't|do not) forget to {text}": {"list": "to-do"},
    "(we|i) need [to buy|to get] {text} from the (shop|store|supermarket)": {"list": "shopping"},
}


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """add_note, read_notes, remove_note and clear_notes."""
    yield _add_note(around.memory)
    yield _read_notes(around.memory)
    yield _remove_note(around.memory)
    yield _clear_notes(around.memory)


def _add_note(memory: MemoryStore) -> Tool:
    async def run(arguments: EntryArguments, context: ToolContext) -> ToolResult:
        if is_secret(arguments.text):
            raise ToolError("secret", "I do not keep passwords or card numbers in notes.")
        user_id = context.origin.user_id
        with as_tool_error():
            name = await _which(memory, user_id, arguments.list)
            things = things_in(arguments.text, name)
            if not things:
                raise ToolError("add-what", f"What shall I add to {the_list(name)}?")
            before = {key_of(note.text) for note in await memory.notes(user_id, name)}
            new = [thing for thing in things if key_of(thing) not in before]
            if new:
                await memory.add_notes(user_id, name, new, context.now, context.turn_id)
            after = {note.text for note in await memory.notes(user_id, name)}
        if not after.issuperset(new):
            raise ToolError("not-added", f"I tried to add that to {the_list(name)}, in vain.")
        old = [thing for thing in things if thing not in new]
        kind = ReceiptKind.EFFECT if new else ReceiptKind.NO_OP
        receipt = Receipt(kind, note_phrases.added(name, new, old))
        return ToolResult(receipt, {"text": arguments.text, "list": name})

    return Tool(
        name="add_note",
        purpose="Write something on one of the user's lists (shopping, to-do, any name) or into "
        "the notes. Several things at once are given as the user said them, with commas.",
        ability="keep notes and lists",
        arguments=EntryArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("text", "list"),
        run=run,
        asked_by=frozenset(
            (
                *("add", "put", "stick", "stuck", "note", "notes", "write", "jot", "list", "pop"),
                *("include", "remember", "need", "buy"),
            )
        ),
        sentences=_ADDING,
        as_typed=("text",),
        fulfils=("add_note",),
    )


def _read_notes(memory: MemoryStore) -> Tool:
    async def run(arguments: ListArguments, context: ToolContext) -> ToolResult:
        user_id = context.origin.user_id
        with as_tool_error():
            name = await _which(memory, user_id, arguments.list)
            notes = await memory.notes(user_id, name)
            names = await memory.list_names(user_id)
        if not notes:
            check_known(memory)
            return ToolResult(
                Receipt(ReceiptKind.NO_OP, note_phrases.empty(name, names)), {"list": name}
            )
        data = {"entries": [note.text for note in notes]}
        receipt = Receipt(ReceiptKind.LOOKUP, note_phrases.read_aloud(name, notes))
        return ToolResult(receipt, {"list": name}, data=data)

    return Tool(
        name="read_notes",
        purpose="Read the user's notes, or one of their lists (shopping, to-do, any name).",
        ability="read your lists to you",
        arguments=ListArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences={
            "(what is|what's|what do i have|is there anything|do i have anything) on "
            "[my|the|our] {list} list": {},
            "(what is|what's|what do i have|what else is|what is left|is there anything|"
            "do i have anything) on (my|the|our) list": {"list": "list"},
            "(what are|read [me]|tell me|what is in) my (to-dos|todos|to dos|tasks)": {
                "list": "to-do"
            },
            "(read|tell|show|give) [me] (what is|what's|everything|all) on [my|the|our] "
            "{list} list": {},
            "(read|show|tell|give) [me] [out] [my|the|our] {list} list": {},
            "(read|show|tell|give) [me] [out] (my|the|our) list": {"list": "list"},
            "(read|show|check|tell me|give me|what are|list) [me] [out] (my|the|all my) notes": {
                "list": NOTES
            },
            "(what is|what's|what did i (write|note)) in my notes": {"list": NOTES},
            "what (do|did) i (have to|need to) do": {"list": "to-do"},
            "what do (i|we) (have to|need to) (buy|get)": {"list": "shopping"},
            "do i have any notes": {"list": NOTES},
            "how many (things|items|entries) (are|are there|do i have|have i got|is) (on|in) "
            "[my|the|our] {list} list": {},
            "[open|check|read back] my {list} list": {},
        },
        is_private=True,
        fulfils=("read_notes",),
    )


def _remove_note(memory: MemoryStore) -> Tool:
    async def run(arguments: EntryArguments, context: ToolContext) -> ToolResult:
        user_id = context.origin.user_id
        with as_tool_error():
            name = await _which(memory, user_id, arguments.list)
            notes = await memory.notes(user_id, name)
            found, missing = _meant(arguments.text, name, notes)
            if not found:
                check_known(memory)
                receipt = Receipt(ReceiptKind.NO_OP, note_phrases.not_there(name, missing))
                return ToolResult(receipt, {"text": arguments.text, "list": name})
            await memory.remove_notes(user_id, tuple(note.number for note in found))
            left = {note.number for note in await memory.notes(user_id, name)}
        if left & {note.number for note in found}:
            raise ToolError("not-removed", f"I tried to take that off {the_list(name)}, in vain.")
        observed = f"I have taken {spoken([note.text for note in found])} off {the_list(name)}."
        kind = ReceiptKind.PARTIAL if missing else ReceiptKind.EFFECT
        if missing:
            observed += f" {note_phrases.not_there(name, missing)}"
        return ToolResult(Receipt(kind, observed), {"text": arguments.text, "list": name})

    return Tool(
        name="remove_note",
        purpose="Cross something off one of the user's lists, or delete one of the notes.",
        ability="cross things off your lists",
        arguments=EntryArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("text", "list"),
        run=run,
        asked_by=frozenset(
            ("remove", "delete", "cross", "strike", "take", "scratch", "tick", "check", "off")
        ),
        sentences={
            "(cross|strike|scratch|tick|check|mark) {text} off [of|from] "
            "[my|the|our] {list} list": {},
            "(remove|delete|erase|take|drop|cross|strike) {text} (from|off|off of) "
            "[my|the|our] {list} list": {},
            "(remove|delete|take|cross|strike|tick) {text} (from|off) (my|the|our) list": {
                "list": "list"
            },
            "(cross|strike|scratch|tick|check) off {text} (on|from) (my|the|our) {list} list": {},
            "(cross|strike|scratch|tick|check) off {text}": {"list": "list"},
            "(cross|strike|tick) [off] {text} off": {"list": "list"},
            "get rid of {text} (on|from) [my|the|our] {list} list": {},
            "(remove|delete|erase) {text} from (my|the) notes": {"list": NOTES},
            "(remove|delete|erase) (my|the) note (about|that|saying) {text}": {"list": NOTES},
        },
    )


def _clear_notes(memory: MemoryStore) -> Tool:
    async def run(arguments: ListArguments, context: ToolContext) -> ToolResult:
        user_id = context.origin.user_id
        with as_tool_error():
            name = await _which(memory, user_id, arguments.list)
            notes = await memory.notes(user_id, name)
            if not notes:
                check_known(memory)
                receipt = Receipt(ReceiptKind.NO_OP, note_phrases.empty(name, ()))
                return ToolResult(receipt, {"list": name})
            await memory.remove_notes(user_id, tuple(note.number for note in notes))
            left = await memory.notes(user_id, name)
        if left:
            raise ToolError("not-cleared", f"I tried to clear {the_list(name)}, in vain.")
        gone = "1 entry is" if len(notes) == 1 else f"{len(notes)} entries are"
        observed = f"I have cleared {the_list(name)}: {gone} gone."
        return ToolResult(Receipt(ReceiptKind.EFFECT, observed), {"list": name})

    return Tool(
        name="clear_notes",
        purpose="Delete everything on one of the user's lists, or all notes.",
        ability="clear a list",
        arguments=ListArguments,
        tier="confirm",
        needs="talk",
        timeout_seconds=10,
        in_words=("list",),
        run=run,
        asked_by=frozenset(("clear", "empty", "wipe", "delete", "erase", "remove", "all")),
        sentences={
            "(clear|empty|wipe|delete|erase|reset) [out] "
            "[my|the|our] [whole|entire] {list} list": {},
            "(clear|empty|wipe|delete|erase) (my|the|our) list": {"list": "list"},
            "(clear|empty|wipe|delete|erase) [all] [of] (my|the) notes": {"list": NOTES},
            "(remove|delete|clear|take) (everything|all) (from|off|on) "
            "[my|the|our] {list} list": {},
        },
        readback=_clearing,
    )


def _clearing(arguments: ListArguments) -> str:
    return f"delete everything on {the_list(list_named(arguments.list) or 'only', 'your')}"


async def _which(memory: MemoryStore, user_id: str, asked: str) -> str:
    """The list that is meant: as it is called where it exists already, else by its plain name.

    Raises:
        ToolError: "The list", and there is not exactly one.
    """
    name, names = list_named(asked), await memory.list_names(user_id)
    if name:
        return next((one for one in names if key_of(one) == key_of(name)), name)
    lists = [one for one in names if one != NOTES]
    if len(lists) == 1:
        return lists[0]
    known = f"You have {spoken([*lists])}." if lists else "Say for example: the shopping list."
    raise ToolError("which-list", f"{WHICH_LIST} {known}")


def _meant(text: str, name: str, notes: Sequence[Note]) -> tuple[list[Note], list[str]]:
    """The entries that are meant, and the words for which there is none.

    Raises:
        ToolError: Several entries fit the same words.
    """
    found: list[Note] = []
    missing: list[str] = []
    whole = [note for note in notes if key_of(note.text) == key_of(text)]
    for thing in [text] if whole else things_in(text, name):
        key = key_of(thing)
        fitting = [note for note in notes if key_of(note.text) == key] or [
            note for note in notes if set(key) <= set(key_of(note.text))
        ]
        if len(fitting) > 1:
            which = spoken([note.text for note in fitting])
            raise ToolError("which-entry", f"Which one do you mean: {which}?")
        found += fitting
        missing += [] if fitting else [thing]
    return found, missing
