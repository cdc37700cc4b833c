"""Flow: what is heard, and whoever is asked to speak."""

from __future__ import annotations

from contextlib import ExitStack

import numpy as np
import pytest
from workshop.doctor.faults import Fault, wedged_daemon
from workshop.doctor.patient import BY_NAME, Patient, look, noise, said

from jarvis_voice.workshop.doctor.advice import advice, exit_code
from jarvis_voice.workshop.doctor.examination import CHECKS
from jarvis_voice.workshop.doctor.options import DiagnosticOptions

pytestmark = pytest.mark.flow


async def test_somebody_at_a_terminal_is_asked_for_the_word_and_sees_each_score(
    patient: Patient,
) -> None:
    """Takes are 2.4 s, three counts of 0.64 s before each, after a second of silence."""
    quiet, word = noise(0.8, -62), noise(0.8, -24, 3)
    take = np.concatenate([noise(1.92, -62), quiet, word, quiet])
    patient.sound = np.concatenate([noise(1.04, -62), *[take] * 5])
    patient.wanted = DiagnosticOptions(is_attended=True)
    found = {finding.name: finding for finding in await look(patient, *CHECKS)}
    assert patient.told.count('>>> Say "jarvis"') == 5
    assert patient.told.count("    score 0.95 (heard from 0.60 on)") == 5
    assert '"jarvis" was heard 5 of 5 times' in said(found["wake word"])
    assert "0.9-1.0 #####" in found["wake word"].verdict.lines


async def test_tries_that_are_too_quiet_end_in_the_level(patient: Patient) -> None:
    patient.sound = noise(60.0, -80)
    patient.wanted = DiagnosticOptions(is_attended=True)
    found = {finding.name: finding for finding in await look(patient, *CHECKS)}
    assert found["wake word"].status == found["level"].status == "failed"
    assert "level up" in advice(list(found.values()))
    assert exit_code(list(found.values())) == 1


async def test_with_a_microphone_that_is_silent_nobody_is_asked_again_and_again(
    patient: Patient,
) -> None:
    patient.sound = np.zeros(16_000 * 60, np.int16)
    patient.wanted = DiagnosticOptions(is_attended=True)
    found = {finding.name: finding for finding in await look(patient, *CHECKS)}
    assert patient.told.count('>>> Say "jarvis"') == 2
    assert found["zeros"].status == "failed"
    assert found["wake word"].status == found["level"].status == "skipped"
    assert "Unmute the microphone" in advice(list(found.values()))


async def test_whoever_is_asked_to_speak_is_told_that_a_jarvis_hears_it_too(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    wedged_daemon(Fault(patient, monkeypatch, ExitStack()))
    patient.sound = noise(60.0, -80)
    patient.wanted = DiagnosticOptions(is_attended=True)
    await look(patient, BY_NAME["microphone"])
    assert any("jarvis mute" in line for line in patient.told)


async def test_a_device_that_gives_nothing_is_not_taken_for_a_quiet_one(patient: Patient) -> None:
    patient.n_frames = 0
    (finding,) = await look(patient, BY_NAME["microphone"])
    assert finding.status == "failed"
    assert "gave no sound at all" in said(finding)


@pytest.mark.parametrize(
    ("troubles", "status"),
    [(("microphone-lost",), "failed"), (("microphone-lost", "microphone-back"), "warning")],
)
async def test_a_device_that_is_lost_while_it_is_listened_to(
    patient: Patient, troubles: tuple[str, ...], status: str
) -> None:
    patient.troubles = troubles
    (finding,) = await look(patient, BY_NAME["microphone"])
    assert finding.status == status
