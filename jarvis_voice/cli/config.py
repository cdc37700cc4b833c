"""`jarvis config`: settings are listed, read, changed and edited, and every change is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jarvis_voice.cli.completion import complete_section, complete_setting, complete_value
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.visible_text import json_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarvis_voice.core.paths import Paths
    from jarvis_voice.core.setting_names import Name

app = typer.Typer(
    no_args_is_help=True,
    help=(
        "Show and change settings, without an editor or in yours.\n\n"
        "What you change is checked first: a bad value changes nothing. A running Jarvis takes "
        "over at once what it can, and says what needs a restart. Keys: jarvis key."
    ),
)

_Setting = Annotated[
    str,
    typer.Argument(
        help="Its name, such as voice.speed; all of them: jarvis config list.",
        autocompletion=complete_setting,
        show_default=False,
    ),
]
_Reload = Annotated[
    bool, typer.Option("--reload/--no-reload", help="Let a running Jarvis take it over.")
]


@app.command("list")
def list_(
    section: Annotated[
        str,
        typer.Argument(
            help="Only the settings of a section, such as voice.", autocompletion=complete_section
        ),
    ] = "",
    changed: Annotated[
        bool, typer.Option("--changed", help="Only those that are not as they were shipped.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List the settings as they hold; what is not shipped so is followed by where it is from."""
    from jarvis_voice.core.parsed_text import parsed_toml
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.setting_names import find_setting, retired_in, shipped_settings
    from jarvis_voice.core.settings_file import as_toml, dotted, read_text

    paths = find_paths()
    wanted = find_setting(section, shipped_settings()) if section else ()
    found = [
        one
        for one in _settings(paths)
        if one[0][: len(wanted)] == wanted and (one[2] or not changed)
    ]
    if as_json:
        values = {dotted(name): value for name, value, _ in found}
        typer.echo(json_line(values, default=str))
        return
    for name, value, source in found:
        typer.echo(f"{dotted(name)} = {as_toml(value)}{f'  # {source}' if source else ''}")
    for sentence in retired_in(parsed_toml(read_text(paths.config_file).removeprefix("\ufeff"))):
        typer.echo(sentence, err=True)
    typer.echo(f"Your file: {paths.config_file}", err=True)


@app.command("get")
def get(name: _Setting) -> None:
    """Print what a setting is now; of a section, every line."""
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.setting_names import (
        find_setting,
        shipped_settings,
        shortened,
        unknown_setting,
    )
    from jarvis_voice.core.settings_file import as_toml, dotted

    wanted = find_setting(name, shipped_settings())
    _refuse_retired(wanted)
    found = [one for one in _settings(find_paths()) if one[0][: len(wanted)] == wanted]
    if [one[0] for one in found] == [wanted]:
        [(_, value, _)] = found
        typer.echo(value if isinstance(value, str) else as_toml(value))
        return
    if not found and len(wanted) > 1:
        section = wanted[:-1]
        near = [dotted(one[0]) for one in _settings(find_paths()) if one[0][:-1] == section]
        raise unknown_setting(
            f'"{shortened(name)}"', name, near or [f"nothing in {dotted(section)}"]
        )
    for key, value, _ in found:
        typer.echo(f"{dotted(key)} = {as_toml(value)}")


@app.command("set", context_settings={"ignore_unknown_options": True})
def set_(
    name: Annotated[
        str,
        typer.Argument(
            help="A setting such as voice.speed; or several at once, each as NAME=VALUE.",
            autocompletion=complete_setting,
            show_default=False,
        ),
    ],
    value: Annotated[
        list[str] | None,
        typer.Argument(
            help="A word or a number; several words are a list, or one text.",
            autocompletion=complete_value,
            show_default=False,
        ),
    ] = None,
    reload: _Reload = True,
) -> None:
    """Change a setting in your file, such as: jarvis config set voice.speed 1.2.

    A list is several words: jarvis config set microphone.preferred headset webcam. What belongs
    together: jarvis config set quiet_hours.from=22:00 quiet_hours.until=07:00. A command of your
    own: jarvis config set "commands.lock the screen" loginctl lock-session
    """
    from jarvis_voice.core.settings_file import value_from

    value_of = {}
    for typed, words in _typed_values(name, value or []):
        setting, default = _single(typed)
        _refuse_retired(setting)
        value_of[setting] = value_from(words, default)
    _change(value_of, reload=reload)


