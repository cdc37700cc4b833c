"""Flow: the short commands to a running Jarvis, by a real socket and without one."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from cli.command import jarvis
from doors.control.served import STATUS, NotedOperations, daemon

from jarvis_voice.cli.control import end_daemon, reload_settings, show_status, tell
from jarvis_voice.cli.output import Output
from jarvis_voice.cli.sound import say_text
from jarvis_voice.core.errors import ConfigError, ControlError
from jarvis_voice.core.operations import DaemonStatus, EarsStatus, PastProblem
from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow

DEAF = replace(
    STATUS,
    ears=EarsStatus("lost", None, None, None, 0),
    problems=(PastProblem("2026-11-20T08:30:00+00:00", "x", "odd \x1b[2J"),),
)


@pytest.mark.parametrize("name", ["mute", "unmute", "stop", "reload", "quit"])
@pytest.mark.e2e
def test_without_a_daemon_each_says_so(paths: Paths, name: str) -> None:
    done = jarvis(paths.config, name)
    assert (done.returncode, done.stdout) == (3, ""), "as `jarvis status`"
    assert done.stderr == (
        "jarvis: No Jarvis is running that could be reached. Start one with `jarvis run`.\n"
    )


@pytest.mark.e2e
def test_status_without_a_daemon_ends_with_the_code_that_systemd_gives(paths: Paths) -> None:
    done = jarvis(paths.config, "status")
    assert (done.returncode, done.stdout) == (3, "")
    assert "No Jarvis is running" in done.stderr
    done = jarvis(paths.config, "status", "--json")
    assert (done.returncode, json.loads(done.stdout)) == (3, {"running": False})


class _Lines(Output):
    """Keeps the lines that a command prints."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("stdout")
        self._lines = lines

    def __call__(self, line: str) -> None:
        self._lines.append(line)

    def tell(self, line: str, under: int | None = None) -> None:
        del under
        self(line)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines on stdout, then those on stderr."""
    lines: list[str] = []
    for name in ("control.out", "control.err", "sound.err"):
        monkeypatch.setattr(f"jarvis_voice.cli.{name}", _Lines(lines))
    return lines


async def test_status_of_a_deaf_one(
    paths: Paths, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def status(_: NotedOperations) -> DaemonStatus:
        return DEAF

    monkeypatch.setattr(NotedOperations, "status", status)
    async with daemon(paths):
        assert await show_status(paths, as_json=True) == 5
        assert json.loads(said.pop()) == {"running": True, **json.loads(json.dumps(asdict(DEAF)))}
        assert await show_status(paths, as_json=False) == 5
    assert said[0].startswith("Jarvis 0.1.0 runs")
    assert not [line for line in said if "\x1b" in line], "no letter steers the terminal"


async def test_what_a_command_changed_and_what_was_so_already(
    paths: Paths, said: list[str]
) -> None:
    async with daemon(paths) as (_, operations, _events):
        for name in ("mute", "mute", "unmute", "stop"):
            await tell(paths, name, f"{name} done", f"{name} was so")
        await reload_settings(paths)
        operations.settings_error = ConfigError("config-value", "It is wrong.")
        with pytest.raises(ControlError, match="It is wrong"):
            await reload_settings(paths)
    assert said == [
        "mute done",
        "mute was so",
        "unmute done",
        "stop was so",
        "New from now on: voice.speed.",
    ]


async def test_quit_waits_for_the_end_and_tells_where_there_is_none(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.cli.control.END_SECONDS", 0.3)
    async with daemon(paths) as (_, operations, _events):
        with pytest.raises(ControlError) as caught:
            await end_daemon(paths)
        assert operations.has_quit
    assert caught.value.code == "does-not-end"


async def test_the_running_jarvis_says_what_is_to_be_said(paths: Paths, said: list[str]) -> None:
    async with daemon(paths) as (_, operations, _events):
        assert not await say_text("Dinner is ready.", paths, None)
        operations.breaks = True
        assert await say_text("Again.", paths, None)
    assert operations.spoken == ["Dinner is ready.", "Again."]
    assert said == ["jarvis: Nothing was heard."]


async def test_a_file_and_a_daemon_without_a_voice_are_for_this_process(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here: list[str] = []

    async def say_here(text: str, _paths: Paths, file: Path | None) -> bool:
        here.append(f"{text} {file.name if file else None}")
        return False

    async def voiceless(_: NotedOperations, text: str) -> None:
        raise ControlError("no-voice", "It has no voice.")

    monkeypatch.setattr("jarvis_voice.cli.sound._say_here", say_here)
    monkeypatch.setattr(NotedOperations, "say", voiceless)
    await say_text("nobody runs", paths, None)
    async with daemon(paths):
        await say_text("no voice", paths, None)
        await say_text("a file", paths, tmp_path / "said.wav")
    assert here == ["nobody runs None", "no voice None", "a file said.wav"]
