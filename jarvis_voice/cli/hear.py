"""`jarvis hear`: a recording through the same ears as the microphone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def hear(
    file: Annotated[Path, typer.Argument(help="A WAV file: any rate, any number of channels.")],
    out: Annotated[
        Path | None, typer.Option(help="Write the spoken answer to this WAV file.")
    ] = None,
    key: Annotated[
        bool, typer.Option("--key", help="Skip the wake word: the whole file is the command.")
    ] = False,
    fast: Annotated[
        bool, typer.Option("--fast", help="Read the file as fast as it can be heard.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print events, one JSON object a line.")
    ] = False,
) -> None:
    """Play a recording to Jarvis; time is counted in its frames."""
    import asyncio

    from jarvis_voice.cli.hear_session import HearOptions, hear_recording
    from jarvis_voice.cli.output import err, screen_for
    from jarvis_voice.core.paths import find_paths

    hearing = HearOptions(answer=out, key=key, fast=fast)
    outcomes = asyncio.run(hear_recording(file, find_paths(), screen_for(as_json=as_json), hearing))
    if not outcomes:
        err("jarvis: I heard no command in this recording.")
    if not outcomes or "failed" in outcomes:
        raise typer.Exit(1)
