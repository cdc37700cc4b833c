"""Flow: the traces of the daemon: off they cost nothing, on they need no HTTP port."""

import subprocess
import sys
from contextlib import AsyncExitStack

import pytest
from assistant.turns import HeldPlanner, assistant_with
from cli.command import SECONDS, environment
from doors.traces.test_trace_export import receiver

from jarvis_voice.app.context import AppContext
from jarvis_voice.app.daemon import Daemon
from jarvis_voice.app.trace_factory import TRACES_VARIABLE, VARIABLE, collector_of, make_traces
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.events import ProblemReported, ReplyWorded, TurnEnded, TurnStarted
from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow

TELLS_AND_RUNS = """
import atexit, runpy, sys
# langsmith, which LangChain brings along, loads opentelemetry.sdk where that is installed
names = ("opentelemetry.exporter", "prometheus_client", "jarvis_voice.doors.traces")
loaded = lambda: (one for one in sys.modules if one.startswith(names))
atexit.register(lambda: print("loaded", *sorted(loaded()), file=sys.stderr))
sys.argv = ["jarvis", "run", "--text-only"]
runpy.run_module("jarvis_voice", run_name="__main__", alter_sys=True)
"""


def traced(config: Config, endpoint: str) -> Config:
    """The settings with a collector."""
    traces = config.traces.model_copy(update={"endpoint": endpoint})
    return config.model_copy(update={"traces": traces})


@pytest.mark.e2e
def test_without_a_collector_nothing_is_loaded(paths: Paths) -> None:
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


def test_where_traces_go(paths: Paths) -> None:
    config = load_config(paths)
    here = "http://127.0.0.1:4318"
    assert collector_of(config, {}) == ""
    assert collector_of(config, {VARIABLE: f"{here}/"}) == f"{here}/v1/traces"
    assert (
        collector_of(config, {VARIABLE: "http://a", TRACES_VARIABLE: "http://b/x"}) == "http://b/x"
    )
    assert collector_of(traced(config, here), {VARIABLE: "http://elsewhere"}) == here
    with pytest.raises(ConfigError, match="http://"):
        collector_of(traced(config, "collector:4317"), {})


async def test_a_daemon_without_a_port_sends_traces(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    async with receiver() as (url, spans):
        bus = Bus()
        config = traced(load_config(paths), url)
        async with assistant_with(paths, HeldPlanner(), bus=bus) as (assistant, events):
            core = AppContext(config, paths, bus, SystemClock(), assistant)

            def tell(line: str) -> None:
                if "exit" in line:  # it is ready
                    bus.publish(TurnStarted("t1", "default", 0.0, "hello", "stdin"))
                    bus.publish(ReplyWorded("t1", 0.0, "Hello.", is_final=True))
                    bus.publish(TurnEnded("t1", 0.0, "Hello.", "done"))

            async with AsyncExitStack() as stack:
                await Daemon(core, tell).run(stack, text_only=True)
        assert [span.name for span in spans] == ["jarvis.word", "invoke_agent jarvis"]
        assert not [one for one in events if isinstance(one, ProblemReported)]


async def test_a_collector_that_is_no_address_is_told_and_the_rest_goes_on(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    bus, told = Bus(), list[str]()
    config = traced(load_config(paths), "somewhere")
    async with assistant_with(paths, HeldPlanner(), bus=bus) as (assistant, events):
        core = AppContext(config, paths, bus, SystemClock(), assistant)
        async with AsyncExitStack() as stack:
            await Daemon(core, told.append).run(stack, text_only=True)
    [problem] = [one for one in events if isinstance(one, ProblemReported)]
    assert problem.code == "traces-endpoint"
    assert any("exit" in line for line in told)


async def test_missing_packages_are_told_with_the_line_that_adds_them(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "jarvis_voice.doors.traces.trace_export", raising=False)
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(ConfigError, match="need more packages"):
        await make_traces(load_config(paths), Bus(), "http://127.0.0.1:4318")
