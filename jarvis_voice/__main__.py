"""Starts the `jarvis` command, which Ctrl-C may end while it is still being loaded."""

import signal
import sys


def main() -> None:
    """Load the command line and run it."""
    try:
        from jarvis_voice.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    try:
        run()
    finally:  # threads are waited for: Ctrl-C then ends it without a traceback
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    main()
