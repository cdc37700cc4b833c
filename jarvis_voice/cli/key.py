"""`jarvis key`: keys of services are set, listed and removed, and never printed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import err, out
from jarvis_voice.core.errors import ConfigError, JarvisError
from jarvis_voice.core.setting_names import shortened

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarvis_voice.core.config import Config
    from jarvis_voice.core.model_settings import ModelSettings
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.workshop.doctor.system_probe import SystemProbe

LONGEST_LINE = 2_000
"""Characters of a pipe that are read: more than any key has."""

app = typer.Typer(
    no_args_is_help=True,
    help=(
        "Set and remove the keys of services; none is needed, and none is ever printed.\n\n"
        "They are kept in the .env of your settings folder, which only you can read."
    ),
)


class KeyOwner(StrEnum):
    """Who gives out a key."""

    GEMINI = "gemini"
    SERPAPI = "serpapi"
    SECOND_MODEL = "second-model"
    POSTGRES = "postgres"
    SMTP = "smtp"
    RESEND = "resend"


@dataclass(frozen=True, slots=True)
class KeyUse:
    """What a key is called and what it is for."""

    variable: str
    use: str
    source: str


USES = {
    KeyOwner.GEMINI: KeyUse(
        "GOOGLE_API_KEY", "plans with Gemini", "https://aistudio.google.com/apikey"
    ),
    KeyOwner.SERPAPI: KeyUse(
        "SERPAPI_API_KEY", "searches Google", "https://serpapi.com/manage-api-key"
    ),
    KeyOwner.SECOND_MODEL: KeyUse(
        "SECOND_MODEL_API_KEY", "the server in [second_model]", "the people who run that server"
    ),
    KeyOwner.POSTGRES: KeyUse(
        "PGPASSWORD", "the password for store.url", "whoever runs that database"
    ),
    KeyOwner.SMTP: KeyUse("SMTP_PASSWORD", "the mail server in [mail]", "whoever keeps your mail"),
    KeyOwner.RESEND: KeyUse(
        "RESEND_API_KEY", "sends mail by Resend", "https://resend.com/api-keys"
    ),
}

BAD_KEY = "-bad-key"
"""How the code of an error ends that says so."""

TRY_SECONDS = 8.0

_Of = Annotated[
    str,
    typer.Argument(
        help="Whose key: gemini, serpapi, second-model, postgres, smtp, resend, "
        "or a model of yours (jarvis models).",
        autocompletion=lambda: [owner.value for owner in KeyOwner],
        show_default=False,
    ),
]


@app.command("set")
def set_(
    service: _Of,
    check: Annotated[
        bool, typer.Option("--check/--no-check", help="Try the key first, where a network is.")
    ] = True,
) -> None:
    """Keep a key: it is asked for and not shown, or read from a pipe."""
    from jarvis_voice.cli.setting_change import tell_daemon
    from jarvis_voice.core.paths import find_paths

    paths = find_paths()
    owner = owner_of(service, paths)
    typed = typed_key(owner)
    for line in keep_key(paths, owner, typed, check=check):
        out.tell(line)
    tell_daemon(paths, out.tell)


@app.command("list")
def list_() -> None:
    """Show which keys are set, and where. The keys themselves are never shown."""
    from jarvis_voice.core.keys_file import keys_in
    from jarvis_voice.core.paths import find_paths

    paths = find_paths()
    in_file = keys_in(paths.env_file)
    uses = [(service.value, key.variable, key.use) for service, key in USES.items()]
    with suppress(ConfigError):  # told by every command that needs the settings
        uses += [(one.name, one.variable, f"the model {one.model}") for one in _models(paths)]
    for name, variable, use in uses:
        where = "not set"
        if os.environ.get(variable, "").strip():
            where = f"set, in your environment ({variable})"
        elif variable in in_file:
            where = "set"
        typer.echo(f"{name:<13} {use:<28} {where}")
    err.tell(f"Kept in {paths.env_file}")


@app.command("remove")
def remove(service: _Of) -> None:
    """Take a key out of your .env."""
    from jarvis_voice.cli.setting_change import tell_daemon
    from jarvis_voice.core.keys_file import remove_key
    from jarvis_voice.core.paths import find_paths

    paths = find_paths()
    owner = owner_of(service, paths)
    variable = _variable(owner)
    if not remove_key(paths.env_file, variable):
        out.tell(f"No key for {_title(owner)} is in {paths.env_file}.")
        _mind_environment(variable, out.tell)
        return
    out.tell(f"Removed: the key for {_title(owner)}.")
    _mind_environment(variable, out.tell)
    tell_daemon(paths, out.tell)


def owner_of(typed: str, paths: Paths) -> KeyOwner | ModelSettings:
    """A service, or one of the user's own models by its name or its variable.

    Raises:
        ConfigError: There is none, or the model has no variable for a key.
    """
    if typed in list(KeyOwner):
        return KeyOwner(typed)
    models = _models(paths, with_keyless=True)
    for one in models:
        if typed == one.name and not one.variable:
            message = (
                f"{one.name} has no variable for a key. Name one, then set the key: "
                f"jarvis config set models.{one.name}.key {one.name.upper().replace('-', '_')}_KEY"
            )
            raise ConfigError("key-unnamed", message)
        if typed in {one.name, one.variable}:
            return one
    known = ", ".join([*KeyOwner, *(one.name for one in models)])
    raise ConfigError("key-unknown", f'Nobody is called "{shortened(typed)}". Known: {known}.')


def _models(paths: Paths, *, with_keyless: bool = False) -> list[ModelSettings]:
    """The user's own models that have a key of their own."""
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.model_settings import GOOGLE_KEY, models_in_order

    found = [one for one in models_in_order(load_config(paths)) if one.is_named]
    return [one for one in found if with_keyless or one.variable not in {"", GOOGLE_KEY}]


