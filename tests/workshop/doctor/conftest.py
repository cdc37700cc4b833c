"""A healthy machine for every test of the examination."""

import pytest
from workshop.doctor.patient import Patient

from jarvis_voice.core.paths import Paths


@pytest.fixture
def patient(paths: Paths) -> Patient:
    """Nothing is wrong with it."""
    return Patient(paths)
