"""Computes typed or spoken arithmetic, exactly where that is possible.

Invariant: pure, no eval; only an allow-list of syntax is computed, and every number on the way is
bounded, so no expression takes long.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation, Overflow, localcontext
from fractions import Fraction
from functools import lru_cache, partial

from jarvis_voice.core.errors import ToolError
from jarvis_voice.language.en.spoken_arithmetic import other_reading, without_question
from jarvis_voice.language.en.spoken_formula import ROOTS, formula_from

MAX_BITS = 4_096
"""Bits a numerator or denominator may have: about 1 200 digits."""

MAX_FACTORIAL = 300
MAX_EXPONENT = 10_000
SPOKEN_DECIMALS = 6
SPOKEN_DIGITS = 15
_PRECISION = 50
_KEPT = 256
"""Texts of which it stays known whether they are sums: a sentence's reading asks repeatedly."""


@dataclass(frozen=True, slots=True)
class Calculation:
    """A computed expression.

    Attributes:
        value: The result, in percent where a share was asked for; rounded to 50 digits where it
            has no exact decimal form.
        spoken: The result for the ear, such as "40.8", "minus 3" or "about 0.333333".
        expression: The expression as it was understood, such as "17% * 240".
    """

    value: Decimal
    spoken: str
    expression: str


def calculate(expression: str) -> Calculation:
    """Compute an expression such as "0.1 + 0.2" or "seventeen percent of two hundred".

    Raises:
        ToolError: "not-understood", "division-by-zero", "too-large" or "no-real-number".
    """
    asked = without_question(expression.strip())
    found, other = _computed(asked), other_reading(asked)
    if not other or (first := _computed(other)).value == found.value:
        return found
    either = f"{first.spoken} or {found.spoken}: it depends on what is done first"
    return replace(found, spoken=either)


def _computed(asked: str) -> Calculation:
    formula = formula_from(asked)
    evaluation = _Evaluation()
    value = evaluation.run(formula.tree)
    decimal, is_exact = _as_decimal(value * 100 if formula.is_share else value)
    spoken = _spoken(decimal, is_exact=is_exact and evaluation.is_exact)
    return Calculation(decimal, f"{spoken} percent" if formula.is_share else spoken, formula.shown)


@lru_cache(maxsize=_KEPT)
def is_calculation(text: str) -> bool:
    """True when the whole text is an expression with something to compute.

    A bare number, a date ("2026-11-21") and a pair such as "9/11" are none.
    """
    try:
        return formula_from(text).is_worth_computing
    except ToolError:
        return False


class _Percent(Fraction):
    """A share that, added or taken off, is meant of what it is added to."""


class _Evaluation:
    """One walk over an expression; `is_exact` falls when a root is rounded."""

    def __init__(self) -> None:
        self.is_exact = True

    def run(self, node: ast.expr) -> Fraction:
        """The value of a node.

        Raises:
            ToolError: The node is not on the allow-list, or its value is out of bounds.
        """
        match node:
            case ast.Constant(value=str(numeral)):
                return _bounded(Fraction(numeral))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.run(operand)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.run(operand)
            case ast.BinOp(left=left, op=operator, right=right):
                return _bounded(self._combine(operator, self.run(left), self.run(right)))
            case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]):
                return _bounded(self._call(name, self.run(argument)))
        raise ToolError(
            "not-understood",
            "I cannot compute that: only numbers, + - * / // % **, percent, roots and parentheses.",
            spoken="I cannot compute that.",
        )

    def _combine(self, operator: ast.operator, left: Fraction, right: Fraction) -> Fraction:
        match operator:
            case ast.Add() | ast.Sub():
                if isinstance(right, _Percent) and not isinstance(left, _Percent):
                    right = left * right
                return left + right if isinstance(operator, ast.Add) else left - right
            case ast.Mult():
                return left * right
            case ast.Div() | ast.FloorDiv() | ast.Mod():
                return _divide(operator, left, right)
            case ast.Pow():
                return self._power(left, right)
        raise ToolError("not-understood", "I do not know that operator.")

    def _call(self, name: str, argument: Fraction) -> Fraction:
        calls: dict[str, Callable[[Fraction], Fraction]] = {
            "percent": lambda value: _Percent(value / 100),
            "sqrt": lambda value: self._root(value, 2),
            "cbrt": lambda value: self._root(value, 3),
            "factorial": _factorial,
            "square": lambda value: self._power(value, Fraction(2)),
            "cube": lambda value: self._power(value, Fraction(3)),
            "abs": abs,
            **{name: partial(self._root, degree=degree) for name, degree in ROOTS.items()},
        }
        if name not in calls:
            raise ToolError("not-understood", f"I do not know the function {name}.")
        return calls[name](argument)

    def _root(self, value: Fraction, degree: int) -> Fraction:
        if value < 0:
            raise ToolError(
                "no-real-number",
                "The root of a negative number is not a real number.",
                spoken="That has no real answer.",
            )
        top, bottom = (_whole_root(part, degree) for part in (value.numerator, value.denominator))
        if top is not None and bottom is not None:
            return Fraction(top, bottom)
        return self._power(value, Fraction(1, degree))

    def _power(self, base: Fraction, exponent: Fraction) -> Fraction:
        if base == 0 and exponent < 0:
            raise _division_by_zero()
        if abs(exponent) > MAX_EXPONENT:
            raise _too_large()
        if exponent.denominator == 1:
            bits = max(base.numerator.bit_length(), base.denominator.bit_length())
            if abs(base) != 1 and bits * abs(exponent) > MAX_BITS:
                raise _too_large()
            return Fraction(base) ** exponent.numerator
        if base < 0:
            raise ToolError(
                "no-real-number",
                "A negative number to a broken power is not a real number.",
                spoken="That has no real answer.",
            )
        self.is_exact = False
        return _rounded_power(base, exponent)


