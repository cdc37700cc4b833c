"""Unit: how long a command waits for those before it, and for a daemon that does not answer."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from audio.conftest import JumpingLoop

from jarvis_voice.cli.daemon_or_local import (
    COMMAND_SECONDS,
    PATIENCE_SECONDS,
    TELL_SECONDS,
    by_daemon_or_here,
)
from jarvis_voice.core.errors import AlreadyRunningError, BarredError, NotRunningError

pytestmark = pytest.mark.unit

SHORT, LONG = 0.8 * COMMAND_SECONDS, 2 * COMMAND_SECONDS


def run(work: Coroutine[Any, Any, str]) -> tuple[str, float]:
    """What came of it, and after how many seconds."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        try:
            came = runner.run(work)
        except (AlreadyRunningError, BarredError) as error:
            came = error.message
        return came, runner.get_loop().time()


async def nobody() -> str:
    raise NotRunningError("no-daemon", "nobody listens")


def behind(*holders: tuple[str, float], code: str = "busy") -> Callable[[], Any]:
    """The lock behind processes that hold it for so many seconds each, one after another."""
    ends: list[tuple[str, float]] = []
    for pid, seconds in holders:
        ends.append((pid, (ends[-1][1] if ends else 0.0) + seconds))

    async def here() -> str:
        now = asyncio.get_running_loop().time()
        for pid, end in ends:
            if now < end:
                raise AlreadyRunningError(code, f"{pid} holds it", holder=pid)
        return "done here"

    return here


def test_each_command_before_it_has_its_own_time() -> None:
    came, after = run(by_daemon_or_here(nobody, behind(*((str(n), SHORT) for n in range(4)))))
    assert came == "done here"
    assert after == pytest.approx(4 * SHORT, abs=1)


def test_one_command_that_takes_too_long_is_named() -> None:
    came, after = run(by_daemon_or_here(nobody, behind(("1", SHORT), ("2", LONG))))
    assert came == "2 holds it"
    assert after == pytest.approx(SHORT + COMMAND_SECONDS, abs=1)


def test_a_daemon_that_does_not_answer_has_less_time() -> None:
    came, after = run(by_daemon_or_here(nobody, behind(("1", LONG), code="already-running")))
    assert came == "1 holds it"
    assert after == pytest.approx(PATIENCE_SECONDS, abs=1)


async def barred() -> str:
    raise BarredError("no-daemon", "others may write to the folder")


def test_a_daemon_in_a_folder_of_others_is_told_at_once() -> None:
    came, after = run(by_daemon_or_here(barred, behind(("1", LONG), code="already-running")))
    assert (came, after) == ("others may write to the folder", 0.0)


def test_in_a_folder_of_others_a_command_waits_and_works_as_elsewhere() -> None:
    came, after = run(by_daemon_or_here(barred, behind(("1", SHORT))))
    assert came == "done here"
    assert after == pytest.approx(SHORT, abs=1)


def test_a_daemon_that_answers_is_asked() -> None:
    answers: Iterator[bool] = iter([False, False, True])

    async def by_daemon() -> str:
        return "done there" if next(answers) else await nobody()

    came, _ = run(by_daemon_or_here(by_daemon, behind(("1", LONG))))
    assert came == "done there"


def test_a_long_wait_is_told_once_and_a_short_one_is_not() -> None:
    told: list[str] = []
    run(by_daemon_or_here(nobody, behind(("7", TELL_SECONDS / 2)), told.append))
    assert told == []
    run(by_daemon_or_here(nobody, behind(("7", SHORT), ("8", SHORT)), told.append))
    assert told == ["Another jarvis command is at work (pid 7). I wait for it to end ..."]


def test_a_daemon_that_is_waited_for_is_named() -> None:
    told: list[str] = []
    run(by_daemon_or_here(nobody, behind(("7", 8.0), code="already-running"), told.append))
    assert told == ["Jarvis (pid 7) starts or ends. I wait until it answers ..."]
