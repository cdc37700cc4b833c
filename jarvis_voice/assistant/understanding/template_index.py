"""Finds the few templates that a sentence may match, before hassil compares any of them.

Invariant: a template is only left out where it cannot match: a word that it needs is missing, or
the sentence begins or ends with none of its beginnings or ends. The order stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from jarvis_voice.assistant.understanding.template_facts import BREAKS
from jarvis_voice.assistant.understanding.template_list import Template, TemplateBlock

_KEPT_WORDS = 2_000


@dataclass(slots=True)
class _EdgeIndex:
    """Sets of templates, as bits, by what they begin or end with."""

    anything: int = 0
    by_text: dict[str, int] = field(default_factory=dict)
    lengths: tuple[int, ...] = ()

    @classmethod
    def of_edges(cls, edges: Sequence[frozenset[str] | None]) -> _EdgeIndex:
        """The index of templates by their number.

        Args:
            edges: What each template begins or ends with; None is anything.
        """
        index = cls()
        same: dict[frozenset[str], int] = {}
        for number, texts in enumerate(edges):
            if texts is None:
                index.anything |= 1 << number
            else:
                same[texts] = same.get(texts, 0) | 1 << number
        for texts, bits in same.items():
            for text in texts:
                index.by_text[text] = index.by_text.get(text, 0) | bits
        index.lengths = tuple(sorted({len(text) for text in index.by_text}))
        return index

    def of(self, cut: Callable[[int], str]) -> int:
        """The templates with this edge.

        Args:
            cut: Gives so many characters of the sentence at that edge.
        """
        found = self.anything
        for length in self.lengths:
            found |= self.by_text.get(cut(length), 0)
        return found


class TemplateIndex:
    """The templates by the words that they need.

    Args:
        intents: Compiled `hassil.Intents`.
        templates: All of theirs.
    """

    def __init__(self, intents: Any, templates: Sequence[Template]) -> None:
        self._intents = intents
        self._templates = templates
        self._in_word: dict[str, frozenset[str]] = {}
        clauses = frozenset().union(*{one.facts.clauses for one in templates})
        self._fragments: frozenset[str] = frozenset().union(*clauses)
        self._longest = max(map(len, self._fragments), default=0)
        self._starts = _EdgeIndex.of_edges([one.facts.starts for one in templates])
        self._ends = _EdgeIndex.of_edges([one.facts.ends for one in templates])

    def near(self, line: str) -> Any:
        """`hassil.Intents` with nothing but the templates that a sentence may match.

        Args:
            line: The sentence.
        """
        intents: dict[str, Any] = {}
        lists: dict[str, Any] = {}
        rules: dict[str, Any] = {}
        block: TemplateBlock | None = None
        for template in self._candidates(line):
            if template.block is not block:
                block = template.block
                name = block.intent.name
                intent = intents.setdefault(name, replace(block.intent, data=[]))
                data = replace(block.data)
                sentences = vars(data)["sentences"] = []  # where hassil keeps what it has parsed
                intent.data.append(data)
                lists |= block.lists
                rules |= block.rules
            sentences.append(template.sentence)
        return replace(self._intents, intents=intents, slot_lists=lists, expansion_rules=rules)

    def _candidates(self, line: str) -> Iterator[Template]:
        """The templates that a sentence may match, in their order."""
        from hassil.util import PUNCTUATION_STR, normalize_for_matching

        text = normalize_for_matching(line).text.casefold()
        spaced = f"{text.translate(BREAKS)} "
        ended = spaced.rstrip(f"{PUNCTUATION_STR} ")
        found = self._starts.of(lambda length: spaced[:length])
        found &= self._ends.of(lambda length: ended[-length:])
        said = frozenset().union(*map(self._fragments_in, text.split()))
        while found:
            bit = found & -found
            found ^= bit
            template = self._templates[bit.bit_length() - 1]
            if not any(map(said.isdisjoint, template.facts.clauses)):
                yield template

    def _fragments_in(self, word: str) -> frozenset[str]:
        """The needed pieces of words that one word has in it."""
        if word not in self._in_word:
            if len(self._in_word) >= _KEPT_WORDS:
                self._in_word.clear()
            self._in_word[word] = self._fragments.intersection(
                word[begin : begin + length]
                for begin in range(len(word))
                for length in range(1, min(self._longest, len(word) - begin) + 1)
            )
        return self._in_word[word]
