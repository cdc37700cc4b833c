"""Refuses unknown names of settings in the user's file and in the environment.

Invariant: a name nobody knows is an error with a suggestion, never ignored.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.shipped_files import shipped

OPEN_SECTIONS = frozenset({"commands", "mcp", "models", "prices"})
"""Sections whose keys are the user's own names."""

MODELS = "models"
"""The one of them whose entries' own keys are settings, too: models.home.url."""

LISTS_OF_A_MODEL = frozenset({"sees"})

WORDS = ("wake", "words")
"""A table in a section; its keys are the user's own names, too."""

ENV_PREFIX = "JARVIS_"
KEY_ENDINGS = ("_api_key", "_keys", "password")
"""How the names of keys for services end; they are no settings that are shown."""

NOT_SETTINGS = frozenset({"JARVIS_HOME", "JARVIS_MODELS", "JARVIS_TOKEN"})
"""Variables with our prefix that are no settings: folders (`core.paths`), and the token with which
`jarvis client` comes in."""


LONGEST_SHOWN = 100
"""Characters of a name that a message quotes."""

Name = tuple[str, ...]
"""The keys that lead to a setting: ("voice", "speed")."""

RETIRED: Mapping[Name, str] = MappingProxyType(
    {
        ("brain", "timeout_seconds"): (
            "a model may take first_token_seconds to begin and stall_seconds to go on, a whole "
            "turn turn_seconds"
        )
    }
)
"""Settings of old files, and what holds in their place: they are taken, and have no effect."""


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
            if (section, key) == WORDS or (section == MODELS and isinstance(inner, Mapping)):
                yield from (((section, key, one), its) for one, its in inner.items())
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
    if section == MODELS and "." in rest:
        name, _, key = rest.rpartition(".")
        return (section, _unquoted(name), key)
    if section in OPEN_SECTIONS and rest:
        return (section, _unquoted(rest))
    if section == WORDS[0] and own != rest and own:
        return (*WORDS, _unquoted(own))
    if (section, rest) in RETIRED:
        return (section, rest)
    value = known.get(section)
    if value is not None and not rest:
        return (section,)
    if isinstance(value, Mapping) and rest in value:
        return (section, rest)
    names = [*known, *(".".join(name) for name, _ in settings_in(known))]
    keys = {name.rpartition(".")[2]: name for name in names}
    close = difflib.get_close_matches(dotted, [*keys, *names], n=1)
    near = [keys.get(one, one) for one in ([dotted] if dotted in keys else close)]
    raise unknown_setting(f'"{shortened(dotted)}"', near[0] if near else dotted, near or names)


def _unquoted(name: str) -> str:
    is_quoted = len(name) > 1 and name[0] == name[-1] and name[0] in "\"'"
    return name[1:-1] if is_quoted else name


def refuse_unknown(
    user: Mapping[str, Any],
    known: Mapping[str, Any],
    where: str,
    open_sections: Collection[str],
    line_of: Callable[[Name], int | None] | None = None,
) -> None:
    """Look at the names of a user's file.

    Args:
        user: What is in it.
        known: All settings, with their defaults.
        where: What the file is called.
        open_sections: Those whose keys are the user's own names.
        line_of: The line in which a setting stands, where that can be told.

    Raises:
        ConfigError: A name is unknown, or a section is no section.
    """

    def line(*name: str) -> str:
        number = line_of(name) if line_of else None
        return f", line {number}" if number else ""

    for name, value in user.items():
        if name not in known:
            raise unknown_setting(f'"{shortened(name)}" in {where}{line(name)}', name, known)
        section = known[name]
        if isinstance(section, dict) != isinstance(value, dict):
            kind = "a section ([" + name + "])" if isinstance(section, dict) else "a single value"
            raise ConfigError("config-value", f'"{name}" in {where} must be {kind}{line(name)}.')
        if isinstance(section, dict) and name not in open_sections:
            for key in value:
                if key not in section and (name, key) not in RETIRED:
                    what = f'"{shortened(key)}" in [{name}] of {where}{line(name, key)}'
                    raise unknown_setting(what, key, section)


def retired_in(user: Mapping[str, Any]) -> list[str]:
    """A sentence for each setting of a user's file that has no effect."""
    return [retired_sentence(name) for name, _ in settings_in(user) if name in RETIRED]


def retired_sentence(name: Name) -> str:
    """What is said of a setting that has no effect."""
    return f"{'.'.join(name)} has no effect: {RETIRED[name]}."


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
    names |= {ENV_PREFIX + "__".join(name).upper() for name in RETIRED}
    for variable in env:
        if variable.startswith(ENV_PREFIX) and variable not in names | NOT_SETTINGS:
            raise unknown_setting(
                f"the environment variable {shortened(variable)}", variable, names | NOT_SETTINGS
            )


def unknown_setting(what: str, name: str, known: Iterable[str]) -> ConfigError:
    """The error that says so, with the nearest name that there is, or all of them."""
    close = difflib.get_close_matches(shortened(name), list(known), n=1, cutoff=0.6)
    hint = f' Did you mean "{close[0]}"?' if close else f" Known: {', '.join(sorted(known))}."
    return ConfigError("config-unknown-key", f"Unknown setting {what}.{hint}")


def shortened(name: str) -> str:
    """A name of the user's own, as long as a message can bear it."""
    return name if len(name) <= LONGEST_SHOWN else f"{name[:LONGEST_SHOWN]}…"
