"""Asks the running Jarvis for what changes briefings, or does it here where none runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from jarvis_voice.app.briefing_commands import BriefingCommands
    from jarvis_voice.core.paths import Paths

T = TypeVar("T")


def ask(
    name: str, arguments: dict[str, Any], here: Callable[[BriefingCommands], Awaitable[T]]
) -> T | dict[str, Any]:
    """Ask the daemon, or do it here where none runs.

    Args:
        name: Of the request.
        arguments: Of the request.
        here: The same with what carries out commands.

    Returns:
        The daemon's answer, or what `here` gives.
    """
    import asyncio

    from jarvis_voice.cli.daemon_or_local import by_daemon_or_here
    from jarvis_voice.core.paths import find_paths

    paths = find_paths()

    async def by_daemon() -> T | dict[str, Any]:
        from jarvis_voice.doors.control.client import command

        return await command(paths.control_socket, name, **arguments)

    async def alone() -> T | dict[str, Any]:
        return await _alone(paths, here)

    return asyncio.run(by_daemon_or_here(by_daemon, alone))


async def _alone(paths: Paths, here: Callable[[BriefingCommands], Awaitable[T]]) -> T:
    from jarvis_voice.app.briefing_commands import BriefingCommands
    from jarvis_voice.app.briefing_factory import real_edge
    from jarvis_voice.cli.daemon_or_local import store_here
    from jarvis_voice.core.clock import SystemClock
    from jarvis_voice.core.config import load_config

    config = load_config(paths)
    async with store_here(paths, "briefing") as store:
        return await here(BriefingCommands(config, store, SystemClock(), real_edge()))
