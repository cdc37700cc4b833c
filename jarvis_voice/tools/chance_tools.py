"""A tool of chance: a coin, dice, a number. None of it can be foreseen."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.tools.registry import Arguments, Tool, ToolContext
from jarvis_voice.tools.surroundings import Surroundings
from jarvis_voice.types import Receipt, ReceiptKind, ToolResult

_PIPS = 6
_DRAW = "(pick|choose|give me|tell me|say|think of|generate|draw)"

SENTENCES: dict[str, dict[str, str]] = {
    "(flip|toss|throw|spin) (a|the|my) coin [for me]": {"of": "coin"},
    "heads or tails": {"of": "coin"},
    "(roll|throw) (a|the|some|one) (dice|die|dices) [for me]": {"of": "dice"},
    "(roll|throw) {count} (dice|dices) [for me]": {"of": "dice"},
    f"{_DRAW} (a|any|some) [random] number": {"of": "number"},
    f"{_DRAW} (a|any|some) [random] number (between|from) {{low}} (and|to) {{high}}": {
        "of": "number"
    },
    "[a] random number (between|from) {low} (and|to) {high}": {"of": "number"},
    "[a] random number": {"of": "number"},
}

Whole = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]


class DrawLotsArguments(Arguments):
    """What is drawn."""

    of: Literal["coin", "dice", "number"]
    count: Annotated[int, Field(ge=1, le=10)] = 1
    low: Whole = 1
    high: Whole = 100


def tools(_: Surroundings) -> Iterator[Tool]:
    """draw_lots."""
    yield Tool(
        name="draw_lots",
        purpose='Chance: a coin (of="coin"), dice (of="dice", count of them), or a whole number '
        '(of="number") from low to high.',
        ability="flip a coin, roll dice and pick a number",
        arguments=DrawLotsArguments,
        tier="read",
        timeout_seconds=5,
        run=_draw,
        sentences=SENTENCES,
    )


async def _draw(arguments: DrawLotsArguments, _: ToolContext) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.LOOKUP, _drawn(arguments)), arguments.model_dump())


def _drawn(arguments: DrawLotsArguments) -> str:
    if arguments.of == "coin":
        return f"{secrets.choice(('Heads', 'Tails'))}."
    if arguments.of == "number":
        low, high = sorted((arguments.low, arguments.high))
        return f"{low + secrets.randbelow(high - low + 1)}."
    rolled = [secrets.randbelow(_PIPS) + 1 for _ in range(arguments.count)]
    said = [str(pips) for pips in rolled]
    if len(said) == 1:
        return f"{said[0]}."
    return f"{', '.join(said[:-1])} and {said[-1]}: {sum(rolled)} together."
