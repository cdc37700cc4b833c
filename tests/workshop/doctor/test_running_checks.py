"""Flow: a Jarvis that runs, and what it says of itself."""

from __future__ import annotations

import socketserver
import sys
import threading

import pytest
from workshop.doctor.patient import BY_NAME, Patient, look, said

from jarvis_voice.core.paths import Paths, ensure
from jarvis_voice.workshop.doctor.running_checks import judge_status

pytestmark = [pytest.mark.flow, pytest.mark.skipif(sys.platform == "win32", reason="unix sockets")]


class Muted(socketserver.StreamRequestHandler):
    """A running Jarvis that was muted."""

    def handle(self) -> None:
        self.rfile.readline()
        status = '{"ears": {"state": "muted"}, "next": {"name": "secret words"}}'
        self.wfile.write(f'{{"type": "control-done", "status": {status}}}\n'.encode())


async def test_a_muted_jarvis_says_so_itself(patient: Patient, paths: Paths) -> None:
    ensure(paths.runtime)
    with socketserver.ThreadingUnixStreamServer(str(paths.control_socket), Muted) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        (finding,) = await look(patient, BY_NAME["running"])
        server.shutdown()
        thread.join()
    assert finding.status == "failed"
    assert finding.verdict.advice == "Let it hear again: `jarvis unmute`"
    assert "secret words" not in said(finding)


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("hearing", "ok"),
        ("starting", "ok"),
        ("quiet", "failed"),
        ("lost", "failed"),
        ("muted", "failed"),
        ("none", "warning"),
    ],
)
def test_what_the_ears_of_a_running_jarvis_mean(state: str, status: str) -> None:
    assert judge_status({"ears": {"state": state}, "pid": 5}, (5, "run")).status == status
    assert judge_status({}, None).status == "ok"


def test_models_that_are_left_alone_are_counted_and_not_named() -> None:
    ears = {"state": "hearing"}
    models = [{"name": "home", "pause_seconds": 30.0}, {"name": "lab", "pause_seconds": 0.0}]
    found = judge_status({"ears": ears, "models": models}, (5, "run"))
    assert found.status == "warning"
    assert "It leaves 1 language model alone for a while" in found.detail
    assert "home" not in found.detail
    assert judge_status({"ears": ears, "models": models[1:]}, (5, "run")).status == "ok"
