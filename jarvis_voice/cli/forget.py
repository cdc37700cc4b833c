"""`jarvis forget`: takes a turn, a conversation or all that is known of you out of every file."""

from __future__ import annotations

from typing import Annotated

import typer

from jarvis_voice.doors.terminal.screen import one_line


def forget(
    turn: Annotated[
        str | None, typer.Argument(help="A turn, such as t12; `jarvis trace` shows the last one.")
    ] = None,
    last: Annotated[bool, typer.Option("--last", help="The newest turn.")] = False,
    thread: Annotated[
        str | None, typer.Option("--thread", "-t", help="A whole conversation, by its name.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All that is known of you: conversations, facts, lists.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget for good, with all that was kept because of it, after asking.

    What is forgotten is in no file afterwards: transcript, facts, lists and reminders said in it,
    traces, typed lines, and damaged databases that were set aside. --all leaves your settings,
    screenshots and recordings.
    """
    import asyncio

    from jarvis_voice.cli.forget_words import forget_words, what_there_is
    from jarvis_voice.core.paths import find_paths

    if sum((turn is not None, last, thread is not None, everything)) != 1:
        raise typer.BadParameter("name a turn, or one of --last, --thread and --all")
    paths = find_paths()
    choice = what_there_is(paths, turn, thread, everything=everything)
    if choice is None:
        typer.echo("There is no such turn or thread.", err=True)
        raise typer.Exit(1)
    if not yes and not typer.confirm(f"Forget {one_line(choice.said)} for good?"):
        typer.echo("Nothing was forgotten.")
        raise typer.Exit(1)
    typer.echo(asyncio.run(forget_words(paths, choice)))
