"""Flow: which devices are taken."""

from __future__ import annotations

import pytest
from workshop.doctor.patient import BY_NAME, Patient, look, said

pytestmark = pytest.mark.flow


async def test_the_device_that_is_set_is_missing_and_another_is_taken(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_MICROPHONE__DEVICE", "Headset")
    monkeypatch.setenv("JARVIS_MICROPHONE__PREFERRED", '["Desk"]')
    (finding,) = await look(patient, BY_NAME["microphones"])
    assert finding.status == "warning"
    assert '"Desk mic" is taken' in said(finding)
