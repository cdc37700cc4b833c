"""`jarvis reload`: the settings read anew."""

from __future__ import annotations


def reload() -> None:
    """Read the settings anew; a file with a mistake is refused and changes nothing.

    Tells what holds from now on and what needs a restart.
    """
    import asyncio

    from jarvis_voice.cli.control import reload_settings
    from jarvis_voice.core.paths import find_paths

    asyncio.run(reload_settings(find_paths()))
