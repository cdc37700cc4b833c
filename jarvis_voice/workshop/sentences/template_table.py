"""Makes the file of what is known of the shipped templates, so that no start has to parse them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jarvis_voice.assistant.understanding.sentence_files import load_intents
from jarvis_voice.assistant.understanding.template_book import FactTable, made_for
from jarvis_voice.assistant.understanding.template_list import Template, templates_of
from jarvis_voice.assistant.understanding.whole_sentences import sentences_in
from jarvis_voice.core.paths import Paths
from jarvis_voice.tools.registry import Tool


def template_table(paths: Paths, tools: Iterable[Tool]) -> Mapping[str, Any]:
    """The facts of all templates, each of which is parsed for it.

    Args:
        paths: Of a user without sentence files.
        tools: All that ship, on a machine that has every means.
    """
    intents, _, book = load_intents(paths, tools, FactTable.empty())
    templates = {book.key(one.text): one for one in templates_of(intents, book)}
    found = {key: one.facts for key, one in templates.items()}
    sets = _numbered(
        texts
        for facts in found.values()
        for texts in (
            *(facts.lists, facts.rules, facts.needed_lists),
            *(facts.starts, facts.ends, *facts.clauses),
        )
        if texts is not None
    )
    clauses = _numbered(frozenset(sets[c] for c in facts.clauses) for facts in found.values())
    words = _numbered(frozenset({word}) for texts in sets for word in texts)
    return {
        "made_for": made_for(),
        "words": [next(iter(word)) for word in words],
        "sets": [sorted(words[frozenset({word})] for word in texts) for texts in sets],
        "clauses": [sorted(one) for one in clauses],
        "templates": {
            key: [
                *(sets[facts.lists], sets[facts.rules], sets[facts.needed_lists], facts.n_texts),
                clauses[frozenset(sets[clause] for clause in facts.clauses)],
                None if facts.starts is None else sets[facts.starts],
                None if facts.ends is None else sets[facts.ends],
                _sentences(templates[key], intents),
            ]
            for key, facts in found.items()
        },
    }


def packed(table: Mapping[str, Any]) -> bytes:
    """The content of the file."""
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def _sentences(template: Template, intents: Any) -> str | None:
    """The whole sentences, unless they depend on the lists that a machine has."""
    if template.facts.lists or any(
        [*intents.expansion_rules[name].list_names(intents.expansion_rules)]
        for name in template.facts.rules
    ):
        return None
    return "\n".join(sentences_in(template, intents))


def _numbered(sets: Iterable[frozenset[Any]]) -> dict[frozenset[Any], int]:
    """Each set once, the same order each time."""
    ordered: Sequence[frozenset[Any]] = sorted(set(sets), key=lambda one: (len(one), sorted(one)))
    return {one: number for number, one in enumerate(ordered)}
