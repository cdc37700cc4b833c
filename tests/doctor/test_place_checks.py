"""Flow: devices that may not be used."""

from __future__ import annotations

import sys

import pytest
from doctor.patient import BY_NAME, Patient, look, said

from jarvis_voice.paths import Paths

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no modes there")


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
