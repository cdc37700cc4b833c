"""Flow: whose command is in the PATH."""

from __future__ import annotations

import sys

import pytest
from workshop.doctor.patient import BY_NAME, Patient, look, said

from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow


@pytest.mark.parametrize(
    ("first_line", "status"),
    [
        (f"#!{sys.executable}", "ok"),
        ("#!/opt/old-jarvis/bin/python3", "warning"),
        ("#!/usr/bin/env bash", "ok"),
        ("MZ\x00", "ok"),
    ],
)
async def test_a_command_of_another_installation_is_seen_by_its_first_line(
    patient: Patient, paths: Paths, first_line: str, status: str
) -> None:
    command = paths.models / "jarvis"
    command.write_text(f"{first_line}\nimport jarvis_voice\n")
    patient.outside["which"] = lambda _: str(command)
    (finding,) = await look(patient, BY_NAME["program"])
    assert finding.status == status, said(finding)
