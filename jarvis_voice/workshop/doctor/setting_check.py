"""Checks the settings: whether they can be read, and where each value comes from.

Invariant: no key is shown. The value is the one that is in force; that its source gives it is
compared, not assumed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.file_kind import no_file
from jarvis_voice.core.parsed_text import parsed_toml
from jarvis_voice.core.setting_names import MODELS, RETIRED, retired_in
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, by_error, failed, ok, warning

if TYPE_CHECKING:
    from jarvis_voice.workshop.doctor.run import DiagnosticRun


_ABSENT = object()


@dataclass(frozen=True, slots=True)
class SettingSource:
    """A setting, with its value and its source.

    Attributes:
        name: "voice.speed".
        value: As its source writes it.
        source: "default", "file" or "environment".
    """

    name: str
    value: object
    source: str


def settings_of(
    defaults: Mapping[str, Any], user: Mapping[str, Any], environment: Mapping[str, str]
) -> tuple[SettingSource, ...]:
    """Every setting with its source: the environment goes before the file, that before defaults.

    Args:
        defaults: The settings that ship, as TOML gives them.
        user: The user's.
        environment: Variables.
    """
    return tuple(_sourced(dict(_flat(defaults)), dict(_flat(user)), environment))


def _sourced(
    defaults: Mapping[str, object], user: Mapping[str, object], environment: Mapping[str, str]
) -> Iterator[SettingSource]:
    given = {name.upper(): value for name, value in environment.items()}
    for name in dict.fromkeys((*defaults, *user)):
        variable = "JARVIS_" + name.upper().replace(".", "__", 1)
        if variable in given:
            yield SettingSource(name, given[variable], "environment")
        elif name in user:
            yield SettingSource(name, user[name], "file")
        else:
            yield SettingSource(name, defaults[name], "default")


def _flat(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Section and key with a dot between; what a key holds is one value, whatever it is."""
    for section, value in values.items():
        if not isinstance(value, dict):
            yield section, value
            continue
        for key, one in value.items():
            yield f"{section}.{key}", one


def read_settings(file: Path, environment: Mapping[str, str]) -> tuple[SettingSource, ...]:
    """Every setting as the shipped file, the user's and the environment give it.

    Raises:
        OSError: The user's file cannot be read.
        ValueError: It is no TOML.
    """
    defaults = tomllib.loads(shipped("config/jarvis.toml").read_text(encoding="utf-8"))
    user = _user_values(file)
    return settings_of(defaults, user, environment)


async def check_settings(visit: DiagnosticRun) -> CheckVerdict:
    """Each setting with its source."""
    if visit.config_error:
        return by_error(visit.config_error)
    file = visit.paths.config_file
    found = read_settings(file, visit.outside.environment)
    changed = [one for one in found if one.source != "default"]
    if wrong := [one.name for one in found if not _is_in_force(visit, one)]:
        return failed(
            f"{', '.join(wrong)}: what is set is not what is in force.",
            "Report this as a mistake of Jarvis, with what `jarvis doctor --bundle` writes",
            *_by_section(found),
        )
    retired = retired_in(_user_values(file))
    where = f"{file} and the environment" if file.exists() else f"there is no {file}"
    said = f"{len(found)} settings, {len(changed)} of them not the default ({where})."
    if retired:
        how = "Remove it: jarvis config unset " + next(".".join(name) for name in RETIRED)
        return warning(f"{said} {' '.join(retired)}", how, *_by_section(found))
    return ok(said, *_by_section(found))


def _user_values(file: Path) -> dict[str, Any]:
    if no_file(file, may_be_null=True) or not file.exists():
        return {}
    return parsed_toml(file.read_text(encoding="utf-8-sig"))


def _by_section(settings: Sequence[SettingSource]) -> tuple[str, ...]:
    """A line a section; what is the default has no mark, or the page would be full of it."""
    sections: dict[str, list[str]] = {}
    for one in settings:
        section, _, key = one.name.partition(".")
        mark = "" if one.source == "default" else f" (from the {one.source})"
        said = f"{key or section} = {_shown(section, one.value)}{mark}"
        sections.setdefault(section if key else "", []).append(said)
    return tuple(
        f"[{section}] {', '.join(said)}" if section else ", ".join(said)
        for section, said in sections.items()
    )


def _shown(section: str, value: object) -> str:
    """A value, without what may be secret: arguments of programs, names in addresses."""
    if section in {"commands", "mcp"}:
        return "..."
    if section == MODELS and isinstance(value, Mapping):
        value = {key: "..." if key == "headers" else one for key, one in value.items()}
    return re.sub(r"//[^/@']*@", "//...@", repr(value))


def _is_in_force(visit: DiagnosticRun, setting: SettingSource) -> bool:
    """Whether the program really has this value; only plain ones are compared."""
    section, _, key = setting.name.partition(".")
    if (section, key) in RETIRED:
        return True
    value: Any = visit.config.model_dump(by_alias=True).get(section)
    if key:
        value = value.get(key, _ABSENT) if isinstance(value, dict) else _ABSENT
    if value is _ABSENT:
        return False
    if isinstance(value, bool):
        return str(setting.value).strip().lower() in (
            {"true", "1", "yes", "on", "t", "y"} if value else {"false", "0", "no", "off", "f", "n"}
        )
    if isinstance(value, int | float):
        return float(str(setting.value)) == float(value)
    return not isinstance(value, str) or str(setting.value) == value
