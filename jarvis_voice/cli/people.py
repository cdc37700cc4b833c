"""`jarvis user` and `jarvis token`: add, list and remove who may use Jarvis, and from where."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jarvis_voice.cli.output import err, local_time, out, tell_unreadable
from jarvis_voice.core.errors import ConfigError, ControlError
from jarvis_voice.core.visible_text import json_line

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.doors.people.register import PeopleRegister
    from jarvis_voice.store.reader_port import StoreReader

users = typer.Typer(
    no_args_is_help=True,
    help=(
        "Add, list or remove the people who use this Jarvis.\n\n"
        "Each has conversations, facts, lists and timers of their own. You are the user me: the "
        "owner, who is always there. A new user comes in with a token (jarvis token add)."
    ),
)
tokens = typer.Typer(
    no_args_is_help=True,
    help=(
        "Add, list or remove tokens: keys with which a program or a device comes in.\n\n"
        "A token is of one user, and may do only what is named when it is made. Jarvis keeps a "
        "digest of it, so nobody can show it again."
    ),
)

REFUSED = frozenset(
    {
        *("user-name", "token-name", "scope", "user-exists", "token-exists"),
        *("no-such-user", "no-such-token", "owner-stays"),
    }
)
"""Codes of a running Jarvis for what is wrong with the command, and not with Jarvis."""

_UserName = Annotated[str, typer.Argument(metavar="NAME", help="A name, such as anna.")]
_TokenName = Annotated[
    str, typer.Argument(metavar="NAME", help="What it is for, such as annas-phone.")
]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON, with exact times.")]
_Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


@users.command("add")
def add_user(name: _UserName) -> None:
    """Add a user. Next: jarvis token add, for a program or a device of theirs."""
    user_id = _change("user add", "user", name=name)
    out.tell(f"Added {user_id}. Next: jarvis token add {user_id}-phone --user {user_id}")


@users.command("list")
def list_users(as_json: _Json = False) -> None:
    """List the users: name, since when, how many tokens."""
    from jarvis_voice.core.types import ME

    reader = _reader()
    tell_unreadable(reader, "people", "tokens")
    owners = [one.user_id for one in reader.tokens()]
    found = [(ME, ""), *((one.user_id, one.added_at) for one in reader.users())]
    if as_json:
        keys = ("user", "added_at", "tokens")
        rows = [(*one, owners.count(one[0])) for one in found]
        typer.echo(json_line([dict(zip(keys, row, strict=True)) for row in rows]))
        return
    shown = []
    for user_id, added_at in found:
        since = local_time(added_at) if added_at else "the owner"
        shown.append((user_id, since, _count(owners.count(user_id), "token")))
    out.table(shown)


@users.command("remove")
def remove_user(name: _UserName, yes: _Yes = False) -> None:
    """Remove a user, after asking, with all that is theirs: for good.

    Their tokens, conversations, facts, lists, timers, reminders, and what was measured of their
    turns are in no file afterwards.
    """
    from jarvis_voice.core.types import ME
    from jarvis_voice.doors.people.names import user_named

    user_id, reader = user_named(name), _reader()
    is_known = user_id == ME or user_id in {one.user_id for one in reader.users()}
    if is_known and user_id != ME and not yes and not typer.confirm(_question(reader, user_id)):
        out.tell("Nothing was removed.")
        raise typer.Exit(1)
    turns = _change("user remove", "turns", name=user_id)
    out.tell(f"Removed {user_id} with {_count(turns, 'turn')} and all else that was theirs.")


@tokens.command("add")
def add_token(
    name: _TokenName,
    user: Annotated[str, typer.Option("--user", "-u", help="Whose it is.")] = "me",
    may: Annotated[
        str,
        typer.Option(
            "--may",
            help="What it may do: talk (ask, look up, lists and timers of that user), act (use "
            "this machine), home (use things of the house), admin (settings, microphone, other "
            "users, run programs).",
        ),
    ] = "talk",
) -> None:
    """Make a token and print it once: copy it now.

    It may only talk, unless --may names more: --may talk,act
    """
    token = _change("token add", "token", name=name, user=user, may=may)
    err.tell("This is the token. It is shown only now, so copy it:")
    typer.echo(token)


@tokens.command("list")
def list_tokens(as_json: _Json = False) -> None:
    """List the tokens: name, user, what it may do, since when, last use."""
    from jarvis_voice.core.types import SCOPES

    reader = _reader()
    tell_unreadable(reader, "tokens")
    found = reader.tokens()
    if as_json:
        rows = [
            {
                "name": one.name,
                "user": one.user_id,
                "may": [scope for scope in SCOPES if scope in one.may],
                "created_at": one.created_at,
                "last_used_at": one.last_used_at,
            }
            for one in found
        ]
        typer.echo(json_line(rows))
        return
    shown = []
    for one in found:
        may = ",".join(scope for scope in SCOPES if scope in one.may)
        used = f"used {local_time(one.last_used_at)}" if one.last_used_at else "never used"
        shown.append((one.name, one.user_id, may, local_time(one.created_at), used))
    out.table(shown)
    if not found:
        out.tell("There are no tokens. See `jarvis token add --help`.")


@tokens.command("remove")
def remove_token(name: _TokenName) -> None:
    """Remove a token: who uses it comes in no more, also while Jarvis runs."""
    removed = _change("token remove", "name", name=name)
    out.tell(f"Removed the token {removed}.")


def chosen_user(reader: StoreReader, name: str) -> str:
    """The user of that name, as it is kept; a user who is there, or the owner.

    Raises:
        ConfigError: There is no such user.
    """
    from jarvis_voice.core.types import ME
    from jarvis_voice.doors.people.names import user_named

    user_id = user_named(name)
    if user_id != ME and user_id not in {one.user_id for one in reader.users()}:
        message = f"There is no user named {user_id}. See `jarvis user list`."
        raise ConfigError("no-such-user", message)
    return user_id


def _reader() -> StoreReader:
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.store.factory import make_reader

    return make_reader(find_paths())


def _question(reader: StoreReader, user_id: str) -> str:
    """What is lost, as far as it can be counted."""
    kept = ", ".join(
        (
            _count(sum(one.turns for one in reader.threads(user_id)), "turn"),
            _count(len(reader.facts(user_id)), "fact"),
            _count(len(reader.entries(user_id)), "timer or reminder", "timers or reminders"),
            _count(sum(one.user_id == user_id for one in reader.tokens()), "token"),
        )
    )
    return f"Remove {user_id} with all that is theirs ({kept}, and their lists) for good?"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _change(role: str, wanted: str, **arguments: str) -> Any:
    """Make a change in the one process that may; what of its answer is wanted.

    Args:
        role: The change: a key of `_DONE`.
        wanted: The name of its answer.
        arguments: As the control socket takes them.

    Raises:
        ConfigError: Something about the arguments is wrong.
        JarvisError: It could not be done.
    """
    import asyncio

    from jarvis_voice.cli.daemon_or_local import by_daemon_or_here
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.doors.control.client import command

    paths = find_paths()

    async def by_daemon() -> Any:
        try:
            done = await command(paths.control_socket, role.replace(" ", "-"), **arguments)
            return done[wanted]
        except ControlError as error:
            if error.code in REFUSED:
                raise ConfigError(error.code, error.message) from error
            raise

    return asyncio.run(by_daemon_or_here(by_daemon, lambda: _here(paths, role, arguments)))


async def _here(paths: Paths, role: str, arguments: dict[str, str]) -> Any:
    from jarvis_voice.cli.daemon_or_local import store_here
    from jarvis_voice.core.clock import SystemClock
    from jarvis_voice.doors.people.register import PeopleRegister
    from jarvis_voice.store.erasure import Erasure

    async with store_here(paths, role) as store:
        forget = Erasure(store, paths).everything
        register = PeopleRegister(store.people, forget, SystemClock().now)
        return await _DONE[role](register, **arguments)


async def _remove(register: PeopleRegister, name: str) -> int:
    return (await register.remove_user(name)).turns


async def _add_token(register: PeopleRegister, name: str, user: str, may: str) -> str:
    from jarvis_voice.doors.people.names import scopes_asked

    return await register.add_token(name, user, scopes_asked(may))


async def _add_user(register: PeopleRegister, name: str) -> str:
    return await register.add_user(name)


async def _remove_token(register: PeopleRegister, name: str) -> str:
    return await register.remove_token(name)


_DONE: dict[str, Callable[..., Awaitable[Any]]] = {
    "user add": _add_user,
    "user remove": _remove,
    "token add": _add_token,
    "token remove": _remove_token,
}
