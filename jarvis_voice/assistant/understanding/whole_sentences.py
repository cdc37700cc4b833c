"""Finds the fixed template sentences that are nearest to what speech to text heard.

Invariant: none has a word of the user's own in it, so each means what it means here, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from jarvis_voice.assistant.understanding.template_book import TemplateBook
from jarvis_voice.assistant.understanding.template_list import Template
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
        templates: All of them.
        intents: Compiled `hassil.Intents`, of which they are.
        book: Knows the sentences of the shipped ones.
    """

    def __init__(self, templates: Iterable[Template], intents: Any, book: TemplateBook) -> None:
        sampled = dict.fromkeys(_sampled(templates, intents, book))
        self._sentences = NameIndex(Named(one, one) for one in sampled)

    def resembling(self, heard: str, most: int) -> tuple[str, ...]:
        """The sentences whose spelling and sound come nearest, the nearest first.

        One that is a part of what was heard is left out, and one that only goes on behind it: words
        were not misheard that are there, and the user may go on as well.
        """
        near = self._sentences.resembling(heard, most, LEAST_SCORE)
        line = clean(heard).lower()
        return tuple(one for one in near if not (one in line or one.startswith(line)))


def sentences_in(template: Template, intents: Any) -> Iterator[str]:
    """Sentences of a template, without those that any words belong in.

    Args:
        template: One that is parsed for it.
        intents: Compiled `hassil.Intents`.
    """
    for sentence in template.sampled(intents, MOST_OF_A_TEMPLATE):
        if "{" not in sentence:
            yield " ".join(sentence.split())


def _sampled(templates: Iterable[Template], intents: Any, book: TemplateBook) -> Iterator[str]:
    from hassil.intents import WildcardSlotList

    lists = intents.slot_lists
    for one in templates:
        if any(isinstance(lists.get(name), WildcardSlotList) for name in one.facts.needed_lists):
            continue
        kept = book.whole_sentences(one.text)
        yield from sentences_in(one, intents) if kept is None else kept.splitlines()
