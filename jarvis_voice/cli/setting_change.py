"""Tells a running Jarvis that settings were changed, for the commands that change them."""

from __future__ import annotations

from collections.abc import Callable

from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.paths import Paths


def tell_daemon(paths: Paths, tell: Callable[[str], None], *, reload: bool = True) -> None:
    """Let a running Jarvis read its settings anew, and say what holds now.

    Raises:
        ControlError: It runs and does not take them.
    """
    import asyncio

    from jarvis_voice.cli.control import reload_settings

    if not reload:
        tell("A running Jarvis reads it with: jarvis reload")
        return
    try:
        asyncio.run(reload_settings(paths))
    except ControlError as error:
        if error.code != "no-daemon":
            raise
        tell("No Jarvis runs now: it holds from the next start on.")
