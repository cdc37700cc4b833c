"""Flow: the thread that owns a model opens, runs one call at a time, and ends in time."""

import asyncio
import threading
from pathlib import Path
from typing import Self

import pytest

from jarvis_voice.core.errors import AudioError, ModelError
from jarvis_voice.engines import model_worker as worker_module
from jarvis_voice.engines.load_order import LoadOrder
from jarvis_voice.engines.model_worker import ModelWorker

pytestmark = pytest.mark.flow


class Model:
    """Notes the threads it is touched by, and calls that overlap."""

    def __init__(self) -> None:
        self.threads = {threading.current_thread()}
        self.running = self.overlaps = 0

    def double(self, number: int) -> int:
        self.threads.add(threading.current_thread())
        self.overlaps += self.running
        self.running += 1
        self.running -= 1
        return 2 * number


async def test_a_model_is_loaded_and_run_in_one_thread_that_is_not_the_loops() -> None:
    model: Model | None = None

    def load() -> Model:
        nonlocal model
        model = Model()
        return model

    async with ModelWorker("test model", (), load) as worker:
        results = await asyncio.gather(*(worker.run(Model.double, n) for n in range(20)))
    assert results == [2 * n for n in range(20)]
    assert model is not None
    assert len(model.threads) == 1
    assert threading.current_thread() not in model.threads
    assert model.overlaps == 0
    assert not next(iter(model.threads)).is_alive()


async def test_a_missing_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    there, missing = tmp_path / "there.onnx", tmp_path / "missing.onnx"
    there.touch()
    with pytest.raises(ModelError, match=r"missing\.onnx.*jarvis setup") as caught:
        async with ModelWorker("test model", (there, missing), Model):
            pytest.fail("it opened")
    assert caught.value.code == "model-missing"


async def test_a_model_that_does_not_load_is_an_error_that_names_its_files(tmp_path: Path) -> None:
    file = tmp_path / "damaged.onnx"
    file.touch()

    def load() -> Model:
        raise ValueError("no magic number")

    with pytest.raises(ModelError, match=r"damaged\.onnx.*ValueError") as caught:
        async with ModelWorker("test model", (file,), load):
            pytest.fail("it opened")
    assert caught.value.code == "model-damaged"


@pytest.mark.parametrize(
    ("raised", "seen", "code"),
    [
        (RuntimeError("cuda"), ModelError, "model-failed"),
        (AudioError("own", "kept"), AudioError, "own"),
    ],
)
async def test_a_foreign_error_is_wrapped_and_an_own_one_kept(
    raised: Exception, seen: type[ModelError | AudioError], code: str
) -> None:
    def fail(_: Model) -> None:
        raise raised

    async with ModelWorker("test model", (), Model) as worker:
        with pytest.raises(seen) as caught:
            await worker.run(fail)
        assert caught.value.code == code
        assert await worker.run(Model.double, 4) == 8


async def test_a_cancelled_call_that_has_not_begun_never_runs() -> None:
    begun, release = threading.Event(), threading.Event()
    ran: list[str] = []

    def first(_: Model) -> None:
        begun.set()
        release.wait()

    async with ModelWorker("test model", (), Model) as worker:
        running = asyncio.create_task(worker.run(first))
        await asyncio.to_thread(begun.wait)
        waiting = asyncio.create_task(worker.run(lambda _: ran.append("second")))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        release.set()
        await running
    assert ran == []


async def test_stopping_gives_up_on_a_call_that_does_not_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker_module, "STOP_SECONDS", 0.01)
    begun, release = threading.Event(), threading.Event()

    def wedge(_: Model) -> None:
        begun.set()
        release.wait()

    worker = ModelWorker("test model", (), Model)
    await worker.__aenter__()
    stuck = asyncio.create_task(worker.run(wedge))
    await asyncio.to_thread(begun.wait)
    await worker.__aexit__(None, None, None)
    assert "still busy" in caplog.text
    assert not stuck.done()
    release.set()
    await stuck


async def test_a_closed_worker_says_so() -> None:
    worker = ModelWorker("test model", (), Model)
    with pytest.raises(ModelError) as caught:
        await worker.run(Model.double, 1)
    assert caught.value.code == "model-closed"
    await worker.__aexit__(None, None, None)


class OnePlace:
    """Lets one in, and tells of each that asks."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self._taken = threading.Lock()

    def place(self, *, is_long: bool) -> Self:
        assert not is_long
        return self

    def __enter__(self) -> None:
        self.asked.release()
        self._taken.acquire()

    def __exit__(self, *exc: object) -> None:
        self._taken.release()


async def test_no_more_models_load_at_once_than_there_are_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place, release = OnePlace(), threading.Event()
    monkeypatch.setattr(worker_module, "LOADING", place)
    loading, most = [0], [0]

    def load() -> Model:
        loading[0] += 1
        most[0] = max(most[0], loading[0])
        release.wait(30)
        loading[0] -= 1
        return Model()

    workers = [ModelWorker("one of two", (), load) for _ in range(2)]
    try:
        async with asyncio.TaskGroup() as group:
            for worker in workers:
                group.create_task(worker.__aenter__())
                assert await asyncio.to_thread(place.asked.acquire, timeout=30)
            release.set()
    finally:
        release.set()
    assert most == [1]
    for worker in workers:
        await worker.__aexit__(None, None, None)


async def test_a_model_that_nobody_waits_for_any_more_is_not_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place, loaded = OnePlace(), list[str]()
    monkeypatch.setattr(worker_module, "LOADING", place)
    worker = ModelWorker("unwanted", (), lambda: loaded.append("unwanted"))
    with place:
        place.asked.acquire()
        opening = asyncio.create_task(worker.__aenter__())
        assert await asyncio.to_thread(place.asked.acquire, timeout=30)
        [thread] = [one for one in threading.enumerate() if one.name.startswith("unwanted")]
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
    await asyncio.to_thread(thread.join, 30)
    assert (loaded, thread.is_alive()) == ([], False)


async def test_a_load_that_fails_makes_place_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "LOADING", LoadOrder(1))

    def fail() -> Model:
        raise ValueError("no magic number")

    with pytest.raises(ModelError):
        await ModelWorker("damaged", (), fail).__aenter__()
    async with ModelWorker("whole", (), Model) as worker:
        assert await worker.run(Model.double, 4) == 8
