"""The define_word tool: meanings, synonyms and antonyms of English words."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.spoken_lists import spoken
from jarvis_voice.language.en.word_forms import word_key
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.words.asked_words import Term
from jarvis_voice.tools.words.word_list import FoundWord, Meaning, WordList

log = logging.getLogger(__name__)

TOLD_MEANINGS = 2

_PARTS = {
    "n": "a noun",
    "v": "a verb",
    "a": "an adjective",
    "r": "an adverb",
    "c": "a conjunction",
    "p": "a preposition",
    "o": "a pronoun",
    "d": "a determiner",
    "x": "an auxiliary verb",
    "b": "an abbreviation",
}

_WORD = "[the (word|words|term|expression)] {word}"
_ABOUT = f"(of|for|to) {_WORD}"
_GIVE = (
    "[(give|tell|find|show|name) (me|us)|find|list|name|look up|search [for]|google|suggest|"
    "what (is|are|was|would be)|do you (know|have)|can you think of|i need|i want]"
)
_SENTENCES: dict[str, tuple[str, ...]] = {
    "meaning": (
        f"what (does|do|did) {_WORD} [actually|even|really|exactly|literally] mean [in english]",
        f"what [is] {_WORD} (means|mean)",
        f"(i don't know|i do not know|i forgot|explain) what {_WORD} (means|mean)",
        f"what does it mean to be {_WORD}",
        f"{_GIVE} [the|a] [dictionary|exact|correct|english] (meaning|definition) "
        f"(of|for|behind) {_WORD}",
        f"(define|definition|dictionary) {_WORD}",
        "what is meant by [the (word|term)] {word}",
        "{word} (meaning|definition)",
        "(explain|what is|look up) the (word|term|expression) {word}",
        "do you know [what] the word {word} [means]",
        f"(look up|look|find|check) {_WORD} [up] in (the|a|your|my) dictionary",
        f"what does (the|your|a) dictionary say (about|of|for) {_WORD}",
    ),
    "synonyms": (
        f"{_GIVE} [a|another|one|some|any|the|two|three|more|[a] few|a couple of|several] "
        f"(synonym|synonyms) {_ABOUT}",
        f"{_GIVE} ([an]other|[a] different|[a] (better|fancy|fancier|nicer|simpler|shorter|"
        f"stronger|similar)|an alternative|alternative|(one|some) other) "
        f"(word|words|term|terms) (for|than|to) {_WORD}",
        f"{_GIVE} [a|some] (word|words) (like|similar to|that mean the same as|"
        f"that means the same as|with the same meaning as) {_WORD}",
        f"what (word|words) (means|mean|is|are) the same (as|thing as) {_WORD}",
        f"[what is] (another|a different|a better|a nicer) way (to say|of saying) {_WORD}",
        f"(what|how) else can (i|you|one) (say|call|use) (for|instead of) {_WORD}",
        "(what|how) else can (i|you|one) call {word}",
        f"what can (i|you|one) (say|write|use) instead of {_WORD}",
        "[what are] {word} (synonym|synonyms)",
        "(thesaurus|synonym|synonyms) {word}",
    ),
    "antonyms": (
        f"{_GIVE} [the|an|some|any] (opposite|opposites|antonym|antonyms|contrary|opposite word) "
        f"{_ABOUT}",
        f"{_GIVE} [a|the] word that (is|means) the (opposite|contrary) of {_WORD}",
        f"(what|which) [word|words] (is|are|means) [the] opposite (of|to) {_WORD}",
        "[what is] {word} (antonym|antonyms|opposite|opposites)",
        "(antonym|antonyms) {word}",
    ),
}


class DefineWordArguments(Arguments):
    """A word, and what is asked about it."""

    word: Annotated[Term, Field(description="One English word, or a term of two or three.")]
    what: Annotated[
        Literal["meaning", "synonyms", "antonyms"], Field(description="What is asked about it.")
    ] = "meaning"


def tools(_: ToolDependencies) -> Iterator[Tool]:
    """define_word."""
    yield dictionary(WordList())


def dictionary(words: WordList) -> Tool:
    """The tool that looks into a list of words."""

    async def run(arguments: DefineWordArguments, _: ToolContext) -> ToolResult:
        found = await asyncio.to_thread(_looked_up, words, arguments.word)
        if found is None:
            receipt = Receipt(ReceiptKind.NO_OP, _unknown(arguments.word))
            return ToolResult(receipt, arguments.model_dump(), data={"unknown": True})
        return ToolResult(
            Receipt(ReceiptKind.LOOKUP, _told(found, arguments.what)),
            arguments.model_dump(),
            data={
                "word": found.entry.word,
                "meanings": [f"{_PARTS[one.part]}: {one.text}" for one in found.entry.meanings],
                "synonyms": [*found.entry.synonyms],
                "antonyms": [*found.entry.antonyms],
            },
        )

    return Tool(
        name="define_word",
        purpose='The dictionary: what one English word means (what="meaning"), other words for it '
        '(what="synonyms") or its opposite (what="antonyms"). Not for people, places or facts.',
        ability="say what words mean, and find synonyms and opposites",
        arguments=DefineWordArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
        sentences={one: {"what": what} for what, each in _SENTENCES.items() for one in each},
        fulfils=("define_word",),
    )


def _looked_up(words: WordList, word: str) -> FoundWord | None:
    try:
        return words.find(word)
    except (OSError, EOFError, ValueError, LookupError, zlib.error) as error:
        log.warning("the list of words cannot be read: %s", error)
        raise ToolError(
            "words-unreadable",
            "My list of words is missing or damaged. Install Jarvis again.",
            spoken="I cannot read my list of words.",
        ) from error


def _unknown(word: str) -> str:
    if len(word.split()) > 1:
        return f"I do not know the words {word}. Say for example: search for {word}."
    return f"I do not know the word {word}."


def _told(found: FoundWord, what: str) -> str:
    word = found.entry.word
    form = found.form if word_key(found.form) != word_key(word) else ""
    lead = f"{_begun(form)} is a form of {word}. " if form else ""
    match what:
        case "synonyms":
            return lead + _listed(
                found.entry.synonyms,
                f"Another word for {word} is",
                f"Other words for {word} are",
                f"I know no other word for {word}.",
            )
        case "antonyms":
            return lead + _listed(
                found.entry.antonyms,
                f"The opposite of {word} is",
                f"Opposites of {word} are",
                f"I know no opposite of {word}.",
            )
        case _:
            return lead + _meanings(word, found.entry.meanings[:TOLD_MEANINGS])


def _listed(words: Sequence[str], one: str, several: str, none: str) -> str:
    if not words:
        return none
    return f"{several if len(words) > 1 else one} {spoken(words)}."


def _meanings(word: str, meanings: Sequence[Meaning]) -> str:
    first, *others = meanings
    told = f"{_begun(word)}, {_PARTS[first.part]}: {first.text}."
    for other in others:
        also = "It can also mean" if other.part == first.part else f"As {_PARTS[other.part]}"
        told += f" {also}: {other.text}."
    return told


def _begun(word: str) -> str:
    return word[:1].upper() + word[1:]