def _divide(operator: ast.operator, left: Fraction, right: Fraction) -> Fraction:
    if right == 0:
        raise _division_by_zero()
    if isinstance(operator, ast.FloorDiv):
        return Fraction(left // right)
    return left % right if isinstance(operator, ast.Mod) else left / right


def _factorial(value: Fraction) -> Fraction:
    if value.denominator != 1 or value < 0:
        raise ToolError("no-real-number", "A factorial needs a whole number of at least 0.")
    if value > MAX_FACTORIAL:
        raise _too_large()
    return Fraction(math.factorial(value.numerator))


def _whole_root(value: int, degree: int) -> int | None:
    """The whole root, or None where there is none; `value` is bounded, so bisection is short."""
    low, high = 0, 1 << (value.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle - 1)
    return low if low**degree == value else None


def _rounded_power(base: Fraction, exponent: Fraction) -> Fraction:
    with localcontext() as context:
        context.prec = _PRECISION
        try:
            return Fraction(_divided(base) ** _divided(exponent))
        except (Overflow, InvalidOperation) as error:
            raise _too_large() from error


def _bounded(value: Fraction) -> Fraction:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise _too_large()
    return value


def _as_decimal(value: Fraction) -> tuple[Decimal, bool]:
    """The value as a decimal, and whether it is exactly that."""
    if value.denominator == 1:
        return Decimal(value.numerator), True
    with localcontext() as context:
        context.prec = _PRECISION
        decimal = _divided(value)
    return decimal, Fraction(decimal) == value


def _divided(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _spoken(value: Decimal, *, is_exact: bool) -> str:
    sign = "minus " if value < 0 else ""
    size = abs(value)
    if size and (size >= Decimal(10) ** SPOKEN_DIGITS or size < Decimal(10) ** -SPOKEN_DECIMALS):
        mantissa, exponent = f"{size:.3e}".split("e")
        mantissa = mantissa.rstrip("0").rstrip(".")
        power = int(exponent)
        tens = f"10 to the power of {'minus ' if power < 0 else ''}{abs(power)}"
        return f"about {sign}{mantissa} times {tens}"
    plain = f"{size:f}"
    decimals = len(plain.partition(".")[2])
    if decimals > SPOKEN_DECIMALS:
        rounded = f"{size:.{SPOKEN_DECIMALS}f}".rstrip("0").rstrip(".")
        return f"about {sign}{rounded}"
    if "." in plain:
        plain = plain.rstrip("0").rstrip(".")
    return f"{'' if is_exact else 'about '}{sign}{plain}"


def _division_by_zero() -> ToolError:
    return ToolError("division-by-zero", "That divides by zero.", spoken="I cannot divide by zero.")


def _too_large() -> ToolError:
    return ToolError(
        "too-large", "That number is too large for me.", spoken="That number is too large for me."
    )
