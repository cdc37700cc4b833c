"""Flow: an examination of a machine that lacks something, and what may be left out of it."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from workshop.doctor.faults import Fault, unknown_setting
from workshop.doctor.patient import Patient, look, said

from jarvis_voice.core.errors import ModelError
from jarvis_voice.voice.readiness import phrase_file
from jarvis_voice.workshop.doctor.advice import exit_code
from jarvis_voice.workshop.doctor.examination import CHECKS
from jarvis_voice.workshop.doctor.options import DiagnosticOptions

pytestmark = pytest.mark.flow


async def test_without_sound_each_check_has_its_line_and_only_some_fail(patient: Patient) -> None:
    patient.devices = []
    patient.n_frames = 0
    found = {finding.name: finding.status for finding in await look(patient, *CHECKS)}
    assert [name for name, status in found.items() if status == "failed"] == [
        "microphones",
        "loudspeakers",
        "microphone",
        "loop-back",
    ]
    unseen = {"zeros", "rate", "clipping", "level", "noise", "wake word", "words"}
    assert {found[name] for name in unseen} == {"skipped"}


async def test_without_models_the_sound_is_measured_all_the_same(patient: Patient) -> None:
    deaf = ModelError("model-missing", "A file is missing: run `jarvis setup`.")
    patient.ears_error = deaf
    found = {finding.name: finding.status for finding in await look(patient, *CHECKS)}
    assert found["ears"] == "failed"
    assert found["level"] == found["noise"] == found["clipping"] == "ok"
    assert found["wake word"] == found["words"] == "skipped"


async def test_settings_that_cannot_be_read_leave_the_rest_to_those_that_ship(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown_setting(Fault(patient, monkeypatch, ExitStack()))
    found = {finding.name: finding.status for finding in await look(patient, *CHECKS)}
    assert [name for name, status in found.items() if status != "ok"] == ["settings"]


async def test_with_a_wrong_variable_what_needs_settings_is_not_looked_at(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_VOICE__SPED", "2")
    found = {finding.name: finding.status for finding in await look(patient, *CHECKS)}
    assert found["settings"] == "failed"
    assert found["microphone"] == found["google key"] == "skipped"
    assert found["disk"] == found["clock"] == "ok"


async def test_quick_says_nothing_plays_nothing_and_calls_nobody(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "a-key")
    monkeypatch.setenv("SERPAPI_API_KEY", "another")
    patient.wanted = DiagnosticOptions(quick=True, is_attended=True)
    for url in ("google_url", "serpapi_url"):
        patient.outside[url] = "http://127.0.0.1:9"
    found = {finding.name: finding for finding in await look(patient, *CHECKS)}
    assert said(found["google key"]) == "GOOGLE_API_KEY is set (environment); it was not tried."
    assert found["loop-back"].status == "skipped"
    assert exit_code(list(found.values())) == 0
    assert not any(line.startswith(">>>") for line in patient.told)


async def test_a_recording_stands_for_the_microphone(patient: Patient) -> None:
    patient.wanted = DiagnosticOptions(recording=phrase_file())
    found = {finding.name: finding for finding in await look(patient, *CHECKS)}
    assert found["microphone"].status == "ok"
    assert found["rate"].status == found["microphones"].status == "skipped"
    assert exit_code(list(found.values())) == 0
