"""Unit: amounts into other units and currencies, with the real libraries and their data."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.around import run, surroundings, the_tool

from jarvis_voice.core.config import UserConfig
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.language.en.unit_names import UNITS_BY_NAME
from jarvis_voice.tools.numbers.conversion import Home, convert, is_convertible, plain_number
from jarvis_voice.tools.numbers.currency import CURRENCIES, read_rates
from jarvis_voice.tools.numbers.number_tools import tools

pytestmark = pytest.mark.unit

HERE = Home("metric", "EUR")
THERE = Home("imperial", "USD")


@pytest.mark.parametrize(
    ("what", "to", "said"),
    [
        ("5 miles", "kilometers", "5 miles is 8.05 kilometers."),
        ("5 miles", "", "5 miles is 8.05 kilometers."),
        ("five and a half feet", "meters", "5.5 feet is 1.68 meters."),
        ("32 fahrenheit", "celsius", "32 degrees Fahrenheit is 0 degrees Celsius."),
        ("70 fahrenheit", "celsius", "70 degrees Fahrenheit is 21.11 degrees Celsius."),
        ("70 degrees", "celsius", "70 degrees Fahrenheit is 21.11 degrees Celsius."),
        ("21\u00b0", "fahrenheit", "21 degrees Celsius is 69.8 degrees Fahrenheit."),
        ("-40 c", "f", "Minus 40 degrees Celsius is minus 40 degrees Fahrenheit."),
        ("minus 1 celsius", "f", "Minus 1 degree Celsius is 30.2 degrees Fahrenheit."),
        ("0 celsius", "kelvin", "0 degrees Celsius is 273.15 kelvin."),
        ("180 degrees", "radians", "180 degrees is 3.14 radians."),
        ("70 mph", "kilometers", "70 miles per hour is 112.65 kilometers per hour."),
        ("100 km/h", "miles", "100 kilometers per hour is 62.14 miles per hour."),
        ("two cups", "millilitres", "2 cups is 473.18 milliliters."),
        ("a kilo", "ounces", "1 kilogram is 35.27 ounces."),
        ("the kilo", "ounces", "1 kilogram is 35.27 ounces."),
        ("8 ounces", "milliliters", "8 fluid ounces is 236.59 milliliters."),
        ("a cup", "ounces", "1 cup is 8 fluid ounces."),
        ("8 ounces", "grams", "8 ounces is 226.8 grams."),
        ("20 pounds", "kilos", "20 pounds is 9.07 kilograms."),
        ("20 pounds", "", "20 pounds is 9.07 kilograms."),
        ("half a mile", "meters", "0.5 miles is 804.67 meters."),
        ("three quarters of a cup", "ml", "0.75 cups is 177.44 milliliters."),
        ("1/2 cup", "ml", "0.5 cups is 118.29 milliliters."),
        ("10km", "miles", "10 kilometers is 6.21 miles."),
        ("60 miles per hour", "km/h", "60 miles per hour is 96.56 kilometers per hour."),
        ("5 foot 10", "centimeters", "5 feet 10 inches is 177.8 centimeters."),
        ("five feet ten inches", "cm", "5 feet 10 inches is 177.8 centimeters."),
        ("180 cm", "feet", "180 centimeters is 5.91 feet, or 5 feet 11 inches."),
        ("182.8 cm", "feet", "182.8 centimeters is 6 feet, or 6 feet 0 inches."),
        ("500 meters", "feet", "500 meters is 1640.42 feet."),
        ("2 pounds 3 ounces", "kilos", "2 pounds 3 ounces is 0.992 kilograms."),
        ("90 minutes", "hours", "90 minutes is 1.5 hours."),
        ("2 tons", "kilos", "2 tonnes is 2000 kilograms."),
        ("500 calories", "kilojoules", "500 calories is 2092 kilojoules."),
    ],
)
def test_units(what: str, to: str, said: str) -> None:
    assert is_convertible(what, to)
    assert convert(what, to, HERE) == said


@pytest.mark.parametrize(
    ("what", "to", "said"),
    [
        ("100 dollars", "euros", "100 dollars is 89.51 euros"),
        ("$100", "", "100 dollars is 89.51 euros"),
        ("a million yen", "dollars", "1000000 yen is 6359.29 dollars"),
        ("20 pounds", "euros", "20 pounds is 23.99 euros"),
        ("20 quid", "", "20 pounds is 23.99 euros"),
        ("1 euro", "pounds", "1 euro is 0.834 pounds"),
        ("one and a half million dollars", "", "1500000 dollars is 1342642 euros"),
    ],
)
def test_money_says_whose_rate_and_of_which_day(
    what: str, to: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = read_rates()
    fixed = {"USD": 1 / 1.1172, "JPY": 1 / 175.68, "GBP": 1 / 0.8338, "EUR": 1.0}
    monkeypatch.setitem(rates.in_euros, "USD", fixed["USD"])
    for code, rate in fixed.items():
        monkeypatch.setitem(rates.in_euros, code, rate)
    day = f"{rates.day.day} {rates.day:%B %Y}"
    bank = f", at the European Central Bank's rate of {day}."
    assert is_convertible(what, to)
    assert convert(what, to, HERE) == said + bank


def test_the_user_s_own_dollars_and_tons() -> None:
    canadian = Home("imperial", "CAD")
    assert convert("2 tons", "kilos", canadian) == "2 US tons is 1814.37 kilograms."
    assert convert("5 dollars", "euros", canadian).startswith("5 Canadian dollars is ")
    assert convert("5 us dollars", "", canadian).startswith("5 dollars is ")


@pytest.mark.parametrize(
    ("what", "to", "sentence"),
    [
        ("5 miles", "kilograms", "Miles cannot be converted to kilograms."),
        ("5 miles", "euros", "Miles cannot be converted to euros."),
        ("100 dollars", "miles", "Money cannot be converted to miles."),
        ("100 dollars", "naira", "The European Central Bank has no rate for naira."),
        (
            "5000 pakistani rupees",
            "euros",
            "The European Central Bank has no rate for Pakistani rupees.",
        ),
        ("100 roubles", "euros", "The European Central Bank has no rate for Russian roubles."),
        ("5 parsnips", "miles", "I do not know how to convert 5 parsnips."),
        ("5 miles", "parsnips", "I do not know the unit parsnips."),
        ("5 minutes", "", "Say what minutes are to be converted to."),
        ("5 euros", "", "Say what euros are to be converted to."),
        ("9" * 30 + " miles", "km", "That number is too large for me."),
        ("9" * 121, "km", f"I do not know how to convert {'9' * 60}."),
        ("1/0 cups", "ml", "I do not know how to convert 1/0 cups."),
        ("2 ** 999999 miles", "km", "I do not know how to convert 2 ** 999999 miles."),
    ],
)
def test_what_cannot_be_converted_is_said(what: str, to: str, sentence: str) -> None:
    with pytest.raises(ToolError) as caught:
        convert(what, to, HERE)
    assert caught.value.message == caught.value.spoken == sentence


@pytest.mark.parametrize(
    ("what", "to"),
    [
        ("love", "euros"),
        ("5 minutes", ""),
        ("the time", "tokyo"),
        ("the weather", "paris"),
        ("the capital", "france"),
        ("5 miles", "paris"),
        ("12 o'clock", "minutes"),
        ("pi", "radians"),
        ("", "euros"),
        ("the second world war", "years"),
    ],
)
def test_a_question_is_no_conversion(what: str, to: str) -> None:
    assert not is_convertible(what, to)


async def test_a_refusal_is_no_effect_and_no_failure() -> None:
    tool = the_tool(tools, "convert", surroundings())
    refused = await run(tool, what="5 parsnips", to="miles")
    assert refused.receipt.kind is ReceiptKind.NO_OP
    done = await run(tool, what="5 miles", to="")
    assert (done.receipt.kind, done.receipt.observed) == (
        ReceiptKind.LOOKUP,
        "5 miles is 8.05 kilometers.",
    )


async def test_settings_decide_what_words_leave_open() -> None:
    american = UserConfig(
        locale="en_US", home_city="", units="imperial", currency="USD", clock="12"
    )
    tool = the_tool(tools, "convert", surroundings(user=american))
    result = await run(tool, what="10 euros")
    assert " dollars, at the European Central Bank's rate of " in result.receipt.observed


def test_every_unit_is_known_to_the_library_and_has_a_counterpart_of_its_kind() -> None:
    for unit in UNITS_BY_NAME.values():
        same = next(other for other in UNITS_BY_NAME.values() if other.kind == unit.kind)
        assert convert(f"3 {unit.many}", same.many, THERE)
        assert not unit.other or UNITS_BY_NAME[unit.other].kind == unit.kind


def test_every_listed_rate_can_be_asked_for_by_name() -> None:
    rates = read_rates()
    assert set(rates.in_euros) <= set(CURRENCIES)
    assert rates.in_euros["EUR"] == 1.0


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0.0, "0"),
        (1.0, "1"),
        (-2.5, "minus 2.5"),
        (1234.567, "1234.57"),
        (12345.67, "12346"),
        (0.00566, "0.00566"),
        (6.2e-10, "6.2 times 10 to the power of minus 10"),
        (3e20, "3 times 10 to the power of 20"),
        (0.9999, "1"),
        (-0.0, "0"),
    ],
)
def test_a_number_for_the_ear(number: float, said: str) -> None:
    assert plain_number(number) == said


@pytest.mark.parametrize(
    ("what", "to"),
    [
        ("\u2212500 \u00b0C", "fahrenheit"),
        ("-1 kelvin", "celsius"),
        ("minus 460 fahrenheit", "celsius"),
    ],
)
def test_nothing_is_colder_than_absolute_zero(what: str, to: str) -> None:
    with pytest.raises(ToolError, match="Nothing is colder"):
        convert(what, to, HERE)


def test_the_coldest_there_is_has_an_answer() -> None:
    assert convert("0 kelvin", "celsius", HERE) == "0 kelvin is minus 273.15 degrees Celsius."
    assert convert("-273.15 celsius", "kelvin", HERE) == (
        "Minus 273.15 degrees Celsius is 0 kelvin."
    )


@given(st.text(max_size=60), st.text(max_size=20))
def test_any_words_are_converted_or_refused(what: str, to: str) -> None:
    with contextlib.suppress(ToolError):
        assert convert(what, to, HERE)
