"""Flow: the daemon as a child process, under a supervisor of the test's own."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from assistant.turns import HeldPlanner, assistant_with
from bench.process import Program
from bench.supervisor import NotifySocket
from cli.command import environment, jarvis
from voice.talk import Talk

from jarvis_voice.app.context import AppContext
from jarvis_voice.app.daemon import Daemon
from jarvis_voice.app.supervisor import STUCK_SECONDS, are_alive, status_of
from jarvis_voice.audio.microphone_health import MicrophoneHealth, MicrophoneState
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.events import EarsMuted, EarsReady, Event, ProblemReported, TurnEnded
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import AudioFrame

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of unix"),
]

RUN = [sys.executable, "-m", "jarvis_voice", "run"]
LOAD_SECONDS = 100.0


@pytest.fixture
def told(tmp_path: Path) -> Iterator[NotifySocket]:
    with NotifySocket(tmp_path / "notify") as listening:
        yield listening


@pytest.mark.e2e
def test_ready_is_told_when_it_is_so_then_pings_then_the_end(
    paths: Paths, told: NotifySocket
) -> None:
    env = environment(paths.config, **told.env, WATCHDOG_USEC="600000")
    with Program([*RUN, "--text-only"], env) as daemon:
        begin = told.until("READY=1", LOAD_SECONDS)
        # asked at once: a daemon that is not ready says that it is starting
        pressed = jarvis(paths.config, "ptt", "press")
        daemon.close_stdin()  # systemd gives none either: it is not the end of a daemon it started
        pings = told.until("WATCHDOG=1") + told.until("WATCHDOG=1") + told.until("WATCHDOG=1")
        os.kill(daemon.pid, signal.SIGTERM)
        end = told.until("STOPPING=1")
        assert daemon.wait() == 0
    assert "no microphone" in pressed.stderr
    assert begin[-1] == "READY=1"
    assert [line for line in begin if line.startswith("STATUS=")]
    assert "STOPPING=1" not in begin + pings
    assert set(end[:-1]) <= {"WATCHDOG=1"}
    assert told.waiting() == []


@pytest.mark.e2e
def test_it_is_not_ready_while_it_opens_its_models(
    paths: Paths, told: NotifySocket, tmp_path: Path
) -> None:
    """The note about the models is a pipe: who reads it waits until the test has looked round."""
    models = tmp_path / "models"
    models.mkdir()
    os.mkfifo(models / "verified.json")
    env = environment(paths.config, JARVIS_MODELS=str(models), **told.env)
    with Program(RUN, env) as daemon:
        note = os.open(models / "verified.json", os.O_WRONLY)  # opens when the daemon reads it
        assert "READY=1" not in told.waiting()
        os.kill(daemon.pid, signal.SIGTERM)
        assert "READY=1" not in told.until("STOPPING=1")
        os.close(note)
        assert daemon.wait() == 0


@pytest.mark.e2e
def test_why_it_cannot_start_is_its_status(paths: Paths, told: NotifySocket) -> None:
    paths.config.mkdir(parents=True)
    paths.config_file.write_text("nonsense = 1", encoding="utf-8")
    done = jarvis(paths.config, "run", "--text-only", stdin=b"", **told.env)
    [status] = told.waiting()
    assert done.returncode == 2
    assert done.stderr == f"jarvis: {status.removeprefix('STATUS=')}\n"


class Stuck:
    """A wake model that is given a frame and never comes back."""

    def __init__(self) -> None:
        self.has_frame = asyncio.Event()

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        del frame
        self.has_frame.set()
        await asyncio.Event().wait()
        return ()


async def test_ears_that_are_stuck_in_a_frame_are_not_alive(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk, stuck = Talk(hears=[]), Stuck()
    talk.microphone.script = (".",)
    talk.wake.score = stuck.score  # type: ignore[method-assign]
    async with assistant_with(paths, HeldPlanner(), bus=Bus()) as (assistant, _):
        core = AppContext(load_config(paths), paths, Bus(), SystemClock(), assistant)
        daemon = Daemon(core, print)
        assert daemon._is_alive()  # no ears, and none are missed
        daemon._ears = talk.session
        assert daemon._is_alive()
        running = asyncio.create_task(talk.session.run())
        async with asyncio.timeout(60), AsyncExitStack() as stack:
            stack.push_async_callback(talk.session.stop)
            await stuck.has_frame.wait()
            assert daemon._is_alive()  # a frame may take a while
            monkeypatch.setattr("jarvis_voice.app.supervisor.STUCK_SECONDS", 0.0)
            assert not daemon._is_alive()
        await running


@pytest.mark.parametrize(
    ("event", "status"),
    [
        (EarsReady(1.0, "hey jarvis", "USB"), 'Listening for "hey jarvis" on USB.'),
        (EarsMuted(1.0), "Muted: the microphone is closed."),
        (ProblemReported(1.0, "microphone-lost", "It was lost."), "It was lost."),
        (ProblemReported(1.0, "tool-failed", "No page about my illness."), ""),
        (TurnEnded("1", 1.0, "My illness.", "done"), ""),
    ],
)
def test_the_status_tells_of_the_ears_and_of_nothing_that_was_said(
    event: Event, status: str
) -> None:
    assert status_of(event) == status


@pytest.mark.parametrize(
    ("state", "frame_age_seconds", "alive"),
    [
        ("open", 0.1, True),
        ("open", None, True),
        ("open", STUCK_SECONDS + 1, False),
        ("silent", STUCK_SECONDS + 1, False),
        ("lost", 3600.0, True),
        ("muted", 3600.0, True),
    ],
)
def test_a_microphone_that_is_open_and_gives_nothing_is_not_alive(
    state: MicrophoneState, frame_age_seconds: float | None, alive: bool
) -> None:
    health = MicrophoneHealth("USB", state, frame_age_seconds, 0, None, "", sees_server=False)
    assert are_alive(0.0, health) is alive
    assert not are_alive(STUCK_SECONDS + 1, health)
