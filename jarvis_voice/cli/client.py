"""`jarvis client`: a conversation with a Jarvis that is reached by HTTP, line by line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import aclosing
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from jarvis_voice.cli.output import err
from jarvis_voice.core.errors import ControlError

if TYPE_CHECKING:
    from jarvis_voice.doors.http.client import HttpClient
    from jarvis_voice.doors.terminal.screen import Screen

TOKEN_VARIABLE = "JARVIS_TOKEN"  # noqa: S105 - its name
LEAVE, RESET = "exit", "reset"


def client(
    url: Annotated[
        str, typer.Option("--url", metavar="URL", help="Where that Jarvis is.")
    ] = "http://127.0.0.1:8765",
    thread: Annotated[
        str, typer.Option("--thread", metavar="NAME", help="The conversation to go on with.")
    ] = "client",
    token: Annotated[
        str,
        typer.Option(
            "--token",
            metavar="TOKEN",
            envvar=TOKEN_VARIABLE,
            help="Your token; better in the variable, since others may see a command line.",
            show_default=False,
        ),
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print events, one JSON object a line.")
    ] = False,
) -> None:
    """Talk with a Jarvis that runs with --http, here or on another machine.

    Each line is a turn. Type `reset` for a new conversation and `exit` to leave; the next time the
    conversation goes on where it was.
    """
    import asyncio

    from jarvis_voice.cli.output import screen_for
    from jarvis_voice.core.thread_names import thread_named
    from jarvis_voice.doors.http.client import HttpClient

    port = HttpClient(url, token)
    asyncio.run(port.greet())  # where nobody answers, that is told before a line is typed
    talk = _Talk(port, thread_named(thread) or "client", screen_for(as_json=as_json))
    for line in _lines():
        if line == LEAVE:
            break
        if line == RESET:
            talk.thread = f"client {datetime.now().astimezone():%Y-%m-%d %H.%M.%S}"
            err.tell(f'A new conversation. To go on with it later: --thread "{talk.thread}"')
        elif line:
            asyncio.run(talk.ask(line))
    if talk.has_failed:
        raise typer.Exit(ControlError.exit_code)


class _Talk:
    """A conversation: its thread, and where it is shown."""

    def __init__(self, client: HttpClient, thread: str, screen: Screen) -> None:
        self.thread = thread
        self.has_failed = False
        self._client = client
        self._screen = screen

    async def ask(self, line: str) -> None:
        """Run one turn; a failure is told, and the conversation goes on."""
        try:
            async with aclosing(self._client.ask(line, self.thread)) as events:
                async for event in events:
                    self._screen.show(event)
        except ControlError as error:
            self.has_failed = True
            err.tell(f"jarvis: {error.message}")


def _lines() -> Iterator[str]:
    """Lines as they are typed or piped in, until their end."""
    is_typed = sys.stdin.isatty()
    while True:
        try:
            line = input("› ") if is_typed else sys.stdin.readline()
        except EOFError:
            return
        if not line and not is_typed:
            return
        yield line.strip()
