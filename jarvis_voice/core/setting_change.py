"""Changes settings in the user's file: each change is checked first, and none is half done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.setting_names import (
    ENV_PREFIX,
    KEY_ENDINGS,
    LISTS_OF_A_MODEL,
    MODELS,
    OPEN_SECTIONS,
    RETIRED,
    WORDS,
    Name,
    find_setting,
    retired_sentence,
    shipped_settings,
)

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config

MARK = "\ufeff"
"""The byte order mark that some editors of Windows write first."""

NOTHING_CHANGED = "Nothing was changed."


def change_settings(paths: Paths, value_of: Mapping[Name, Any]) -> list[str]:
    """Write values into the user's file if they are good ones; what there is to say.

    Args:
        paths: Where the file is.
        value_of: Settings by the keys that lead to them; None takes one out of the file: then its
            default holds.

    Raises:
        ConfigError: A value is bad, or the file cannot be changed; it is as before.
    """
    from jarvis_voice.core.settings_file import rewrite

    told: list[str] = []

    def change(text: str) -> str | None:
        changed, lines = _checked_change(paths, text, value_of)
        told.extend(lines)
        return changed

    rewrite(paths.config_file, change)
    return told


def _checked_change(
    paths: Paths, text: str, value_of: Mapping[Name, Any]
) -> tuple[str | None, list[str]]:
    """The text with the values in it, None where nothing changes; and what there is to say."""
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.settings_file import read_text

    before = load_config(paths, text.removeprefix(MARK))
    changed = _changed(text, value_of)
    if changed == text and None in value_of.values():
        return None, [f"That is not in {paths.config_file}: the default holds."]
    try:
        after = load_config(paths, changed.removeprefix(MARK), tells_line=False)
    except ConfigError as error:
        raise ConfigError(error.code, f"{error.message} {NOTHING_CHANGED}") from error
    if read_text(paths.config_file) != text:  # an editor waits for nobody
        message = f"{paths.config_file} was changed by another program. {NOTHING_CHANGED}"
        raise ConfigError("config-write", message)
    return changed, [*_differences(before, after), *_overridden(value_of)]


def _changed(text: str, value_of: Mapping[Name, Any]) -> str:
    from jarvis_voice.core.settings_file import with_setting, without_setting

    for name, value in value_of.items():
        if value is None:
            text = without_setting(text, name)
            continue
        whole = {name: value}
        if name[:-1] == WORDS and not _has_words(
            text
        ):  # a table there takes the shipped one's place
            shipped = shipped_settings()[WORDS[0]][WORDS[1]]
            whole = {(*WORDS, word): sensitivity for word, sensitivity in shipped.items()} | whole
        for one, its_value in whole.items():
            text = with_setting(text, one, its_value)
    return text


def _has_words(text: str) -> bool:
    import tomllib

    from jarvis_voice.core.parsed_text import parsed_toml

    with suppress(tomllib.TOMLDecodeError):
        section = parsed_toml(text.removeprefix(MARK)).get(WORDS[0])
        return isinstance(section, dict) and WORDS[1] in section
    return False


def _differences(before: Config, after: Config) -> list[str]:
    """One line for every setting that is other than before."""
    from jarvis_voice.core.setting_names import settings_in
    from jarvis_voice.core.settings_file import as_toml, dotted

    old, new = (
        {dotted(name): value for name, value in settings_in(public_settings(one))}
        for one in (before, after)
    )
    lines = []
    for name in [*new, *(name for name in old if name not in new)]:
        if name not in new:
            lines.append(f"{name} is gone (it was {as_toml(old[name])}).")
        elif name not in old:
            lines.append(f"{name} = {as_toml(new[name])} (new)")
        elif old[name] != new[name]:
            lines.append(f"{name} = {as_toml(new[name])} (it was {as_toml(old[name])})")
    return lines or ["The value is the same as before."]


def public_settings(config: Config) -> dict[str, Any]:
    """Every setting by its name in the file; keys for services are none."""
    secret = {name for name, _ in config if name.endswith(KEY_ENDINGS)}
    values = config.model_dump(by_alias=True, exclude=secret)
    for section in OPEN_SECTIONS:
        for name, value in values[section].items():
            if isinstance(value, dict):
                given = getattr(config, section)[name].model_fields_set
                values[section][name] = {key: value[key] for key in value if key in given}
    return values


def variable_of(name: Name) -> str | None:
    """The environment's variable that overrides a setting, if it is set there."""
    wanted = ENV_PREFIX + ("__".join(name) if len(name) > 1 else name[0])
    candidates = {wanted.upper()}
    if name[: len(WORDS)] == WORDS:
        candidates.add(ENV_PREFIX + "__".join(WORDS).upper())
    return next((one for one in os.environ if one.upper() in candidates), None)


def _overridden(names: Iterable[Name]) -> list[str]:
    variables = dict.fromkeys(one for name in names if (one := variable_of(name)))
    return [f"Mind {one} in your environment: it overrides the file." for one in variables]


def refuse_retired(name: Name) -> None:
    """Refuse a setting that has no effect any more.

    Raises:
        ConfigError: It is one.
    """
    if name in RETIRED:
        raise ConfigError("config-retired", retired_sentence(name))


def single_setting(typed: str) -> tuple[Name, Any]:
    """The keys of a setting, and its default; None where it has none.

    Raises:
        ConfigError: It is unknown, a whole section, or a key.
    """
    if typed.lower().endswith(("api_key", "smtp_password")):
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
