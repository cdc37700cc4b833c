"""`jarvis status`: how the running Jarvis is."""

from __future__ import annotations

from typing import Annotated

import typer


def status(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Tell how the running Jarvis is: ears, mouth, what it does, what troubled it.

    Exit code 0: all is well (muted is well, too). 3: no Jarvis runs. 5: it is deaf.
    """
    import asyncio

    from jarvis_voice.cli.control import show_status
    from jarvis_voice.core.paths import find_paths

    raise typer.Exit(asyncio.run(show_status(find_paths(), as_json=as_json)))
