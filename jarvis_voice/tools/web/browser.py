"""Opens a web page in the user's default browser, and reports what happened.

Invariant: only a `SafeUrl` gets here, as one argument of one command: no shell ever reads it.
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.platform.detached_process import not_known_yet, start_detached
from jarvis_voice.platform.display import find_display

WAIT_SECONDS = 1.0
"""An opener that still runs after this has found something to run."""

HANDED_OVER = Receipt(ReceiptKind.EFFECT, "handed to the default browser")
"""The page is with the browser; what the browser makes of it is not seen from here."""


async def open_in_browser(url: SafeUrl) -> Receipt:
    """Hand the page to $BROWSER or the platform's opener.

    An effect means that the opener ended well or still runs after a second: not that the page
    loaded.
    """
    if find_display() == "none":
        return Receipt(
            ReceiptKind.NO_OP,
            f"I cannot open a window here; the address is {url.url}",
        )
    if sys.platform == "win32":
        return await _start_file(url.url)
    argv = opener(url.url, os.environ, sys.platform)
    if not shutil.which(argv[0]):
        return Receipt(ReceiptKind.FAILED, _missing(argv[0]))
    try:
        started = await start_detached(argv, WAIT_SECONDS)
    except ToolError as error:
        return Receipt(ReceiptKind.FAILED, error.message)
    if not started.has_begun:
        return Receipt(ReceiptKind.PARTIAL, not_known_yet("your browser"))
    if started.is_good:
        return HANDED_OVER
    return Receipt(
        ReceiptKind.FAILED,
        f"{argv[0]} ended with exit code {started.exit_code}: no browser opened",
    )


def opener(url: str, env: Mapping[str, str], platform: str) -> list[str]:
    """The command that opens `url`.

    $BROWSER may say it ("firefox", "firefox --new-tab %s"), or several with colons between
    them: the first that is installed is taken.
    """
    commands = [words for said in _BETWEEN.split(env.get("BROWSER", "")) if (words := _words(said))]
    if not commands:
        return ["open" if platform == "darwin" else "xdg-open", url]
    command = next((words for words in commands if shutil.which(words[0])), commands[0])
    if not any("%s" in word for word in command[1:]):
        return [*command, url]
    if Path(command[0]).name in _SHELLS and _TAKES_SCRIPT.match(command[1]):
        # a shell would run what a link holds: it gets the address beside its script
        return [*(_PLACE.sub('"$1"', word) for word in command), command[0], url]
    return [command[0], *(word.replace("%s", url) for word in command[1:])]


_BETWEEN = re.compile(r":(?!//|\d)")
_SHELLS = frozenset({"sh", "bash", "dash", "ksh", "zsh"})
_TAKES_SCRIPT = lazy_pattern(r"-[a-z]*c\Z")
_PLACE = re.compile(r"""(["']?)%s\1""")


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return []  # an unclosed quote: as if it were not set


def _missing(program: str) -> str:
    if program == "xdg-open":
        return "nothing here opens web pages: install xdg-utils (apt install xdg-utils)"
    return f"the program {program} is not installed; see $BROWSER"


async def _start_file(url: str) -> Receipt:
    """Windows: its opener blocks while it looks for a browser."""
    startfile: Callable[[str], None] = getattr(os, "startfile")  # noqa: B009 - Windows alone has it
    try:
        await asyncio.to_thread(startfile, url)
    except OSError as error:
        return Receipt(ReceiptKind.FAILED, f"Windows did not open it: {error.strerror}")
    return HANDED_OVER
