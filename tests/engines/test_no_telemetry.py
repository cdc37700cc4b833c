"""Unit: the runtime of the models keeps no account of its use, and tells nobody."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.e2e

OPEN = """\
from pathlib import Path
from jarvis_voice.engines.onnx_session import open_session
import faster_whisper
open_session(next((Path(faster_whisper.__file__).parent / "assets").glob("silero*.onnx")))
"""


def test_opening_a_model_leaves_nothing_in_the_users_home(tmp_path: Path) -> None:
    """It would write a device id there before it reports."""
    env = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    subprocess.run(
        [sys.executable, "-c", OPEN], env=env | {"HOME": str(tmp_path)}, check=True, timeout=100
    )
    assert list(tmp_path.rglob("*")) == []
