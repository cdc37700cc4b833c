"""A machine with a systemctl and a journalctl of the test's own, which note what they are told."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PROGRAM = """\
#!{python} -S
import json, os, sys
name = os.path.basename(sys.argv[0])
with open({noted!r}, "a") as noted:
    noted.write(json.dumps([name, *sys.argv[1:]]) + "\\n")
fails = {fails!r}
if any(word in sys.argv for word in fails):
    sys.exit(name + ": no " + " ".join(sys.argv[1:]))
print("shown by", name)
"""


class Machine:
    """Put `path` in front of PATH.

    Args:
        folder: An empty one.
        fails: A command that holds one of these words fails.
    """

    def __init__(self, folder: Path, *fails: str) -> None:
        self.folder = folder
        self._noted = folder / "noted"
        self.fail(*fails)

    @property
    def path(self) -> str:
        """PATH with the programs of this machine first."""
        return f"{self.folder}{os.pathsep}{os.environ['PATH']}"

    def fail(self, *fails: str) -> None:
        """From now on a command that holds one of these words fails."""
        text = PROGRAM.format(python=sys.executable, noted=str(self._noted), fails=fails)
        for name in ("systemctl", "journalctl"):
            program = self.folder / name
            program.write_text(text, encoding="utf-8")
            program.chmod(0o755)

    def noted(self) -> list[list[str]]:
        """Every command since this was asked last."""
        import json

        if not self._noted.exists():
            return []
        lines = self._noted.read_text(encoding="utf-8").splitlines()
        self._noted.unlink()
        return [json.loads(line) for line in lines]
