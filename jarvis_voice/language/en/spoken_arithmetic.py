"""Rewrites sentences of arithmetic as sums: "20 percent off 85" is "(85) - (20) percent".

Invariant: pure; a sentence that has none of these forms comes back as it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ASKED = re.compile(
    r"(?:what is|what's|what are|what does|how much is|how much are|calculate|compute|work out|"
    r"figure out|tell me)\s+(?=\S)",
    re.I,
)
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?:{pattern})\Z"), replacement)
    for pattern, replacement in (
        (r"(.+?) ?(?:percent|per cent|%) (?:off|discount on)(?: of)? (.+)", r"(\2) - (\1) percent"),
        (r"(.+) with (.+?) ?(?:percent|per cent|%) off", r"(\1) - (\2) percent"),
        (
            r"(?:a |the )?(.+?) ?(?:percent|per cent|%) tip (?:on|for|of) (?:a )?(.+)",
            r"(\1) percent of (\2)",
        ),
        (
            r"(?:a |the )?tip (?:of|at) (.+?) ?(?:percent|per cent|%) (?:on|for) (?:a )?(.+)",
            r"(\1) percent of (\2)",
        ),
        (
            r"(.+?) ?(?:percent|per cent|%) (?:more than|added to|on top of) (.+)",
            r"(\2) + (\1) percent",
        ),
        (r"(.+?) ?(?:percent|per cent|%) (?:less than|taken off) (.+)", r"(\2) - (\1) percent"),
        (r"(\S+) more than (.+)", r"(\2) + (\1)"),
        (r"(\S+) less than (.+)", r"(\2) - (\1)"),
        (r"increase (.+) by (.+)", r"(\1) + \2"),
        (r"(?:decrease|reduce|lower) (.+) by (.+)", r"(\1) - \2"),
        (r"add (.+) (?:and|to) (.+)", r"(\1) + (\2)"),
        (r"(?:subtract|take) (.+) from (.+)", r"(\2) - (\1)"),
        (r"(?:take|take away) (.+) away from (.+)", r"(\2) - (\1)"),
        (r"multiply (.+) (?:by|and|with) (.+)", r"(\1) * (\2)"),
        (r"(.+) multiply (?:by |with )?(.+)", r"(\1) * (\2)"),
        (r"divide (.+) by (.+)", r"(\1) / (\2)"),
        (r"(.+) divide (?:by )?(.+)", r"(\1) / (\2)"),
        (r"(?:the )?difference (?:between|of) (.+) and (.+)", r"abs ((\1) - (\2))"),
        (
            r"(?:the )?remainder (?:of|when|if) (.+?)(?: is)? divided by (.+)",
            r"(\1) mod (\2)",
        ),
        (r"(?:split|divide) (.+) (?:between|among|by) (.+?)(?: people| of us)?", r"(\1) / (\2)"),
        (r"(?:split )?(.+?) (?:split )?(\S+) ways", r"(\1) / (\2)"),
    )
)
_SHARES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?:{pattern})\Z"), replacement)
    for pattern, replacement in (
        (r"(?:what )?(?:percent|percentage) of (.+) (?:is|are) (.+)", r"(\2) / (\1)"),
        (r"(?:what )?(?:percent|percentage) (?:is|are) (.+) of (.+)", r"(\1) / (\2)"),
        (r"(.+) (?:is|are) what (?:percent|percentage) of (.+)", r"(\1) / (\2)"),
        (r"(.+) as a (?:percent|percentage) of (.+)", r"(\1) / (\2)"),
        (
            r"(?:by )?how (?:much|many) (?:percent|per cent|%) (?:is|are) (.+) "
            r"(?:more|larger|higher|bigger|greater) than (.+)",
            r"((\1) - (\2)) / (\2)",
        ),
        (
            r"(?:by )?how (?:much|many) (?:percent|per cent|%) (?:is|are) (.+) "
            r"(?:less|smaller|lower) than (.+)",
            r"((\2) - (\1)) / (\2)",
        ),
        (
            r"(?:the )?(?:percent|percentage) (?:increase|change|growth) from (.+) to (.+)",
            r"((\2) - (\1)) / (\1)",
        ),
        (
            r"(?:the )?(?:percent|percentage) (?:decrease|drop|loss) from (.+) to (.+)",
            r"((\1) - (\2)) / (\1)",
        ),
    )
)
_ONE_NUMBER = re.compile(
    r"\b(?P<hundreds>[1-9]\d?00|[1-9]\d{0,2}000) and (?P<rest>\d{1,2})\b(?! ?(?:%|per ?cent))"
)
"""A number as it is said: "100 and 20" is 120, which is their sum as well."""

_ONE_OF_TWO = re.compile(
    r"(?P<first>(?:(?:the )?(?:sum|total|product|average|mean) of|add|multiply) .+? and \S+) "
    r"(?P<rest>(?:divided by|times|multiplied by|plus|minus|over) .+)"
)
_LIST = re.compile(r"(?:the )?(sum|total|product|average|mean) (?:of|between) (.+)\Z")
_BETWEEN = re.compile(r",\s*(?:and\s+)?")


@dataclass(frozen=True, slots=True)
class Reworded:
    """A sentence of arithmetic, rewritten as a sum.

    Attributes:
        line: The sum.
        is_share: Its result is wanted in percent.
        is_form: The sentence had one of the forms, so something is to be computed.
    """

    line: str
    is_share: bool = False
    is_form: bool = False


def without_question(text: str) -> str:
    """Without the "what is" in front."""
    return _ASKED.sub("", text, count=1) if _ASKED.match(text) else text


def reworded(line: str) -> Reworded:
    """A sentence as a sum; lower case in and out."""
    for pattern, replacement in _SHARES:
        if found := pattern.match(line):
            return Reworded(found.expand(replacement), is_share=True, is_form=True)
    if listed := _LIST.match(line):
        return _of_list(listed[1], listed[2]) or Reworded(line)
    for pattern, replacement in _FORMS:
        if found := pattern.match(line):
            return Reworded(found.expand(replacement), is_form=True)
    return Reworded(_ONE_NUMBER.sub(_together, line))


def other_reading(line: str) -> str:
    """The sum that the words may mean as well, done in another order; "" where there is none.

    "The sum of 3 and 5 times 2" may be 13, and 16 where the sum comes first.
    """
    found = _ONE_OF_TWO.fullmatch(line.casefold().strip(" ?."))
    return f"({reworded(found['first']).line}) {found['rest']}" if found else ""


def _together(found: re.Match[str]) -> str:
    return str(int(found["hundreds"]) + int(found["rest"]))


def _of_list(what: str, listed: str) -> Reworded | None:
    """The sum, product or mean of "3, 5 and 10"; the last "and" parts the last two."""
    head, _, last = listed.rpartition(" and ")
    parts = [part for part in _BETWEEN.split(head) if part] + [last]
    if not head:
        return None
    joined = (" * " if what == "product" else " + ").join(f"({part})" for part in parts)
    if what in {"average", "mean"}:
        joined = f"({joined}) / {len(parts)}"
    return Reworded(joined, is_form=True)
