"""Unit: an expression goes in, a value, its spoken form or an error code comes out."""

import contextlib
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.core.errors import ToolError
from jarvis_voice.tools.numbers.calculator import calculate, is_calculation

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("expression", "spoken"),
    [
        ("17 percent of 240", "40.8"),
        ("17% of 240", "40.8"),
        ("17 per cent of 240?", "40.8"),
        ("seventeen percent of two hundred and forty", "40.8"),
        ("240 plus 17 percent", "280.8"),
        ("240 - 17%", "199.2"),
        ("100+50+10%", "165"),
        ("20% of 50% of 200", "20"),
        ("12 times 7", "84"),
        ("180 grams times 240", "43200"),
        ("forty quid times 2.75", "110"),
        ("3 times 4 kilos", "12"),
        ("12 miles divided by 3", "4"),
        ("12 x 7", "84"),
        ("12x7", "84"),
        ("three point five divided by two", "1.75"),
        ("square root of 144", "12"),
        ("the square root of 144 plus 5", "17"),
        ("square root of (9 + 16)", "5"),
        ("cube root of 27", "3"),
        ("2 to the power of 10", "1024"),
        ("2^10", "1024"),
        ("half of 90", "45"),
        ("a third of ninety", "30"),
        ("two thirds of 90", "60"),
        ("three quarters of 80", "60"),
        ("3/4 of 16", "12"),
        ("2 1/2 times 4", "10"),
        ("$50 plus $30", "80"),
        ("20% of $50", "10"),
        ("twice 21", "42"),
        ("nine squared", "81"),
        ("5!", "120"),
        ("factorial of 5", "120"),
        ("0.1+0.2", "0.3"),
        (".5 + .25", "0.75"),
        ("10 / 4", "2.5"),
        ("7 // 2", "3"),
        ("5 % 3", "2"),
        ("10 mod 3", "1"),
        ("(3+4)*2", "14"),
        ("negative five plus two", "minus 3"),
        ("1,000 plus 5", "1005"),
        ("1.5 million plus 2", "1500002"),
        ("a hundred and five minus 5", "100"),
        ("twenty-five times four", "100"),
        ("five plus five equals", "10"),
        ("1/3", "about 0.333333"),
        ("square root of two", "about 1.414214"),
        ("2 ** 0.5", "about 1.414214"),
        ("2**100", "about 1.268 times 10 to the power of 30"),
        ("20 percent off 85", "68"),
        ("20% off 85", "68"),
        ("fifty percent off twenty", "10"),
        ("what percent of 80 is 20", "25 percent"),
        ("20 is what percent of 80", "25 percent"),
        ("20 as a percentage of 80", "25 percent"),
        ("by how much percent is 60 more than 50", "20 percent"),
        ("how many percent is 40 less than 50", "20 percent"),
        ("what percentage of 3 is 1", "about 33.333333 percent"),
        ("percent increase from 80 to 100", "25 percent"),
        ("15% tip on 64", "9.6"),
        ("a 15 percent tip on 64", "9.6"),
        ("a tip of 15 percent on 64", "9.6"),
        ("increase 80 by 20 percent", "96"),
        ("5 increased by 10 percent", "5.5"),
        ("80 reduced by 25%", "60"),
        ("15 percent more than 80", "92"),
        ("15 percent less than 80", "68"),
        ("5 less than 12", "7"),
        ("triple 7", "21"),
        ("a dozen times 4", "48"),
        ("two dozen plus 3", "27"),
        ("half a dozen plus 1", "7"),
        ("one half plus one third", "about 0.833333"),
        ("two thirds plus one half", "about 1.166667"),
        ("open parenthesis 3 plus 4 close parenthesis times 2", "14"),
        ("the sum of 3 and 5", "8"),
        ("the sum of 1,000, 5 and 7", "1012"),
        ("the product of 6 and 7", "42"),
        ("the average of 3, 5 and 10", "6"),
        ("the difference between 4 and 10", "6"),
        ("add 5 to 6", "11"),
        ("add two hundred and forty and five", "245"),
        ("subtract 5 from 12", "7"),
        ("multiply 6 by 7", "42"),
        ("seven multiply eight", "56"),
        ("12 multiply by 4", "48"),
        ("84 divide 7", "12"),
        ("divide 100 by 8", "12.5"),
        ("split 90 three ways", "30"),
        ("the remainder of 17 divided by 5", "2"),
        ("two to the fifth power", "32"),
        ("2 to the 8th", "256"),
        ("5 to the minus 2", "0.04"),
        ("the square of nine", "81"),
        ("cube of 3", "27"),
        ("fourth root of 16", "2"),
        ("one and a half times 4", "6"),
        ("two and three quarters plus 1", "3.75"),
        ("two and a half million plus 1", "2500001"),
        ("what is 9 plus 10", "19"),
        ("1 / 1000000000", "about 1 times 10 to the power of minus 9"),
    ],
)
def test_it_computes_what_was_said(expression: str, spoken: str) -> None:
    assert calculate(expression).spoken == spoken


