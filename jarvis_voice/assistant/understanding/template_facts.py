"""What a sentence template needs and how it begins and ends, read once from its parsed form. Pure.

Invariant: a fact only leaves a template out where it cannot match; the same template with the same
rules has the same facts in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

BREAKS = str.maketrans("-_", "  ")
"""hassil takes these for spaces where a word does not match otherwise."""

MOST_EDGES = 500
"""Beginnings of one template; one that has more may begin with anything."""

_ANYTHING = None
_DEEPEST = 24
"""Rules in rules; in no rule that is loaded are so many."""

Clauses = frozenset[frozenset[str]]
_NOTHING: frozenset[Any] = frozenset()


@dataclass(frozen=True, slots=True)
class TemplateFacts:
    """What is known of a template without its parsed form.

    Attributes:
        lists: Lists that it names itself, not by a rule.
        rules: Rules that it names itself.
        needed_lists: Lists that each of its sentences has a value of.
        n_texts: Pieces of text, of which hassil compares a template with more sooner.
        clauses: A sentence has a word of each of them, as a part of one of its words.
        starts: What a sentence begins with; None is anything.
        ends: What it ends with.
    """

    lists: frozenset[str]
    rules: frozenset[str]
    needed_lists: frozenset[str]
    n_texts: int
    clauses: Clauses
    starts: frozenset[str] | None
    ends: frozenset[str] | None


def facts_of(sentence: Any, rules: Mapping[str, Any]) -> TemplateFacts:
    """The facts of a parsed template.

    Args:
        sentence: It.
        rules: The parsed rules that it may name; of one that is missing nothing is said.
    """
    lists: set[str] = set()
    named_rules: set[str] = set()
    collect_names(sentence.expression, lists, named_rules)
    return TemplateFacts(
        frozenset(lists),
        frozenset(named_rules),
        _needed_lists(sentence.expression, rules),
        sentence.text_chunk_count(),
        _clauses(sentence.expression, rules),
        _decisive(_edge(sentence.expression, rules, is_end=False)),
        _decisive(_edge(sentence.expression, rules, is_end=True)),
    )


def collect_names(expression: Any, lists: set[str], rules: set[str]) -> None:
    """Collect the lists and rules that stand in an expression.

    Args:
        expression: A parsed one.
        lists: Gets the names of lists.
        rules: Gets the names of rules.
    """
    from hassil.expression import Group, ListReference, RuleReference

    if isinstance(expression, ListReference):
        lists.add(expression.list_name)
    elif isinstance(expression, RuleReference):
        rules.add(expression.rule_name)
    elif isinstance(expression, Group):
        for item in expression.items:
            collect_names(item, lists, rules)


@dataclass(frozen=True, slots=True)
class _Edge:
    """What an expression may begin or end with.

    Attributes:
        texts: In small letters; None is anything.
        may_be_empty: It may match without a word.
    """

    texts: frozenset[str] | None
    may_be_empty: bool = False


def _decisive(edge: _Edge) -> frozenset[str] | None:
    is_vague = edge.texts is _ANYTHING or edge.may_be_empty or len(edge.texts) > MOST_EDGES
    return _ANYTHING if is_vague else edge.texts


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
    bare = text.casefold().translate(BREAKS)
    bare = bare.strip() if is_end else bare.lstrip()
    if not bare:
        return _Edge(frozenset(), may_be_empty=True)
    return _Edge(_ANYTHING if _is_odd(bare) else frozenset({bare}))


def _is_odd(text: str) -> bool:
    """Whether it has signs of which hassil drops some from a sentence."""
    from hassil.util import PUNCTUATION_STR

    return any(sign in text for sign in PUNCTUATION_STR)


def _clauses(expression: Any, rules: Mapping[str, Any]) -> Clauses:
    """The clauses of which each sentence has a word."""

    def of_text(text: str) -> Clauses:
        pieces = (piece for piece in text.split() if not _is_odd(piece))
        return frozenset(frozenset({piece.casefold()}) for piece in pieces)

    def of_one_branch(branches: list[Clauses]) -> Clauses:
        if not all(branches):
            return _NOTHING  # with one of them nothing is needed
        return frozenset({frozenset().union(*(min(one, key=_by_size) for one in branches))})

    return _needed(expression, rules, _Reading(of_text, lambda _: _NOTHING, of_one_branch))


def _by_size(clause: frozenset[str]) -> tuple[int, int, list[str]]:
    """The clause that fewest sentences have a word of, as far as its words tell."""
    return len(clause), -sum(map(len, clause)), sorted(clause)


def _needed_lists(expression: Any, rules: Mapping[str, Any]) -> frozenset[str]:
    def of_one_branch(branches: list[frozenset[str]]) -> frozenset[str]:
        return branches[0].intersection(*branches[1:])

    reading = _Reading(lambda _: _NOTHING, lambda name: frozenset({name}), of_one_branch)
    return _needed(expression, rules, reading)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What is needed for a text, for a list, and for one of several expressions."""

    of_text: Callable[[str], frozenset[Any]]
    of_list: Callable[[str], frozenset[Any]]
    of_one_branch: Callable[[list[frozenset[Any]]], frozenset[Any]]


def _needed(
    expression: Any, rules: Mapping[str, Any], reading: _Reading, depth: int = 0
) -> frozenset[Any]:
    """What every sentence of an expression needs."""
    from hassil.expression import Alternative, Group, ListReference, RuleReference, TextChunk

    if isinstance(expression, TextChunk):
        return reading.of_text(expression.text)
    if isinstance(expression, ListReference):
        return reading.of_list(expression.list_name)
    if depth > _DEEPEST:
        return _NOTHING
    if isinstance(expression, RuleReference):
        rule = rules.get(expression.rule_name)
        return _needed(rule.expression, rules, reading, depth + 1) if rule else _NOTHING
    if not isinstance(expression, Group) or not expression.items:
        return _NOTHING
    if isinstance(expression, Alternative):
        if expression.is_optional:
            return _NOTHING
        return reading.of_one_branch(
            [_needed(item, rules, reading, depth + 1) for item in expression.items]
        )
    return frozenset().union(
        *(_needed(item, rules, reading, depth + 1) for item in expression.items)
    )
