"""End to end: the prompt of `jarvis run` in a shell on a terminal, as a user has it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command import SECONDS, environment
from cli.terminal import CTRL_D, CTRL_Z, TAB, Terminal, jarvis_at_terminal

pytestmark = pytest.mark.e2e

PROMPT = "›"

PIECES = 3_000
"""So many fit into a pipe, and take a thread a while."""


def test_help_and_tab_say_what_can_be_typed_and_ctrl_d_ends_with_a_sentence(home: Path) -> None:
    with jarvis_at_terminal(home, "run", "--text-only") as terminal:
        terminal.expect("Type what you want; `exit` leaves, `/help` tells more.")
        terminal.expect(PROMPT)
        terminal.type("/help\r")
        page = terminal.expect("in another window.")
        assert "Ctrl-Z" in page
        terminal.type(TAB)
        terminal.expect("begin a new conversation")
        terminal.type("\x15se" + TAB)
        terminal.expect("also alarms and reminders")
        terminal.type("\x15" + CTRL_D)
        terminal.expect("You have ended typing. I end.")
        terminal.expect("Goodbye.")
        assert terminal.end() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no job control there")
def test_ctrl_z_gives_the_shell_back_and_fg_the_prompt(home: Path) -> None:
    shell = environment(home, PS1="shell> ", ENV="", HISTFILE=os.devnull)
    with Terminal(["/bin/sh", "-i"], shell) as terminal:
        terminal.expect("shell> ")
        terminal.type(f"{sys.executable} -m jarvis_voice run --text-only\n")
        terminal.expect("Type what you want")
        terminal.expect(PROMPT)
        assert terminal.hides_typing(), "the prompt itself shows what is typed"
        terminal.type("half a line" + CTRL_Z)
        terminal.expect("shell> ")
        assert not terminal.hides_typing(), "the shell has a terminal as it was"
        terminal.type("echo the shell is $((1 + 1)) here\n")
        terminal.expect("the shell is 2 here")
        terminal.type("fg\n")
        terminal.expect(PROMPT)
        terminal.type("\x15hello\r")
        terminal.expect("What can I do for you?")
        terminal.type("exit\r")
        terminal.expect("Goodbye.")
        terminal.expect("shell> ")
        assert not terminal.hides_typing()


STOPPED = f"""
import os, signal, sys
from jarvis_voice.cli.queued_stream import queued_streams
with queued_streams():
    for _ in range({PIECES}):
        sys.stdout.write("half a line ")
    os.kill(os.getpid(), signal.SIGTSTP)
    sys.stdout.write("behind it")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no job control there")
def test_a_stop_comes_behind_what_was_printed_and_the_program_goes_on_behind_it() -> None:
    argv = [sys.executable, "-c", STOPPED]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, process_group=0) as program:
        assert program.stdout is not None
        _, status = os.waitpid(program.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        os.set_blocking(program.stdout.fileno(), False)
        assert program.stdout.read() == b"half a line " * PIECES
        os.set_blocking(program.stdout.fileno(), True)
        program.send_signal(signal.SIGCONT)
        assert program.communicate(timeout=SECONDS)[0] == b"behind it"
        assert program.returncode == 0
