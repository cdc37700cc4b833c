"""Flow: the lock between real processes, and what the one that waits is told."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from audio.conftest import JumpingLoop

from jarvis_voice.core.errors import AlreadyRunningError, StoreError
from jarvis_voice.store.process_lock import ProcessLock

pytestmark = pytest.mark.e2e

HOLDER = """
import asyncio, sys
from pathlib import Path
from jarvis_voice.store.process_lock import ProcessLock

async def main():
    async with ProcessLock(Path(sys.argv[1]), sys.argv[2]):
        print("held", flush=True)
        sys.stdin.readline()

asyncio.run(main())
"""


@contextmanager
def held_by(lock: Path, role: str) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that has the lock until its stdin gets a line or ends."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(lock), role],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        yield holder


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / "data" / "threads.lock"


@pytest.mark.parametrize("wait_seconds", [0, 60])
async def test_a_daemon_is_not_waited_for_and_its_pid_is_told(
    lock: Path, wait_seconds: float
) -> None:
    with held_by(lock, "run") as holder:
        async with asyncio.timeout(30):
            with pytest.raises(AlreadyRunningError) as caught:
                await ProcessLock(lock, "hear", wait_seconds).__aenter__()
    assert caught.value.code == "already-running"
    assert f"Jarvis is already running (pid {holder.pid})" in caught.value.message


async def test_another_command_is_waited_for(lock: Path) -> None:
    with held_by(lock, "ask") as holder:
        waiting = asyncio.create_task(ProcessLock(lock, "run", 60).__aenter__())
        done, _ = await asyncio.wait({waiting}, timeout=0.3)
        assert not done
        assert holder.stdin
        holder.stdin.close()
        mine = await waiting
    assert lock.with_suffix(".pid").read_text(encoding="ascii") == f"{os.getpid()} run"
    await mine.__aexit__()


@pytest.mark.parametrize(("seconds_each", "holder"), [(7, ""), (9, "0.0")])
def test_each_command_is_waited_for_anew(
    lock: Path, monkeypatch: pytest.MonkeyPatch, seconds_each: int, holder: str
) -> None:
    async def wait() -> str:
        now = asyncio.get_running_loop().time
        waiting = ProcessLock(lock, "hear", 8.0)
        monkeypatch.setattr(waiting, "_try", lambda: now() >= 20)
        monkeypatch.setattr(waiting, "_holder", lambda: (str(now() // seconds_each), "ask"))
        try:
            await waiting.__aenter__()
        except AlreadyRunningError as error:
            return error.holder
        return ""

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        assert runner.run(wait()) == holder


async def test_one_that_takes_too_long_is_said_to_be_at_work(lock: Path) -> None:
    with held_by(lock, "ask") as holder, pytest.raises(AlreadyRunningError) as caught:
        await ProcessLock(lock, "run").__aenter__()
    assert caught.value.code == "busy"
    assert f"Another jarvis command is at work (pid {holder.pid})" in caught.value.message


async def test_a_killed_holder_leaves_nothing_in_the_way(lock: Path) -> None:
    with held_by(lock, "run") as holder:
        holder.kill()
        holder.wait()
        async with ProcessLock(lock, "ask"):
            pass
    assert not lock.with_suffix(".pid").exists()


async def test_waiting_can_be_cancelled(lock: Path) -> None:
    with held_by(lock, "ask"):
        waiting = asyncio.create_task(ProcessLock(lock, "run", 60).__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting


async def test_a_folder_that_is_a_file_is_an_error_that_names_it(lock: Path) -> None:
    lock.parent.write_text("", encoding="utf-8")
    with pytest.raises(StoreError) as caught:
        await ProcessLock(lock, "ask").__aenter__()
    assert str(lock.parent) in caught.value.message
