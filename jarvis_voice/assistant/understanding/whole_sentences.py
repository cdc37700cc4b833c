"""Finds the fixed template sentences that are nearest to what speech to text heard.

Invariant: none has a word of the user's own in it, so each means what it means here, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from jarvis_voice.language.en.name_match import Named, NameIndex
from jarvis_voice.language.en.normalization import clean

MOST_OF_A_TEMPLATE = 20
"""A few templates stand for thousands of sentences, by what may be left out of them."""

LEAST_SCORE = 60.0
"""What resembles no sentence more than this, 0..100, was hardly one of them: a rule of thumb that
keeps most talk from being compared by its sound."""


class WholeSentences:
    """All template sentences without a slot, in a searchable index.

    Args:
        intents: Compiled `hassil.Intents`.
    """

    def __init__(self, intents: Any) -> None:
        self._sentences = NameIndex(Named(one, one) for one in dict.fromkeys(_sampled(intents)))

    def resembling(self, heard: str, most: int) -> tuple[str, ...]:
        """The sentences whose spelling and sound come nearest, the nearest first.

        One that is a part of what was heard is left out, and one that only goes on behind it: words
        were not misheard that are there, and the user may go on as well.
        """
        near = self._sentences.resembling(heard, most, LEAST_SCORE)
        line = clean(heard).lower()
        return tuple(one for one in near if not (one in line or one.startswith(line)))


def _sampled(intents: Any) -> Iterator[str]:
    """Sentences of each template, without those that any words belong in."""
    from hassil.sample import sample_sentence

    lists, rules = intents.slot_lists, intents.expansion_rules
    templates = (
        template
        for intent in intents.intents.values()
        for d in intent.data
        for template in d.sentences
    )
    for template in templates:
        for sentence in islice(sample_sentence(template, lists, rules), MOST_OF_A_TEMPLATE):
            if "{" not in sentence:
                yield " ".join(sentence.split())
