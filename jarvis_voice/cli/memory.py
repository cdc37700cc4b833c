"""`jarvis memory`: what the user asked to be remembered."""

from __future__ import annotations

from typing import Annotated

import typer

from jarvis_voice.doors.terminal.screen import one_line

app = typer.Typer(no_args_is_help=True, help="List or forget what you asked to be remembered.")


@app.command("list")
def list_(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the facts, oldest first: number, date, text, turn."""
    import json
    from dataclasses import asdict

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.sqlite.readonly import read_facts

    facts = read_facts(find_paths().database)
    if as_json:
        typer.echo(json.dumps([asdict(fact) for fact in facts], ensure_ascii=False))
        return
    for fact in facts:
        typer.echo(f"{fact.number}\t{fact.said_at}\t{one_line(fact.text)}\t{fact.turn_id}")
    if not facts:
        typer.echo("Nothing is remembered.")


@app.command("forget")
def forget(
    number: Annotated[int, typer.Argument(help="As `jarvis memory list` shows it.")],
) -> None:
    """Forget one fact for good."""
    import asyncio

    from jarvis_voice.cli.fact_removal import forget_facts
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.sqlite.readonly import read_facts

    paths = find_paths()
    text = {fact.number: fact.text for fact in read_facts(paths.database)}.get(number)
    if text is None or not asyncio.run(forget_facts(paths, (number,))):
        typer.echo(f"There is no fact {number}. See `jarvis memory list`.", err=True)
        raise typer.Exit(1)
    typer.echo(f"Forgot: {one_line(text)}")


@app.command("clear")
def clear(
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget all facts, after asking. Notes, lists and conversations stay."""
    import asyncio

    from jarvis_voice.cli.fact_removal import forget_facts
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.sqlite.readonly import read_facts

    paths = find_paths()
    numbers = tuple(fact.number for fact in read_facts(paths.database))
    if not numbers:
        typer.echo("Nothing is remembered.")
        return
    if not yes and not typer.confirm(f"Forget {_facts(len(numbers))} for good?"):
        typer.echo("Nothing was forgotten.")
        raise typer.Exit(1)
    typer.echo(f"Forgot {_facts(asyncio.run(forget_facts(paths, numbers)))}.")


def _facts(count: int) -> str:
    return "1 fact" if count == 1 else f"{count} facts"
