"""Programs that try to get out of a sandbox."""

import platform
import sys

import pytest

from jarvis_voice.tools.python.sandbox import (
    Sandbox,
    SandboxResult,
)

NEEDS_LINUX = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in {"x86_64", "aarch64"},
    reason="sandboxes are made of what Linux has on these machines",
)


REFUSED = "Operation not permitted"


async def attack(sandbox: Sandbox, *lines: str, wall_seconds: float = 60.0) -> SandboxResult:
    """Run lines; a wall time that a loaded machine does not reach, unless the test is about it."""
    return await sandbox.run("\n".join(lines), wall_seconds)


def is_refused(ran: SandboxResult, error: str | tuple[str, ...]) -> bool:
    last = ran.output.strip().splitlines()[-1]
    return ran.exit_code == 1 and last.startswith(error)
