"""What tests of the command line get: a home that is not there yet, and the commands made once."""

from functools import cache
from pathlib import Path

import pytest
from typer import testing

from jarvis_voice.core.paths import Paths

# A runner makes all commands of an app from their signatures again for each line that is tried.
testing._get_command = cache(testing._get_command)  # type: ignore[attr-defined]


@pytest.fixture
def home(paths: Paths) -> Path:
    return paths.config
