"""`jarvis cost` and `jarvis latency`: show what turns cost and how long their stages took."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import fitting, local_time, tell_unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarvis_voice.core.config import Config, PriceConfig
    from jarvis_voice.core.stage_times import TurnStages
    from jarvis_voice.core.turn_ledger import Usage
    from jarvis_voice.store.records import TurnCalls


SHOWN_TURNS = 20


def cost(
    days: Annotated[
        int, typer.Option("--days", min=1, max=36_500, help="Count the turns of so many days.")
    ] = 30,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show turns, calls of models, tokens and cost: of each turn, by model, and in sum.

    Prices are those in the section "prices" of the config, by what a server calls its model or by
    your own name for it. A model on this machine costs nothing.
    """
    from datetime import UTC, datetime, timedelta

    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME
    from jarvis_voice.store.factory import make_reader

    paths = find_paths()
    config = load_config(paths)
    prices = prices_of(config)
    since = datetime.now(UTC) - timedelta(days=days)
    reader = make_reader(paths)
    tell_unreadable(reader, "usage", "turns")
    turns = reader.calls(since.isoformat(timespec="seconds"), ME)
    if as_json:
        _print_json(days, turns, prices)
    else:
        _print(days, turns, prices, str(paths.config_file))


def _print_json(days: int, turns: Sequence[TurnCalls], prices: Mapping[str, PriceConfig]) -> None:
    import json
    from dataclasses import asdict

    every = [one for turn in turns for one in turn.calls]
    body = {
        "days": days,
        "turns": [
            {"turn_id": turn.turn_id, "started_at": turn.started_at}
            | asdict(spending(turn.calls, prices))
            for turn in turns
        ],
        "models": {
            model: asdict(spending(calls, prices)) | {"price_as_of": _as_of(prices.get(model))}
            for model, calls in by_model(turns).items()
        },
        "sum": {"turns": len(turns)} | asdict(spending(every, prices)),
        "currency": "USD",
    }
    typer.echo(json.dumps(body))


def _print(
    days: int, turns: Sequence[TurnCalls], prices: Mapping[str, PriceConfig], config_file: str
) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    total = spending((one for turn in turns for one in turn.calls), prices)
    span = "the last day" if days == 1 else f"the last {days} days"
    if not total.calls:
        console.print(f"{len(turns)} turns in {span}, and no language model was called.")
        return
    called = [turn for turn in turns if turn.calls]
    rows = [
        (f"{turn.turn_id}  {local_time(turn.started_at)}", spending(turn.calls, prices))
        for turn in called[:SHOWN_TURNS]
    ]
    console.print(_table(f"Turns (the newest {len(rows)} of {len(called)})", rows))
    models = {model: spending(calls, prices) for model, calls in by_model(turns).items()}
    console.print(_table("Models", [(fitting(one, 26), spent) for one, spent in models.items()]))
    asked = f"{len(turns)} turns in {span}, {len(called)} of them with a model"
    tokens = f"{total.input_tokens:,} tokens in and {total.output_tokens:,} out"
    each = dollars(total.cost / len(called))
    console.print(f"{asked}: {total.calls} calls, {tokens}.")
    console.print(f"Cost: {dollars(total.cost)} in sum, {each} a turn with a model.")
    for model in sorted(models.keys() & prices.keys()):
        day = _as_of(prices[model])
        of = f"price of {day}" if day else "on this machine: free"
        console.print(f"Counted with: {model} ({of})", markup=False)
    for model in total.unpriced:
        line = f'"{model}" = {{ input = 0.00, output = 0.00, as_of = 2026-01-31 }}'
        console.print(f"No price set for {model}: its calls are not in the cost.", markup=False)
        console.print("  Set it in your file, in dollars a million tokens:", markup=False)
        whole = f"  {config_file}\n  [prices]\n  {line}"
        console.print(whole, markup=False, soft_wrap=True)  # a path and a line to copy


def _table(title: str, rows: Sequence[tuple[str, Spending]]) -> object:
    from rich.box import SIMPLE
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", box=SIMPLE)
    table.add_column("", no_wrap=True)
    for name in ("Calls", "Tokens in", "Tokens out", "Cost"):
        table.add_column(name, justify="right", no_wrap=True)
    for label, one in rows:
        known = len(one.unpriced) == 0
        some = f"{dollars(one.cost)} + ?" if one.cost else "no price set"
        counts = (str(one.calls), f"{one.input_tokens:,}", f"{one.output_tokens:,}")
        table.add_row(Text(label), *counts, dollars(one.cost) if known else some)
    return table


UNDATED = date.min
"""The day of a price that nobody looked up: what runs on this machine is free."""


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


def _as_of(price: PriceConfig | None) -> str | None:
    return None if price is None or price.as_of == UNDATED else price.as_of.isoformat()


PER = 1_000_000
"""Tokens that a price is for."""


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


PERCENTS = (50, 90, 95)
MILLISECONDS = 1_000

_MEANINGS = {
    "pause": "your last word to the decision that you have finished",
    "transcribe": "from there to the words",
    "plan": "from the words to the first step",
    "act": "until the last tool has ended",
    "word": "until the first sentence of the answer",
    "synthesise": "until its first clause is sound",
    "output": "until the loudspeaker has it",
    "whole": "your last word (or line) to the answer",
}


def latency(
    last: Annotated[
        int, typer.Option("--last", min=1, max=5_000, help="Count the newest so many turns.")
    ] = 200,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show how long answers took: p50, p90 and p95 of each stage and of whole turns, by source.

    The times of the newest 5,000 turns are kept.
    """
    import json

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME
    from jarvis_voice.store.factory import make_reader

    reader = make_reader(find_paths())
    tell_unreadable(reader, "latency")
    turns = reader.latency(last, ME)
    if as_json:
        typer.echo(json.dumps({"turns": len(turns), "sources": by_source(turns)}))
    else:
        _print_stages(turns)


def by_source(turns: Sequence[TurnStages]) -> dict[str, dict[str, dict[str, float]]]:
    """Milliseconds by source, stage and percentile, with the number of turns that had the stage."""
    from jarvis_voice.core.stage_times import STAGES
    from jarvis_voice.workshop.benches.comparison import percentile

    sources: dict[str, dict[str, dict[str, float]]] = {}
    for source in sorted({turn.source for turn in turns}):
        ours = [turn.seconds for turn in turns if turn.source == source]
        for stage in STAGES:
            took = [seconds[stage] * MILLISECONDS for seconds in ours if stage in seconds]
            if took:
                figures = {f"p{one}_ms": round(percentile(took, one), 1) for one in PERCENTS}
                sources.setdefault(source, {})[stage] = {"turns": len(took), **figures}
    return sources


def _print_stages(turns: Sequence[TurnStages]) -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    if not turns:
        console.print("There are no turns yet.")
    for source, stages in by_source(turns).items():
        count = sum(turn.source == source for turn in turns)
        console.print(_stage_table(f"{source}: the newest {count} turns", stages))


def _stage_table(title: str, stages: Mapping[str, Mapping[str, float]]) -> object:
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=SIMPLE)
    table.add_column("", no_wrap=True)
    for percent in PERCENTS:
        table.add_column(f"p{percent}", justify="right", no_wrap=True)
    table.add_column("turns", justify="right", no_wrap=True)
    table.add_column("from, to")
    for stage, figures in stages.items():
        shown = (f"{figures[f'p{percent}_ms']:,.0f} ms" for percent in PERCENTS)
        table.add_row(stage, *shown, f"{figures['turns']:.0f}", _MEANINGS[stage])
    return table
