"""`jarvis memory` and `jarvis forget`: show and delete what Jarvis keeps about the user."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import err, local_time, out, tell_unreadable
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.visible_text import json_line
from jarvis_voice.doors.terminal.screen import one_line

if TYPE_CHECKING:
    from jarvis_voice.core.operations import Forgotten


app = typer.Typer(no_args_is_help=True, help="List or forget what you told of yourself.")

UserOption = Annotated[
    str, typer.Option("--user", "-u", metavar="NAME", help="Whose: of `jarvis user list`.")
]


@app.command("list")
def list_(
    user: UserOption = "me",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List who you are, and the facts, oldest first: number, date, text, turn."""
    from dataclasses import asdict

    from jarvis_voice.cli.people import chosen_user
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.factory import make_reader

    reader = make_reader(find_paths())
    user_id = chosen_user(reader, user)
    tell_unreadable(reader, "profile", "facts")
    person, facts = reader.profile(user_id), reader.facts(user_id)
    if as_json:
        typer.echo(json_line([*map(asdict, person), *map(asdict, facts)]))
        return
    told = [(field.field, field.said_at, field.value, field.turn_id) for field in person]
    told += [(str(fact.number), fact.said_at, fact.text, fact.turn_id) for fact in facts]
    out.table([(name, local_time(when), one_line(text), turn) for name, when, text, turn in told])
    if not (person or facts):
        out.tell("Nothing is remembered.")


@app.command("forget")
def forget_one(
    which: Annotated[
        str, typer.Argument(metavar="NUMBER|NAME", help="As `jarvis memory list` shows it.")
    ],
    user: UserOption = "me",
) -> None:
    """Forget one fact by its number, or one thing of who you are by its name, for good."""
    import asyncio

    from jarvis_voice.core.paths import find_paths

    paths = find_paths()
    told = told_of(paths, user)
    text = told.texts.get(which)
    if text is None or not asyncio.run(forget_told(paths, told.only(which))):
        err.tell(f"There is no fact {one_line(which)}. See `jarvis memory list`.")
        raise typer.Exit(1)
    out.tell(f"Forgot: {one_line(text)}")


