"""Unit: what is printed waits for its reader in a thread, and the writer waits for nobody."""

import logging
import os
import sys
from collections.abc import Iterator

import pytest

from jarvis_voice.cli import queued_stream
from jarvis_voice.cli.queued_stream import QueuedStream, queued_streams

pytestmark = [
    pytest.mark.unit,
    pytest.mark.skipif(sys.platform == "win32", reason="pipes of unix"),
]

FULL = "x" * 200_000
"""More than a pipe holds."""

SECONDS = 30.0


@pytest.fixture
def pipe() -> Iterator[tuple[int, QueuedStream]]:
    read, write = os.pipe()
    with os.fdopen(write, "w", encoding="utf-8") as stream:
        yield read, QueuedStream(stream)
        os.close(read)  # who waits to write ends by that


def read_all(number: int, size: int) -> str:
    found = b""
    while len(found) < size:
        found += os.read(number, 65_536)
    return found.decode()


def test_what_nobody_reads_holds_nobody_and_comes_in_order_once_it_is_read(
    pipe: tuple[int, QueuedStream],
) -> None:
    read, stream = pipe
    print(FULL, file=stream, flush=True)
    print("and more: ü", file=stream, flush=True)
    assert not stream.drain(0.0)
    wanted = f"{FULL}\nand more: ü\n"
    assert read_all(read, len(wanted.encode())) == wanted
    assert stream.drain(SECONDS)


def test_what_waits_is_bounded_and_what_is_dropped_is_logged_once(
    pipe: tuple[int, QueuedStream],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    read, stream = pipe
    monkeypatch.setattr(queued_stream, "HELD_BYTES", len(FULL) + 10)
    with caplog.at_level(logging.WARNING):
        for text in (FULL, "dropped one", "dropped too", "kept"):
            stream.write(text)
        assert read_all(read, len(FULL) + 4) == FULL + "kept"
        assert stream.drain(SECONDS)
    assert [record.getMessage() for record in caplog.records] == [
        "what is printed is not read: further text is dropped",
        "what is printed is read again; 2 texts were dropped",
    ]


def test_an_error_is_told_by_the_next_text(pipe: tuple[int, QueuedStream]) -> None:
    read, stream = pipe
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, read)  # nobody reads the pipe any more
    os.close(nowhere)
    stream.write("lost")
    assert stream.drain(SECONDS)
    with pytest.raises(BrokenPipeError):
        stream.flush()
    with pytest.raises(BrokenPipeError):
        stream.write("more")


def test_afterwards_the_streams_are_as_before(pipe: tuple[int, QueuedStream]) -> None:
    before = sys.stdout, sys.stderr
    del pipe
    with queued_streams():
        assert (sys.stdout, sys.stderr) != before
    assert (sys.stdout, sys.stderr) == before
