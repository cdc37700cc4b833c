"""Unit: a status goes over the wire and comes back as it was."""

import json
from dataclasses import asdict, replace

import pytest

from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.operations import (
    DaemonStatus,
    EarsStatus,
    ModelStatus,
    MouthStatus,
    NextEntry,
    PastProblem,
    read_status,
)
from jarvis_voice.core.passing_memory import KeptSize

pytestmark = pytest.mark.unit

STATUS = DaemonStatus(
    pid=4711,
    version="0.1.0",
    since="2026-11-20T08:30:00+00:00",
    uptime_seconds=12,
    doing="idle",
    ears=EarsStatus("hearing", "USB mic", 0.08, -51.0, 0),
    wake_words=("jarvis",),
    mouth=MouthStatus("Speakers", is_speaking=False),
    planner="local",
    next=NextEntry("timer", "pasta", "2026-11-21T13:02:05+00:00"),
    quiet_hours=False,
    problems=(PastProblem("2026-11-21T11:59:00+00:00", "x", "It was lost."),),
    database=None,
    log="/state/jarvis.log",
)


MODEL = ModelStatus("home", "qwen3:8b", "127.0.0.1:11434", is_local=True, sees=("facts", "web"))


@pytest.mark.parametrize(
    "status",
    [
        STATUS,
        replace(STATUS, next=None, problems=()),
        replace(STATUS, models=(MODEL, MODEL)),
        replace(STATUS, kept=(KeptSize("web pages", 2, 900),)),
    ],
)
def test_a_status_is_read_as_it_was_sent(status: DaemonStatus) -> None:
    assert read_status(json.loads(json.dumps(asdict(status)))) == status


def test_what_only_a_newer_daemon_tells_is_left_out() -> None:
    body = {**asdict(STATUS), "mood": "well", "ears": {**asdict(STATUS.ears), "side": "left"}}
    assert read_status(body) == STATUS


def test_an_older_daemon_tells_of_no_models() -> None:
    body = {name: value for name, value in asdict(STATUS).items() if name != "models"}
    assert read_status(body) == STATUS


@pytest.mark.parametrize("missing", ["ears", "planner", "problems"])
def test_the_status_of_an_older_daemon_is_refused_with_what_to_do(missing: str) -> None:
    body = {name: value for name, value in asdict(STATUS).items() if name != missing}
    with pytest.raises(ControlError, match="jarvis quit, jarvis run"):
        read_status(body)
