"""Flow: of those that wait to load, one that takes long goes first."""

import threading
from collections.abc import Callable

import pytest

from jarvis_voice.engines.load_order import LoadOrder

pytestmark = pytest.mark.flow

PATIENCE_SECONDS = 30.0


class ToldCondition(threading.Condition):
    """Counts who waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Semaphore(0)

    def wait_for(self, predicate: Callable[[], object], timeout: float | None = None) -> object:  # type: ignore[override]
        self.asked.release()
        return super().wait_for(predicate, timeout)


@pytest.mark.parametrize("came", [(False, True), (True, False), (False, False, True)])
def test_one_that_takes_long_goes_before_the_others(
    monkeypatch: pytest.MonkeyPatch, came: tuple[bool, ...]
) -> None:
    order, told, went = LoadOrder(1), ToldCondition(), list[bool]()
    monkeypatch.setattr(order, "_changed", told)

    def load(*, is_long: bool) -> None:
        with order.place(is_long=is_long):
            went.append(is_long)

    with order.place(is_long=False):
        told.asked.acquire()
        threads = [threading.Thread(target=load, kwargs={"is_long": one}) for one in came]
        for thread in threads:
            thread.start()
            assert told.asked.acquire(timeout=PATIENCE_SECONDS)
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    assert went == sorted(came, reverse=True)


def test_a_load_that_fails_gives_its_place_back() -> None:
    order = LoadOrder(1)
    with pytest.raises(ValueError, match="damaged"), order.place(is_long=True):
        raise ValueError("damaged")
    with order.place(is_long=False):
        pass


def test_while_a_core_is_needed_elsewhere_one_less_loads() -> None:
    order, loads = LoadOrder(1), threading.Event()

    def load() -> None:
        with order.place(is_long=False):
            loads.set()

    with order.one_less(), order.one_less():
        thread = threading.Thread(target=load)
        thread.start()
        assert not loads.wait(0)
    assert loads.wait(PATIENCE_SECONDS)
    thread.join(PATIENCE_SECONDS)
