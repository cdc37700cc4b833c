"""Flow: one model for several callers: loaded once, let go with the last, live ears first."""

import asyncio
import threading
import weakref
from collections.abc import Callable

import pytest

from jarvis_voice.core.callers import Caller, Rank
from jarvis_voice.core.errors import ModelError
from jarvis_voice.engines.model_worker import ModelWorker
from jarvis_voice.engines.shared_worker import SharedWorker

pytestmark = pytest.mark.flow

LIVE = Caller("kitchen", Rank.LIVE)
FILE = Caller("ada", Rank.FILE)


class Notes(list[str]):
    """A model that notes what it is asked, and holds a job until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.let_go = threading.Event(), threading.Event()

    def note(self, name: str) -> str:
        self.append(name)
        return name

    def hold(self) -> None:
        self.append("held")
        self.begun.set()
        self.let_go.wait(10)


def shared(notes: Notes) -> SharedWorker[Notes]:
    return SharedWorker(lambda: ModelWorker("notes", (), lambda: notes))


async def begun(notes: Notes) -> None:
    await asyncio.to_thread(notes.begun.wait, 10)


async def test_the_model_is_loaded_once_for_all_seats_and_let_go_with_the_last() -> None:
    worker = shared(Notes())
    assert worker.loads == 0
    first, second = worker.seat(LIVE), worker.seat(FILE)
    await asyncio.gather(first.__aenter__(), second.__aenter__())
    assert worker.loads == 1
    await first.__aexit__()
    assert await second.run(Notes.note, "still there") == "still there"
    await second.__aexit__()
    assert not worker.is_loaded
    with pytest.raises(ModelError, match="not open"):
        await second.run(Notes.note, "gone")
    async with worker.seat(FILE):
        assert worker.loads == 2


async def test_a_model_that_was_let_go_is_free_before_its_memory_is_given_back() -> None:
    models = list[weakref.ref[Notes]]()
    were_there = list[bool]()

    def load() -> Notes:
        notes = Notes()
        models.append(weakref.ref(notes))
        return notes

    def give() -> None:
        were_there.extend(model() is not None for model in models)

    worker = SharedWorker(lambda: ModelWorker("notes", (), load), give)
    for _ in range(2):
        async with worker.seat(LIVE) as seat:
            await seat.run(Notes.note, "hello")
    assert were_there == [False, False, False]


async def test_what_cannot_be_made_is_told_to_each_who_asks() -> None:
    def make() -> ModelWorker[Notes]:
        raise ModelError("model-missing", "It is not there.")

    worker = SharedWorker(make)
    for _ in range(2):
        with pytest.raises(ModelError, match="not there"):
            async with worker.seat(FILE):
                pytest.fail("it opened")
    assert worker.loads == 0


async def test_live_ears_go_before_pieces_of_a_file_that_wait() -> None:
    notes = Notes()
    worker = shared(notes)
    async with worker.seat(LIVE) as live, worker.seat(FILE) as file:
        holding = asyncio.create_task(file.run(Notes.hold))
        await begun(notes)
        pieces = [asyncio.create_task(file.run(Notes.note, f"piece {n}")) for n in range(3)]
        await asyncio.sleep(0)
        heard = asyncio.create_task(live.run(Notes.note, "live"))
        await asyncio.sleep(0)
        notes.let_go.set()
        await asyncio.gather(holding, heard, *pieces)
    assert list(notes) == ["held", "live", "piece 0", "piece 1", "piece 2"]


@pytest.mark.parametrize("fails", [False, True])
async def test_a_job_that_nobody_wants_any_more_holds_the_line_until_its_end(fails: bool) -> None:
    notes = Notes()
    worker = shared(notes)

    def hold(model: Notes) -> None:
        model.hold()
        model.append("over")
        if fails:
            raise ValueError

    jobs: list[Callable[[Notes], None]] = [hold]
    async with worker.seat(FILE) as seat:
        job = asyncio.create_task(seat.run(jobs[0]))
        await begun(notes)
        job.cancel()
        await asyncio.wait({job})
        following = asyncio.create_task(seat.run(Notes.note, "next"))
        await asyncio.sleep(0)
        notes.let_go.set()
        await following
    assert list(notes) == ["held", "over", "next"]


async def test_a_job_that_waits_and_is_cancelled_is_never_done() -> None:
    notes = Notes()
    worker = shared(notes)
    async with worker.seat(FILE) as seat:
        holding = asyncio.create_task(seat.run(Notes.hold))
        await begun(notes)
        dropped = asyncio.create_task(seat.run(Notes.note, "dropped"))
        await asyncio.sleep(0)
        dropped.cancel()
        await asyncio.wait({dropped})
        notes.let_go.set()
        await holding
        await seat.run(Notes.note, "next")
    assert list(notes) == ["held", "next"]
