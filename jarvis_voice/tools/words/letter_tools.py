"""The tools spell and say_words: words letter by letter, and words that Jarvis says after you."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.spelled_letters import letters_of
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.words.asked_words import Said, Spelled

_WORD = "[the (word|words|name|term)] {word}"
_SPELLING = (
    f"spell [out] [for me] {_WORD} [out|out loud|for me|letter by letter|slowly|correctly|again]",
    f"how (do|would|can|should|did) (you|i|we|one|people) [correctly] spell {_WORD} [correctly]",
    f"how (to|do) spell {_WORD}",
    f"how (is|are) {_WORD} (spelled|spelt|written|spell)",
    f"how (do|would) (you|i|we|one) write {_WORD} [correctly]",
    f"[what is|give me|tell me] the [correct|right|exact] spelling (of|for) {_WORD}",
    f"[what is] [the] spelling of {_WORD}",
    f"(tell|show) me how (to spell|you spell|do you spell|one spells) {_WORD}",
    f"(what are|give me|tell me|say|read) the letters (of|in) {_WORD}",
    f"(what|which) letters are (there in|in) {_WORD}",
    "{word} how (do you spell that|is that spelled|is that spelt|do i spell that|do you spell it)",
    f"spell (check|correctly) {_WORD}",
)

_ME = "[after me|out loud|aloud|for me|please|loudly|once|now]"
_SAYING = (
    f"say {_ME} {{text}}",
    "say (the (word|words|sentence|phrase|name)|the following) {text}",
    "(say|repeat|speak) after me {text}",
    "(say|repeat) (this|these words|the following) after me {text}",
    "(say|repeat) these words {text}",
    "repeat {text} after me",
    "repeat (the (word|words|sentence|phrase|following)|these words|this sentence) {text}",
    "repeat (this|the following|it) after me {text}",
    "(read|speak|say) (out|aloud|out loud) (the (words|sentence|phrase|text)|the following) {text}",
    "read (this|the following) (out|aloud|out loud) [to me] {text}",
    "speak (the (word|words|sentence|phrase)|these words) {text}",
    "say {text} (after me|out loud|aloud|for me|loudly)",
    "i want you to say {text}",
    "(pronounce|how do you pronounce|how do i pronounce|how would you pronounce) "
    "[the (word|name)] {text}",
    "how (is|are) [the (word|name)] {text} pronounced",
    "(tell me how to|how to) pronounce [the (word|name)] {text}",
    "how (do|would) (you|i) say the (word|name) {text}",
    "[what is] the pronunciation of [the (word|name)] {text}",
)


_BACKWARDS = re.compile(r"(?P<word>\S.*?) (?:backwards?|in reverse|from the end)", re.I)
"""Says behind a word that its last letter comes first."""


class SpellArguments(Arguments):
    """What to spell."""

    word: Annotated[Spelled, Field(description="The word or the name to spell.")]


class SayWordsArguments(Arguments):
    """What to say."""

    text: Annotated[Said, Field(description="The user's own words, as they said them.")]


def tools(_: ToolDependencies) -> Iterator[Tool]:
    """Spell and say_words."""
    yield _spell()
    yield _say_words()


def _spell() -> Tool:
    async def run(arguments: SpellArguments, _: ToolContext) -> ToolResult:
        turned = _BACKWARDS.fullmatch(arguments.word)
        word = turned["word"] if turned else arguments.word
        letters = letters_of(word[::-1] if turned else word)
        spelled = f"{word}{' backwards' if turned else ''}: {letters}."
        return ToolResult(Receipt(ReceiptKind.LOOKUP, spelled), arguments.model_dump())

    return Tool(
        name="spell",
        purpose="Spell a word or a name letter by letter.",
        ability="spell words",
        arguments=SpellArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
        sentences={template: {} for template in _SPELLING},
        as_typed=("word",),
        fulfils=("spell",),
    )


def _say_words() -> Tool:
    async def run(arguments: SayWordsArguments, _: ToolContext) -> ToolResult:
        return ToolResult(Receipt(ReceiptKind.LOOKUP, arguments.text), arguments.model_dump())

    return Tool(
        name="say_words",
        purpose="Say the user's own words after them, where they ask for exactly that: "
        '"say banana", "repeat after me". Never for an answer.',
        ability="repeat words after you",
        arguments=SayWordsArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
        sentences={template: {} for template in _SAYING},
        in_words=("text",),
        as_typed=("text",),
        fulfils=("say_words",),
    )
