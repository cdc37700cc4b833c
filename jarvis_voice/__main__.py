"""Starts the `jarvis` command, which Ctrl-C may end while it is still being loaded."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


def main() -> None:
    """Load the command line and run it."""
    sys.unraisablehook = _raise_later
    try:
        from jarvis_voice.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    try:
        run()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:  # threads are waited for: Ctrl-C then ends it without a traceback
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _raise_later(lost: UnraisableHookArgs) -> None:
    """Let a Ctrl-C that came where nothing can be raised, as in a library's own code, come anew."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        again = threading.Timer(0.01, _thread.interrupt_main)  # not in here: it would be lost too
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(lost)


if __name__ == "__main__":
    main()
