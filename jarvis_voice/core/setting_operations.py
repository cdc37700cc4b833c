"""What every control door may ask about the settings of the running program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol


@dataclass(frozen=True, slots=True)
class ReloadedSettings:
    """Names of changed settings: those that apply now, and those that need a restart."""

    hold: tuple[str, ...]
    need_restart: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListedSetting:
    """A setting for a reader of a list.

    Attributes:
        key: Its name, such as "voice.speed".
        value: What it is in the files and the environment.
        default: What it is without the user; None where nothing ships.
        comment: What the shipped file says about it.
        source: "" as it was shipped, "yours", or the variable that it is from.
        holds: When a change of it holds: "now", or after a "restart".
    """

    key: str
    value: Any
    default: Any
    comment: str
    source: str
    holds: Literal["now", "restart"]


@dataclass(frozen=True, slots=True)
class ChangedSettings(ReloadedSettings):
    """The same of a change; `overridden` are those that a variable keeps as they are."""

    overridden: tuple[str, ...]


class SettingOperations(Protocol):
    """Lists and changes settings.

    Each method raises ConfigError where the file has a mistake, or a change is a bad one.
    """

    async def listed(self) -> list[ListedSetting]:
        """Every setting without its secrets."""
        ...

    async def change(self, values: Mapping[str, Any]) -> ChangedSettings:
        """Change settings by their names, all or none; None takes one out of the file."""
        ...
