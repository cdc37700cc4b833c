"""Flow: every check reports a fault that was planted for it, and none on a healthy machine."""

from __future__ import annotations

import sys
from contextlib import ExitStack

import pytest
from workshop.doctor.faults import PLANTED, SAYS, Fault
from workshop.doctor.patient import BY_NAME, Patient, look, said

from jarvis_voice.workshop.doctor.advice import ALL_WELL, ORDER, advice, exit_code
from jarvis_voice.workshop.doctor.examination import CHECKS
from jarvis_voice.workshop.doctor.system_probe import run_program

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="modes, sockets, signals"),
]


async def test_on_a_healthy_machine_nothing_is_reported(patient: Patient) -> None:
    patient.outside["run"] = run_program
    found = await look(patient, *CHECKS)
    assert {one.name: said(one) for one in found if one.status != "ok"} == {}
    assert advice(found) == ALL_WELL
    assert exit_code(found) == 0


def test_every_check_has_a_planted_fault_and_a_place_in_the_advice() -> None:
    assert set(PLANTED) == set(BY_NAME)
    assert set(ORDER) == set(BY_NAME)


@pytest.mark.parametrize("name", BY_NAME)
async def test_a_check_reports_the_fault_that_was_planted_for_it(
    patient: Patient, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with ExitStack() as stack:
        PLANTED[name](Fault(patient, monkeypatch, stack))
        (finding,) = await look(patient, BY_NAME[name])
    assert finding.status in {"failed", "warning"}, said(finding)
    assert SAYS.get(name, "") in said(finding)
    assert advice([finding]).endswith(".")
    assert "wrong-key" not in said(finding) + advice([finding])
