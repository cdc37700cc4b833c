"""`jarvis timers`: lists and cancels timers, alarms, reminders and routines."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from datetime import tzinfo
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import err, out, tell_unreadable
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.visible_text import json_line
from jarvis_voice.doors.control.requests import LARGEST_NUMBER

if TYPE_CHECKING:
    from jarvis_voice.core.schedule_entries import Entry, Moment
    from jarvis_voice.language.en.schedule_phrases import Teller


app = typer.Typer(
    no_args_is_help=True, help="List or cancel timers, alarms, reminders and routines."
)


@app.command("list")
def list_(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with exact times.")] = False,
) -> None:
    """List what is set, the next one first: number, kind, when, repetition, name or words."""
    from jarvis_voice.core.clock import SystemClock, elapsed, local_zone
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.schedule_entries import Moment
    from jarvis_voice.core.types import ME
    from jarvis_voice.store.factory import make_reader

    reader = make_reader(find_paths())
    tell_unreadable(reader, "schedule")
    entries = reader.entries(ME)
    if as_json:
        from jarvis_voice.language.en.schedule_phrases import listed

        typer.echo(json_line(listed(entries)))
        return
    now = SystemClock().now()
    lines = shown(entries, Moment(now, *elapsed()), local_zone(now)) or ["Nothing is set."]
    out.table([line.split("\t") for line in lines])


@app.command("cancel")
def cancel(
    number: Annotated[
        int, typer.Argument(min=1, max=LARGEST_NUMBER, help="As `jarvis timers list` shows it.")
    ],
) -> None:
    """Cancel one."""
    import asyncio

    from jarvis_voice.core.paths import find_paths

    if not asyncio.run(cancel_entries(find_paths(), (number,))):
        err.tell(f"There is no number {number}. See `jarvis timers list`.")
        raise typer.Exit(1)
    out.tell(f"Cancelled {number}.")


def shown(entries: Sequence[Entry], moment: Moment, zone: tzinfo) -> list[str]:
    """What is set as lines for a reader, the next one first.

    Args:
        entries: What is set.
        moment: Now.
        zone: The local one.
    """
    from jarvis_voice.core.schedule_entries import in_order, seconds_left
    from jarvis_voice.doors.terminal.screen import one_line
    from jarvis_voice.language.en.schedule_phrases import Teller, rule_said

    teller = Teller("24", moment.wall, zone)
    lines = []
    for one in in_order(entries, moment):
        when = _when(one.state, seconds_left(one, moment), teller)
        again = rule_said(one.rule)
        lines.append("\t".join((str(one.number), one.kind, when, again, one_line(_called(one)))))
    return lines


def _when(state: str, left_seconds: float, teller: Teller) -> str:
    """A time as one says it: "at 07:00 tomorrow, 9 hours left"."""
    from jarvis_voice.core.wall_times import moment_after
    from jarvis_voice.language.en.schedule_phrases import length_said

    if state == "ringing":
        return "ringing"
    due = teller.moment_of(moment_after(teller.now, left_seconds))
    if left_seconds <= 0:
        return f"{due}, overdue"
    return f"{due}, {length_said(left_seconds)} left"


def _called(entry: Entry) -> str:
    return entry.name or entry.words


async def cancel_entries(paths: Paths, numbers: tuple[int, ...]) -> int:
    """Cancel entries by their numbers; how many there were."""
    from jarvis_voice.cli.daemon_or_local import by_daemon_or_here

    return await by_daemon_or_here(
        lambda: _by_daemon(paths, numbers), lambda: _here(paths, numbers)
    )


async def _by_daemon(paths: Paths, numbers: tuple[int, ...]) -> int:
    from jarvis_voice.doors.control.client import request

    body = {"command": "cancel", "entries": list(numbers)}
    async with aclosing(request(paths.control_socket, body)) as answers:
        return [int(answer["entries"]) async for answer in answers][-1]


async def _here(paths: Paths, numbers: tuple[int, ...]) -> int:
    from jarvis_voice.cli.daemon_or_local import store_here
    from jarvis_voice.core.types import ME

    async with store_here(paths, "timers cancel") as store:
        return await store.schedule.remove(ME, numbers)
