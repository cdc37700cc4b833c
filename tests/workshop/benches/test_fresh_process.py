"""E2E: work in a new interpreter comes back as a result or as its error, and can be ended."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from jarvis_voice.core.errors import AudioError
from jarvis_voice.workshop.benches.fresh_process import in_fresh_process

pytestmark = pytest.mark.e2e


def loaded(name: str) -> bool:
    return name in sys.modules


def fail_as_known() -> None:
    raise AudioError("no-commands", "There are no recordings.")


def fail() -> None:
    raise ValueError("seven")


def end() -> None:
    os._exit(3)


def note_and_wait(file: str) -> None:
    Path(file).write_text(str(os.getpid()), encoding="utf-8")
    time.sleep(600)


def survive_ctrl_c() -> str:
    os.kill(os.getpid(), signal.SIGINT)
    return "still here"


async def test_it_has_loaded_nothing_and_its_result_comes_back() -> None:
    assert not await in_fresh_process(loaded, "numpy")


async def test_an_error_that_users_know_comes_back_as_it_was() -> None:
    with pytest.raises(AudioError, match="no recordings") as failed:
        await in_fresh_process(fail_as_known)
    assert failed.value.code == "no-commands"


@pytest.mark.parametrize(("work", "told"), [(fail, "seven"), (end, "without a result")])
async def test_any_other_end_is_told(work: object, told: str) -> None:
    with pytest.raises(RuntimeError, match=told):
        await in_fresh_process(work)  # type: ignore[arg-type] # any of them is called


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no such mask")
async def test_ctrl_c_does_not_reach_it() -> None:
    assert await in_fresh_process(survive_ctrl_c) == "still here"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such files")
async def test_it_ends_with_the_one_who_waits(tmp_path: Path) -> None:
    file = tmp_path / "process"
    os.mkfifo(file)
    waiting = asyncio.create_task(in_fresh_process(note_and_wait, str(file)))
    process = int(await asyncio.to_thread(file.read_text, encoding="utf-8"))
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
