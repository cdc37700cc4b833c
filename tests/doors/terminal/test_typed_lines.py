"""Flow: typed lines, from a real pipe and one by one, as turns."""

import asyncio
import os
import stat
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from voice.scripted_parts import settle

from jarvis_voice.core.turn_text import LINE_CHARACTERS
from jarvis_voice.core.types import HERE, Origin, Reply, Source
from jarvis_voice.doors.terminal.prompt_help import help_lines
from jarvis_voice.doors.terminal.typed_lines import (
    BLOCK_BYTES,
    BLOCKS_AHEAD,
    LINE_BYTES,
    TypedLines,
    piped_lines,
    terminal_lines,
)

pytestmark = pytest.mark.flow

SOME_LINES = b"hello\n" * 600
"""Short enough that a pipe takes them whole or not at all (PIPE_BUF)."""


class Held:
    """A conversation whose turns end when the test says so."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.let_go = asyncio.Event()

    async def ask(
        self,
        text: str,
        *,
        source: Source,
        thread_id: str | None = None,
        dry_run: bool = False,
        origin: Origin = HERE,
    ) -> AsyncGenerator[Reply]:
        self.log.append(f"{source}: {text}" + (f" in {thread_id}" if thread_id else ""))
        try:
            await self.let_go.wait()
            yield Reply("t1", "Yes.", is_final=True)
            self.log.append(f"answered: {text}")
        finally:
            self.log.append(f"over: {text}")


class Quick(Held):
    def __init__(self) -> None:
        super().__init__()
        self.let_go.set()


async def given(*lines: str | None) -> AsyncIterator[str]:
    """Lines one after the other; None lets the turns go as far as they can."""
    for line in lines:
        if line is None:
            await settle()
        else:
            yield line


def asked(log: Sequence[str]) -> list[str]:
    return [line.removeprefix("stdin: ") for line in log if line.startswith("stdin: ")]


async def test_each_line_is_a_turn_and_blank_ones_are_none() -> None:
    conversation = Quick()
    frontend = TypedLines(conversation, pytest.fail, is_script=True)
    assert await frontend.run(given(" hello ", "", "   ", "open github")) is False
    assert asked(conversation.log) == ["hello", "open github"]


@pytest.mark.parametrize("word", ["exit", "EXIT", " quit "])
async def test_exit_leaves_and_what_follows_is_not_read(word: str) -> None:
    conversation = Quick()
    frontend = TypedLines(conversation, pytest.fail, is_script=True)
    assert await frontend.run(given("hello", word, "never")) is True
    assert asked(conversation.log) == ["hello"]


async def test_reset_starts_a_thread_of_its_own_and_says_its_name() -> None:
    conversation, told = Quick(), list[str]()
    frontend = TypedLines(conversation, told.append, is_script=True)
    await frontend.run(given("hello", "Reset", "hello"))
    [announced] = told
    name = announced.removeprefix("A new conversation: ")
    assert name.startswith("chat ")
    assert asked(conversation.log) == ["hello", f"hello in {name}"]


async def test_help_is_told_and_is_no_turn() -> None:
    conversation, told = Quick(), list[str]()
    frontend = TypedLines(conversation, told.append, is_script=False)
    await frontend.run(given(" /HELP ", "help"))
    assert told == list(help_lines())
    assert asked(conversation.log) == ["help"]


async def test_a_scripts_lines_wait_for_the_turn_before_them() -> None:
    conversation = Quick()
    await TypedLines(conversation, pytest.fail, is_script=True).run(given("one", "two"))
    assert conversation.log == [
        "stdin: one", "answered: one", "over: one",
        "stdin: two", "answered: two", "over: two",
    ]  # fmt: skip


async def test_at_a_terminal_stop_can_be_typed_while_a_turn_runs() -> None:
    conversation = Held()
    frontend = TypedLines(conversation, pytest.fail, is_script=False)
    running = asyncio.create_task(frontend.run(given("one", "stop")))
    await settle()
    assert asked(conversation.log) == ["one", "stop"]
    conversation.let_go.set()
    assert await running is False


async def test_leaving_ends_what_runs_and_what_waits() -> None:
    conversation = Held()
    frontend = TypedLines(conversation, pytest.fail, is_script=False)
    assert await frontend.run(given("one", "two", None, "exit")) is True
    assert conversation.log[:2] == ["stdin: one", "stdin: two"]
    assert sorted(conversation.log[2:]) == ["over: one", "over: two"]


async def test_a_line_that_is_too_long_is_refused_and_the_next_is_a_turn() -> None:
    conversation, told = Quick(), list[str]()
    frontend = TypedLines(conversation, told.append, is_script=True)
    await frontend.run(given("x" * LINE_CHARACTERS, "y" * (LINE_CHARACTERS + 1), "hello"))
    assert asked(conversation.log) == ["x" * LINE_CHARACTERS, "hello"]
    [refused] = told
    assert "more than 4,000 characters" in refused


@pytest.mark.parametrize(
    ("sent", "lines"),
    [
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\r\ntwo", ["one", "two"]),
        (b"\xef\xbb\xbfone\n\xef\xbb\xbf\ntwo", ["one", "", "two"]),
        (b"", []),
        (b"\n\n", ["", ""]),
        ("Zürich 🌐\n".encode(), ["Zürich 🌐"]),
        (b"\xff\xfe\n", ["\N{REPLACEMENT CHARACTER}" * 2]),
        (b"x" * (3 * BLOCK_BYTES) + b"\nend", ["x" * LINE_BYTES, "end"]),
        (b"x" * (LINE_BYTES - 1) + b"yz\n" * 2, ["x" * (LINE_BYTES - 1) + "y", "yz"]),
    ],
)
async def test_a_pipe_is_read_line_by_line_to_its_end(sent: bytes, lines: list[str]) -> None:
    read_end, write_end = os.pipe()

    def write() -> None:
        with os.fdopen(write_end, "wb") as pipe:
            pipe.write(sent)

    writing = asyncio.create_task(asyncio.to_thread(write))
    try:
        assert [line async for line in piped_lines(read_end)] == lines
        await writing
    finally:
        os.close(read_end)


async def test_a_line_is_there_before_the_pipe_ends() -> None:
    read_end, write_end = os.pipe()
    lines = piped_lines(read_end)
    os.write(write_end, b"one\ntw")
    assert await anext(lines) == "one"
    os.write(write_end, b"o\n")
    assert await anext(lines) == "two"
    os.close(write_end)
    assert [line async for line in lines] == []
    os.close(read_end)


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe that does not block")
async def test_who_writes_faster_than_turns_are_run_has_to_wait() -> None:
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    lines = piped_lines(read_end)

    async def fill() -> int:
        written, idle = 0, 0
        while idle < 200:  # the reading thread may need a moment to take what is there
            try:
                written += os.write(write_end, SOME_LINES)
                idle = 0
            except BlockingIOError:
                idle += 1
                await asyncio.to_thread(lambda: None)
        return written

    def go_on() -> None:
        os.set_blocking(write_end, True)
        os.write(write_end, SOME_LINES)
        os.close(write_end)

    os.write(write_end, b"one\n")
    assert await anext(lines) == "one"
    written = await fill()
    assert written < 2 * (BLOCKS_AHEAD + 2) * BLOCK_BYTES
    writing = asyncio.create_task(asyncio.to_thread(go_on))
    rest = [line async for line in lines]
    await writing
    assert rest == ["hello"] * ((written + len(SOME_LINES)) // len("hello\n"))
    os.close(read_end)


async def test_a_terminal_edits_recalls_toggles_and_leaves(tmp_path: Path) -> None:
    history, toggled = tmp_path / "state" / "line-history", list[str]()

    async def typed(keys: str) -> list[str]:
        with create_pipe_input() as keyboard, create_app_session(keyboard, DummyOutput()):
            keyboard.send_text(keys)
            lines = terminal_lines(history, lambda: toggled.append("toggle"))
            return [line async for line in lines]

    assert await typed("open mot\x7f\x7fit\r\x14hello\r\x04") == ["open mit", "hello"]
    assert toggled == ["toggle"]
    assert await typed("\x1b[A\x1b[A\r\x04") == ["open mit"]
    if sys.platform != "win32":
        assert stat.S_IMODE(history.stat().st_mode) == 0o600
        assert stat.S_IMODE(history.parent.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="kinds of files that unix has")
@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "loop"])
async def test_where_the_history_is_no_file_lines_are_typed_all_the_same(
    tmp_path: Path, kind: str
) -> None:
    history = tmp_path / "line-history"
    match kind:
        case "pipe":
            os.mkfifo(history)
        case "folder":
            history.mkdir()
        case "device":
            history.symlink_to("/dev/zero")
        case _:
            history.symlink_to(history)
    with create_pipe_input() as keyboard, create_app_session(keyboard, DummyOutput()):
        keyboard.send_text("open mit\rhello\r\x04")
        lines = terminal_lines(history, lambda: None)
        assert [line async for line in lines] == ["open mit", "hello"]


async def test_ctrl_c_at_a_terminal_asks_to_leave(tmp_path: Path) -> None:
    with create_pipe_input() as keyboard, create_app_session(keyboard, DummyOutput()):
        keyboard.send_text("half a li\x03")
        lines = terminal_lines(tmp_path / "line-history", lambda: None)
        assert await anext(lines) == "exit"
        await lines.aclose()
