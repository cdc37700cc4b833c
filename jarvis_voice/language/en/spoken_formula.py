"""Parses a spoken or typed calculation into a syntax tree.

Invariant: pure; the tree holds numerals as strings (so that 0.1 stays 0.1), and only the operators
and function names written in this module.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.spoken_arithmetic import reworded
from jarvis_voice.language.en.spoken_numbers import numerals

MAX_CHARACTERS = 300
MAX_NUMERAL_CHARACTERS = 60

_FRACTIONS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6,
              "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}  # fmt: skip
_ANY_FRACTION = "|".join(_FRACTIONS)
_POWERS = {**_FRACTIONS, "second": 2, "twelfth": 12, "twentieth": 20}
ROOTS = {f"root{word}": n for word, n in _FRACTIONS.items() if word not in {"half", "quarter"}}
"""Function names of the higher roots to their degree."""
_PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<![\d.])(\d{1,2}) ?/ ?(\d{1,2}) of\b", r" ( \1 / \2 ) * "),
        (r"\b(?:equals?|is equal to)\s*$|=\s*$", " "),
        (r"\b(?:to|raised to) the power(?: of)?\b|\braised to(?: the)?\b|\^", " ** "),
        (r"\b(?:the )?(?:square|2nd) root(?: of)?\b|√", " sqrt "),
        (r"\b(?:the )?cube root(?: of)?\b", " cbrt "),
        *((rf"\b(?:the )?{name[4:]} root of\b", f" {name} ") for name in ROOTS),
        (r"\b(?:the )?square of\b", " square "),
        (r"\b(?:the )?cube of\b", " cube "),
        (r"\bto the (\d+)(?:st|nd|rd|th)(?: power)?\b", r" ** \1 "),
        *((rf"\bto the {word}(?: power)?\b", f" ** {n} ") for word, n in _POWERS.items()),
        (r"\bto the (?=minus\b|negative\b|\d)", " ** "),
        (r"\b(?:open|left) (?:parenthesis|paren|parentheses|brackets?)\b", " ( "),
        (r"\b(?:closed?|right) (?:parenthesis|paren|parentheses|brackets?)\b", " ) "),
        (r"\bhalf a dozen\b", " 6 "),
        (r"\b(?:a|one) dozen\b", " 12 "),
        (r"\b(\w+) dozen\b", r" ( \1 * 12 ) "),
        (r"\bincreased by\b", " plus "),
        (r"\b(?:decreased|reduced|lowered) by\b", " minus "),
        (r"\b(?:the )?factorial of\b", " factorial "),
        (r"\bfactorial\b(?!\s+\S)|!", " ! "),
        (r"\bsquared\b", " ** 2 "),
        (r"\bcubed\b", " ** 3 "),
        (r"\bmultiplied by\b|\btimes\b|×|·", " * "),
        (r"\bdivided by\b|\bshared (?:by|between)\b|\bover\b|÷", " / "),
        (r"\bplus\b|\badded to\b", " + "),
        (r"\bminus\b|\bnegative\b|\bless\b|\u2212|\u2013", " - "),
        (r"\bmod(?:ulo|ulus)?\b", " mod "),
        (r"\bper ?cent\b", " percent "),
        (r"%(?=\s*[\d(])", " mod "),
        (r"%", " percent "),
        (r"(?<=[\d)\s])x(?=[\d(\s])", " * "),
        (r"\b(?:twice|double)\b", " 2 * "),
        (r"\b(?:thrice|triple)\b", " 3 * "),
        (r"\bquadruple\b", " 4 * "),
        *(
            (
                rf"\b(?:(?:a|one|1) )?{word} (?:of )?(?:the )?(?=\d|\()|\b(?:a |one )?{word} of\b",
                f" ( 1 / {n} ) * ",
            )
            for word, n in _FRACTIONS.items()
        ),
        *((rf"\b{word}s of\b", f" * ( 1 / {n} ) * ") for word, n in _FRACTIONS.items()),
        *(
            (rf"(?<!and )\b(?:a|one|1) {word}\b", f" ( 1 / {n} ) ")
            for word, n in _FRACTIONS.items()
        ),
        *(
            (rf"(?<!and )\b(\w+) {word}s\b", rf" ( \1 * ( 1 / {n} ) ) ")
            for word, n in _FRACTIONS.items()
        ),
        (r"(?<=[a-z])-(?=[a-z])", " "),
        (r"\bthe\b", " "),
    )
)
_MONEY = re.compile(r"[$£€](?=\d)")
"""What speech to text writes for "sixty dollars"; sums are told in numbers."""
_UNITS = (
    r"(?:grams?|grammes?|kilos?|kilograms?|kg|milligrams?|mg|ounces?|oz|pounds?|lbs?|stone|tonnes?|"
    r"litres?|liters?|millilitres?|milliliters?|ml|pints?|gallons?|cups?|metres?|meters?|"
    r"centimetres?|centimeters?|cm|millimetres?|millimeters?|mm|kilometres?|kilometers?|km|miles?|"
    r"inch(?:es)?|feet|foot|yards?|seconds?|minutes?|hours?|days?|weeks?|quid|euros?|dollars?|"
    r"pence|cents?)"
)
_MEASURED = re.compile(
    rf"(?<=\w) {_UNITS}(?= (?:times|multiplied by|divided by|x|\*|/|over) (?:\d|[a-z]))"
)
_MEASURED_LAST = re.compile(rf"(?P<times>.* (?:times|multiplied by|x|\*) \S+) {_UNITS}")
"""The unit of a number that is taken so many times: the sum is told in numbers."""
_MIXED = re.compile(r"\b(\d+) (\d{1,2}/\d{1,2})\b(?!/)")
"""Two and a half, written "2 1/2"."""
_TOKEN = re.compile(r"\*\*|//|[-+*/()!]|\d+\.\d+|\.\d+|\d+|[a-z]+")
_NUMERAL = re.compile(r"\d+(?:\.\d+)?\Z|\.\d+\Z")
_OPERATORS = {"+", "-", "*", "/", "//", "**", "mod"}
_PREFIXES = {"sqrt", "cbrt", "factorial", "square", "cube", "abs", *ROOTS}
_SIGNS = {
    "percent": "%",
    "sqrt": "square root of",
    "cbrt": "cube root of",
    "square": "square of",
    "cube": "cube of",
    "abs": "size of",
    **{name: f"{name[4:]} root of" for name in ROOTS},
}
_POSTFIXES = {"percent": "percent", "!": "factorial"}
_NOT_ARITHMETIC = lazy_pattern(
    r"\s*(?:\d{4}([/-])\d{1,2}\1\d{1,2}|\d{1,2}([/-])\d{1,2}\2\d{2,4}|\d{3,}(?:-\d{3,})+"
    rf"|9/11|24/7|7/11|50/50|(?:a|one|the|1|\w+) (?:{_ANY_FRACTION})s?)[?. ]*\Z",
    re.I,
)
"""Dates, phone numbers, pairs that are names, and fractions alone."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A parsed calculation, ready for the calculator.

    Attributes:
        tree: Its syntax tree; numerals are string constants.
        shown: It in signs, such as "17% * 240".
        is_worth_computing: There is an operator, and it is no date or pair of numbers.
        is_share: The result is wanted in percent.
    """

    tree: ast.expr
    shown: str
    is_worth_computing: bool
    is_share: bool = False


def formula_from(text: str) -> Formula:
    """Read a calculation.

    Raises:
        ToolError: "not-understood", with the word that was not.
    """
    if len(text) > MAX_CHARACTERS:
        raise ToolError("too-large", "That expression is too long for me.")
    said = reworded(_MIXED.sub(r"(\1+\2)", _commas_out(_plain_numbers(text))))
    tokens = _tokens(said.line, text)
    source = "".join(_with_calls(tokens))
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise _not_understood(text) from error
    computes = any(token in _OPERATORS | _PREFIXES | _POSTFIXES.keys() for token in tokens[1:])
    computes = computes or tokens[0] in _PREFIXES
    computes = computes and not _NOT_ARITHMETIC.match(text)
    return Formula(tree, _shown(tokens), computes, said.is_share)


def _plain_numbers(text: str) -> str:
    """A calculation in lower case, without the unit of the one number that has one."""
    line = _MONEY.sub("", text.casefold().strip().rstrip("?. "))
    plain = _MEASURED.sub("", line, count=1)
    last = _MEASURED_LAST.fullmatch(line) if plain == line else None
    return last["times"] if last else plain


def _commas_out(line: str) -> str:
    """Without the commas of "1,000"; those of a list stay."""
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", line)


def _tokens(line: str, text: str) -> list[str]:
    for pattern, replacement in _PHRASES:
        line = pattern.sub(replacement, line)
    tokens = _TOKEN.findall(line)
    if "".join(tokens) != re.sub(r"\s+", "", line) or not tokens:
        raise _not_understood(text)
    tokens = _without_of(numerals(tokens))
    if any(_NUMERAL.match(one) and _NUMERAL.match(two) for one, two in pairwise(tokens)):
        raise _not_understood(text)
    known = _OPERATORS | _PREFIXES | _POSTFIXES.keys() | {"(", ")"}
    for token in tokens:
        if token not in known and not _NUMERAL.match(token):
            raise _not_understood(text, token)
        if len(token) > MAX_NUMERAL_CHARACTERS:
            raise ToolError("too-large", "That number is too large for me.")
    return tokens


def _without_of(tokens: Sequence[str]) -> list[str]:
    """Multiply in "17 percent of 240"; any other "of" stays and is refused."""
    return [
        "*" if (before, word) == ("percent", "of") else word
        for before, word in pairwise(["", *tokens])
    ]


def _with_calls(tokens: Sequence[str]) -> list[str]:
    """Python source: numerals quoted, "percent" and "!" wrapped around what they follow."""
    out: list[str] = []
    open_roots: list[int] = []  # places in `out` where a root waits for its operand
    depth_at: list[int] = []
    depth = 0
    for token in tokens:
        if token in _PREFIXES:
            open_roots.append(len(out))
            depth_at.append(depth)
            out.append(f"{token}(")
            continue
        if token in _POSTFIXES:
            _wrap_last_operand(out, _POSTFIXES[token])
            continue
        depth += {"(": 1, ")": -1}.get(token, 0)
        out.append(_source_of(token))
        while open_roots and depth == depth_at[-1] and token not in _OPERATORS:
            out.append(")")
            open_roots.pop()
            depth_at.pop()
    return out


def _source_of(token: str) -> str:
    if _NUMERAL.match(token):
        return f"'{token}'"
    return {"mod": "%"}.get(token, token)


def _wrap_last_operand(out: list[str], name: str) -> None:
    start = len(out) - 1
    if start >= 0 and out[start] == ")":
        depth = 0
        while start >= 0:
            depth += out[start].count(")") - out[start].count("(")
            if depth == 0:
                break
            start -= 1
    if start < 0:
        raise ToolError("not-understood", "A percent sign or a factorial needs a number.")
    out.insert(start, f"{name}(")
    out.append(")")


def _shown(tokens: Sequence[str]) -> str:
    line = _bare(" ".join(_SIGNS.get(token, token) for token in tokens))
    return re.sub(r" (?=[%!)])|(?<=\() ", "", line)


def _bare(line: str) -> str:
    """Without the parentheses around single numbers."""
    return re.sub(r"\( ([\d.]+) \)", r"\1", line)


def _not_understood(text: str, word: str = "") -> ToolError:
    what = f'the word "{word}"' if word else f'"{text[:60]}"'
    return ToolError(
        "not-understood",
        f"I do not understand {what} as a calculation.",
        spoken="I did not understand that calculation.",
    )
