"""`jarvis run`: runs the daemon."""

from __future__ import annotations

from typing import Annotated

import typer


def run(
    text_only: Annotated[
        bool, typer.Option("--text-only", help="Open no microphone and no loudspeaker.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print events, one JSON object a line.")
    ] = False,
    http: Annotated[
        bool,
        typer.Option(
            "--http", help="Let programs reach Jarvis by HTTP: at port 8765 if none is set."
        ),
    ] = False,
) -> None:
    """Run Jarvis: wake word, push-to-talk and typed lines at once. Ctrl-C ends it.

    Type `reset` for a new conversation, `exit` to leave and `/help` for more; Ctrl-T toggles
    push-to-talk, Ctrl-D ends typing.
    """
    import asyncio
    from functools import partial

    from jarvis_voice.platform.gc import gc_paused
    from jarvis_voice.platform.own_thread import leave_what_holds

    with gc_paused(keeps=True):
        from jarvis_voice.app.daemon import run_daemon
        from jarvis_voice.cli.output import answer_page, err, out
        from jarvis_voice.cli.queued_stream import queued_streams
        from jarvis_voice.core.errors import StoreError
        from jarvis_voice.core.paths import find_paths
        from jarvis_voice.doors.terminal.screen import JsonScreen, TextScreen

    page = answer_page("💬 ", flows=False)
    screen = JsonScreen(out) if as_json else TextScreen(partial(out.tell, under=3), page)
    tell = err.tell if as_json else out.tell

    async def run_and_leave() -> None:
        with queued_streams():
            await run_daemon(find_paths(), screen, tell, text_only=text_only, wants_http=http)
        out.write("")  # what could not be written is told at the latest now
        await leave_what_holds(StoreError.exit_code if out.has_lost else 0)

    asyncio.run(run_and_leave())
