"""`jarvis cost`: the tokens of language models, and what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarvis_voice.cli.spend import Spending
    from jarvis_voice.core.config import PriceConfig
    from jarvis_voice.store.sqlite.readonly import TurnCalls

SHOWN_TURNS = 20


def cost(
    days: Annotated[
        int, typer.Option("--days", min=1, max=36_500, help="Count the turns of so many days.")
    ] = 30,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show turns, calls of models, tokens and cost: of each turn, by model, and in sum.

    Prices are those in the section "prices" of the config.
    """
    from datetime import UTC, datetime, timedelta

    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.sqlite.readonly import read_calls

    paths = find_paths()
    config = load_config(paths)
    prices = config.prices
    since = datetime.now(UTC) - timedelta(days=days)
    turns = read_calls(paths.database, since.isoformat(timespec="seconds"))
    if as_json:
        _print_json(days, turns, prices)
    else:
        _print(days, turns, prices, str(paths.config_file))


def _print_json(days: int, turns: Sequence[TurnCalls], prices: Mapping[str, PriceConfig]) -> None:
    import json
    from dataclasses import asdict

    from jarvis_voice.cli.spend import by_model, spending

    every = [one for turn in turns for one in turn.calls]
    body = {
        "days": days,
        "turns": [
            {"turn_id": turn.turn_id, "started_at": turn.started_at}
            | asdict(spending(turn.calls, prices))
            for turn in turns
        ],
        "models": {
            model: asdict(spending(calls, prices))
            | {"price_as_of": prices[model].as_of.isoformat() if model in prices else None}
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

    from jarvis_voice.cli.spend import by_model, dollars, spending

    console = Console(highlight=False, soft_wrap=True)
    total = spending((one for turn in turns for one in turn.calls), prices)
    span = "the last day" if days == 1 else f"the last {days} days"
    if not total.calls:
        console.print(f"{len(turns)} turns in {span}, and no language model was called.")
        return
    called = [turn for turn in turns if turn.calls]
    rows = [
        (f"{turn.turn_id}  {turn.started_at[:16]}", spending(turn.calls, prices))
        for turn in called[:SHOWN_TURNS]
    ]
    console.print(_table(f"Turns (the newest {len(rows)} of {len(called)})", rows))
    models = {model: spending(calls, prices) for model, calls in by_model(turns).items()}
    console.print(_table("Models", [(_dated(model, prices), one) for model, one in models.items()]))
    asked = f"{len(turns)} turns in {span}, {len(called)} of them with a model"
    tokens = f"{total.input_tokens:,} tokens in and {total.output_tokens:,} out"
    each = dollars(total.cost / len(called))
    console.print(f"{asked}: {total.calls} calls, {tokens}.")
    console.print(f"Cost: {dollars(total.cost)} in sum, {each} a turn with a model.")
    for model in total.unpriced:
        line = f'"{model}" = {{ input = 0.00, output = 0.00, as_of = 2026-01-31 }}'
        console.print(f"No price set for {model}: its calls are not in the cost.", markup=False)
        console.print(f"  Set it in {config_file}, in dollars a million tokens:", markup=False)
        console.print(f"  [prices]\n  {line}", markup=False)


def _dated(model: str, prices: Mapping[str, PriceConfig]) -> str:
    return f"{model} (price of {prices[model].as_of})" if model in prices else model


def _table(title: str, rows: Sequence[tuple[str, Spending]]) -> object:
    from rich.box import SIMPLE
    from rich.table import Table
    from rich.text import Text

    from jarvis_voice.cli.spend import dollars

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
