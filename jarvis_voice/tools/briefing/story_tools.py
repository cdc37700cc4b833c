"""The tools that do something with a story of the briefing: open it, save it, want less of it.

Invariant: an address comes from the briefing that was read, never from words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.public_url import not_public, public_url
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.language.en.quotation import one_sentence
from jarvis_voice.language.en.spoken_lists import list_named, the_list
from jarvis_voice.language.en.trigger_words import SHOWING
from jarvis_voice.store.ports import MemoryStore
from jarvis_voice.tools.briefing.briefing_results import ORIGIN, page_of
from jarvis_voice.tools.briefing.briefing_sentences import OPEN, SAVE, TASTE
from jarvis_voice.tools.briefing.briefing_tools import StoryArguments
from jarvis_voice.tools.briefing.reader import BriefingReader
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.effect_place import EffectPlaces
from jarvis_voice.tools.errors import as_tool_error
from jarvis_voice.tools.registry import Tool, ToolContext
from jarvis_voice.tools.web.home_addresses import LookUp, leads_home

READING_LIST = "reading"
"""Where a story is kept when no list is named."""

_LONGEST_TITLE = 160
_TOLD = {
    "less": "I will read you less from {what}.",
    "more": "I will read you more from {what}.",
    "mute": "I will read you nothing more from {what}.",
}
_TOLD_WORD = {
    "less": "I will read you less about {what}.",
    "more": "I will read you more about {what}.",
    "mute": "I will read you nothing more about {what}.",
}


class SaveStoryArguments(StoryArguments):
    """A story of the briefing, and the list that it goes on."""

    list: Annotated[str, Field(description="Name of the list.", max_length=60)] = READING_LIST


class TasteArguments(StoryArguments):
    """What the user wants more of, less of, or not at all."""

    taste: Annotated[
        Literal["less", "more", "mute"], Field(description="Less, more, or nothing of it.")
    ]
    about: Annotated[
        str,
        Field(
            description="A topic or a website, in the user's words; empty is what the story is of.",
            max_length=60,
        ),
    ] = ""


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """open_story, save_story and rate_story."""
    reader = BriefingReader.of(around)
    if reader is None:
        return
    yield _open_story(reader, around.effects, around.edge.look_up)
    yield _save_story(reader, around.memory)
    yield _rate_story(reader)


def _open_story(reader: BriefingReader, effects: EffectPlaces, look_up: LookUp | None) -> Tool:
    async def run(arguments: StoryArguments, context: ToolContext) -> ToolResult:
        story = (await reader.heard(context)).story(arguments.story)
        url = public_url(page_of(story))
        if look_up and await leads_home(url.host, look_up):
            raise not_public("it leads to a local machine")
        receipt = await effects.at(context.origin.place).open_page(url)
        title = visible_line(story.scored.title)
        data = {"title": title, "host": url.host.removeprefix("www."), "origin": ORIGIN}
        return ToolResult(receipt, {"url": url.url}, data=data)

    return Tool(
        name="open_story",
        purpose="Open the page of a story of the briefing in the user's browser.",
        ability="open the page of a story",
        arguments=StoryArguments,
        tier="act",
        at_place=True,
        timeout_seconds=10,
        run=run,
        asked_by=SHOWING,
        sentences=OPEN,
        brings_web_text=True,
        fulfils=("open_story",),
        opens="site",
        fails="I could not open the page",
    )


def _save_story(reader: BriefingReader, memory: MemoryStore) -> Tool:
    async def run(arguments: SaveStoryArguments, context: ToolContext) -> ToolResult:
        story = (await reader.heard(context)).story(arguments.story)
        name = list_named(arguments.list) or READING_LIST
        title = one_sentence(visible_line(story.scored.title)[:_LONGEST_TITLE], ", ")
        entry, user_id = f"{title} {page_of(story)}", context.origin.user_id
        with as_tool_error():
            before = {note.text for note in await memory.notes(user_id, name)}
            if entry in before:
                told = Receipt(ReceiptKind.NO_OP, f"It is on {the_list(name, 'your')} already.")
                return ToolResult(told, {"list": name})
            await memory.add_notes(user_id, name, [entry], context.now, context.turn_id)
            after = {note.text for note in await memory.notes(user_id, name)}
        if entry not in after:
            raise ToolError("not-added", f"I tried to add it to {the_list(name, 'your')}, in vain.")
        receipt = Receipt(ReceiptKind.EFFECT, f"It is on {the_list(name, 'your')} now.")
        return ToolResult(receipt, {"list": name, "url": page_of(story)})

    return Tool(
        name="save_story",
        purpose="Write a story of the briefing, with its address, on one of the user's lists.",
        ability="keep a story on a list",
        arguments=SaveStoryArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        run=run,
        asked_by=frozenset(
            ("save", "keep", "add", "put", "bookmark", "store", "write", "remember")
        ),
        sentences=SAVE,
        brings_web_text=True,
        fulfils=("save_story",),
    )


def _rate_story(reader: BriefingReader) -> Tool:
    async def run(arguments: TasteArguments, context: ToolContext) -> ToolResult:
        what = arguments.about.strip(" .,!?")
        if not what:
            story = (await reader.heard(context)).story(arguments.story)
            what = story.scored.sources[0].host
        with as_tool_error():
            await reader.desk.note_taste(
                context.origin.user_id, arguments.taste, what, context.turn_id
            )
        said = _TOLD if "." in what else _TOLD_WORD
        words = said[arguments.taste].format(what=what)
        if not arguments.about:
            words = f'{words} For a topic, say: "no news about", and what it is about.'
        receipt = Receipt(ReceiptKind.EFFECT, words)
        return ToolResult(receipt, {"taste": arguments.taste, "about": what})

    return Tool(
        name="rate_story",
        purpose="Keep that the user wants more or less of what a story of the briefing is of, or "
        "nothing of a topic or a website.",
        ability="learn what you want to hear of",
        arguments=TasteArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        run=run,
        in_words=("about",),
        asked_by=frozenset(
            ("less", "more", "fewer", "no", "mute", "block", "stop", "never", "not", "leave")
        ),
        sentences=TASTE,
        fulfils=("rate_story",),
    )
