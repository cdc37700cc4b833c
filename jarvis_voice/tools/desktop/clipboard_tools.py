"""The clipboard tool: reads the clipboard and puts words on it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.desktop.clipboard import MOST_BYTES, Clipboard, find_clipboard
from jarvis_voice.tools.registry import Arguments, Tier, Tool, ToolContext

LEAD = "The clipboard says:"
CITATION = "That is what the clipboard says."
SPOKEN_CHARACTERS = 300
LONGEST_TEXT = 10_000
LONGEST_COPY = 25_000
"""Longer than any answer: "copy that" copies one whole."""


_THE_CLIPBOARD = "(the|my) clipboard"
_WRITES = re.compile(r"\b(?:copy|put|write|place|set|add|save|store|paste|send|stick)\b", re.I)
_ASKS = re.compile(r"\b(?:did|have|had) (?:i|we) (?:just )?(?:copy|put|write|place|paste)\b", re.I)

_SENTENCES: dict[str, dict[str, Any]] = {
    f"(what is|what have i got|what do i have) (on|in) {_THE_CLIPBOARD}": {"action": "read"},
    f"(read|read me|read out|show|tell me|check) {_THE_CLIPBOARD} [aloud|out loud]": {
        "action": "read"
    },
    f"(read|read me|tell me) what is (on|in) {_THE_CLIPBOARD}": {"action": "read"},
    "what (did i|have i) [just] (copy|copied)": {"action": "read"},
    f"(copy|put|write) (this|the following) (to|on|onto) {_THE_CLIPBOARD} {{text}}": {
        "action": "write"
    },
    f"(copy|put|write|place) {{text}} (to|on|onto|in|into) {_THE_CLIPBOARD}": {"action": "write"},
}


class ClipboardArguments(Arguments):
    """What to do with the clipboard; `text` is what to put on it."""

    action: Annotated[
        Literal["read", "write"], Field(description="read tells what is copied; write copies text.")
    ]
    text: Annotated[str, Field(description="What to copy.", max_length=LONGEST_COPY)] = ""


def tools(_: ToolDependencies) -> Iterator[Tool]:
    """The clipboard, where the desktop has a means to reach it."""
    if found := find_clipboard():
        yield clipboard_tool(found)


def clipboard_tool(clipboard: Clipboard) -> Tool:
    """The tool over one clipboard."""

    async def run(arguments: ClipboardArguments, context: ToolContext) -> ToolResult:
        if arguments.action == "read":
            return await _read(clipboard, arguments)
        return await _copy(clipboard, arguments, context.goal)

    return Tool(
        name="clipboard",
        on_desktop=True,
        purpose='Read the text on the clipboard aloud (action="read"), or put the words in `text` '
        'on it (action="write"). Only when the user says so.',
        ability="read the clipboard and copy words to it",
        arguments=ClipboardArguments,
        tier=_tier,
        timeout_seconds=10,
        run=run,
        asked_by=frozenset({"clipboard", "copy", "copied", "paste", "pasteboard"}),
        sentences=_SENTENCES,
        brings_web_text=True,
        is_private=True,
        as_typed=("text",),
        fulfils=("clipboard", "copy_answer"),
    )


async def _read(clipboard: Clipboard, arguments: ClipboardArguments) -> ToolResult:
    text = await asyncio.to_thread(clipboard.read)
    receipt = Receipt(ReceiptKind.LOOKUP, f"{LEAD} {_spoken(text)}")
    if not text.strip():
        receipt = Receipt(ReceiptKind.NO_OP, "There is no text on the clipboard.")
    data = {"text": text[:LONGEST_TEXT], "lead": LEAD, "end": CITATION}
    return ToolResult(receipt, arguments.model_dump(), data=data)


async def _copy(clipboard: Clipboard, arguments: ClipboardArguments, goal: str) -> ToolResult:
    """Copy words, where the user asked for it: what was read from there may ask for it as well.

    Raises:
        ToolError: There are no words to copy.
    """
    if not arguments.text:
        raise ToolError("nothing-to-copy", "You did not say what to copy.")
    if goal and not _asks_to_write(goal):
        receipt = Receipt(ReceiptKind.NO_OP, "You did not ask me to copy that, so I did not.")
    else:
        receipt = await asyncio.to_thread(_write, clipboard, arguments.text)
    return ToolResult(receipt, arguments.model_dump())


def _asks_to_write(goal: str) -> bool:
    """Whether the user's words ask for more than to be told what is there."""
    return bool(_WRITES.search(_ASKS.sub("", goal)))


def _tier(arguments: ClipboardArguments) -> Tier:
    return "read" if arguments.action == "read" else "act"


def _write(clipboard: Clipboard, text: str) -> Receipt:
    if clipboard.read() == text:
        return Receipt(ReceiptKind.NO_OP, "That is on the clipboard already.")
    clipboard.write(text)
    if clipboard.read() != text:
        return Receipt(ReceiptKind.FAILED, "The clipboard did not take it.")
    return Receipt(ReceiptKind.EFFECT, "I have copied that to the clipboard.")


def _spoken(text: str) -> str:
    line = " ".join(text.split())
    if len(line) <= SPOKEN_CHARACTERS:
        return line
    if len(text.encode()) >= MOST_BYTES:
        return f"{line[:SPOKEN_CHARACTERS]} ... and much more."
    rest = len(line) - SPOKEN_CHARACTERS
    return f"{line[:SPOKEN_CHARACTERS]} ... and {rest} more characters."
