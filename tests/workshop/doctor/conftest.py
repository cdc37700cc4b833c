"""A healthy machine for every test of the examination."""

from dataclasses import replace
from pathlib import Path

import pytest
from workshop.doctor.patient import Patient

from jarvis_voice.core.paths import Paths


@pytest.fixture
def paths(paths: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Paths:
    """The folders of this test; also the weights are its own."""
    monkeypatch.setenv("JARVIS_MODELS", str(tmp_path / "weights"))
    return replace(paths, models=tmp_path / "weights")


@pytest.fixture
def patient(paths: Paths) -> Patient:
    """Nothing is wrong with it."""
    return Patient(paths)
