"""Lists the templates of compiled intents in the order of hassil, each parsed when it is needed.

Invariant: nothing is parsed here for the order or the facts of a template that ships.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from jarvis_voice.assistant.understanding.template_book import TemplateBook
from jarvis_voice.assistant.understanding.template_facts import TemplateFacts, collect_names


@dataclass(frozen=True, slots=True)
class TemplateBlock:
    """A block of templates of one intent, with the lists and rules that it names.

    Attributes:
        intent: The `hassil.Intent`.
        data: Its block.
        lists: The lists by their name.
        rules: The parsed rules by their name.
    """

    intent: Any
    data: Any
    lists: Mapping[str, Any]
    rules: Mapping[str, Any]


@dataclass(slots=True)
class Template:
    """A template of a block; `sentence` parses it once."""

    block: TemplateBlock
    text: str
    facts: TemplateFacts
    _sentence: Any = field(default=None, init=False, repr=False, compare=False)

    @property
    def sentence(self) -> Any:
        """The `hassil.Sentence`, kept from the first time on: what is said once is said again."""
        if self._sentence is None:
            self._sentence = self._parsed()
        return self._sentence

    def sampled(self, intents: Any, most: int, *, is_bare: bool = False) -> Iterator[str]:
        """Some of its sentences; the parsed form is not kept for it.

        Args:
            intents: The `hassil.Intents`, of which the values of lists come.
            most: How many at most.
            is_bare: Without what may be left out, and with no number in place of a range.
        """
        from hassil.sample import sample_sentence

        sentence = self._sentence or self._parsed()
        lists, rules = intents.slot_lists, intents.expansion_rules
        return islice(
            sample_sentence(
                sentence, lists, rules, expand_ranges=not is_bare, skip_optionals=is_bare
            ),
            most,
        )

    def _parsed(self) -> Any:
        from hassil import parse_sentence

        sentence = parse_sentence(self.text, keep_text=True)
        sentence.required_clauses = self.facts.clauses
        return sentence


def templates_of(intents: Any, book: TemplateBook) -> Iterator[Template]:
    """The templates of all intents; of one block those with more text around any words come first.

    Args:
        intents: Compiled `hassil.Intents`; the blocks have no rules or lists of their own.
        book: Knows their facts.
    """
    behind = _RuleNames(intents.expansion_rules)
    for intent in intents.intents.values():
        for data in intent.data:
            found = [(text, book.facts(text)) for text in data.sentence_texts]
            lists, rules = behind.names(facts for _, facts in found)
            block = TemplateBlock(
                intent,
                data,
                {one: intents.slot_lists[one] for one in lists if one in intents.slot_lists},
                {one: intents.expansion_rules[one] for one in rules},
            )
            found.sort(key=lambda one: _order(one[1], data.wildcard_list_names))
            yield from (Template(block, text, facts) for text, facts in found)


class _RuleNames:
    """The lists and rules that rules lead to."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self._rules = rules
        self._named: dict[str, tuple[set[str], set[str]]] = {}

    def names(self, templates: Iterable[TemplateFacts]) -> tuple[set[str], set[str]]:
        """All lists and rules of some templates."""
        lists: set[str] = set()
        to_see: set[str] = set()
        for facts in templates:
            lists |= facts.lists
            to_see |= facts.rules
        rules: set[str] = set()
        while to_see:
            name = to_see.pop()
            if name not in rules and name in self._rules:
                rules.add(name)
                its_lists, its_rules = self._of(name)
                lists |= its_lists
                to_see |= its_rules
        return lists, rules

    def _of(self, name: str) -> tuple[set[str], set[str]]:
        if name not in self._named:
            self._named[name] = set(), set()
            collect_names(self._rules[name].expression, *self._named[name])
        return self._named[name]


def _order(facts: TemplateFacts, wildcards: set[str]) -> int:
    """As `hassil.IntentData.sentences` has them."""
    return 0 if facts.lists.isdisjoint(wildcards) else -facts.n_texts