@app.command("clear")
def clear(
    user: UserOption = "me",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget who you are and all facts, after asking. Notes, lists and conversations stay."""
    import asyncio

    from jarvis_voice.core.paths import find_paths

    paths = find_paths()
    told = told_of(paths, user)
    if not told.texts:
        out.tell("Nothing is remembered.")
        return
    if not yes and not typer.confirm(f"Forget {_things(len(told.texts))} for good?"):
        out.tell("Nothing was forgotten.")
        raise typer.Exit(1)
    out.tell(f"Forgot {_things(asyncio.run(forget_told(paths, told)))}.")


@dataclass(frozen=True, slots=True)
class ToldThings:
    """What a user told of themselves.

    Attributes:
        user_id: The user.
        texts: What it says, by the number of a fact or the name of a field of the profile.
    """

    user_id: str
    texts: Mapping[str, str]

    def only(self, which: str) -> ToldThings:
        """One of these things alone."""
        return ToldThings(self.user_id, {which: self.texts[which]})

    @property
    def facts(self) -> tuple[int, ...]:
        """The numbers of the facts."""
        return tuple(int(which) for which in self.texts if which.isdecimal())

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the profile."""
        return tuple(which for which in self.texts if not which.isdecimal())


def told_of(paths: Paths, user: str) -> ToldThings:
    """What is kept of a user's own words about themselves.

    Raises:
        ConfigError: There is no such user.
        StoreError: The database cannot be read.
    """
    from jarvis_voice.cli.people import chosen_user
    from jarvis_voice.store.factory import make_reader

    reader = make_reader(paths)
    user_id = chosen_user(reader, user)
    person = {one.field: one.value for one in reader.profile(user_id)}
    facts = {str(one.number): one.text for one in reader.facts(user_id)}
    return ToldThings(user_id, person | facts)


def _things(count: int) -> str:
    return _count(count, "thing that you told", "things that you told")


async def forget_told(paths: Paths, told: ToldThings) -> int:
    """Forget them in the one process that may; how many there were.

    Raises:
        JarvisError: It could not be done.
    """
    from jarvis_voice.cli.daemon_or_local import by_daemon_or_here, store_here
    from jarvis_voice.doors.control.client import command
    from jarvis_voice.store import erasure

    async def by_daemon() -> int:
        done = await command(
            paths.control_socket,
            "forget",
            user=told.user_id,
            facts=list(told.facts),
            fields=list(told.fields),
        )
        return int(done["facts"])

    async def here() -> int:
        async with store_here(paths, "memory forget") as store:
            return await erasure.forget_told(store, told.user_id, told.facts, told.fields)

    return await by_daemon_or_here(by_daemon, here)


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
    user: UserOption = "me",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget for good, with all that was kept because of it, after asking.

    What is forgotten is in no file afterwards: transcript, facts, who you are, lists, reminders and
    a stopwatch said in it, traces, typed lines, and damaged databases that were set aside. --all
    leaves your settings, screenshots and recordings. --user forgets words of another user, who
    stays a user.
    """
    import asyncio

    from jarvis_voice.core.paths import find_paths

    if sum((turn is not None, last, thread is not None, everything)) != 1:
        raise typer.BadParameter("name a turn, or one of --last, --thread and --all")
    paths = find_paths()
    choice = what_there_is(paths, user, turn, thread, everything=everything)
    if choice is None:
        err.tell("There is no such turn or thread.")
        raise typer.Exit(1)
    if not yes and not typer.confirm(f"Forget {one_line(choice.said)} for good?"):
        out.tell("Nothing was forgotten.")
        raise typer.Exit(1)
    out.tell(asyncio.run(forget_words(paths, choice)))


@dataclass(frozen=True, slots=True)
class ForgetScope:
    """What `jarvis forget` deletes.

    Attributes:
        user_id: Whose words.
        what: "turn", "thread" or "all".
        name: The turn's or the thread's.
        said: The same in words, after "Forget".
    """

    user_id: str
    what: str
    name: str
    said: str


def what_there_is(
    paths: Paths, user: str, turn: str | None, thread: str | None, *, everything: bool
) -> ForgetScope | None:
    """What is meant, the newest turn where nothing is named; None where there is no such thing.

    Raises:
        ConfigError: There is no such user.
        StoreError: The database cannot be read.
    """
    from jarvis_voice.cli.people import chosen_user
    from jarvis_voice.core.types import ME, ThreadKey
    from jarvis_voice.store.factory import make_reader

    reader = make_reader(paths)
    user_id = chosen_user(reader, user)
    whose = "" if user_id == ME else f" of {user_id}"
    if everything:
        kinds = "conversations, facts, who you are, lists, timers, reminders and stopwatches"
        files = ", typed lines and logs"
        if whose:
            kinds, files = kinds.replace("you are", "they are"), ""
        return ForgetScope(user_id, "all", "", f"all {kinds}{whose}{files}")
    if thread is not None:
        turns = len(reader.transcript(ThreadKey(user_id, thread)))
        kept = "with what was kept because of it"
        said = f'the conversation "{thread}"{whose} ({_count(turns, "turn")}), {kept},'
        return ForgetScope(user_id, "thread", thread, said) if turns else None
    found = reader.turn(user_id, turn)
    if found is None:
        return None
    said = f'{found.turn_id}{whose}, "{found.text}", and its answer'
    return ForgetScope(user_id, "turn", found.turn_id, said)


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
        body["user"] = choice.user_id
        async with aclosing(request(paths.control_socket, body)) as answers:
            last = [answer async for answer in answers][-1]
        return Forgotten(last["turns"], last["others"], last["files"])

    return _told(await by_daemon_or_here(by_daemon, lambda: _here(paths, choice)))


async def _here(paths: Paths, choice: ForgetScope) -> Forgotten:
    from jarvis_voice.cli.daemon_or_local import store_here
    from jarvis_voice.core.types import ThreadKey
    from jarvis_voice.store.erasure import Erasure

    async with store_here(paths, "forget") as store:
        forgetting = Erasure(store, paths)
        match choice.what:
            case "turn":
                return await forgetting.turn(choice.user_id, choice.name)
            case "thread":
                return await forgetting.thread(ThreadKey(choice.user_id, choice.name))
            case _:
                return await forgetting.everything(choice.user_id)


def _told(gone: Forgotten) -> str:
    parts = [_count(gone.turns, "turn")]
    if gone.others:
        parts.append(_count(gone.others, "thing kept because of it", "things kept because of it"))
    if gone.files:
        parts.append(_count(gone.files, "damaged database", "damaged databases"))
    return f"Forgot {', '.join(parts)}."


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
