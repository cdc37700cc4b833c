"""Lets one process parse each sentence template once: most tests need all that the program has.

Invariant: a grammar gets sentences of its own. Only their expressions are shared, and nobody
changes one that is parsed.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import hassil
from hassil import intents


def parse_templates_once() -> None:
    """Make hassil remember what it has parsed; a template with a mistake is parsed each time."""
    parse, sentence = hassil.parse_sentence, hassil.Sentence
    expression_of = cache(lambda text: parse(text).expression)

    def parse_once(text: str, keep_text: bool = False, metadata: Any = None) -> Any:
        if metadata is not None:
            return parse(text, keep_text=keep_text, metadata=metadata)
        return sentence(expression=expression_of(text), text=text if keep_text else None)

    hassil.parse_sentence = parse_once
    intents.parse_sentence = parse_once  # type: ignore[attr-defined]  # imported there