@app.command("unset")
def unset(name: _Setting, reload: _Reload = True) -> None:
    """Take a setting out of your file: it is then as it was shipped."""
    _change({_single(name)[0]: None}, reload=reload)


def _change(value_of: dict[Name, Any], *, reload: bool) -> None:
    from jarvis_voice.cli.setting_change import change_settings, tell_daemon
    from jarvis_voice.core.paths import find_paths

    paths = find_paths()
    for line in change_settings(paths, value_of):
        typer.echo(line)
    tell_daemon(paths, typer.echo, reload=reload)


def _typed_values(name: str, words: list[str]) -> list[tuple[str, list[str]]]:
    """What was typed, as pairs of a name and its words."""
    if "=" not in name:
        if not words:
            raise typer.BadParameter(f"say what {name} shall be: jarvis config set {name} VALUE")
        return [(name, words)]
    pairs = []
    for one in [name, *words]:
        setting, sign, value = one.partition("=")
        if not sign:
            raise typer.BadParameter(f'"{one}" is not of the form NAME=VALUE')
        pairs.append((setting.strip(), [value.strip()]))
    return pairs


@app.command("edit")
def edit(reload: _Reload = True) -> None:
    """Edit your file in $VISUAL or $EDITOR. With a mistake in it, the old one still holds."""
    from jarvis_voice.cli.config_editor import edit_settings
    from jarvis_voice.cli.setting_change import tell_daemon
    from jarvis_voice.core.paths import find_paths

    paths = find_paths()
    if edit_settings(paths, typer.echo):
        tell_daemon(paths, typer.echo, reload=reload)


def _settings(paths: Paths) -> Iterator[tuple[Name, Any, str]]:
    """Every setting: its name, its value now, and where that is from if it is not shipped so."""
    from jarvis_voice.cli.setting_change import public_settings, variable_of
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.parsed_text import parsed_toml
    from jarvis_voice.core.setting_names import settings_in, shipped_settings
    from jarvis_voice.core.settings_file import read_text

    text = read_text(paths.config_file)
    config = load_config(paths, text.removeprefix("\ufeff"))
    own = dict(settings_in(parsed_toml(text.removeprefix("\ufeff"))))
    shipped = dict(settings_in(shipped_settings()))
    for name, value in settings_in(public_settings(config)):
        if variable := variable_of(name):
            yield name, value, f"from {variable}"
        elif name in own and shipped.get(name) != own[name]:
            yield name, value, "yours"
        else:
            yield name, value, ""


def _refuse_retired(name: Name) -> None:
    from jarvis_voice.core.setting_names import RETIRED, retired_sentence

    if name in RETIRED:
        raise ConfigError("config-retired", retired_sentence(name))


def _single(typed: str) -> tuple[Name, Any]:
    """The keys of a setting, and its default; None where it has none.

    Raises:
        ConfigError: It is unknown, a whole section, or a key.
    """
    from jarvis_voice.core.setting_names import (
        LISTS_OF_A_MODEL,
        MODELS,
        OPEN_SECTIONS,
        WORDS,
        find_setting,
        shipped_settings,
    )

    if typed.lower().endswith("api_key"):
        message = "Keys do not stand among the settings. Set one: jarvis key set gemini"
        raise ConfigError("config-unknown-key", message)
    known = shipped_settings()
    name = find_setting(typed, known)
    default: Any = known
    for key in name:
        default = default.get(key) if isinstance(default, dict) else None
    if name in {("wake",), WORDS} or (len(name) == 1 and isinstance(default, dict)):
        inner = (
            f"{typed}.NAME"
            if name == WORDS or typed in OPEN_SECTIONS
            else ", ".join(f"{typed}.{key}" for key in default)
        )
        message = f'"{typed}" is a section. Name one of its settings: {inner}.'
        raise ConfigError("config-unknown-key", message)
    is_list = name[0] == "commands" or (name[0] == MODELS and name[-1] in LISTS_OF_A_MODEL)
    return name, [] if is_list else default
