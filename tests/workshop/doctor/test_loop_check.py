"""Flow: from the loudspeaker to the microphone."""

from __future__ import annotations

import pytest
from workshop.doctor.patient import BY_NAME, Patient, look

pytestmark = pytest.mark.flow


async def test_a_loudspeaker_that_swallows_the_first_chirp_is_heard_at_the_second(
    patient: Patient,
) -> None:
    patient.swallowed_chirps = 1
    (finding,) = await look(patient, BY_NAME["loop-back"])
    assert finding.status == "ok"
    assert len(patient.told) == 2
