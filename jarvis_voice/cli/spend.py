"""What turns cost: tokens times prices. Pure.

Invariant: a model without a price is never counted as free; its tokens are shown beside the sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from jarvis_voice.core.config import PriceConfig
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.store.sqlite.readonly import TurnCalls

PER = 1_000_000
"""Tokens that a price is for."""


@dataclass(frozen=True, slots=True)
class Spending:
    """Calls of one turn, of one model, or of all.

    Attributes:
        cost: US dollars of the calls whose model has a price.
        unpriced: The models that have none.
    """

    calls: int
    input_tokens: int
    output_tokens: int
    cost: float
    unpriced: tuple[str, ...]


def spending(calls: Iterable[Usage], prices: Mapping[str, PriceConfig]) -> Spending:
    """Add up calls."""
    made = list(calls)
    return Spending(
        calls=len(made),
        input_tokens=sum(one.input_tokens for one in made),
        output_tokens=sum(one.output_tokens for one in made),
        cost=sum(_cost(one, prices[one.model]) for one in made if one.model in prices),
        unpriced=tuple(sorted({one.model for one in made} - prices.keys())),
    )


def by_model(turns: Sequence[TurnCalls]) -> dict[str, list[Usage]]:
    """The calls of each model, in the order of their names."""
    calls = [one for turn in turns for one in turn.calls]
    return {
        model: [one for one in calls if one.model == model]
        for model in sorted({one.model for one in calls})
    }


def dollars(amount: float) -> str:
    """An amount small or large: "$0.000123", "$1.24"."""
    return f"${amount:.2f}" if amount >= 1 else f"${amount:.6f}"


def _cost(call: Usage, price: PriceConfig) -> float:
    return (call.input_tokens * price.input + call.output_tokens * price.output) / PER
