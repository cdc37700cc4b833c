"""E2E: work in a new interpreter comes back as a result or as its error, and can be ended."""

import asyncio
import signal
from multiprocessing import active_children

import pytest
from workshop.benches.fresh_work import (
    end,
    fail,
    fail_as_known,
    loaded,
    survive_ctrl_c,
    wait_for_long,
)

from jarvis_voice.core.errors import AudioError
from jarvis_voice.workshop.benches.fresh_process import in_fresh_process

pytestmark = pytest.mark.e2e


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


async def test_it_ends_with_the_one_who_waits() -> None:
    waiting = asyncio.create_task(in_fresh_process(wait_for_long))
    await asyncio.sleep(0)  # the process is started within the first step of the task
    [process] = active_children()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not process.is_alive()
