"""`jarvis` as a child process: a home of its own, no keys, no screen, no sound server."""

import os
import subprocess
import sys
from pathlib import Path

DESKTOP = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "PULSE_SERVER", "XDG_RUNTIME_DIR")
PLAIN = {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "100", "PYTHONUTF8": "1"}
SECONDS = 100


def environment(home: Path, **more: str) -> dict[str, str]:
    """What the child sees; the keys and settings of the user are hidden by the fixture for all."""
    kept = {name: value for name, value in os.environ.items() if name not in DESKTOP}
    return kept | PLAIN | {"JARVIS_HOME": str(home)} | more


def jarvis(
    home: Path, *args: str | bytes, stdin: bytes = b"", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; its output is what is valid in UTF-8."""
    done = subprocess.run(
        [sys.executable, "-m", "jarvis_voice", *args],
        input=stdin,
        capture_output=True,
        env=environment(home, **more),
        timeout=SECONDS,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def one_line(done: subprocess.CompletedProcess[str], exit_code: int) -> str:
    """The one line on stderr of a command that failed as it should."""
    assert done.returncode == exit_code, done.stderr
    [line] = done.stderr.splitlines()
    assert line.startswith("jarvis: ")
    return line
