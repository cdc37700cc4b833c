"""E2E: a first start on a disk without room leaves nothing half-written, and says so once."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from jarvis_voice.store.sqlite.image import parts_of
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform != "linux", reason="limits and mounts are Linux's"),
]

OPENS = """
import asyncio, resource, sys
from pathlib import Path
from jarvis_voice.core.errors import StoreError
from jarvis_voice.store.sqlite.store import SqliteStore

async def main():
    if sys.argv[2:]:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    try:
        async with SqliteStore(Path(sys.argv[1])) as store:
            print("open", store.damage)
    except StoreError as error:
        print(error.code, error.message)

asyncio.run(main())
"""
ON_A_SMALL_DISK = """
mount -t tmpfs -o size={size}k tmpfs {folder} || exit 77
{python} -c "$1" {folder}/threads.db
ls -A {folder}
mount -o remount,size=8m {folder}
{python} -c "$1" {folder}/threads.db
"""
NO_MOUNT = 77


def opened(database: Path, room_bytes: int) -> str:
    """What a process tells that opens a database and has room for so many bytes in a file."""
    argv = [sys.executable, "-c", OPENS, str(database), str(room_bytes)]
    return subprocess.run(argv, capture_output=True, text=True, timeout=60, check=True).stdout


@pytest.mark.parametrize("room_bytes", [0, 1, 4_096, 20_000, 60_000])
async def test_what_could_not_be_made_whole_is_gone_and_the_next_start_is_a_first_one(
    tmp_path: Path, room_bytes: int
) -> None:
    database = tmp_path / "threads.db"
    told = await asyncio.to_thread(opened, database, room_bytes)
    assert told.startswith(f"database-unusable Cannot use the database {database}: ")
    assert [part for part in parts_of(database) if part.exists()] == []
    async with SqliteStore(database) as store:
        assert store.damage is None


@pytest.mark.skipif(not shutil.which("unshare"), reason="no disk of one's own without it")
@pytest.mark.parametrize("size_kb", [4, 64, 128])
def test_on_a_full_disk_of_its_own(tmp_path: Path, size_kb: int) -> None:
    script = ON_A_SMALL_DISK.format(size=size_kb, folder=tmp_path, python=sys.executable)
    argv = ["unshare", "-rm", "sh", "-c", script, "sh", OPENS]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode == NO_MOUNT or "unshare" in done.stderr:
        pytest.skip("no mounts are allowed here")
    first, *left, second = done.stdout.splitlines()
    assert first.startswith("database-unusable")
    assert first.endswith("full.")
    assert left == []
    assert second == "open None"


async def test_a_file_that_was_there_before_is_never_removed(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database):
        pass
    await asyncio.to_thread(opened, database, 0)
    async with SqliteStore(database) as store:
        assert store.damage is None
