"""The tools as the local planner sees them: real schemas and sentences, and nothing carried out."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Literal, cast

from tools.around import surroundings

import jarvis_voice.tools
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.desktop.clipboard import Clipboard
from jarvis_voice.tools.desktop.clipboard_tools import clipboard_tool
from jarvis_voice.tools.media import media_tools
from jarvis_voice.tools.media.media_tools import volume_tool
from jarvis_voice.tools.registry import Arguments, NoArguments, Registry, Tool, ToolContext


async def _run(arguments: Arguments, _: ToolContext) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.LOOKUP, "It is so."), arguments.model_dump())


def tool(
    name: str,
    arguments: type[Arguments] = NoArguments,
    sentences: Mapping[str, Mapping[str, Any]] | None = None,
) -> Tool:
    """A tool that only has a schema and sentences."""
    return Tool(name, "", name, arguments, "read", 5, _run, sentences=sentences or {})


class Weather(Arguments):
    place: str = ""
    day: Literal["now", "today", "tonight", "tomorrow", "weekend"] = "now"


class GetTime(Arguments):
    what: Literal["time", "date"] = "time"
    place: str = ""


class Convert(Arguments):
    what: str
    to: str


class Volume(Arguments):
    change: Literal["up", "down", "mute", "unmute", "set"]
    percent: int | None = None


class Media(Arguments):
    action: Literal["play_pause", "play", "pause", "next", "previous", "stop"]


class ClipboardArguments(Arguments):
    action: Literal["read", "write"]
    text: str = ""


class AddNote(Arguments):
    text: str
    list: str = ""


class Named(Arguments):
    list: str = ""


class About(Arguments):
    about: str


class Topic(Arguments):
    topic: str


class Question(Arguments):
    question: str


class PictureQuestion(Arguments):
    path: str
    question: str


class Fact(Arguments):
    fact: str


class ReadPage(Arguments):
    url_index: int
    part: int = 1


SENTENCES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "weather": {
        "what is the weather [like] [in {place}] [{day}]": {},
        "[what is the] weather in {place}": {},
        "will it rain [in {place}] [{day}]": {},
    },
    "get_time": {"what time is it in {place}": {"what": "time"}},
    "convert": {"convert {what} to {to}": {}, "what is {what} in {to}": {}},
    "volume": {"set the volume to {percent} [percent]": {"change": "set"}},
    "media": {"(do|press) {action}": {}},
    "clipboard": {"copy {text} to the clipboard": {"action": "write"}},
    "add_note": {
        "add {text} to [the|my] {list} list": {},
        "(note|note down) {text}": {},
    },
    "read_notes": {"what is on my {list} list": {}, "read my notes": {}},
    "wikipedia": {"what does wikipedia say about {topic}": {}},
    "remember": {"remember that {fact}": {}},
    "recall": {"where is my {about}": {}},
    "forget": {"forget about {about}": {}},
}
SCHEMAS: Mapping[str, type[Arguments]] = {
    "weather": Weather,
    "get_time": GetTime,
    "convert": Convert,
    "volume": Volume,
    "media": Media,
    "clipboard": ClipboardArguments,
    "add_note": AddNote,
    "read_notes": Named,
    "wikipedia": Topic,
    "remember": Fact,
    "recall": About,
    "forget": About,
    "research": Question,
    "read_page": ReadPage,
    "look_at_screen": Question,
    "look_at_picture": PictureQuestion,
}


def doubles() -> Iterator[Tool]:
    """Tools of every kind of argument, with a few sentences each."""
    return (tool(name, SCHEMAS[name], SENTENCES.get(name)) for name in SCHEMAS)


def all_tools(around: ToolDependencies) -> Registry:
    """What ships, as on a desktop that has every means, and doubles of the rest."""
    found = {one.name: one for one in ship_tools(around)}
    for module in walk_packages(jarvis_voice.tools.__path__, "jarvis_voice.tools."):
        if module.name.endswith("_tools"):
            family = import_module(module.name)
            found |= {one.name: one for one in getattr(family, "tools", lambda _: ())(around)}
    here = (
        volume_tool(()),
        media_tools.media_tool(),
        clipboard_tool(cast("Clipboard", None)),
    )
    found |= {one.name: one for one in here}
    return Registry(*found.values(), *(one for one in doubles() if one.name not in found))


def registry_with(*others: Tool) -> Registry:
    """The doubles, and what ships where there is no double."""
    mine = {one.name: one for one in (*doubles(), *others)}
    shipped = ship_tools(surroundings(applications=Applications({}, "linux")))
    return Registry(*(mine.pop(one.name, one) for one in shipped), *mine.values())
