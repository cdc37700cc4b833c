"""Finds the user's own sentence, or that of a tool of his own, that may have been meant.

Invariant: it only proposes a sentence; what is proposed shares a telling word with what was said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from jarvis_voice.assistant.understanding.sentence_files import OWN
from jarvis_voice.assistant.understanding.template_list import Template
from jarvis_voice.core.sentence_reader import MeaningReader, MeaningReading, SentenceGallery
from jarvis_voice.language.en.relevance import telling

MOST_SENTENCES = 500
MOST_OF_A_TEMPLATE = 4

NEAR = 0.56
"""The least cosine. Of 60 other wordings of 20 sentences, 44 are proposed rightly and 2 wrongly at
it; of 100 sentences that mean none of them, 4 are asked about (tests/data/own)."""

SLOT = re.compile(r"\{(?:\w+?__)?(\w+)\}")


class OwnSentences:
    """Sentences that the trained reader has no meaning for; read when they are first needed.

    Args:
        reader: Compares sentences.
        sentences: Gives them, with at most one {slot} each.
    """

    def __init__(self, reader: MeaningReader, sentences: Callable[[], Sequence[str]]) -> None:
        self._reader = reader
        self._load = sentences
        self._sentences: Sequence[str] = ()
        self._words: Sequence[frozenset[str]] = ()
        self._gallery: SentenceGallery | None = None

    def nearest(self, text: str, reading: MeaningReading) -> str | None:
        """The sentence that may have been meant; None where none is near.

        Args:
            text: What was said.
            reading: The same as the network reads it.
        """
        self.load()
        said = telling(text)
        if self._gallery is None or not any(said & words for words in self._words):
            return None
        likeness = self._gallery.likeness(reading)
        near = [
            (how, sentence)
            for how, sentence, words in zip(likeness, self._sentences, self._words, strict=True)
            if how >= NEAR and said & words
        ]
        return max(near, default=(0.0, None))[1]

    def load(self) -> None:
        """Read the sentences, if that is not done yet; some milliseconds for each."""
        if self._gallery is not None:
            return
        found = dict.fromkeys(self._load())
        bare = {one: SLOT.sub("", one) for one in found}
        words = {one: telling(text) for one, text in bare.items()}
        self._sentences = [one for one in found if words[one]][:MOST_SENTENCES]
        self._words = [words[one] for one in self._sentences]
        self._gallery = self._reader.gallery([bare[one] for one in self._sentences])


def own_sentences(
    templates: Iterable[Template], intents: Any, own: Collection[str]
) -> Iterator[str]:
    """The sentences of the user's files, then those of some intents.

    Args:
        templates: All of them.
        intents: Compiled `hassil.Intents`, of which they are.
        own: The intents of which all sentences are somebody's own.
    """
    of_files, of_tools = [], []
    for one in templates:
        if OWN in (one.block.data.metadata or {}):
            of_files.append(one)
        elif one.block.intent.name in own:
            of_tools.append(one)
    for one in (*of_files, *of_tools):
        yield from _sampled(one, intents)


def _sampled(template: Template, intents: Any) -> Iterator[str]:
    """Some sentences of a template, without what may be left out of it."""
    said = template.sampled(intents, MOST_OF_A_TEMPLATE, is_bare=True)
    for sentence in said:
        shown = SLOT.sub(r"{\1}", " ".join(sentence.split()))
        if shown.count("{") <= 1:
            yield shown