def _variable(owner: KeyOwner | ModelSettings) -> str:
    return USES[owner].variable if isinstance(owner, KeyOwner) else owner.variable


def _title(owner: KeyOwner | ModelSettings) -> str:
    return owner.value if isinstance(owner, KeyOwner) else owner.name


def typed_key(owner: KeyOwner | ModelSettings) -> str:
    """What the user typed without its being shown, or the first line of a pipe."""
    if sys.stdin is None or not sys.stdin.isatty():
        return sys.stdin.readline(LONGEST_LINE) if sys.stdin else ""
    source = USES[owner].source if isinstance(owner, KeyOwner) else f"whoever runs {owner.host}"
    out.tell(f"You get one from {source}. What you type is not shown.")
    return str(
        typer.prompt(f"Key for {_title(owner)}", hide_input=True, default="", show_default=False)
    )


def keep_key(
    paths: Paths,
    service: KeyOwner | ModelSettings,
    typed: str,
    *,
    check: bool,
    outside: SystemProbe | None = None,
) -> list[str]:
    """Try a key and write it down; what there is to say.

    Args:
        paths: Where the .env is.
        service: Whose key.
        typed: As it was typed.
        check: Whether it is tried.
        outside: Where the services are.

    Raises:
        ConfigError: It is no key, it was refused, or it cannot be written; nothing is changed.
    """
    import asyncio

    from jarvis_voice.core.keys_file import checked_key, put_key

    key, variable = checked_key(typed), _variable(service)
    found = asyncio.run(_try(paths, service, key, outside)) if check else "It was not tried."
    put_key(paths.env_file, variable, key)
    lines = [found, f"Kept in {paths.env_file}, which only you can read."]
    _mind_environment(variable, lines.append)
    return lines


async def _try(
    paths: Paths, service: KeyOwner | ModelSettings, key: str, outside: SystemProbe | None
) -> str:
    """What came of a try.

    Raises:
        ConfigError: The key was refused.
    """
    import asyncio

    from jarvis_voice.core.config import load_config

    if not isinstance(service, KeyOwner):
        return await _try_model(service, key)
    from jarvis_voice.workshop.doctor.system_probe import SystemProbe

    config = load_config(paths)
    if section := _without_server(service, config):
        return f"It was not tried: no server is set (jarvis config get {section})."
    try:
        async with asyncio.timeout(TRY_SECONDS):
            error = await _asked(service, config, key, outside or SystemProbe())
    except TimeoutError:
        return f"It could not be tried: no answer within {TRY_SECONDS:.0f} s."
    except JarvisError as failure:
        error = failure
    if error is None:
        return f"{service.value} takes it."
    if error.code.endswith(BAD_KEY):
        raise _refused(service.value)
    return f"It could not be tried: {error.message}"


def _without_server(service: KeyOwner, config: Config) -> str:
    """The setting that must name a server before its key can be tried; "" where one is named."""
    named = {
        KeyOwner.SMTP: ("mail", config.mail.host),
        KeyOwner.SECOND_MODEL: ("second_model", config.second_model.url),
        KeyOwner.POSTGRES: ("store.url", config.store.url),
    }
    section, server = named.get(service, ("", "its own"))
    return "" if server else section


async def _asked(
    service: KeyOwner, config: Config, key: str, outside: SystemProbe
) -> JarvisError | None:
    """Ask the service with a key; why it was not taken.

    Raises:
        JarvisError: It was not taken, or nobody answered.
    """
    import asyncio

    from pydantic import SecretStr

    from jarvis_voice.store.factory import try_password
    from jarvis_voice.workshop.doctor import key_checks, mail_check

    match service:
        case KeyOwner.GEMINI:
            return await key_checks.try_google_key(outside.google_url, config.brain.model, key)
        case KeyOwner.SERPAPI:
            await key_checks.search_account(outside.serpapi_url, key)
        case KeyOwner.SMTP | KeyOwner.RESEND:
            variable = USES[service].variable.lower()
            with_key = config.model_copy(update={variable: SecretStr(key)})
            await mail_check.try_mail(with_key, service.value, outside.resend_url)
        case KeyOwner.SECOND_MODEL:
            second = config.second_model
            return await key_checks.try_second_model(second.url, second.model, key)
        case KeyOwner.POSTGRES:
            return await asyncio.to_thread(try_password, config, key)
    return None


async def _try_model(model: ModelSettings, key: str) -> str:
    """What came of a try of one of the user's own models.

    Raises:
        ConfigError: The key was refused.
    """
    from dataclasses import replace

    from pydantic import SecretStr

    from jarvis_voice.workshop.doctor.model_trial import try_model

    found = await try_model(replace(model, key=SecretStr(key)), TRY_SECONDS)
    if found.state == "wrong key":
        raise _refused(model.name)
    if found.is_well:
        return f"{model.name} takes it."
    return f"It could not be tried: {found.state}. {found.advice}"


def _refused(title: str) -> ConfigError:
    message = f"{title} refused this key. Nothing was changed. To keep it all the same: --no-check"
    return ConfigError("key-refused", message)


def _mind_environment(variable: str, tell: Callable[[str], object]) -> None:
    if os.environ.get(variable, "").strip():
        tell(f"Mind {variable} in your environment: it comes before the file.")
