"""Reads what each meaning of the trained reader asks of Jarvis: config/understanding/meanings.yaml.

Invariant: frozen values; a card names no tool, only sentences that the grammar understands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, cast, get_args

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.shipped_files import shipped

CARDS = "config/understanding/meanings.yaml"

MeaningKind = Literal["do", "ask", "talk", "refuse", "web"]

EXAMPLES: Mapping[str, str] = {
    "time": "tomorrow at 5 pm",
    "length": "5 minutes",
    "item": "milk",
    "list": "shopping",
    "place": "Paris",
    "topic": "music",
    "name": "music",
    "amount": "5",
    "to": "London",
}
"""Words with which a sentence of a card is read to learn its intent."""

SURE = 0.9
"""From here on an act that can be undone is done at once, where its card says nothing else."""

SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class MeaningCard:
    """What Jarvis does with one meaning.

    Attributes:
        name: The meaning.
        kind: do at once; ask first; talk; refuse; or what a search of the web answers.
        sentences: What the grammar understands for it, with slots in braces; the fullest first.
        asks: The question for a slot without which nothing can be done.
        examples: Words for slots, to learn the intent of a sentence by; others have usual ones.
        sure: From this probability on it is done at once.
        cue: What must stand in a sentence that is an act and is done at once; None for no act.
        reply: What is said of what nothing here can do.
    """

    name: str
    kind: MeaningKind
    sentences: tuple[str, ...] = ()
    asks: Mapping[str, str] = field(default_factory=dict)
    cue: re.Pattern[str] | None = None
    reply: str = ""
    examples: Mapping[str, str] = field(default_factory=dict)
    sure: float = SURE

    def example(self, sentence: str) -> str:
        """A sentence of the card with example words in its slots."""
        return SLOT.sub(lambda slot: {**EXAMPLES, **self.examples}[slot[1]], sentence)


@dataclass(frozen=True, slots=True)
class MeaningCards:
    """All meanings, and the slots that their sentences have."""

    by_name: Mapping[str, MeaningCard]
    slots: tuple[str, ...]

    @property
    def outputs(self) -> tuple[str, ...]:
        """The meanings in the order of a trained network's outputs."""
        return tuple(sorted(self.by_name))


@cache
def load_meaning_cards() -> MeaningCards:
    """Read the shipped cards.

    Raises:
        ConfigError: A card is bad; the message names it.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    content = yaml.load(shipped(CARDS).read_text(encoding="utf-8"), loader)  # noqa: S506 -- a safe one
    cards = {name: _card(name, about) for name, about in content["meanings"].items()}
    return MeaningCards(cards, tuple(content["slots"]))


def _card(name: str, about: Mapping[str, Any]) -> MeaningCard:
    kind = about.get("kind")
    if kind not in get_args(MeaningKind) or (kind == "refuse") != ("reply" in about):
        raise ConfigError("bad-meaning", f"{CARDS}: {name} has no kind that fits.")
    cue = about.get("cue")
    return MeaningCard(
        name,
        cast("MeaningKind", kind),
        tuple(about.get("sentences", ())),
        about.get("asks", {}),
        lazy_pattern(rf"\b(?:{cue})", re.I) if cue else None,
        about.get("reply", ""),
        about.get("examples", {}),
        float(about.get("sure", SURE)),
    )
