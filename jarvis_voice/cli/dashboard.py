"""`jarvis dashboard`: opens the pages of the running Jarvis in the browser."""

from __future__ import annotations

from typing import Annotated

import typer


def dashboard(
    link: Annotated[
        bool, typer.Option("--link", help="Print the link, and open no browser.")
    ] = False,
) -> None:
    """Open the dashboard: what Jarvis hears and does, and a chat, what it keeps, its settings.

    The link lets one browser in, once, within a minute. That browser is you from then on; `jarvis
    token remove` shuts it out. The port for programs is opened where it is shut.
    """
    import asyncio

    from jarvis_voice.cli.output import err, out
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.doors.control.client import command

    answer = asyncio.run(command(find_paths().control_socket, "dashboard"))
    address = str(answer["link"])
    if not link and _is_opened(address):
        err.tell("Your browser opens the dashboard.")
        return
    err.tell("Open this link in a browser. It works once, within a minute:")
    out(address)


def _is_opened(address: str) -> bool:
    """Whether a browser was started; a text browser would take this terminal."""
    import webbrowser

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    if isinstance(browser, webbrowser.GenericBrowser) and not isinstance(
        browser, webbrowser.BackgroundBrowser
    ):
        return False
    return browser.open(address)
