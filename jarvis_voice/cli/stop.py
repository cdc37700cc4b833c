"""`jarvis stop`: silence, and the end of what is under way."""

from __future__ import annotations


def stop() -> None:
    """Stop what Jarvis says and what it does; it goes on listening."""
    import asyncio

    from jarvis_voice.cli.control import tell
    from jarvis_voice.core.paths import find_paths

    asyncio.run(tell(find_paths(), "stop", "Stopped.", "Nothing was under way."))
