"""End to end: Prometheus' own checker reads the page of metrics."""

import shutil
import subprocess

import pytest
from doors.http.test_turn_metrics import page_of, spoken_turn

from jarvis_voice.core.operations import EarsStatus
from jarvis_voice.platform.loop_lag import LoopLag

pytestmark = pytest.mark.e2e


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is not installed")
def test_promtool_has_nothing_to_say_against_the_page() -> None:
    ears, lag = EarsStatus("hearing", "A microphone", 0.04, -30.0, 7), LoopLag()
    lag.so_far.add(1.0)
    page = page_of(spoken_turn("t1"), ears, lag)
    told = subprocess.run(
        ["promtool", "check", "metrics"], input=page, capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout + told.stderr) == (0, "")
