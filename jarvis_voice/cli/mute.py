"""`jarvis mute` and `jarvis unmute`: the microphone closed and open again."""

from __future__ import annotations


def mute() -> None:
    """Close the microphone, until `jarvis unmute`: nothing is heard, over restarts too."""
    import asyncio

    from jarvis_voice.cli.control import tell
    from jarvis_voice.core.paths import find_paths

    asyncio.run(tell(find_paths(), "mute", "Muted.", "It was muted already."))


def unmute() -> None:
    """Open the microphone again."""
    import asyncio

    from jarvis_voice.cli.control import tell
    from jarvis_voice.core.paths import find_paths

    asyncio.run(tell(find_paths(), "unmute", "Not muted any more.", "It was not muted."))
