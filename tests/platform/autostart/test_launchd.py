"""Unit: the launchd agent, as far as a file can be checked: plutil and launchd are not asked."""

import plistlib
from pathlib import Path

import pytest

from jarvis_voice.platform.autostart.command_line import RUN, LaunchCommand
from jarvis_voice.platform.autostart.launchd import LaunchdAgent

pytestmark = pytest.mark.unit

PROGRAM = LaunchCommand(
    '/Users/x/a <b> & "c"/python', environment={"JARVIS_HOME": "/Users/x/j & k"}
)
AGENT = LaunchdAgent(PROGRAM, Path("/Users/x/Library/LaunchAgents"), 501)


def test_the_plist_says_what_was_promised() -> None:
    agent = plistlib.loads(AGENT.content())
    assert agent["Label"] == AGENT.file.stem
    assert agent["ProgramArguments"] == [PROGRAM.interpreter, *RUN]
    assert agent["EnvironmentVariables"] == {"JARVIS_HOME": "/Users/x/j & k"}
    assert agent["RunAtLoad"] is True
    assert agent["KeepAlive"] == {"SuccessfulExit": False}
    assert agent["AbandonProcessGroup"] is True
    assert agent["StandardOutPath"] == "/dev/null"


def test_without_folders_of_its_own_it_has_no_variables() -> None:
    agent = LaunchdAgent(LaunchCommand("/usr/bin/python3"), Path("/l"), 501)
    assert "EnvironmentVariables" not in plistlib.loads(agent.content())


def test_what_is_loaded_goes_before_the_new_one_comes() -> None:
    first, second = AGENT.start(is_new=True)
    assert first.argv == ("launchctl", "bootout", "gui/501/jarvis-voice")
    assert first.may_fail
    assert second.argv == ("launchctl", "bootstrap", "gui/501", str(AGENT.file))
    assert not second.may_fail
