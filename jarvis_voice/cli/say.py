"""`jarvis say`: speak a text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def say(
    text: Annotated[str, typer.Argument(help="What to say.")],
    out: Annotated[
        Path | None, typer.Option(help="Write a WAV file instead of playing it.")
    ] = None,
) -> None:
    """Speak a text with Jarvis's voice."""
    import asyncio

    from jarvis_voice.cli.say_session import say_text
    from jarvis_voice.core.errors import AudioError
    from jarvis_voice.core.paths import find_paths

    if asyncio.run(say_text(text, find_paths(), out)):
        raise typer.Exit(AudioError.exit_code)
