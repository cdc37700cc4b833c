"""Which names settings may have, in a file and in the environment.

Invariant: a name nobody knows is an error with a suggestion, never ignored.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from jarvis_voice.core.errors import ConfigError

ENV_PREFIX = "JARVIS_"
NOT_SETTINGS = frozenset({"JARVIS_HOME", "JARVIS_MODELS"})
"""Variables with our prefix that name folders; see `jarvis_voice.core.paths`."""


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
            raise _unknown(f'"{name}" in {where}', name, known)
        section = known[name]
        if isinstance(section, dict) != isinstance(value, dict):
            kind = "a section ([" + name + "])" if isinstance(section, dict) else "a single value"
            raise ConfigError("config-value", f'"{name}" in {where} must be {kind}.')
        if isinstance(section, dict) and name not in open_sections:
            for key in value:
                if key not in section:
                    raise _unknown(f'"{key}" in [{name}] of {where}', key, section)


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
            raise _unknown(f"the environment variable {variable}", variable, names | NOT_SETTINGS)


def _unknown(what: str, name: str, known: Iterable[str]) -> ConfigError:
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    hint = f' Did you mean "{close[0]}"?' if close else f" Known: {', '.join(sorted(known))}."
    return ConfigError("config-unknown-key", f"Unknown setting {what}.{hint}")
