"""Unit: the bar of a long recording, on a terminal and elsewhere."""

import io
import sys

import pytest

from jarvis_voice.cli.reading_bar import SHORTEST_SECONDS, reading_bar

pytestmark = pytest.mark.unit

LONG_SECONDS = 36_000.0


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


async def shown(
    monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO, seconds: float, said: str = ""
) -> str:
    """What a bar leaves on stderr while something is printed."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", stderr)
        async with reading_bar(seconds, lambda: 0.25 * seconds):
            sys.stdout.write(said)
        return stderr.getvalue()


async def test_a_terminal_shows_how_far_a_long_recording_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "reading" in await shown(monkeypatch, Terminal(), LONG_SECONDS)
    assert await shown(monkeypatch, io.StringIO(), LONG_SECONDS) == ""


async def test_a_short_one_needs_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await shown(monkeypatch, Terminal(), SHORTEST_SECONDS - 1) == ""


async def test_what_goes_to_a_pipe_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stdout", pipe)
    told = await shown(monkeypatch, Terminal(), LONG_SECONDS, "It is ten.\n")
    assert (pipe.getvalue(), "ten" in told) == ("It is ten.\n", False)
