"""Real streams on a real sound server: their levels before, while and after it is quieter."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pulsectl
import pytest

from jarvis_voice.audio.ducking import SHARE, Ducking

pytestmark = [pytest.mark.e2e, pytest.mark.bench("sound")]

PLAYER = ["pacat", "--playback", "--raw", "--rate=8000", "--channels=1", "/dev/zero"]


@pytest.fixture
def server(sound_server: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    for name in ("PULSE_SERVER", "PULSE_COOKIE", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, sound_server.env[name])
    return sound_server


@contextmanager
def music(server: Any) -> Iterator[None]:
    """Another program that plays."""
    count = len(levels())
    with subprocess.Popen(PLAYER, env=server.env) as player:
        while len(levels()) == count:
            subprocess.run(["sleep", "0.05"], check=True)
        yield
        player.kill()


def levels() -> list[float]:
    with pulsectl.Pulse("test") as pulse:
        return [stream.volume.value_flat for stream in pulse.sink_input_list()]


def turn(level: float) -> None:
    """The user turns what plays."""
    with pulsectl.Pulse("test") as pulse:
        (stream,) = pulse.sink_input_list()
        pulse.volume_set_all_chans(stream, level)


async def test_other_sound_is_quieter_and_given_back(server: Any, tmp_path: Path) -> None:
    record = tmp_path / "ducked.json"
    with music(server):
        turn(0.8)
        async with Ducking(record) as ducking:
            await ducking.duck()
            await ducking.duck()
            assert levels() == [pytest.approx(0.8 * SHARE, abs=0.01)]
            assert record.exists()
            await ducking.restore()
            assert levels() == [pytest.approx(0.8, abs=0.01)]
        assert not record.exists()


async def test_what_the_user_turned_meanwhile_stays(server: Any) -> None:
    with music(server):
        async with Ducking() as ducking:
            await ducking.duck()
            turn(0.3)
        assert levels() == [pytest.approx(0.3, abs=0.01)]


async def test_a_process_that_died_is_made_up_for(server: Any, tmp_path: Path) -> None:
    record = tmp_path / "ducked.json"
    script = (
        "import asyncio, os, sys; from pathlib import Path\n"
        "from jarvis_voice.audio.ducking import Ducking\n"
        "asyncio.run(Ducking(Path(sys.argv[1])).duck()); os._exit(1)\n"
    )
    with music(server):
        argv = [sys.executable, "-c", script, str(record)]
        await asyncio.to_thread(subprocess.run, argv, env=server.env, check=False)
        assert levels() == [pytest.approx(SHARE, abs=0.01)]
        async with Ducking(record):
            assert levels() == [pytest.approx(1.0, abs=0.01)]


async def test_a_level_that_could_not_be_given_back_is_the_next_time(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with music(server):
        async with Ducking() as ducking:
            await ducking.duck()
            with monkeypatch.context() as elsewhere:
                elsewhere.setenv("PULSE_SERVER", "unix:/nowhere")
                await ducking.restore()
            assert levels() == [pytest.approx(SHARE, abs=0.01)]
            await ducking.restore()
            assert levels() == [pytest.approx(1.0, abs=0.01)]


async def test_our_own_sound_and_what_is_muted_are_left_alone(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with music(server):
        with pulsectl.Pulse("test") as pulse:
            (stream,) = pulse.sink_input_list()
            own = int(stream.proplist["application.process.id"])
            with monkeypatch.context() as as_player:
                as_player.setattr(os, "getpid", lambda: own)
                async with Ducking() as ducking:
                    await ducking.duck()
                    assert levels() == [pytest.approx(1.0)]
            pulse.mute(stream, mute=True)
        async with Ducking() as ducking:
            await ducking.duck()
            assert levels() == [pytest.approx(1.0)]


@pytest.mark.parametrize("is_quiet_again", [True, False])
async def test_what_stopped_while_it_was_quiet_is_given_back_when_it_plays_again(
    server: Any, *, is_quiet_again: bool
) -> None:
    async with Ducking() as ducking:
        with music(server):
            await ducking.duck()
        while levels():
            await asyncio.to_thread(subprocess.run, ["sleep", "0.05"], check=True)
        await ducking.restore()
        with music(server):
            turn(SHARE)  # as a server does that remembers a program's level
            if is_quiet_again:
                await ducking.duck()
                assert levels() == [pytest.approx(SHARE, abs=0.01)]
            await ducking.restore()
            assert levels() == [pytest.approx(1.0, abs=0.01)]


async def test_without_a_sound_server_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULSE_SERVER", "unix:/nowhere")
    record = tmp_path / "ducked.json"
    record.write_text(json.dumps({"1": {"name": "player", "before": [1.0], "now": [0.5]}}))
    async with Ducking(record) as ducking:
        await ducking.duck()
    assert record.exists(), "it is kept until there is a server to tell"
