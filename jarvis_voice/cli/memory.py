"""`jarvis memory` and `jarvis forget`: show and delete what Jarvis keeps about the user."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import tell_unreadable
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.visible_text import json_line
from jarvis_voice.doors.terminal.screen import one_line

if TYPE_CHECKING:
    from jarvis_voice.core.operations import Forgotten


app = typer.Typer(no_args_is_help=True, help="List or forget what you asked to be remembered.")


@app.command("list")
def list_(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List who you are, and the facts, oldest first: number, date, text, turn."""
    from dataclasses import asdict

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME
    from jarvis_voice.store.factory import make_reader

    reader = make_reader(find_paths())
    tell_unreadable(reader, "profile", "facts")
    person, facts = reader.profile(ME), reader.facts(ME)
    if as_json:
        typer.echo(json_line([*map(asdict, person), *map(asdict, facts)]))
        return
    for field in person:
        typer.echo(f"{field.field}\t{field.said_at}\t{one_line(field.value)}\t{field.turn_id}")
    for fact in facts:
        typer.echo(f"{fact.number}\t{fact.said_at}\t{one_line(fact.text)}\t{fact.turn_id}")
    if not (person or facts):
        typer.echo("Nothing is remembered.")


@app.command("forget")
def forget_one(
    number: Annotated[int, typer.Argument(help="As `jarvis memory list` shows it.")],
) -> None:
    """Forget one fact for good."""
    import asyncio

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME
    from jarvis_voice.store.factory import make_reader

    paths = find_paths()
    text = {fact.number: fact.text for fact in make_reader(paths).facts(ME)}.get(number)
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

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.types import ME
    from jarvis_voice.store.factory import make_reader

    paths = find_paths()
    numbers = tuple(fact.number for fact in make_reader(paths).facts(ME))
    if not numbers:
        typer.echo("Nothing is remembered.")
        return
    if not yes and not typer.confirm(f"Forget {_facts(len(numbers))} for good?"):
        typer.echo("Nothing was forgotten.")
        raise typer.Exit(1)
    typer.echo(f"Forgot {_facts(asyncio.run(forget_facts(paths, numbers)))}.")


def _facts(count: int) -> str:
    return "1 fact" if count == 1 else f"{count} facts"


async def forget_facts(paths: Paths, numbers: tuple[int, ...]) -> int:
    """Forget facts by their numbers; returns how many there were."""
    from jarvis_voice.cli.daemon_or_local import by_daemon_or_here

    return await by_daemon_or_here(
        lambda: _by_daemon(paths, numbers), lambda: _forget_facts_here(paths, numbers)
    )


async def _by_daemon(paths: Paths, numbers: tuple[int, ...]) -> int:
    from jarvis_voice.doors.control.client import request

    body = {"command": "forget", "facts": list(numbers)}
    async with aclosing(request(paths.control_socket, body)) as answers:
        return [int(answer["facts"]) async for answer in answers][-1]


async def _forget_facts_here(paths: Paths, numbers: tuple[int, ...]) -> int:
    from jarvis_voice.cli.daemon_or_local import store_here
    from jarvis_voice.core.types import ME

    async with store_here(paths, "memory forget") as store:
        return await store.memory.forget_facts(ME, numbers)


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


@dataclass(frozen=True, slots=True)
class ForgetScope:
    """What `jarvis forget` deletes.

    Attributes:
        what: "turn", "thread" or "all".
        name: The turn's or the thread's.
        said: The same in words, after "Forget".
    """

    what: str
    name: str
    said: str


def what_there_is(
    paths: Paths, turn: str | None, thread: str | None, *, everything: bool
) -> ForgetScope | None:
    """What is meant, the newest turn where nothing is named; None where there is no such thing.

    Raises:
        StoreError: The database cannot be read.
    """
    from jarvis_voice.core.types import ME, ThreadKey
    from jarvis_voice.store.factory import make_reader

    if everything:
        said = "all conversations, facts, lists, timers and reminders, typed lines and logs"
        return ForgetScope("all", "", said)
    if thread is not None:
        turns = len(make_reader(paths).transcript(ThreadKey(ME, thread)))
        kept = "with what was kept because of it"
        said = f'the conversation "{thread}" ({_count(turns, "turn")}), {kept},'
        return ForgetScope("thread", thread, said) if turns else None
    found = make_reader(paths).turn(ME, turn)
    if found is None:
        return None
    return ForgetScope("turn", found.turn_id, f'{found.turn_id}, "{found.text}", and its answer')


async def forget_words(paths: Paths, choice: ForgetScope) -> str:
    """Forget it in the one process that may; what is told of it.

    Raises:
        JarvisError: It could not be done.
    """
    from jarvis_voice.cli.daemon_or_local import by_daemon_or_here
    from jarvis_voice.core.operations import Forgotten
    from jarvis_voice.doors.control.client import request

    async def by_daemon() -> Forgotten:
        body = {"command": "forget-words", "what": choice.what, "name": choice.name}
        async with aclosing(request(paths.control_socket, body)) as answers:
            last = [answer async for answer in answers][-1]
        return Forgotten(last["turns"], last["others"], last["files"])

    return _told(await by_daemon_or_here(by_daemon, lambda: _here(paths, choice)))


async def _here(paths: Paths, choice: ForgetScope) -> Forgotten:
    from jarvis_voice.cli.daemon_or_local import store_here
    from jarvis_voice.core.types import ME, ThreadKey
    from jarvis_voice.store.erasure import Erasure

    async with store_here(paths, "forget") as store:
        forgetting = Erasure(store, paths)
        match choice.what:
            case "turn":
                return await forgetting.turn(ME, choice.name)
            case "thread":
                return await forgetting.thread(ThreadKey(ME, choice.name))
            case _:
                return await forgetting.everything(ME)


def _told(gone: Forgotten) -> str:
    parts = [_count(gone.turns, "turn")]
    if gone.others:
        parts.append(_count(gone.others, "thing kept because of it", "things kept because of it"))
    if gone.files:
        parts.append(_count(gone.files, "damaged database", "damaged databases"))
    return f"Forgot {', '.join(parts)}."


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
