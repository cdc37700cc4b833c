"""Refuses unknown names of settings in the user's file and in the environment.

Invariant: a name nobody knows is an error with a suggestion, never ignored.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.shipped_files import shipped

OPEN_SECTIONS = frozenset({"commands", "mcp", "prices"})
"""Sections whose keys are the user's own names."""

WORDS = ("wake", "words")
"""A table in a section; its keys are the user's own names, too."""

ENV_PREFIX = "JARVIS_"
NOT_SETTINGS = frozenset({"JARVIS_HOME", "JARVIS_MODELS"})
"""Variables with our prefix that name folders; see `jarvis_voice.core.paths`."""


LONGEST_SHOWN = 100
"""Characters of a name that a message quotes."""

Name = tuple[str, ...]
"""The keys that lead to a setting: ("voice", "speed")."""


def shipped_settings() -> dict[str, Any]:
    """Every setting with its default, from the shipped config/jarvis.toml."""
    return tomllib.loads(shipped("config/jarvis.toml").read_text(encoding="utf-8"))


def settings_in(values: Mapping[str, Any]) -> Iterator[tuple[Name, Any]]:
    """Every single setting and its value; what the user named himself is one setting."""
    for section, value in values.items():
        if not isinstance(value, Mapping):
            yield (section,), value
            continue
        for key, inner in value.items():
            if (section, key) == WORDS:
                yield from (((section, key, word), one) for word, one in inner.items())
            else:
                yield (section, key), inner


def find_setting(dotted: str, known: Mapping[str, Any]) -> Name:
    """The keys of a setting or a section that somebody typed: "voice.speed", "voice".

    Args:
        dotted: A name of the user's own may hold dots and spaces: "commands.lock the screen".
        known: All settings, with their defaults.

    Raises:
        ConfigError: The name is unknown.
    """
    section, _, rest = dotted.strip().partition(".")
    own = rest.removeprefix(f"{WORDS[1]}.")
    if section in OPEN_SECTIONS and rest:
        return (section, _unquoted(rest))
    if section == WORDS[0] and own != rest and own:
        return (*WORDS, _unquoted(own))
    value = known.get(section)
    if value is not None and not rest:
        return (section,)
    if isinstance(value, Mapping) and rest in value:
        return (section, rest)
    names = [*known, *(".".join(name) for name, _ in settings_in(known))]
    keys = {name.rpartition(".")[2]: name for name in names}
    close = difflib.get_close_matches(dotted, [*keys, *names], n=1)
    near = [keys.get(one, one) for one in ([dotted] if dotted in keys else close)]
    raise unknown_setting(f'"{dotted}"', near[0] if near else dotted, near or names)


def _unquoted(name: str) -> str:
    is_quoted = len(name) > 1 and name[0] == name[-1] and name[0] in "\"'"
    return name[1:-1] if is_quoted else name


def refuse_unknown(
    user: Mapping[str, Any], known: Mapping[str, Any], where: str, open_sections: Collection[str]
) -> None:
    """Look at the names of a user's file.

    Args:
        user: What is in it.
        known: All settings, with their defaults.
        where: What the file is called.
        open_sections: Those whose keys are the user's own names.

    Raises:
        ConfigError: A name is unknown, or a section is no section.
    """
    for name, value in user.items():
        if name not in known:
            raise unknown_setting(f'"{name}" in {where}', name, known)
        section = known[name]
        if isinstance(section, dict) != isinstance(value, dict):
            kind = "a section ([" + name + "])" if isinstance(section, dict) else "a single value"
            raise ConfigError("config-value", f'"{name}" in {where} must be {kind}.')
        if isinstance(section, dict) and name not in open_sections:
            for key in value:
                if key not in section:
                    raise unknown_setting(f'"{key}" in [{name}] of {where}', key, section)


def refuse_unknown_variables(env: Iterable[str], known: Mapping[str, Any]) -> None:
    """Look at the names of the environment's variables that bear our prefix.

    Args:
        env: The names of all variables.
        known: All settings, with their defaults.

    Raises:
        ConfigError: A name is unknown.
    """
    names = {ENV_PREFIX + n.upper() for n, v in known.items() if not isinstance(v, dict)}
    for section, value in known.items():
        if isinstance(value, dict):
            names |= {f"{ENV_PREFIX}{section}__{key}".upper() for key in value}
    for variable in env:
        if variable.startswith(ENV_PREFIX) and variable not in names | NOT_SETTINGS:
            raise unknown_setting(
                f"the environment variable {variable}", variable, names | NOT_SETTINGS
            )


def unknown_setting(what: str, name: str, known: Iterable[str]) -> ConfigError:
    """The error that says so, with the nearest name that there is, or all of them."""
    what = shortened(what)
    close = difflib.get_close_matches(shortened(name), list(known), n=1, cutoff=0.6)
    hint = f' Did you mean "{close[0]}"?' if close else f" Known: {', '.join(sorted(known))}."
    return ConfigError("config-unknown-key", f"Unknown setting {what}.{hint}")


def shortened(name: str) -> str:
    """A name of the user's own, as long as a message can bear it."""
    return name if len(name) <= LONGEST_SHOWN else f"{name[:LONGEST_SHOWN]}…"