@pytest.mark.parametrize(
    ("expression", "spoken"),
    [
        ("100 and 20 divided by 4", "30"),
        ("2000 and 5 minus 5", "2000"),
        ("the sum of 100 and 20", "120"),
        ("the sum of 100 and 20 divided by 4", "30 or 105: it depends on what is done first"),
        ("multiply 5 and 6 plus 2", "32 or 40: it depends on what is done first"),
        ("the sum of 100 and 20 plus 5", "125"),
    ],
)
def test_an_and_between_numbers_is_no_sum_by_chance(expression: str, spoken: str) -> None:
    assert calculate(expression).spoken == spoken


def test_tenths_stay_tenths() -> None:
    assert calculate("0.1 + 0.2").value == Decimal("0.3")


def test_it_says_how_it_understood() -> None:
    assert calculate("seventeen percent of two hundred and forty").expression == "17% * 240"
    assert calculate("20% off 85").expression == "85 - 20%"
    assert calculate("fourth root of 16").expression == "fourth root of 16"


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("1/0", "division-by-zero"),
        ("5 mod 0", "division-by-zero"),
        ("0 ** -1", "division-by-zero"),
        ("9**9**9", "too-large"),
        ("2**100000", "too-large"),
        ("301!", "too-large"),
        ("1" * 61 + " + 1", "too-large"),
        ("1+" * 200 + "1", "too-large"),
        ("300! * 300! * 300! * 300!", "too-large"),
        ("(2 ** 4000) ** 0.5 ** 0.001 ** 1000 ** 1000", "too-large"),
        ("sqrt -4", "no-real-number"),
        ("(0-8) ** 0.5", "no-real-number"),
        ("2.5!", "no-real-number"),
        ("", "not-understood"),
        ("the moon", "not-understood"),
        ("one plus", "not-understood"),
        ("five five plus 2", "not-understood"),
        ("fourth root of minus 16", "no-real-number"),
        ("999 to the 999 to the 99", "too-large"),
        ("divide 5 by zero", "division-by-zero"),
        ("what percent of 0 is 5", "division-by-zero"),
        ("add milk and eggs", "not-understood"),
        ("the sum of all fears", "not-understood"),
        ("split pea soup two ways", "not-understood"),
        ("three quarters of an hour", "not-understood"),
        ("3 dozen eggs", "not-understood"),
        ("__import__('os').system('true')", "not-understood"),
        ("lambda: 1", "not-understood"),
        ("1e5 + 2", "not-understood"),
        ("% of 5", "not-understood"),
        ("((1 + 2)", "not-understood"),
    ],
)
def test_it_refuses_with_a_reason(expression: str, code: str) -> None:
    with pytest.raises(ToolError) as caught:
        calculate(expression)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 times 7", True),
        ("17% of 240", True),
        ("square root of 2", True),
        ("10/4", True),
        ("2026-11-21", False),
        ("9/11", False),
        ("24/7", False),
        ("555-1234", False),
        ("two thousand", False),
        ("42", False),
        ("photosynthesis", False),
        ("half life", False),
        ("20 percent off 85", True),
        ("add milk and eggs", False),
        ("two thirds", False),
        ("the third man", False),
        ("what is 5 plus 3", False),
        ("catch 22", False),
    ],
)
def test_it_knows_a_calculation_from_a_name(text: str, expected: bool) -> None:
    assert is_calculation(text) is expected


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_sums_and_products_are_exact(one: int, two: int) -> None:
    assert calculate(f"({one}) + ({two})").value == one + two
    assert calculate(f"({one}) * ({two})").value == one * two


@given(st.text(max_size=60))
def test_nothing_but_a_tool_error_comes_of_any_text(text: str) -> None:
    with contextlib.suppress(ToolError):
        assert calculate(text).spoken
