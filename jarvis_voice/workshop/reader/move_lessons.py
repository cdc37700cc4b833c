"""Reads what is learned of follow-ups: what was spoken of, what is said, and what that does.

Invariant: a sentence that is held out teaches nothing; the same files give the same lessons.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.reader.word_pieces import words_of
from jarvis_voice.workshop.reader.lessons import Lesson, held_out

FOLDER = "config/understanding"
FILES = "follow-ups-*.tsv"
ANY = "any"
NEW = "new"
TOPICS = (
    *("timer", "alarm", "reminder", "routine", "list", "sum", "conversion", "weather", "site"),
    *("fact", "talk"),
)
_TOPICS_OF_ANY = 3
"""In how many topics a line is shown that may follow any."""

_NEW_OF_A_MEANING = 8
_FEWEST_WORDS = 4
_LEANS = re.compile(
    r"\b(?:it|that|this|them|those|these|one|ones|another|again|other|same)\b", re.I
)
_COLUMNS = 4
_MOVE = re.compile(r"[a-z]+(?:_[a-z]+)?")


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


def move_files() -> list[Path]:
    """The shipped files with follow-ups, by name."""
    return sorted(shipped(FOLDER).glob(FILES))


def move_lessons(
    requests: Sequence[Lesson], seed: int, files: Sequence[Path] | None = None
) -> list[MoveLesson]:
    """The written follow-ups, and whole requests as what is new in any topic.

    Args:
        requests: Sentences that stand alone, with their meanings.
        seed: Of the topics in which a line is shown that may follow any.
        files: Instead of the shipped ones.

    Raises:
        ConfigError: A file cannot be read, or a line is bad ("bad-follow-up").
    """
    chance = random.Random(seed)  # noqa: S311 -- an order, no secret
    kept_back = held_out()
    lessons: list[MoveLesson] = []
    written = (one for file in (move_files() if files is None else files) for one in _lines(file))
    for one in (*written, *_new(requests, chance)):
        if one.text.lower().strip(" .?!") not in kept_back:
            topics = [one.topic] if one.topic != ANY else chance.sample(TOPICS, _TOPICS_OF_ANY)
            lessons += [replace(one, topic=topic) for topic in topics]
    return lessons


def _lines(file: Path) -> Iterator[MoveLesson]:
    try:
        lines = file.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except OSError as error:
        raise ConfigError("bad-follow-up", f"{file} cannot be read: {error.strerror}.") from error
    for number, line in enumerate(lines, 1):
        columns = line.split("\t")
        is_whole = len(columns) == _COLUMNS and bool(words_of(columns[2]))
        if not is_whole or columns[0] not in {ANY, *TOPICS} or not _MOVE.fullmatch(columns[3]):
            raise ConfigError(
                "bad-follow-up",
                f"{file}, line {number}: wanted is a topic, what was said before, the turn, its "
                f"move, with tabs between; topics are {ANY}, {', '.join(TOPICS)}.",
            )
        yield MoveLesson(columns[0], columns[2], columns[3])


def _new(requests: Collection[Lesson], chance: random.Random) -> Iterator[MoveLesson]:
    """Some whole requests of each meaning that lean on nothing."""
    by_meaning: dict[str, list[str]] = {}
    for one in requests:
        if len(one.text.split()) >= _FEWEST_WORDS and not _LEANS.search(one.text):
            by_meaning.setdefault(one.meaning, []).append(one.text)
    for texts in by_meaning.values():
        for text in chance.sample(texts, min(_NEW_OF_A_MEANING, len(texts))):
            yield MoveLesson(chance.choice(TOPICS), text, NEW)
