"""Starts the `jarvis` command, which Ctrl-C may end while it is still being loaded."""

import sys


def main() -> None:
    """Load the command line and run it."""
    try:
        from jarvis_voice.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
