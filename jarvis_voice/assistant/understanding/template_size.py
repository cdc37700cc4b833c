"""Measures a sentence template, with its rules written out. Pure.

Invariant: what passes here is compiled and compared within the stack and the time of a turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LONGEST = 1_000
"""Characters of one template; the longest that ships has 207."""

DEEPEST = 16
"""Brackets in brackets, and rules in rules; among those that ship it is 3 and 2."""

LARGEST = 2_000
"""Pieces of one template; the largest that ships has 213."""

MOST_NUMBERS = 10_000
"""Of a list that is a range."""

_OPENS, _CLOSES = "([<{", ")]>}"


def too_large(template: str, rules: Mapping[str, Any]) -> str | None:
    """Why a template is too large, or None; what does not parse is none of our business.

    Args:
        template: As somebody wrote it.
        rules: The texts of the rules that it may name.
    """
    from hassil import parse_sentence

    if mistake := too_long(template):
        return mistake
    try:
        sentence = parse_sentence(template)
    except Exception:  # noqa: BLE001 - whatever the parser raises, its caller tells
        return None
    return too_many_pieces(sentence.expression, rules)


def too_long(template: str) -> str | None:
    """Why a template is not to be parsed at all, or None."""
    if len(template) > LONGEST:
        return f"has more than {LONGEST:,} characters"
    if _depth(template) > DEEPEST:
        return f"has more than {DEEPEST} brackets in each other"
    return None


def too_many_pieces(expression: Any, rules: Mapping[str, Any]) -> str | None:
    """Why a parsed template is too large, or None.

    Args:
        expression: Of the template.
        rules: The texts of the rules that it may name; of one that does not parse others tell.
    """
    try:
        size = _Size(rules).of(expression, ())
    except _TooLargeError as error:
        return str(error)
    except Exception:  # noqa: BLE001 - whatever the parser raises, its caller tells
        return None
    return f"has more than {LARGEST:,} pieces" if size > LARGEST else None


def range_is_too_large(body: Any) -> bool:
    """Whether a list is a range of too many numbers."""
    numbers = body.get("range") if isinstance(body, Mapping) else None
    if not isinstance(numbers, Mapping):
        return False
    first, last = numbers.get("from"), numbers.get("to")
    if not isinstance(first, int) or not isinstance(last, int):
        return False
    return abs(last - first) > MOST_NUMBERS


class _TooLargeError(Exception):
    """It is; the text says why."""


class _Size:
    def __init__(self, rules: Mapping[str, Any]) -> None:
        self._rules = rules
        self._known: dict[str, int] = {}

    def of(self, expression: Any, inside: tuple[str, ...]) -> int:
        """Pieces of a parsed template.

        Args:
            expression: It, or a part of it.
            inside: The rules that led here.

        Raises:
            _TooLargeError: Rules lead to each other, or are in each other too deep.
        """
        from hassil import RuleReference

        if isinstance(expression, RuleReference):
            return self._of_rule(expression.rule_name, inside)
        return 1 + sum(self.of(item, inside) for item in getattr(expression, "items", ()))

    def _of_rule(self, name: str, inside: tuple[str, ...]) -> int:
        from hassil import parse_sentence

        if name in inside:
            raise _TooLargeError(f'names the rule "{name}", which leads to itself')
        if len(inside) >= DEEPEST:
            raise _TooLargeError(f"has more than {DEEPEST} rules in each other")
        text = self._rules.get(name)
        if not isinstance(text, str) or len(text) > LONGEST or _depth(text) > DEEPEST:
            return 1  # that is told of the rule itself
        if name not in self._known:
            self._known[name] = self.of(parse_sentence(text).expression, (*inside, name))
        return self._known[name]


def _depth(template: str) -> int:
    depth = deepest = 0
    for sign in template:
        depth += (sign in _OPENS) - (sign in _CLOSES)
        deepest = max(deepest, depth)
    return deepest
