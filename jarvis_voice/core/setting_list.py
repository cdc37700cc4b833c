"""Lists every setting as it holds: its value, its default, its comment, and where it is from.

Invariant: what may be a secret is shown as `HIDDEN`: the values of headers, the arguments of a tool
server's command line, and all of its address but the host.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jarvis_voice.core.config import load_config
from jarvis_voice.core.parsed_text import parsed_toml
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.setting_change import MARK, public_settings, variable_of
from jarvis_voice.core.setting_names import Name, settings_in, shipped_settings
from jarvis_voice.core.setting_operations import ListedSetting
from jarvis_voice.core.setting_types import host_of
from jarvis_voice.core.settings_file import dotted, read_text
from jarvis_voice.core.shipped_files import shipped

HIDDEN = "(hidden)"


@dataclass(frozen=True, slots=True)
class SettingNow:
    """A setting as it holds.

    Attributes:
        name: The keys that lead to it.
        value: What it is.
        source: "" as it was shipped, "yours", or the variable that it is from.
    """

    name: Name
    value: Any
    source: str


def settings_now(paths: Paths) -> Iterator[SettingNow]:
    """Every setting, in the order of the shipped file.

    Raises:
        ConfigError: There is a mistake in the user's file.
    """
    text = read_text(paths.config_file).removeprefix(MARK)
    config = load_config(paths, text)
    own = dict(settings_in(parsed_toml(text)))
    defaults = dict(settings_in(shipped_settings()))
    for name, value in settings_in(public_settings(config)):
        if variable := variable_of(name):
            yield SettingNow(name, value, variable)
        elif name in own and defaults.get(name) != own[name]:
            yield SettingNow(name, value, "yours")
        else:
            yield SettingNow(name, value, "")


def listed_settings(paths: Paths, at_once: tuple[str, ...]) -> list[ListedSetting]:
    """Every setting without its secrets, with what the shipped file says about it.

    Args:
        paths: Where the user's file is.
        at_once: How the names begin of those that need no restart.

    Raises:
        ConfigError: There is a mistake in the user's file.
    """
    text = shipped("config/jarvis.toml").read_text(encoding="utf-8")
    defaults = dict(settings_in(tomllib.loads(text)))
    told = comments_in(text)
    return [
        ListedSetting(
            dotted(one.name),
            without_secrets(one.name, one.value),
            _plain(defaults.get(one.name)),
            told.get(one.name) or told.get(one.name[:-1], "") or told.get(one.name[:1], ""),
            one.source,
            "now" if dotted(one.name).startswith(at_once) else "restart",
        )
        for one in settings_now(paths)
    ]


def comments_in(text: str) -> dict[Name, str]:
    """The comment behind each setting and each section of a TOML text, by its keys."""
    import tomlkit

    return dict(_comments(tomlkit.parse(text), ()))


def without_secrets(name: Name, value: Any) -> Any:
    """A value as JSON can hold it, with `HIDDEN` where a secret may be.

    Args:
        name: The keys that lead to it.
        value: As it holds.
    """
    match name:
        case ("models", _, "headers") if isinstance(value, Mapping):
            return dict.fromkeys(value, HIDDEN)
        case ("mcp", _) if isinstance(value, Mapping):
            return {key: _hidden_server(key, its) for key, its in value.items()}
        case _:
            return _plain(value)


def holds_hidden(value: Any) -> bool:
    """Whether a value has `HIDDEN` in it: it was copied from such a list."""
    match value:
        case str():
            return value == HIDDEN
        case Mapping():
            return any(map(holds_hidden, value.values()))
        case list() | tuple():
            return any(map(holds_hidden, value))
        case _:
            return False


def _hidden_server(key: str, value: Any) -> Any:
    if key == "command" and value:
        return [value[0], *([HIDDEN] if len(value) > 1 else [])]
    if key == "url" and value:
        return host_of(value)
    return _plain(value)


def _plain(value: Any) -> Any:
    match value:
        case Mapping():
            return {str(key): _plain(its) for key, its in value.items()}
        case list() | tuple():
            return [_plain(one) for one in value]
        case bool() | int() | float() | str() | None:
            return value
        case _:
            return str(value)


def _comments(container: Any, above: Name) -> Iterator[tuple[Name, str]]:
    for key in container:
        name, item = (*above, str(key)), container.item(key)  # container[key] drops the comment
        yield name, item.trivia.comment.removeprefix("#").strip()
        if isinstance(item, Mapping) and not above:
            yield from _comments(item.value, name)  # type: ignore[attr-defined]
