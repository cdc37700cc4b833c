"""Feeds texts that are the worst of their kind to everything on the loop that reads foreign text.

Invariant: twice the text makes about twice the work. Calls are counted, which is the same on every
machine. What one pattern does inside a single call cannot be counted in this Python: there the time
of this thread alone is taken, of four times the text, and only where it is long.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from time import thread_time
from types import FrameType, MappingProxyType

from jarvis_voice.assistant.planning.claims import claims_an_act
from jarvis_voice.assistant.planning.prompts import without_urls
from jarvis_voice.assistant.planning.reply_length import units_within
from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.paths import find_paths
from jarvis_voice.engines.llm.langchain_messages import unfenced
from jarvis_voice.language.en.evidence import in_own_words
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.language.en.sentences import SentenceSplitter, split_sentences
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.platform.gc import gc_paused
from jarvis_voice.tools.research.speech import sayable
from jarvis_voice.tools.web.page_tools import spoken_extract
from jarvis_voice.tools.web.search import LONGEST_SNIPPET, plain

PIECES = (
    *("a.", "a-", "a_", "a@", "a", "A ", "I ", "dr. ", "etc. ", "e.g. ", "a. ", "1. ", "x\n", ". "),
    *("I know and ", "I, ", "and then ", "been ", "timer ", "is now ", "mail opened ", "for you "),
    *("what ", "? ", "!", "?", "...", "\u2026", ",", ", ", ";", ":", "-", "--", "\u2013", "\u2014"),
    *("[", "]", "(", ")", "[a](", "![", "<", ">", "<b", "<!--", "-->", "{", "`", "```", "~~~\n"),
    *(
        "*",
        "**",
        " *a",
        "_",
        " _a",
        "#",
        "# ",
        "|",
        " | ",
        "|-",
        "> ",
        "- ",
        "\\",
        '"',
        "'",
        "\u201d",
    ),
    *(
        "1",
        "0",
        "7 ",
        "1-",
        "1,",
        "1,111",
        "1/",
        "1:",
        "10:10 ",
        "$1",
        "1%",
        "5 km ",
        "3rd ",
        "+1 12",
    ),
    *("http://", "//", "www.", "a.com/", "https://a.b/c ", "a..com/", "&", "&amp;", "&#", "@", "="),
    *(
        "um ",
        "no, wait ",
        "actually, ",
        "please ",
        "hey jarvis ",
        "remind me to ",
        "open ",
        "twenty ",
    ),
    *(
        " ",
        "\t",
        "\n",
        "\u00a0",
        "\u0301",
        "\u0345",
        "\ufdfa",
        "\u200b",
        "\U0001f600",
        "\u0130",
        "\0",
    ),
)
"""What such texts are made of: all that a pattern here begins with, goes on with or ends with."""

STREAMED_CHARACTERS = 20
"""Of one piece of a streamed answer."""

MOST_TIMES = 2.2
"""How much more work twice the text may make."""

CALLS_A_CHARACTER = 40
"""So few are no trouble: a text that is cut, or whose first half is taken for code, may grow by
leaps, and never makes more."""

LONG_SECONDS = 0.1
"""Of this thread; what is done sooner is not looked at: its time would say nothing."""

MOST_TIMES_OF_FOUR = 10
"""How much longer four times the text may take: work as its square takes 16 times as long."""


def _streamed(text: str) -> object:
    splitter = SentenceSplitter()
    pieces = range(0, len(text), STREAMED_CHARACTERS)
    told = [splitter.feed(text[at : at + STREAMED_CHARACTERS]) for at in pieces]
    return told, splitter.flush()


@cache
def _grammar() -> Grammar:
    """The shipped sentences: a user's own are no strangers' text."""
    return Grammar.load(find_paths({"JARVIS_HOME": os.devnull}))


READERS: Mapping[str, Callable[[str], object]] = MappingProxyType(
    {
        "the sentences of a text": split_sentences,
        "the sentences of a stream": _streamed,
        "the length of a reply": units_within,
        "claims": lambda text: claims_an_act(text, strict=True),
        "addresses in a prompt": without_urls,
        "text for speech": speakable,
        "normalization": clean,
        "facts in a sentence": lambda text: in_own_words("my car is on level 3", text),
        "a title": lambda text: plain(text, LONGEST_SNIPPET),
        "the beginning of a page": spoken_extract,
        "an answer from pages": lambda text: sayable(text, 3, 500),
        "a fenced answer": lambda text: unfenced("```json\n" + text),
    }
)
"""All that reads foreign text on the loop, by what it looks for."""


def hostile_text(chance: random.Random, n_characters: int) -> str:
    """A text of so many characters that says the same few pieces again and again."""
    pieces = [chance.choice(PIECES) * chance.choice((1, 1, 1, 2, 7)) for _ in range(4)]
    unit = "".join(pieces[: chance.randint(1, len(pieces))])
    return (unit * (n_characters // len(unit) + 1))[:n_characters]


def calls_of(reader: Callable[[str], object], text: str) -> int:
    """How many calls it takes to read a text; the same each time and on every machine."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event.endswith("call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        reader(text)
    finally:
        sys.setprofile(before)
    return calls


def growth(name: str, reader: Callable[[str], object], text: str) -> str | None:
    """What is wrong with how a reader's work grows; None where it grows as the text does."""
    once, twice = calls_of(reader, text), calls_of(reader, text + text)
    is_much = twice > CALLS_A_CHARACTER * len(text + text)
    if is_much and twice > MOST_TIMES * once:
        return f"Twice the text takes {name} {twice} calls instead of {once}."
    long = _seconds(reader, text * 4)
    if long < LONG_SECONDS:
        return None
    short = min(_seconds(reader, text) for _ in range(3))
    long = min(long, *(_seconds(reader, text * 4) for _ in range(2)))  # others work beside it
    if long > MOST_TIMES_OF_FOUR * short:
        return f"Four times the text takes {name} {long / short:.0f} times as long."
    return None


async def hostile_texts_round(chance: random.Random, folder: Path) -> str | None:
    """One text to all readers.

    Args:
        chance: Where the text comes from.
        folder: Empty, and stays so.

    Returns:
        None when everything held, else one sentence that says what gave way.
    """
    del folder  # nothing is written
    text = hostile_text(chance, chance.randint(2_000, 8_000))
    readers = {**READERS, "the grammar": _grammar().understand}
    for name, reader in readers.items():
        try:
            if trouble := growth(name, reader, text):
                return f"{trouble} It begins {text[:40]!r}."
        except Exception as error:  # noqa: BLE001 - whatever a text makes a reader raise is the finding
            return f"{name} raised {type(error).__name__} at a text that begins {text[:40]!r}."
    return None


def _seconds(reader: Callable[[str], object], text: str) -> float:
    """Of this thread, without the garbage that a long run has left behind in this process."""
    with gc_paused():
        before = thread_time()
        reader(text)
        return thread_time() - before
