"""What tests of the command line get: a home that is not there yet."""

from pathlib import Path

import pytest

from jarvis_voice.core.paths import Paths


@pytest.fixture
def home(paths: Paths) -> Path:
    return paths.config
