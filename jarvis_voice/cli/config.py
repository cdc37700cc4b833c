"""`jarvis config`: settings are listed, read, changed and edited, and every change is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jarvis_voice.cli.completion import complete_section, complete_setting, complete_value
from jarvis_voice.cli.output import err, out
from jarvis_voice.core.visible_text import json_line

if TYPE_CHECKING:
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
    from jarvis_voice.core.setting_list import settings_now
    from jarvis_voice.core.setting_names import find_setting, retired_in, shipped_settings
    from jarvis_voice.core.settings_file import as_toml, dotted, read_text

    paths = find_paths()
    wanted = find_setting(section, shipped_settings()) if section else ()
    found = [
        one
        for one in settings_now(paths)
        if one.name[: len(wanted)] == wanted and (one.source or not changed)
    ]
    if as_json:
        values = {dotted(one.name): one.value for one in found}
        typer.echo(json_line(values, default=str))
        return
    for one in found:
        origin = "yours" if one.source == "yours" else f"from {one.source}"
        source = f"  # {origin}" if one.source else ""
        typer.echo(f"{dotted(one.name)} = {as_toml(one.value)}{source}")
    for sentence in retired_in(parsed_toml(read_text(paths.config_file).removeprefix("\ufeff"))):
        err.tell(sentence)
    err.tell(f"Your file: {paths.config_file}")


@app.command("get")
def get(name: _Setting) -> None:
    """Print what a setting is now; of a section, every line."""
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.setting_change import refuse_retired
    from jarvis_voice.core.setting_list import settings_now
    from jarvis_voice.core.setting_names import (
        find_setting,
        shipped_settings,
        shortened,
        unknown_setting,
    )
    from jarvis_voice.core.settings_file import as_toml, dotted

    wanted = find_setting(name, shipped_settings())
    refuse_retired(wanted)
    every = list(settings_now(find_paths()))
    found = [one for one in every if one.name[: len(wanted)] == wanted]
    if [one.name for one in found] == [wanted]:
        value = found[0].value
        typer.echo(value if isinstance(value, str) else as_toml(value))
        return
    if not found and len(wanted) > 1:
        section = wanted[:-1]
        near = [dotted(one.name) for one in every if one.name[:-1] == section]
        raise unknown_setting(
            f'"{shortened(name)}"', name, near or [f"nothing in {dotted(section)}"]
        )
    for one in found:
        typer.echo(f"{dotted(one.name)} = {as_toml(one.value)}")


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
    from jarvis_voice.core.setting_change import refuse_retired, single_setting
    from jarvis_voice.core.settings_file import value_from

    value_of = {}
    for typed, words in _typed_values(name, value or []):
        setting, default = single_setting(typed)
        refuse_retired(setting)
        value_of[setting] = value_from(words, default)
    _change(value_of, reload=reload)


@app.command("unset")
def unset(name: _Setting, reload: _Reload = True) -> None:
    """Take a setting out of your file: it is then as it was shipped."""
    from jarvis_voice.core.setting_change import single_setting

    _change({single_setting(name)[0]: None}, reload=reload)


def _change(value_of: dict[Name, Any], *, reload: bool) -> None:
    from jarvis_voice.cli.setting_change import tell_daemon
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.core.setting_change import change_settings

    paths = find_paths()
    for line in change_settings(paths, value_of):
        out.tell(line)
    tell_daemon(paths, out.tell, reload=reload)


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
    if edit_settings(paths, out.tell):
        tell_daemon(paths, out.tell, reload=reload)
