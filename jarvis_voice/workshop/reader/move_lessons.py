"""Reads what is learned of follow-ups: what was spoken of, what is said, and what that does.

Invariant: a sentence that is held out teaches nothing; the same files give the same lessons.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.workshop.reader.lessons import Lesson, held_out

FILE = "config/understanding/follow-ups.txt"
ANY = "any"
NEW = "new"
TOPICS = (
    *("timer", "alarm", "reminder", "routine", "list", "sum", "conversion", "weather", "site"),
    *("fact", "talk", "nothing"),
)
_TOPICS_OF_ANY = 3
"""In how many topics a line is shown that may follow any."""

_NEW_OF_A_MEANING = 3
_FEWEST_WORDS = 4
_LEANS = re.compile(
    r"\b(?:it|that|this|them|those|these|one|ones|another|again|other|same)\b", re.I
)
_BLOCK = re.compile(r"\[(?P<topic>[a-z]+) (?P<move>[a-z_]+)\]")


@dataclass(frozen=True, slots=True)
class MoveLesson:
    """A follow-up.

    Attributes:
        topic: What the turn before was about; one of `TOPICS`.
        text: What is said.
        move: What that does.
    """

    topic: str
    text: str
    move: str


def move_lessons(
    requests: Sequence[Lesson], seed: int, file: Path | None = None
) -> list[MoveLesson]:
    """The written follow-ups, and whole requests as what is new in any topic.

    Args:
        requests: Sentences that stand alone, with their meanings.
        seed: Of the topics in which a line is shown that may follow any.
        file: Instead of the shipped one.

    Raises:
        ConfigError: A line stands in no block, or a block is not written rightly.
    """
    chance = random.Random(seed)  # noqa: S311 -- an order, no secret
    kept_back = held_out()
    lessons: list[MoveLesson] = []
    written = list(written_moves(file or shipped(FILE)))
    for topic, move, text in (*written, *_new(requests, chance)):
        if text.lower().strip(" .?!") not in kept_back:
            shown = [topic] if topic != ANY else chance.sample(TOPICS, _TOPICS_OF_ANY)
            lessons += [MoveLesson(one, text, move) for one in shown]
    return lessons


def written_moves(file: Path) -> Iterator[tuple[str, str, str]]:
    """Topic, move and words of each line.

    Raises:
        ConfigError: A line stands in no block, or a block is not written rightly.
    """
    topic = move = ""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith("["):
            found = _BLOCK.fullmatch(text)
            topic, move = (found["topic"], found["move"]) if found else ("", "")
        elif topic:
            yield topic, move, text
        if topic not in {ANY, *TOPICS}:
            raise ConfigError("bad-sentence", f"{file}, line {number}: there is no topic {text!r}.")


def _new(requests: Collection[Lesson], chance: random.Random) -> Iterator[tuple[str, str, str]]:
    """Some whole requests of each meaning that lean on nothing."""
    by_meaning: dict[str, list[str]] = {}
    for one in requests:
        if len(one.text.split()) >= _FEWEST_WORDS and not _LEANS.search(one.text):
            by_meaning.setdefault(one.meaning, []).append(one.text)
    for texts in by_meaning.values():
        for text in chance.sample(texts, min(_NEW_OF_A_MEANING, len(texts))):
            yield chance.choice(TOPICS), NEW, text
