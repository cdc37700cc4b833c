"""Unit: the lines of `jarvis client`, with the port played by the test."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from typer.testing import CliRunner

from jarvis_voice.cli.main import app
from jarvis_voice.core.errors import ControlError
from jarvis_voice.doors.http.client import HttpClient

pytestmark = pytest.mark.unit


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The thread of each turn that was asked."""
    asked: list[str] = []

    async def ask(_: HttpClient, text: str, thread: str) -> AsyncGenerator[dict[str, Any]]:
        asked.append(thread)
        if text == "fail":
            raise ControlError("no-http", "No Jarvis can be reached.")
        yield {"type": "reply-text", "turn_id": "t1", "text": f"You said {text}.", "is_final": True}
        yield {"type": "turn-ended", "turn_id": "t1", "reply": "", "outcome": "done"}

    async def greet(_: HttpClient) -> None:
        return

    monkeypatch.setattr(HttpClient, "ask", ask)
    monkeypatch.setattr(HttpClient, "greet", greet)
    return asked


def test_where_nobody_answers_that_is_told_before_a_line_is_read(
    threads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def greet(_: HttpClient) -> None:
        raise ControlError("no-http", "No Jarvis can be reached.")

    monkeypatch.setattr(HttpClient, "greet", greet)
    done = CliRunner().invoke(app, ["client"], input="hello\n")
    assert isinstance(done.exception, ControlError)
    assert threads == []


def test_each_line_is_a_turn_of_one_thread_until_exit(threads: list[str]) -> None:
    done = CliRunner().invoke(app, ["client"], input="hello\n\nagain\nexit\nnever\n")
    assert done.exit_code == 0
    assert "You said hello." in done.output
    assert threads == ["client", "client"]


def test_reset_begins_another_thread_whose_name_is_told(threads: list[str]) -> None:
    done = CliRunner().invoke(app, ["client", "--thread", "work"], input="hello\nreset\nagain\n")
    first, second = threads
    assert first == "work"
    assert second.startswith("client 2")
    assert f'--thread "{second}"' in done.output


def test_a_failure_is_told_and_the_next_line_goes_on(threads: list[str]) -> None:
    done = CliRunner().invoke(app, ["client", "--json"], input="fail\nhello\n")
    assert done.exit_code == 9
    assert "No Jarvis can be reached." in done.output
    assert "You said hello." in done.output
    assert len(threads) == 2
