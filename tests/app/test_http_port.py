"""Flow: the HTTP port of the daemon: shut it costs nothing, open it answers."""

import subprocess
import sys
from contextlib import AsyncExitStack

import pytest
from assistant.turns import HeldPlanner, assistant_with
from cli.command import SECONDS, environment
from doors.http.served_http import free_port

from jarvis_voice.app.context import AppContext
from jarvis_voice.app.daemon import Daemon
from jarvis_voice.app.http_port import HttpPort, make_door, with_port
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ConfigError, ControlError
from jarvis_voice.core.events import Event, ProblemReported
from jarvis_voice.core.paths import Paths, ensure

pytestmark = pytest.mark.flow

TELLS_AND_RUNS = """
import atexit, runpy, sys
names = ("fastapi", "starlette", "uvicorn", "h11", "psycopg", "jarvis_voice.doors.http")
loaded = lambda: (one for one in sys.modules if one.startswith(names))
atexit.register(lambda: print("loaded", *sorted(loaded()), file=sys.stderr))
sys.argv = ["jarvis", "run", "--text-only"]
runpy.run_module("jarvis_voice", run_name="__main__", alter_sys=True)
"""


@pytest.mark.e2e
def test_a_shut_port_and_a_store_in_a_file_load_nothing(paths: Paths) -> None:
    done = subprocess.run(
        [sys.executable, "-c", TELLS_AND_RUNS],
        input=b"what time is it\nexit\n",
        capture_output=True,
        env=environment(paths.config, PATH=""),
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.decode().splitlines()[-1].split() == ["loaded"]


async def daemon_told(paths: Paths, port: int) -> tuple[list[str], list[Event]]:
    """What a daemon tells until it ends, and what happens in it."""
    bus, told = Bus(), list[str]()
    config = load_config(paths)
    config = config.model_copy(update={"http": config.http.model_copy(update={"port": port})})
    async with assistant_with(paths, HeldPlanner(), bus=bus) as (assistant, events):
        core = AppContext(config, paths, bus, SystemClock(), assistant)
        async with AsyncExitStack() as stack:
            await Daemon(core, told.append).run(stack, text_only=True)
        return told, events


@pytest.fixture
def _no_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)


@pytest.mark.usefixtures("_no_stdin")
async def test_an_open_port_says_where_it_is(paths: Paths) -> None:
    port = free_port()
    told, events = await daemon_told(paths, port)
    assert told[0] == f"Programs reach me at http://127.0.0.1:{port}."
    assert [one for one in events if isinstance(one, ProblemReported)] == []


@pytest.mark.usefixtures("_no_stdin")
async def test_a_shut_port_says_nothing(paths: Paths) -> None:
    told, _ = await daemon_told(paths, 0)
    assert not any("reach me" in line for line in told)


@pytest.mark.usefixtures("_no_stdin")
async def test_a_port_that_cannot_open_is_told_and_the_rest_goes_on(paths: Paths) -> None:
    ensure(paths.config)
    paths.config_file.write_text('[http]\nhost = "0.0.0.0"\n', encoding="utf-8")
    told, events = await daemon_told(paths, free_port())
    [problem] = [one for one in events if isinstance(one, ProblemReported)]
    assert problem.code == "http-unsafe"
    assert any("exit" in line for line in told)


async def test_a_shut_port_opens_for_the_dashboard_once(paths: Paths) -> None:
    told, port = list[str](), free_port()
    config = load_config(paths)
    config = config.model_copy(update={"http": config.http.model_copy(update={"port": port})})
    async with assistant_with(paths, HeldPlanner()) as (assistant, _), AsyncExitStack() as stack:
        core = AppContext(config, paths, Bus(), SystemClock(), assistant)
        operations = Daemon(core, print).operations
        door = HttpPort(core, lambda one: make_door(one, operations), told.append)
        with pytest.raises(ControlError, match="still starting"):
            await door.entry_link()
        door.stand_on(stack)
        links = [await door.entry_link(), await door.entry_link()]
    assert told == [f"Programs reach me at http://127.0.0.1:{port}."]
    assert len(set(links)) == 2
    assert all(one.startswith(f"http://127.0.0.1:{port}/#enter=") for one in links)


async def test_missing_packages_are_told_with_the_line_that_adds_them(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [one for one in sys.modules if one.startswith("jarvis_voice.doors.http.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    async with assistant_with(paths, HeldPlanner()) as (assistant, _):
        core = AppContext(load_config(paths), paths, Bus(), SystemClock(), assistant)
        with pytest.raises(ConfigError, match="needs more packages"):
            await make_door(core, Daemon(core, print).operations)


def test_asking_for_a_port_opens_the_usual_one_or_the_one_that_is_set(paths: Paths) -> None:
    config = load_config(paths)
    assert with_port(config).http.port == 8765
    other = config.model_copy(update={"http": config.http.model_copy(update={"port": 9000})})
    assert with_port(other).http.port == 9000
