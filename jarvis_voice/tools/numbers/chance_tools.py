"""The draw_lots tool: flips coins, rolls dice, and draws random numbers and playing cards."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

_SIDES = ("heads", "tails")
_SUITS = ("clubs", "diamonds", "hearts", "spades")
_RANKS = (
    *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king"),
)
_DRAW = "(pick|choose|give me|tell me|say|generate|draw)"

SENTENCES: dict[str, dict[str, str]] = {
    "(flip|toss|throw|spin) [me] [a|the|my|one] coin [for me]": {"of": "coin"},
    "(flip|toss|throw) {count} coins [for me]": {"of": "coin"},
    "(flip|toss|throw) a coin {count} times": {"of": "coin"},
    "[a] coin (flip|toss)": {"of": "coin"},
    "(flip|toss|throw|spin) [me] [a|the|my|one] coin [for me] [and] [with] (i|you|i'll|i will|"
    "you'll|"
    "me|i am|i'm) [will] (call|calling|say|saying|choose|choosing|pick|picking|take|taking|have) "
    "(heads|tails)": {"of": "coin"},
    "[choose|pick|call] heads or tails": {"of": "coin"},
    "(roll|throw) [me] [a|the|some|one] (dice|die|dices) [for me]": {"of": "dice"},
    "(roll|throw) [me] (a pair|a couple) of (dice|dices) [for me]": {"of": "dice", "count": "2"},
    "(roll|throw) {count} (dice|dices) [for me]": {"of": "dice"},
    "(roll|throw) [me] (a|an|one) {sides} (sided|side) (dice|die) [for me]": {"of": "dice"},
    "(roll|throw) {count} {sides} (sided|side) (dice|dices) [for me]": {"of": "dice"},
    f"{_DRAW} (a|any|some) [random] number": {"of": "number"},
    f"{_DRAW} (a|any|some) [random] number (between|from) {{low}} (and|to) {{high}}": {
        "of": "number"
    },
    "[a] random number (between|from) {low} (and|to) {high}": {"of": "number"},
    "[i need|i want] [a] random number": {"of": "number"},
    "(pick|draw|choose|deal|turn over|pull) [me|us] (a|any|one|another|the (top|next)) [random] "
    "[playing] card [any card] [from|out of] [a|the|your] [deck|pack] [of cards] [for me]": {
        "of": "card"
    },
    "(draw|deal|pick) [me|us] {count} [random] [playing] cards [from (a|the) (deck|pack)]": {
        "of": "card"
    },
    "[a|any] random [playing] card": {"of": "card"},
}

Whole = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]


class DrawLotsArguments(Arguments):
    """What to draw, how often, and from which range."""

    of: Annotated[Literal["coin", "dice", "number", "card"], Field(description="What is drawn.")]
    count: Annotated[int, Field(description="How many.", ge=1, le=10)] = 1
    sides: Annotated[int, Field(description="Of the dice.", ge=2, le=1_000)] = 6
    low: Annotated[Whole, Field(description="The lowest number.")] = 1
    high: Annotated[Whole, Field(description="The highest number.")] = 100


def tools(_: ToolDependencies) -> Iterator[Tool]:
    """draw_lots."""
    yield Tool(
        name="draw_lots",
        purpose='Chance: coins (of="coin") or dice (of="dice", with so many sides), count of them; '
        'a whole number (of="number") from low to high; or playing cards (of="card").',
        ability="flip a coin, roll dice, and pick a number or a card",
        arguments=DrawLotsArguments,
        tier="read",
        timeout_seconds=5,
        run=_draw,
        sentences=SENTENCES,
        fulfils=("draw_lots",),
    )


async def _draw(arguments: DrawLotsArguments, _: ToolContext) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.LOOKUP, _drawn(arguments)), arguments.model_dump())


def _drawn(arguments: DrawLotsArguments) -> str:
    if arguments.of == "number":
        low, high = sorted((arguments.low, arguments.high))
        return f"{low + secrets.randbelow(high - low + 1)}."
    if arguments.of == "card":
        drawn = secrets.SystemRandom().sample(range(len(_RANKS) * len(_SUITS)), arguments.count)
        cards = (divmod(one, len(_SUITS)) for one in drawn)
        return f"{_listed([f'the {_RANKS[rank]} of {_SUITS[suit]}' for rank, suit in cards])}."
    if arguments.of == "coin":
        return f"{_listed([secrets.choice(_SIDES) for _ in range(arguments.count)])}."
    rolled = [secrets.randbelow(arguments.sides) + 1 for _ in range(arguments.count)]
    said = _listed([str(pips) for pips in rolled])
    return f"{said}: {sum(rolled)} together." if len(rolled) > 1 else f"{said}."


def _listed(words: list[str]) -> str:
    said = f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
    return said[0].upper() + said[1:]
