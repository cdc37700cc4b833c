"""The tools for notes and lists: add entries, read them, remove them, clear a list.

Invariant: what is said to be on a list, or gone from it, was read back from the database.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.evidence import is_secret
from jarvis_voice.language.en.spoken_lists import (
    ADD_WHAT,
    NOTES,
    WHICH_LIST,
    key_of,
    list_named,
    names_nothing,
    points,
    spoken,
    the_list,
    things_in,
)
from jarvis_voice.store.ports import MemoryStore
from jarvis_voice.store.records import Note
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error, check_known
from jarvis_voice.tools.memory import note_phrases
from jarvis_voice.tools.memory.note_match import entries_for, entry_in
from jarvis_voice.tools.memory.note_sentences import ADD, CLEAR, READ, REMOVE
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

_COMPARES = re.compile(r"(?:more|less|fewer) than\b|at least\b|enough\b", re.I)
WHICH_ENTRY = "Which one do you mean"

ListName = Annotated[str, Field(min_length=1, max_length=60)]


class ListArguments(Arguments):
    """The name of a list."""

    list: Annotated[
        ListName, Field(description="Name of the list: shopping; notes where none is named.")
    ] = NOTES


class ReadListArguments(ListArguments):
    """What to tell of a list: all of it, whether something is on it, how long it is."""

    text: Annotated[
        str, Field(description="Only whether these things are on it: milk.", max_length=200)
    ] = ""
    tell: Annotated[
        Literal["all", "count", "names", "first", "second", "third", "last", "after"],
        Field(
            description="All of it, how many things, one of them, what comes after text, or "
            "which lists there are."
        ),
    ] = "all"


class EntryArguments(Arguments):
    """Entries of a list: "milk, eggs and bread"."""

    text: Annotated[
        str, Field(description="The entries, in the user's words.", min_length=1, max_length=1_000)
    ]
    list: Annotated[
        ListName, Field(description="Name of the list: shopping; notes where none is named.")
    ] = NOTES


class RemoveArguments(ListArguments):
    """Entries to take off a list: by their words, or the one in its place."""

    text: Annotated[
        str, Field(description="The entries, in the user's words.", max_length=1_000)
    ] = ""
    which: Annotated[
        Literal["named", "first", "second", "third", "last"],
        Field(description="The one in this place, where none is named."),
    ] = "named"


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
            things = [] if names_nothing(arguments.text) else things_in(arguments.text, name)
            if not things:
                asked = Receipt(ReceiptKind.NO_OP, f"{ADD_WHAT} {the_list(name)}?")
                return ToolResult(asked, {"text": "", "list": name})
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
        sentences=ADD,
        as_typed=("text",),
        fulfils=("add_note",),
    )


def _read_notes(memory: MemoryStore) -> Tool:
    async def run(arguments: ReadListArguments, context: ToolContext) -> ToolResult:
        arguments = _as_asked(arguments)
        user_id, shown = context.origin.user_id, arguments.model_dump()
        with as_tool_error():
            names = await memory.list_names(user_id)
            if arguments.tell == "names":
                return _told(memory, note_phrases.lists(names), shown, is_there=bool(names))
            is_named, is_checked = bool(list_named(arguments.list)), arguments.tell != "after"
            if arguments.text and is_checked and not is_named:
                observed, where, is_there = await _anywhere(memory, user_id, arguments.text, names)
                shown["list"] = where or arguments.list
                return _told(memory, observed, shown, is_there=is_there)
            if not is_named and set(names) <= {NOTES} and not _is_newest(arguments, names):
                return _told(memory, note_phrases.lists(names), shown, is_there=False)
            if not is_named and _is_newest(arguments, names):
                name, notes = await _written_last(memory, user_id, names)
            else:
                name = await _which(memory, user_id, arguments.list)
                notes = await memory.notes(user_id, name)
        shown["list"] = name
        if arguments.text and not is_checked and notes:
            observed = _behind(arguments.text, name, notes)
            return _told(memory, observed, shown, is_there=True)
        if arguments.text:
            found, missing = entries_for(arguments.text, name, notes)
            observed = note_phrases.checked(name, found, missing)
            return _told(memory, observed, shown, is_there=bool(found))
        if not notes:
            return _told(memory, note_phrases.empty(name, names), shown, is_there=False)
        if arguments.tell == "all":
            observed, told = note_phrases.read_aloud(name, notes), [*notes]
        elif arguments.tell == "count":
            observed, told = note_phrases.counted(name, notes), [*notes]
        else:
            told = entry_in(notes, arguments.tell)
            observed = note_phrases.placed(name, arguments.tell, told)
        data = {"entries": [note.text for note in told]}
        return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), shown, data=data)

    return Tool(
        name="read_notes",
        purpose="Read the user's notes or one of their lists (shopping, to-do, any name), or tell "
        'whether text is on it, how many things are (tell="count"), or one of them (tell="last"); '
        'tell="names" tells which lists there are.',
        ability="read your lists to you",
        arguments=ReadListArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=READ,
        is_private=True,
        fulfils=("read_notes",),
    )


def _remove_note(memory: MemoryStore) -> Tool:
    async def run(arguments: RemoveArguments, context: ToolContext) -> ToolResult:
        user_id, shown = context.origin.user_id, arguments.model_dump()
        with as_tool_error():
            name = shown["list"] = await _which(memory, user_id, arguments.list)
            notes = await memory.notes(user_id, name)
            found, missing = _chosen(arguments, name, notes)
            if not found:
                check_known(memory)
                receipt = Receipt(ReceiptKind.NO_OP, note_phrases.not_there(name, missing))
                return ToolResult(receipt, shown)
            await memory.remove_notes(user_id, tuple(note.number for note in found))
            left = {note.number for note in await memory.notes(user_id, name)}
        if left & {note.number for note in found}:
            raise ToolError("not-removed", f"I tried to take that off {the_list(name)}, in vain.")
        observed = note_phrases.removed(name, found)
        kind = ReceiptKind.PARTIAL if missing else ReceiptKind.EFFECT
        if missing:
            observed += f" {note_phrases.not_there(name, missing)}"
        return ToolResult(Receipt(kind, observed), shown)

    return Tool(
        name="remove_note",
        purpose="Cross something off one of the user's lists, or delete one of the notes: text is "
        'what, or which its place ("last").',
        ability="cross things off your lists",
        arguments=RemoveArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        in_words=("text", "list"),
        run=run,
        asked_by=frozenset(
            ("remove", "delete", "cross", "strike", "take", "scratch", "tick", "check", "off")
        ),
        sentences=REMOVE,
    )


def _as_asked(arguments: ReadListArguments) -> ReadListArguments:
    """The question without words that name no thing."""
    if _COMPARES.match(arguments.text):  # "more than three": how many answers it, too
        return arguments.model_copy(update={"text": "", "tell": "count"})
    is_it = points(arguments.text)  # "which list is it on"
    return arguments.model_copy(update={"text": ""}) if is_it else arguments


def _told(
    memory: MemoryStore, observed: str, shown: dict[str, Any], *, is_there: bool
) -> ToolResult:
    """What is looked up; before it is told that nothing is there, it must be known."""
    if not is_there:
        check_known(memory)
    kind = ReceiptKind.LOOKUP if is_there or shown["text"] else ReceiptKind.NO_OP
    return ToolResult(Receipt(kind, observed), shown)


async def _anywhere(
    memory: MemoryStore, user_id: str, text: str, names: Sequence[str]
) -> tuple[str, str, bool]:
    """Which answer names things of any list, the list that was read, and whether they are on it."""
    lists = [one for one in names if one != NOTES]
    told, where = [], ""
    for name in [*lists, *(one for one in names if one == NOTES)]:
        found, missing = entries_for(text, name, await memory.notes(user_id, name))
        if found:
            told.append(note_phrases.checked(name, found, missing))
            where = where or name
    if told:
        return " ".join(told), where, True
    if len(lists) == 1:
        return note_phrases.checked(lists[0], [], things_in(text, lists[0])), lists[0], False
    return note_phrases.nowhere(things_in(text, "any")), "", False


def _is_newest(arguments: ReadListArguments, names: Sequence[str]) -> bool:
    """Whether it asks what was written down last, and there is something."""
    return arguments.tell == "last" and bool(names)


async def _written_last(
    memory: MemoryStore, user_id: str, names: Sequence[str]
) -> tuple[str, Sequence[Note]]:
    """The list on which something was written last, and its entries."""
    lists = [(name, await memory.notes(user_id, name)) for name in names]
    return max(lists, key=lambda one: max((note.number for note in one[1]), default=0))


def _behind(text: str, name: str, notes: Sequence[Note]) -> str:
    """The answer that names the entry after another one."""
    found, missing = entries_for(text, name, notes)
    if not found:
        return note_phrases.checked(name, found, missing)
    texts = [note.text for note in notes]
    return note_phrases.behind(name, found[0], texts[texts.index(found[0]) + 1 :])


def _chosen(
    arguments: RemoveArguments, name: str, notes: Sequence[Note]
) -> tuple[list[Note], list[str]]:
    """The entries that are to go, and the words for which there is none.

    Raises:
        ToolError: It is not clear which.
    """
    if arguments.which != "named":
        return entry_in(notes, arguments.which), []
    if arguments.text and not points(arguments.text):
        return _meant(arguments.text, name, notes)
    if len(notes) > 1:
        raise ToolError("which-entry", f"{WHICH_ENTRY}? {note_phrases.read_aloud(name, notes)}")
    return [*notes], []


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
        sentences=CLEAR,
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
            which = spoken([note.text for note in fitting], "or")
            raise ToolError("which-entry", f"{WHICH_ENTRY}: {which}?")
        found += fitting
        missing += [] if fitting else [thing]
    return found, missing
