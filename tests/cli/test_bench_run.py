"""Flow: a bench tells how far it is, and what it measured until it is ended early is shown."""

import asyncio
import json
import logging
import os
import signal
import threading

import pytest
import typer

from jarvis_voice.cli.bench_run import INTERRUPTED, BenchRun, ProgressLines, where
from jarvis_voice.workshop.benches.comparison import Figure, Report, Row

pytestmark = pytest.mark.flow


def lines() -> tuple[list[str], ProgressLines]:
    written: list[str] = []
    clock = iter((0.0, 0.0, 75.0, 75.0))
    return written, ProgressLines(written.append, lambda: next(clock))


def table(values: list[float]) -> Report:
    return Report("Bench of waiting", (Row("waited", Figure(tuple(values), "s")),))


async def measure(values: list[float], run: BenchRun, number: int) -> None:
    """One value, then the end comes from outside while it waits."""
    run.tell(0, 2, "waiting")
    values.append(1.0)
    run.tell(1, 2, "waiting")
    os.kill(os.getpid(), number)
    await asyncio.Event().wait()


def test_a_pipe_is_told_at_once_and_then_when_it_is_due() -> None:
    written, shown = lines()
    shown.tell(0, 48, "joe: hello")
    shown.tell(12, 48, "joe: good morning")
    shown.beat()
    assert written == [
        "jarvis: 0:00 0 of 48: joe: hello",
        "jarvis: 1:15 12 of 48: joe: good morning",
    ]


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ((3, 1_000, "users"), "3 of 1,000: users"),
        ((0, 0, "the program starts"), "the program starts"),
        ((2, 2, ""), "2 of 2"),
    ],
)
def test_how_far_it_is_in_words(told: tuple[float, float, str], shown: str) -> None:
    assert where(*told) == shown


@pytest.mark.parametrize(
    ("number", "name"), [(signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM")]
)
def test_a_bench_that_is_ended_shows_what_it_has(
    number: int, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    values: list[float] = []
    with BenchRun(shown=lines()[1]) as run:
        run.wait(measure(values, run, number))
    with pytest.raises(typer.Exit) as ended:
        run.show(table(values), as_json=True)
    assert ended.value.exit_code == INTERRUPTED
    shown = json.loads(capsys.readouterr().out)
    assert (shown["is_whole"], shown["rows"][0]["ours"]["values"]) == (False, [1.0])
    assert shown["title"] == "Bench of waiting, broken off"
    assert shown["notes"][0].startswith(f'Ended early by {name}, at "1 of 2: waiting". The figures')


def test_nobody_hears_the_complaints_of_what_is_broken_off(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def complain() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        try:
            await asyncio.Event().wait()
        finally:
            logging.getLogger("jarvis_voice").error("the store is closed")

    with BenchRun(shown=lines()[1]) as run:
        run.wait(complain())
    logging.getLogger("jarvis_voice").error("behind it")
    assert caplog.messages == ["behind it"]


def test_the_table_does_not_wait_for_a_thread_that_still_works() -> None:
    is_shown = threading.Event()

    async def work() -> None:
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGINT)
        await asyncio.to_thread(is_shown.wait)

    with BenchRun(shown=lines()[1]) as run:
        run.wait(work())
    is_shown.set()
    assert run.ended_by == "Ctrl-C"


def test_work_that_is_no_coroutine_is_ended_too() -> None:
    with BenchRun(shown=lines()[1]) as run:
        step = run.counted(3, "killing it")
        step()
        os.kill(os.getpid(), signal.SIGINT)
        step()
    told = run.marked(table([]))
    assert told.notes[0] == (
        'Ended early by Ctrl-C, at "1 of 3: killing it". Nothing was measured until then.'
    )


def test_the_end_of_its_time_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    with BenchRun(0.001, lines()[1]) as run:
        run.wait(asyncio.Event().wait())
    run.show(table([2.0]), as_json=False)
    printed = capsys.readouterr().out
    assert "Ended early by its limit of 0.001 minutes (--within)" in printed
    assert "Bench of waiting, broken off" in printed


def test_a_bench_that_comes_to_its_end_leaves_signals_as_they_were() -> None:
    before = [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)]
    with BenchRun(1.0, lines()[1]) as run:
        run.wait(asyncio.sleep(0))
    assert [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)] == before
    assert run.marked(table([1.0])) == table([1.0])


def test_an_error_of_a_bench_is_an_error() -> None:
    async def fail() -> None:
        raise ValueError("no model")

    with pytest.raises(ValueError, match="no model"), BenchRun(shown=lines()[1]) as run:
        run.wait(fail())
