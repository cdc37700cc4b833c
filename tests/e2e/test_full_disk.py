"""End to end: on a disk that is full, and on one that is read-only, what was set rings on.

The disk is a small one in memory, in a mount namespace of its own: no root is needed.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from bench.process import Program
from cli.command import environment

from jarvis_voice.core.paths import Paths

JARVIS = f"{sys.executable} -m jarvis_voice"
IN_OWN_MOUNTS = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
SMALL_DISK = 'mount -t tmpfs -o size=400k,mode=700 tmpfs "$0" && cd "$0"'
FULL = "cat /dev/zero >fill 2>/dev/null"
READ_ONLY = 'mount -o remount,ro "$0"'
LOAD_SECONDS = 120.0
"""Libraries load on a machine that may be busy with everything else."""


def can_mount() -> bool:
    """Whether this machine lets a user mount in a namespace of his own."""
    try:
        tried = subprocess.run(
            [*IN_OWN_MOUNTS, "mount -t tmpfs tmpfs /mnt"], capture_output=True, check=False
        )
    except OSError:
        return False
    return tried.returncode == 0


pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not can_mount(), reason="no mounts without root here"),
]


@pytest.fixture
def home(paths: Paths) -> Path:
    paths.config.mkdir(parents=True, exist_ok=True)
    return paths.config


@pytest.mark.parametrize("fault", [FULL, READ_ONLY])
def test_what_was_set_before_the_disk_failed_rings_and_status_tells(home: Path, fault: str) -> None:
    asked = f"{JARVIS} ask 'set a tea timer for three seconds' 'wake me at 7 am'"
    script = f"{SMALL_DISK}; {asked}; {fault}; exec {JARVIS} run --text-only"
    with Program([*IN_OWN_MOUNTS, script, str(home)], environment(home)) as daemon:
        daemon.expect("What was set before is still known.", LOAD_SECONDS)
        daemon.expect("tea timer is done", LOAD_SECONDS)
        daemon.send_line("stop")
        daemon.send_line("what alarms do I have")
        daemon.expect("07:00", LOAD_SECONDS)
        daemon.send_line("exit")
        assert daemon.wait() == 0
    assert not any("You missed" in line for line in daemon.lines)


@pytest.mark.parametrize("fault", [FULL, READ_ONLY])
def test_the_doctor_and_a_timer_without_a_daemon_name_the_disk(home: Path, fault: str) -> None:
    script = (
        f"{SMALL_DISK}; {fault}; {JARVIS} ask 'set a timer for ten minutes'; "
        f"{JARVIS} doctor --quick --offline --json"
    )
    done = subprocess.run(
        [*IN_OWN_MOUNTS, script, str(home)],
        capture_output=True,
        text=True,
        env=environment(home),
        timeout=LOAD_SECONDS,
        check=False,
    )
    assert "I could not set that: nothing can be kept." in done.stdout
    assert "Cannot write to the folder" in done.stdout
    assert "The check itself broke" not in done.stdout
