"""Finds the few templates that a sentence may match, before hassil compares any of them.

Invariant: a template is only left out where it cannot match: a word that it needs is missing, or
the sentence begins or ends with none of its beginnings or ends. The order stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

_BREAKS = str.maketrans("-_", "  ")
"""hassil takes these for spaces where a word does not match otherwise."""

_MOST_EDGES = 500
"""Beginnings of one template; one that has more may begin with anything."""

_KEPT_WORDS = 2_000
_ANYTHING = None
_DEEPEST = 24
"""Rules in rules; in no rule that is loaded are so many."""


@dataclass(frozen=True, slots=True)
class _Edge:
    """What an expression may begin or end with.

    Attributes:
        texts: In small letters; None is anything.
        may_be_empty: It may match without a word.
    """

    texts: frozenset[str] | None
    may_be_empty: bool = False


@dataclass(slots=True)
class _EdgeIndex:
    """Sets of templates, as bits, by what they begin or end with."""

    anything: int = 0
    by_text: dict[str, int] = field(default_factory=dict)
    lengths: tuple[int, ...] = ()

    def add(self, bit: int, edge: _Edge) -> None:
        """Take in a template."""
        if edge.texts is _ANYTHING or edge.may_be_empty or len(edge.texts) > _MOST_EDGES:
            self.anything |= bit
            return
        for text in edge.texts:
            self.by_text[text] = self.by_text.get(text, 0) | bit

    def close(self) -> None:
        """Prepare for questions, when all are in."""
        self.lengths = tuple(sorted({len(text) for text in self.by_text}))

    def of(self, cut: Callable[[int], str]) -> int:
        """The templates with this edge.

        Args:
            cut: Gives so many characters of the sentence at that edge.
        """
        found = self.anything
        for length in self.lengths:
            found |= self.by_text.get(cut(length), 0)
        return found


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of templates of one intent, with the lists and rules that it names."""

    intent: Any
    data: Any
    lists: Mapping[str, Any]
    rules: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Template:
    """A template, and the words of which each of its clauses needs one."""

    block: _Block
    sentence: Any
    clauses: frozenset[frozenset[str]]


class TemplateIndex:
    """The templates by the words that they need.

    Args:
        intents: Compiled `hassil.Intents`.
    """

    def __init__(self, intents: Any) -> None:
        self._intents = intents
        self._templates: list[_Template] = []
        self._starts, self._ends = _EdgeIndex(), _EdgeIndex()
        self._in_word: dict[str, frozenset[str]] = {}
        for intent in intents.intents.values():
            for data in intent.data:
                self._add(_block(intent, data, intents))
        clauses = (clause for one in self._templates for clause in one.clauses)
        self._fragments: frozenset[str] = frozenset().union(*clauses)
        self._longest = max(map(len, self._fragments), default=0)
        self._starts.close()
        self._ends.close()

    def near(self, line: str) -> Any:
        """`hassil.Intents` with nothing but the templates that a sentence may match.

        Args:
            line: The sentence.
        """
        intents: dict[str, Any] = {}
        lists: dict[str, Any] = {}
        rules: dict[str, Any] = {}
        block: _Block | None = None
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

    def _add(self, block: _Block) -> None:
        for sentence in block.data.sentences:
            bit = 1 << len(self._templates)
            clauses = sentence.get_required_clauses(block.rules)
            self._templates.append(_Template(block, sentence, clauses))
            for index, is_end in ((self._starts, False), (self._ends, True)):
                index.add(bit, _edge(sentence.expression, block.rules, is_end=is_end))

    def _candidates(self, line: str) -> Iterator[_Template]:
        """The templates that a sentence may match, in their order."""
        from hassil.util import PUNCTUATION_STR, normalize_for_matching

        text = normalize_for_matching(line).text.casefold()
        spaced = f"{text.translate(_BREAKS)} "
        ended = spaced.rstrip(f"{PUNCTUATION_STR} ")
        found = self._starts.of(lambda length: spaced[:length])
        found &= self._ends.of(lambda length: ended[-length:])
        said = frozenset().union(*map(self._fragments_in, text.split()))
        while found:
            bit = found & -found
            found ^= bit
            template = self._templates[bit.bit_length() - 1]
            if not any(map(said.isdisjoint, template.clauses)):
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


def _block(intent: Any, data: Any, intents: Any) -> _Block:
    all_lists = {**intents.slot_lists, **data.slot_lists}
    all_rules = {**intents.expansion_rules, **data.expansion_rules}
    lists: set[str] = set()
    rules: set[str] = set()
    for sentence in data.sentences:
        _names(sentence.expression, all_rules, lists, rules)
    return _Block(
        intent,
        data,
        {name: all_lists[name] for name in lists if name in all_lists},
        {name: all_rules[name] for name in rules},
    )


def _names(expression: Any, all_rules: Mapping[str, Any], lists: set[str], rules: set[str]) -> None:
    """Collect the lists and rules that an expression names, and its rules in turn."""
    from hassil.expression import Group, ListReference, RuleReference

    if isinstance(expression, ListReference):
        lists.add(expression.list_name)
    elif isinstance(expression, RuleReference):
        if expression.rule_name not in rules and expression.rule_name in all_rules:
            rules.add(expression.rule_name)
            _names(all_rules[expression.rule_name].expression, all_rules, lists, rules)
    elif isinstance(expression, Group):
        for item in expression.items:
            _names(item, all_rules, lists, rules)


def _edge(expression: Any, rules: Mapping[str, Any], *, is_end: bool, depth: int = 0) -> _Edge:
    """What an expression may begin with, or end with."""
    from hassil.expression import Alternative, Permutation, RuleReference, Sequence, TextChunk

    if isinstance(expression, TextChunk):
        return _edge_of_text(expression.text, is_end=is_end)
    if depth > _DEEPEST:
        return _Edge(_ANYTHING)
    if isinstance(expression, RuleReference) and expression.rule_name in rules:
        inner = rules[expression.rule_name].expression
        return _edge(inner, rules, is_end=is_end, depth=depth + 1)
    if not isinstance(expression, Alternative | Permutation | Sequence) or not expression.items:
        return _Edge(_ANYTHING)
    items = reversed(expression.items) if is_end else expression.items
    edges = (_edge(item, rules, is_end=is_end, depth=depth + 1) for item in items)
    if isinstance(expression, Sequence):
        return _in_a_row(edges)
    found = tuple(edges)
    quantifier = any if isinstance(expression, Alternative) else all
    return _Edge(_union(found), quantifier(one.may_be_empty for one in found))


def _in_a_row(edges: Iterable[_Edge]) -> _Edge:
    found: list[_Edge] = []
    for one in edges:
        found.append(one)
        if one.texts is _ANYTHING or not one.may_be_empty:
            return _Edge(_union(found))
    return _Edge(_union(found), may_be_empty=True)


def _union(edges: Iterable[_Edge]) -> frozenset[str] | None:
    found: frozenset[str] = frozenset()
    for one in edges:
        if one.texts is _ANYTHING:
            return _ANYTHING
        found |= one.texts
    return found


def _edge_of_text(text: str, *, is_end: bool) -> _Edge:
    from hassil.util import PUNCTUATION_STR

    bare = text.casefold().translate(_BREAKS)
    bare = bare.strip() if is_end else bare.lstrip()
    if not bare:
        return _Edge(frozenset(), may_be_empty=True)
    is_odd = any(sign in bare for sign in PUNCTUATION_STR)  # hassil drops some from the sentence
    return _Edge(_ANYTHING if is_odd else frozenset({bare}))
