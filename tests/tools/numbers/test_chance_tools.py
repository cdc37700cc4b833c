"""Unit: coins, dice and numbers, of which all that may come does come."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError
from tools.around import NOW, run, surroundings, the_tool

from jarvis_voice.tools.numbers.chance_tools import tools
from jarvis_voice.tools.registry import ToolContext

pytestmark = pytest.mark.unit

LOT = the_tool(tools, "draw_lots", surroundings())


async def drawn(times: int = 200, **arguments: Any) -> set[str]:
    context = ToolContext(NOW)
    results = [await run(LOT, context, **arguments) for _ in range(times)]
    return {result.receipt.observed for result in results}


async def test_a_coin_has_two_sides() -> None:
    assert await drawn(of="coin") == {"Heads.", "Tails."}


async def test_a_die_has_six() -> None:
    assert await drawn(of="dice") == {f"{pips}." for pips in range(1, 7)}


async def test_a_die_may_have_more_sides() -> None:
    assert await drawn(400, of="dice", sides=8) == {f"{pips}." for pips in range(1, 9)}


async def test_several_coins_are_listed() -> None:
    assert await drawn(of="coin", count=2) == {
        *("Heads and heads.", "Heads and tails.", "Tails and heads.", "Tails and tails."),
    }


async def test_several_dice_are_counted_together() -> None:
    for said in await drawn(20, of="dice", count=3):
        pips, total = said.removesuffix(" together.").split(": ")
        assert sum(map(int, pips.replace(" and", ",").split(", "))) == int(total)


@pytest.mark.parametrize(("low", "high"), [(3, 5), (5, 3)])
async def test_a_number_lies_between_both(low: int, high: int) -> None:
    assert await drawn(of="number", low=low, high=high) == {"3.", "4.", "5."}


@pytest.mark.parametrize(
    "arguments", [{"of": "bean"}, {"of": "dice", "count": 11}, {"of": "dice", "sides": 1}]
)
def test_what_cannot_be_drawn_is_refused(arguments: dict[str, Any]) -> None:
    validate: Callable[[Any], Any] = LOT.arguments.model_validate
    with pytest.raises(ValidationError):
        validate(arguments)


async def test_cards_are_drawn_from_one_deck() -> None:
    [ten] = await drawn(1, of="card", count=10)
    cards = ten.rstrip(".").replace(" and ", ", ").lower().split(", ")
    assert len(set(cards)) == len(cards) == 10
    assert all(re.fullmatch(r"the \w+ of (?:clubs|diamonds|hearts|spades)", one) for one in cards)
    [one] = await drawn(1, of="card")
    assert one.startswith("The ")
