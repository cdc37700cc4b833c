"""What turns cost: calls of models, tokens and money, by turn, by model and in sum. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config, PriceConfig
    from jarvis_voice.core.turn_ledger import Usage

CURRENCY = "USD"

PER = 1_000_000
"""Tokens that a price is for."""

UNDATED = date.min
"""The day of a price that nobody looked up: what runs on this machine is free."""


class CalledTurn(Protocol):
    """A turn with its calls of models."""

    @property
    def turn_id(self) -> str:
        """Which."""
        ...

    @property
    def started_at(self) -> str:
        """When: ISO 8601."""
        ...

    @property
    def calls(self) -> Sequence[Usage]:
        """What each call took."""
        ...


@dataclass(frozen=True, slots=True)
class Spending:
    """Calls, tokens and cost of one turn, of one model, or of all.

    Attributes:
        cost: US dollars of the calls whose model has a price.
        unpriced: The models that have none.
    """

    calls: int
    input_tokens: int
    output_tokens: int
    cost: float
    unpriced: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnSpending(Spending):
    """The same of one turn."""

    turn_id: str
    started_at: str


@dataclass(frozen=True, slots=True)
class ModelSpending(Spending):
    """The same of one model; `price_as_of` is the day of its price, None where it has none."""

    price_as_of: str | None


@dataclass(frozen=True, slots=True)
class SpendingSum(Spending):
    """The same of all turns."""

    turns: int


@dataclass(frozen=True, slots=True)
class CostReport:
    """What the turns of some days cost.

    Attributes:
        turns: The newest first.
        models: By what their servers call them.
        sum: All together.
        currency: Of each cost.
    """

    days: int
    turns: tuple[TurnSpending, ...]
    models: Mapping[str, ModelSpending]
    sum: SpendingSum
    currency: str = CURRENCY


def prices_of(config: Config) -> dict[str, PriceConfig]:
    """The price of each model by what its server calls it, where one is known."""
    from jarvis_voice.core.config import PriceConfig
    from jarvis_voice.core.model_settings import models_in_order

    prices = dict(config.prices)
    for one in models_in_order(config):
        if one.model in prices:
            continue
        if one.name in config.prices:
            prices[one.model] = config.prices[one.name]
        elif one.is_local:
            prices[one.model] = PriceConfig(input=0, output=0, as_of=UNDATED)
    return prices


def cost_report(
    days: int, turns: Sequence[CalledTurn], prices: Mapping[str, PriceConfig]
) -> CostReport:
    """Add up the turns of some days."""
    every = [one for turn in turns for one in turn.calls]
    return CostReport(
        days,
        tuple(
            TurnSpending(*_parts(turn.calls, prices), turn.turn_id, turn.started_at)
            for turn in turns
        ),
        {
            model: ModelSpending(*_parts(calls, prices), price_day(prices.get(model)))
            for model, calls in by_model(turns).items()
        },
        SpendingSum(*_parts(every, prices), len(turns)),
    )


def spending(calls: Iterable[Usage], prices: Mapping[str, PriceConfig]) -> Spending:
    """Add up calls."""
    return Spending(*_parts(calls, prices))


def by_model(turns: Sequence[CalledTurn]) -> dict[str, list[Usage]]:
    """The calls of each model, in the order of their names."""
    calls = [one for turn in turns for one in turn.calls]
    return {
        model: [one for one in calls if one.model == model]
        for model in sorted({one.model for one in calls})
    }


def price_day(price: PriceConfig | None) -> str | None:
    """The day on which a price was looked up; None where it was not."""
    return None if price is None or price.as_of == UNDATED else price.as_of.isoformat()


def _parts(
    calls: Iterable[Usage], prices: Mapping[str, PriceConfig]
) -> tuple[int, int, int, float, tuple[str, ...]]:
    made = list(calls)
    return (
        len(made),
        sum(one.input_tokens for one in made),
        sum(one.output_tokens for one in made),
        float(sum(_cost(one, prices[one.model]) for one in made if one.model in prices)),
        tuple(sorted({one.model for one in made} - prices.keys())),
    )


def _cost(call: Usage, price: PriceConfig) -> float:
    return (call.input_tokens * price.input + call.output_tokens * price.output) / PER
