"""Reads the settings again and applies each change that needs no restart.

Invariant: a configuration with a mistake changes nothing; no value is told, only names.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.setting_operations import ReloadedSettings

log = logging.getLogger(__name__)


class Reload:
    """Reads the settings again, applies the changes that it can, and names the others.

    Args:
        config: As it was at the start.
        paths: Where the user's file is.
        take_over: Lets a setting hold from now on; told its name, its values before and now, and
            the whole new configuration.
        amend: What the options of `jarvis run` make of settings; None changes nothing.
    """

    def __init__(
        self,
        config: Config,
        paths: Paths,
        take_over: Callable[[str, Any, Any, Config], None],
        amend: Callable[[Config], Config] | None = None,
    ) -> None:
        self._in_effect = _flat(config)
        self._paths = paths
        self._take_over = take_over
        self._amend = amend

    async def reload(self) -> ReloadedSettings:
        """What has changed: what holds from now on, and what needs a restart.

        Raises:
            ConfigError: There is a mistake; what held before still does.
        """
        config = await asyncio.to_thread(load_config, self._paths)
        if self._amend:
            config = self._amend(config)
        before, after = self._in_effect, _flat(config)
        now, later = sorted_by_effect(changed(before, after), before, after)
        for name in now:
            self._take_over(name, before[name], after[name], config)
            before[name] = after[name]
        log.info("settings were read anew: %d hold now, %d need a restart", len(now), len(later))
        return ReloadedSettings(tuple(now), tuple(later))


def _flat(config: Config) -> dict[str, Any]:
    return flat(config.model_dump(by_alias=True))


MANNER = ("brain.commands", "brain.warm", "memory.share", "voice.character")
"""How models are used; which there are is a matter of a restart."""

HOLD_AT_ONCE = (
    "voice.speed",
    "quiet_hours.from",
    "quiet_hours.until",
    "wake.words.",
    *MANNER,
)
"""What a running Jarvis can take over; a name that ends in a dot stands for all below it."""


def flat(values: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """Every setting with its dotted name: {"voice.speed": 1.0}."""
    return dict(_walk(values, above))


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the settings that are new, gone or other, of two flat configurations."""
    nothing = object()
    names = {**before, **after}
    return tuple(n for n in names if before.get(n, nothing) != after.get(n, nothing))


def sorted_by_effect(
    names: Iterable[str], before: Mapping[str, Any], after: Mapping[str, Any]
) -> tuple[list[str], list[str]]:
    """Which changes can hold at once, and which need a restart.

    A wake word that is new or gone needs one; its sensitivity does not.
    """
    now: list[str] = []
    later: list[str] = []
    for name in names:
        holds = name.startswith(HOLD_AT_ONCE) and name in before and name in after
        (now if holds else later).append(name)
    return now, later


def _walk(values: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _walk(value, f"{above}{name}.")
        else:
            yield above + name, value
