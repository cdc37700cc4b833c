"""`jarvis threads` and `jarvis trace`: show and clear conversations, show a turn's steps."""

from __future__ import annotations

from contextlib import aclosing
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.completion import complete_thread
from jarvis_voice.cli.output import answer_page, err, local_time, out, tell_unreadable
from jarvis_voice.cli.text_columns import fitting
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.visible_text import json_line
from jarvis_voice.doors.terminal.screen import one_line

if TYPE_CHECKING:
    from jarvis_voice.store.reader_port import StoreReader
    from jarvis_voice.store.records import PastTurn


app = typer.Typer(no_args_is_help=True, help="List, show or clear conversations.")

_Name = Annotated[
    str,
    typer.Argument(
        help="The thread's name, as `jarvis threads list` shows it.", autocompletion=complete_thread
    ),
]


NAME_COLUMNS = 24
"""Room for a name; a longer one stands on a line of its own, for it may be typed again."""


@app.command("list")
def list_(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with exact times.")] = False,
) -> None:
    """List the threads, the latest first: name, turns, when, and what was asked first."""
    from dataclasses import asdict

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME
    from jarvis_voice.store.factory import make_reader

    reader = make_reader(find_paths())
    tell_unreadable(reader, "turns")
    rows = reader.threads(ME)
    if as_json:
        typer.echo(json_line([asdict(row) for row in rows]))
        return
    for row in rows:
        name = one_line(row.thread_id)
        if len(name) > NAME_COLUMNS:
            typer.echo(name)
            name = ""
        facts = f"{name:<{NAME_COLUMNS}}  {_turns(row.turns):>9}  {local_time(row.last_at)}  "
        room = get_terminal_size().columns - len(facts)
        typer.echo(f"{facts}{fitting(one_line(row.title), room)}".rstrip())
    if not rows:
        out.tell("No conversations yet.")


@app.command("show")
def show(name: _Name = "default") -> None:
    """Print a thread's transcript."""
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME, ThreadKey
    from jarvis_voice.doors.terminal.answer_page import AnswerPart
    from jarvis_voice.language.en.answer_units import UnitSplitter
    from jarvis_voice.store.factory import make_reader

    reader = make_reader(find_paths())
    tell_unreadable(reader, "turns")
    turns = reader.transcript(ThreadKey(ME, name))
    if not turns:
        err.tell(f'No turns in the thread "{one_line(name)}".')
        raise typer.Exit(1)
    page = answer_page("  ")
    for turn in turns:
        when, outcome = local_time(turn.started_at), turn.outcome or "running"
        facts = f"{when} {one_line(turn.source)} {one_line(outcome)}"
        out.tell(f"[{facts}] {one_line(turn.text)}", 4)
        for unit in [*(splitter := UnitSplitter()).feed(turn.reply), *splitter.flush()]:
            page.show(AnswerPart(turn.turn_id, unit.text, unit.lead, unit.kind))
        page.end(turn.turn_id)
        if turn.heard is not None:
            out.tell(f"  (interrupted; heard: {one_line(turn.heard) or 'nothing'})")


@app.command("clear")
def clear(
    name: _Name = "default",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget a thread, after asking."""
    import asyncio

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME, ThreadKey
    from jarvis_voice.store.factory import make_reader

    paths = find_paths()
    count = len(make_reader(paths).transcript(ThreadKey(ME, name)))
    if not count:
        out.tell(f'No turns in the thread "{name}".')
        return
    if not yes and not typer.confirm(f'Forget the {_turns(count)} of "{name}" for good?'):
        out.tell("Nothing was cleared.")
        raise typer.Exit(1)
    out.tell(f"Forgot {_turns(asyncio.run(clear_thread(paths, name)))}.")


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


async def clear_thread(paths: Paths, thread_id: str) -> int:
    """Forget a thread; returns how many turns it had."""
    from jarvis_voice.cli.daemon_or_local import by_daemon_or_here

    return await by_daemon_or_here(
        lambda: _by_daemon(paths, thread_id), lambda: _here(paths, thread_id)
    )


async def _by_daemon(paths: Paths, thread_id: str) -> int:
    from jarvis_voice.doors.control.client import request

    body = {"command": "clear", "thread": thread_id}
    async with aclosing(request(paths.control_socket, body)) as answers:
        return [int(answer["turns"]) async for answer in answers][-1]


async def _here(paths: Paths, thread_id: str) -> int:
    from jarvis_voice.cli.daemon_or_local import store_here
    from jarvis_voice.core.types import ME, ThreadKey

    async with store_here(paths, "threads clear") as store:
        return await store.turns.clear(ThreadKey(ME, thread_id))


_STYLES = {"thought": "dim", "action": "bold cyan", "observation": "green"}


def trace(
    turn: Annotated[
        str, typer.Argument(help='A turn such as "t12" or "12"; the newest one if none is named.')
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show how a turn was thought through: Thought, Action, Observation.

    The traces of the newest 500 turns are kept.
    """
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME
    from jarvis_voice.store.factory import make_reader

    reader = make_reader(find_paths())
    tell_unreadable(reader, "turns", "trace")
    past = _find(reader, turn)
    lines = reader.trace(ME, past.turn_id)
    if as_json:
        from dataclasses import asdict

        body = {"turn": asdict(past), "trace": [asdict(line) for line in lines]}
        typer.echo(json_line(body))
        return
    _print(past, [(line.kind, line.text) for line in lines])


def _find(reader: StoreReader, turn: str) -> PastTurn:
    """The turn that is named, or the newest; the command ends where there is none."""
    from jarvis_voice.core.types import ME

    number = turn.strip().lower().removeprefix("t")
    past = reader.turn(ME, f"t{number}" if number else None)
    if past is None:
        newest = reader.turn(ME)
        known = f"The newest is {newest.turn_id}." if newest else "There are no turns yet."
        err.tell(f'There is no turn "{turn}". {known}' if turn else known)
        raise typer.Exit(1)
    return past


def _print(past: PastTurn, lines: list[tuple[str, str]]) -> None:
    from rich.console import Console
    from rich.text import Text

    from jarvis_voice.doors.terminal.screen import plain

    console = Console(highlight=False)
    console.soft_wrap = not console.is_terminal
    head = (
        f"{past.turn_id}  {local_time(past.started_at)}  {past.source}  {past.outcome or 'running'}"
    )
    console.print(Text(plain(head), style="dim"))
    console.print(Text(f"You: {plain(past.text)}", style="bold"))
    width = len("Observation")
    for kind, text in lines:
        label = Text(f"  {kind.title():<{width}}  ", style=_STYLES.get(kind, ""))
        console.print(label + Text(plain(text).replace("\n", " ")))
    if not lines:
        console.print("  Nothing was kept of how this turn went.")
    if past.reply:
        console.print(Text(f"Jarvis: {plain(past.reply)}", style="bold"))
