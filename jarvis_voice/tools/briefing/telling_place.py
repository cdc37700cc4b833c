"""Finds on which story of a briefing the user stands, from what was said of it. Pure.

Invariant: what was not heard was not told; a story is begun when its first words were heard.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jarvis_voice.core.briefing_records import Briefing, QuotedSentence
from jarvis_voice.language.en.heard_part import heard_part
from jarvis_voice.store.records import PastTurn

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
"""How stories are named by their positions."""

_MORE = re.compile(rf"On the (?P<story>{'|'.join(ORDINALS)}) story\b")
_LETTERS = re.compile(r"[\W_]+")
_FIRST_CHARACTERS = 28
"""Of a story, letters and digits alone: whoever heard them knows that it has begun."""

_FIRST_LETTERS = re.compile(r"[^\d]{12,28}")
"""The same before its first figure, which a voice says in words."""

_LAST_CHARACTERS = 20


@dataclass(frozen=True, slots=True)
class TellingPlace:
    """Where the telling of a briefing stands.

    Attributes:
        story: The position of the story that was told last; 0 is none yet.
        is_whole: It was heard to its end.
    """

    story: int = 0
    is_whole: bool = True

    @property
    def following(self) -> int:
        """The story with which the telling goes on: one that was cut off is told again."""
        return self.story + 1 if self.is_whole else self.story


def more_lead(position: int) -> str:
    """What stands before further sentences of a story; `place_in` knows the story by it."""
    return f"On the {ORDINALS[position - 1]} story:"


def heard_replies(turns: Iterable[PastTurn]) -> list[str]:
    """What of each answer was heard, as it was written."""
    return [
        one.reply if one.heard is None else heard_part(one.reply, one.heard) if one.heard else ""
        for one in turns
    ]


def place_in(replies: Sequence[str], briefing: Briefing) -> TellingPlace:
    """Where the telling stands after some answers, the oldest first."""
    stories = [_plain(one.spoken) for one in briefing.stories]
    keys = _keys(stories)
    for reply in reversed(replies):
        if (more := _MORE.match(reply)) and ORDINALS.index(more["story"]) < len(stories):
            return TellingPlace(ORDINALS.index(more["story"]) + 1)
        said = _plain(reply)
        begun = [number for number, key in enumerate(keys, 1) if key and key in said]
        if begun:
            return TellingPlace(begun[-1], stories[begun[-1] - 1][-_LAST_CHARACTERS:] in said)
    return TellingPlace()


def _keys(stories: Sequence[str]) -> list[str]:
    """The begin of each story, by which no other one is taken for it."""
    keys = []
    for story in stories:
        letters = _FIRST_LETTERS.match(story)
        is_one = letters and sum(one.startswith(letters[0]) for one in stories) == 1
        keys.append(letters[0] if letters and is_one else story[:_FIRST_CHARACTERS])
    return keys


def are_told(sentences: Iterable[QuotedSentence], replies: Iterable[str]) -> bool:
    """Whether all of some sentences were heard."""
    said = [_plain(one) for one in replies]
    return all(any(_plain(one.text) in reply for reply in said) for one in sentences)


def _plain(text: str) -> str:
    return _LETTERS.sub("", text.casefold())
