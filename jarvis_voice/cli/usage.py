"""`jarvis cost` and `jarvis latency`: show what turns cost and how long their stages took."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import local_time, tell_unreadable
from jarvis_voice.cli.text_columns import fitting
from jarvis_voice.core.latency_figures import PERCENTS, by_source
from jarvis_voice.core.turn_costs import (
    Spending,
    by_model,
    cost_report,
    price_day,
    prices_of,
    spending,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarvis_voice.core.config import PriceConfig
    from jarvis_voice.core.stage_times import TurnStages
    from jarvis_voice.store.reader_port import StoreReader
    from jarvis_voice.store.records import TurnCalls


SHOWN_TURNS = 20

_User = Annotated[
    str, typer.Option("--user", "-u", help="Whose turns: a name of `jarvis user list`.")
]
_Everyone = Annotated[bool, typer.Option("--everyone", help="Count the turns of all users.")]


def cost(
    days: Annotated[
        int, typer.Option("--days", min=1, max=36_500, help="Count the turns of so many days.")
    ] = 30,
    user: _User = "me",
    everyone: _Everyone = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show turns, calls of models, tokens and cost: of each turn, by model, and in sum.

    Prices are those in the section "prices" of the config, by what a server calls its model or by
    your own name for it. A model on this machine costs nothing.
    """
    import json
    from dataclasses import asdict
    from datetime import UTC, datetime, timedelta

    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.factory import make_reader

    paths = find_paths()
    config = load_config(paths)
    prices = prices_of(config)
    since = datetime.now(UTC) - timedelta(days=days)
    reader = make_reader(paths)
    tell_unreadable(reader, "usage", "turns")
    whose = _whose(reader, user, everyone=everyone)
    turns = reader.calls(since.isoformat(timespec="seconds"), whose)
    if as_json:
        typer.echo(json.dumps(asdict(cost_report(days, turns, prices))))
    else:
        _print(days, turns, prices, str(paths.config_file))


def _whose(reader: StoreReader, user: str, *, everyone: bool) -> str | None:
    """The user whose turns count; None is all users.

    Raises:
        ConfigError: There is no such user.
    """
    from jarvis_voice.core.errors import ConfigError
    from jarvis_voice.core.types import ME
    from jarvis_voice.doors.people.names import user_named

    if everyone:
        return None
    user_id = user_named(user)
    if user_id != ME and user_id not in {one.user_id for one in reader.users()}:
        message = f"There is no user named {user_id}. See `jarvis user list`."
        raise ConfigError("no-such-user", message)
    return user_id


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
        day = price_day(prices[model])
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


def dollars(amount: float) -> str:
    """An amount small or large: "$0.000123", "$1.24"."""
    return f"${amount:.2f}" if amount >= 1 else f"${amount:.6f}"


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
    user: _User = "me",
    everyone: _Everyone = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show how long answers took: p50, p90 and p95 of each stage and of whole turns, by source.

    The times of the newest 5,000 turns are kept.
    """
    import json

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.factory import make_reader

    reader = make_reader(find_paths())
    tell_unreadable(reader, "latency")
    turns = reader.latency(last, _whose(reader, user, everyone=everyone))
    if as_json:
        typer.echo(json.dumps({"turns": len(turns), "sources": by_source(turns)}))
    else:
        _print_stages(turns)


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
