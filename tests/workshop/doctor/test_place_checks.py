"""Flow: devices that may not be used, and a disk that nobody may write to."""

from __future__ import annotations

import errno
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from workshop.doctor.patient import BY_NAME, Patient, look, said

from jarvis_voice.core.paths import Paths

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="no modes there"),
]


@pytest.mark.parametrize(("has_server", "status"), [(False, "failed"), (True, "ok")])
async def test_devices_that_may_not_be_used_matter_where_no_server_stands_before_them(
    patient: Patient, paths: Paths, has_server: bool, status: str
) -> None:
    (paths.config / "snd").mkdir(parents=True, mode=0o700)
    (paths.config / "snd" / "pcmC0D0c").touch()
    paths.config.chmod(0o700)
    patient.outside |= {
        "sound_files": paths.config / "snd",
        "may_use": lambda _: False,
        "has_sound_server": lambda: has_server,
    }
    (finding,) = await look(patient, BY_NAME["permissions"])
    assert finding.status == status, said(finding)


@pytest.mark.parametrize(("mode", "status"), [(0o600, "ok"), (0o644, "warning")])
async def test_of_a_link_the_mode_of_its_file_counts(
    patient: Patient, paths: Paths, mode: int, status: str
) -> None:
    paths.config.mkdir(parents=True, mode=0o700)
    paths.data.mkdir(parents=True, mode=0o700, exist_ok=True)
    kept = paths.data / "elsewhere.db"
    kept.touch()
    kept.chmod(mode)
    paths.database.symlink_to(kept)
    (finding,) = await look(patient, BY_NAME["permissions"])
    assert finding.status == status, said(finding)


async def test_a_read_only_disk_is_the_disks_fault(
    patient: Patient, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here even the removal of what is not there fails; `test_full_disk` has a real one."""
    paths.config.mkdir(parents=True)

    def refuse(file: Path, *_: Any, **__: Any) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(file))

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    (finding,) = await look(patient, BY_NAME["disk"])
    assert finding.status == "failed"
    assert "Cannot write to the folder" in said(finding)
    assert "broke" not in said(finding)


async def test_a_folder_behind_one_that_may_not_be_searched_is_named(
    patient: Patient, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    barred, exists = paths.config.parent / "barred", Path.exists
    barred.mkdir()
    patient.paths = replace(paths, state=barred / "state")

    def see(file: Path) -> bool:
        if barred in file.parents:
            raise PermissionError(errno.EACCES, "Permission denied", str(file))
        return exists(file)

    monkeypatch.setattr(Path, "exists", see)
    patient.outside["may_use"] = lambda file: file != barred
    (finding,) = await look(patient, BY_NAME["disk"])
    assert finding.status == "failed"
    assert finding.verdict.detail == "Cannot write to the folder of state."
