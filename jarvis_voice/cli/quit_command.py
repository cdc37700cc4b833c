"""`jarvis quit`: the end of the running Jarvis."""

from __future__ import annotations


def quit_jarvis() -> None:
    """End the running Jarvis in order, and wait until it has ended."""
    import asyncio

    from jarvis_voice.cli.control import end_daemon
    from jarvis_voice.core.paths import find_paths

    asyncio.run(end_daemon(find_paths()))
