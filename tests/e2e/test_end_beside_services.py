"""End to end: after "Goodbye." the program is gone, whatever a service does meanwhile."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest
from bench.process import Program
from cli.command import environment

from jarvis_voice.core.paths import Paths
from jarvis_voice.workshop.worlds.hostile_server import HostileAnswer, HostileServer

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.timeout(240),
    pytest.mark.skipif(sys.platform == "win32", reason="signals of unix"),
]

STARTED = "Type what you want"
LOAD_SECONDS = 120.0
GONE_SECONDS = 2.0
"""After "Goodbye."; on a machine with nothing else to do."""

JARVIS = "from jarvis_voice.cli.main import main; main()"
SLOW_NAMES = f"""
import socket, sys, time
def look_up(*_, **__):
    print("a name is looked up", file=sys.stderr, flush=True)
    time.sleep(100)
socket.getaddrinfo = look_up
{JARVIS}
"""
"""A name server that does not answer."""

SLOW_LIBRARY = f"""
import importlib.abc, importlib.util, sys, time
class Slow(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, *_):
        return importlib.util.spec_from_loader(name, self) if name == "langchain_openai" else None
    def exec_module(self, module):
        print("a library is loaded", file=sys.stderr, flush=True)
        time.sleep(100)
sys.meta_path.insert(0, Slow())
{JARVIS}
"""
"""A library on a disk that does not answer."""

SEARCH, CHAT = "search for roses", "tell me about the roses of my aunt"
KEY = {"SERPAPI_API_KEY": "decoy-serpapi-key-0123456789"}


def daemon(home: Path, program: str = JARVIS, **more: str) -> Program:
    return Program([sys.executable, "-c", program, "run", "--text-only"], environment(home, **more))


def gone_seconds() -> float:
    """How long the end may take here: longer where many wait for each processor."""
    return GONE_SECONDS * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def end(program: Program, how: str) -> float:
    """Tell it to end; the seconds from "Goodbye." until it is gone."""
    if how == "exit":
        program.send_line("exit")
    else:
        os.kill(program.pid, signal.SIGTERM)
    program.expect("Goodbye")
    said = time.monotonic()
    assert program.wait(60) == 0
    return time.monotonic() - said


def through_a_proxy(url: str) -> dict[str, str]:
    """Every service is behind it."""
    return {"HTTPS_PROXY": url, "HTTP_PROXY": url, **KEY}


def with_a_second_model(url: str) -> dict[str, str]:
    return {"JARVIS_SECOND_MODEL__URL": f"{url}/v1", "JARVIS_SECOND_MODEL__MODEL": "m"}


@pytest.mark.parametrize("how", ["exit", "SIGTERM"])
@pytest.mark.parametrize(
    ("answer", "line", "setting"),
    [
        (HostileAnswer.DRIPPING_HEADERS, SEARCH, through_a_proxy),
        (HostileAnswer.HANG, SEARCH, through_a_proxy),
        (HostileAnswer.DRIP, CHAT, with_a_second_model),
        (HostileAnswer.ENDLESS, CHAT, with_a_second_model),
    ],
    ids=["drip", "hang", "model drips", "model without end"],
)
async def test_it_is_gone_beside_a_service_that(
    paths: Paths,
    answer: HostileAnswer,
    line: str,
    setting: object,
    how: str,
) -> None:
    assert callable(setting)
    async with HostileServer(answer) as server:
        with daemon(paths.config, **setting(server.url)) as program:
            await asyncio.to_thread(program.expect, STARTED, LOAD_SECONDS)
            program.send_line(line)
            async with asyncio.timeout(LOAD_SECONDS):
                await server.asked.wait()
            took = await asyncio.to_thread(end, program, how)
    assert took < gone_seconds(), program.output


@pytest.mark.parametrize("how", ["exit", "SIGTERM"])
def test_it_is_gone_beside_a_name_server_that_hangs(paths: Paths, how: str) -> None:
    with daemon(paths.config, SLOW_NAMES, **KEY) as program:
        program.expect(STARTED, LOAD_SECONDS)
        program.send_line(SEARCH)
        program.expect("a name is looked up")
        took = end(program, how)
    assert took < gone_seconds(), program.output
    told = "I have no internet connection, so I cannot look that up."
    assert (how == "SIGTERM") or program.output.count(told) >= 1


@pytest.mark.parametrize("how", ["exit", "SIGTERM"])
def test_it_is_gone_while_a_library_is_being_loaded(paths: Paths, how: str) -> None:
    model = with_a_second_model("http://127.0.0.1:9")
    with daemon(paths.config, SLOW_LIBRARY, **model) as program:
        program.expect(STARTED, LOAD_SECONDS)
        program.expect("a library is loaded", LOAD_SECONDS)
        took = end(program, how)
    assert took < gone_seconds(), program.output
