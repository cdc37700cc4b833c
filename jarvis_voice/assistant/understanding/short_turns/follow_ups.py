"""A turn that goes on with what was spoken of, and what is read from its words alone. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from jarvis_voice.assistant.understanding.short_turns.cues import ShortTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import ENTRIES, Touched
from jarvis_voice.language.en.named_things import things_within
from jarvis_voice.language.en.spoken_lists import key_of


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A turn that goes on with what was spoken of.

    Attributes:
        text: As it was said.
        turns: Its clauses.
        slots: Words that the network takes for a thing, a place and so on.
    """

    text: str
    turns: Sequence[ShortTurn]
    slots: Mapping[str, tuple[str, ...]]

    def names(self, topic: Topic) -> bool:
        """Whether it names one of the things that were spoken of."""
        if topic.kind == "list" and (last := topic.last("list")):
            return bool(things_within(self.text, topic.on_list(last.name)))
        return topic.kind in ENTRIES and bool(named_in(self.text, topic.entries(topic.kind)))


def whole_turn(said: FollowUp) -> ShortTurn | None:
    """All clauses as one turn with their one value; None where there are two."""
    values = [one for one in said.turns if one.value and not one.has("not")]
    if len(values) > 1 or not said.turns:
        return None
    main = values[0] if values else said.turns[-1]
    pointers = [one.pointer for one in said.turns if one.pointer]
    told = [one for one in pointers if one != "it"]
    pointer = told[-1] if told else pointers[-1] if pointers else ""
    return replace(main, pointer=pointer, line=", ".join(one.line for one in said.turns))


def named_in(text: str, entries: Sequence[Touched]) -> str:
    """The name of the one entry that the words name; "" where they name none, or several."""
    words = set(key_of(text))
    named = [one.name for one in entries if one.name and set(key_of(one.name)) & words]
    return named[0] if len(named) == 1 else ""
