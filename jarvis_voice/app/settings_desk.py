"""SettingsDesk: lists the settings for doors, changes them, and lets the program take them over."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from jarvis_voice.app.reload import HOLD_AT_ONCE, Reload
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.setting_change import (
    NOTHING_CHANGED,
    change_settings,
    refuse_retired,
    single_setting,
    variable_of,
)
from jarvis_voice.core.setting_list import HIDDEN, holds_hidden, listed_settings
from jarvis_voice.core.setting_names import Name
from jarvis_voice.core.setting_operations import ChangedSettings, ListedSetting
from jarvis_voice.core.settings_file import dotted

LONGEST_NAME = 300
"""Characters of the name of a setting."""


LONGEST_VALUE = 20_000
"""Characters of one value as JSON."""

LARGEST_NUMBER = 2**63 - 1


class SettingsDesk:
    """Implements `core.operations.SettingOperations`.

    Args:
        paths: Where the file is.
        reloading: Takes over what has changed.
    """

    def __init__(self, paths: Paths, reloading: Reload) -> None:
        self._paths = paths
        self._reloading = reloading
        self._one_at_a_time = asyncio.Lock()

    async def listed(self) -> list[ListedSetting]:
        """Every setting without its secrets.

        Raises:
            ConfigError: There is a mistake in the file.
        """
        return await asyncio.to_thread(listed_settings, self._paths, HOLD_AT_ONCE)

    async def change(self, values: Mapping[str, Any]) -> ChangedSettings:
        """Change settings by their names, all or none; None takes one out of the file.

        Raises:
            ConfigError: A name or a value is bad; nothing has changed.
        """
        async with self._one_at_a_time:
            value_of = await asyncio.to_thread(self._write, values)
            changed = await self._reloading.reload()
        names = tuple(dotted(name) for name in value_of if variable_of(name))
        return ChangedSettings(changed.hold, changed.need_restart, names)

    def _write(self, values: Mapping[str, Any]) -> dict[Name, Any]:
        value_of: dict[Name, Any] = {}
        for typed, value in values.items():
            if len(typed) > LONGEST_NAME:
                raise ConfigError("config-unknown-key", "No setting has so long a name.")
            name, _ = single_setting(typed)
            refuse_retired(name)
            if holds_hidden(value):
                message = f"{dotted(name)}: {HIDDEN} stands for a secret. Send the secret itself."
                raise ConfigError("config-hidden", message)
            if value is not None and not is_toml(value):
                message = f"{dotted(name)}: this cannot stand in the file. {NOTHING_CHANGED}"
                raise ConfigError("config-value", message)
            value_of[name] = value
        change_settings(self._paths, value_of)
        return value_of


def is_toml(value: Any) -> bool:
    """Whether a value that came as JSON can stand in a TOML file, and is no larger than one is."""
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
        text.encode()
    except (ValueError, RecursionError):  # NaN, half a character, or far too deep
        return False
    return len(text) <= LONGEST_VALUE and _is_whole(value)


def _is_whole(value: Any) -> bool:
    match value:
        case None:
            return False
        case Mapping():
            return all(map(_is_whole, value.values()))
        case list():
            return all(map(_is_whole, value))
        case int():
            return abs(value) <= LARGEST_NUMBER
        case _:
            return True
