"""Flow: some rounds of the fuzzer of control lines, and that it sees what gives way."""

import random
import sys
from pathlib import Path

import pytest

from jarvis_voice.doors.control import requests
from jarvis_voice.doors.control.server import ControlServer
from jarvis_voice.workshop.fuzz.control_lines import control_lines_round

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no unix sockets here"),
]


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_is_sent_is_answered(tmp_path: Path, seed: int) -> None:
    assert await control_lines_round(random.Random(seed), tmp_path) is None


async def first_failure(tmp_path: Path, rounds: int = 30) -> str | None:
    for seed in range(rounds):
        folder = tmp_path / str(seed)
        folder.mkdir()
        if what := await control_lines_round(random.Random(seed), folder):
            return what
    return None


async def test_a_server_that_breaks_inside_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> tuple[int, ...]:
        raise ZeroDivisionError

    monkeypatch.setattr("jarvis_voice.doors.control.server.parse", broken)
    assert "something inside broke" in str(await first_failure(tmp_path))


async def test_a_connection_without_an_answer_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(*_: object) -> None:
        return

    monkeypatch.setattr(ControlServer, "_answer", silent)
    assert "ended without an answer" in str(await first_failure(tmp_path))


async def test_deep_brackets_that_are_not_refused_are_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import json

    monkeypatch.setattr(requests, "parsed_json", json.loads)
    assert "something inside broke: It broke: RecursionError" in str(await first_failure(tmp_path))
