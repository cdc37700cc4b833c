"""Which settings hold, and what a change of them does to a running Jarvis.

Invariant: a configuration with a mistake changes nothing; no value is told, only names.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from jarvis_voice.app.config_changes import changed, flat, sorted_by_effect
from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.paths import Paths

log = logging.getLogger(__name__)

Found = dict[str, list[str]]
"""Names of settings that "hold" now, and of those that "need_restart"."""


class Reload:
    """Reads the settings anew.

    Args:
        config: As it was at the start.
        paths: Where the user's file is.
        take_over: Lets a setting hold from now on; told its name, its values before and now, and
            the whole new configuration.
    """

    def __init__(
        self, config: Config, paths: Paths, take_over: Callable[[str, Any, Any, Config], None]
    ) -> None:
        self._in_effect = _flat(config)
        self._paths = paths
        self._take_over = take_over

    async def reload(self) -> Found:
        """What has changed: what holds from now on, and what needs a restart.

        Raises:
            ConfigError: There is a mistake; what held before still does.
        """
        config = await asyncio.to_thread(load_config, self._paths)
        before, after = self._in_effect, _flat(config)
        now, later = sorted_by_effect(changed(before, after), before, after)
        for name in now:
            self._take_over(name, before[name], after[name], config)
            before[name] = after[name]
        log.info("settings were read anew: %d hold now, %d need a restart", len(now), len(later))
        return {"hold": now, "need_restart": later}


def _flat(config: Config) -> dict[str, Any]:
    return flat(config.model_dump(by_alias=True))
