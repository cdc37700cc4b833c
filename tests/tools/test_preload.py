"""Unit: what tools load at their first use can be loaded before it."""

import asyncio
import logging
import threading
from collections.abc import Callable

import pytest

from jarvis_voice.core.paths import Paths
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.preload import first_uses, load_ahead
from jarvis_voice.tools.web.sites import SiteTable

pytestmark = pytest.mark.unit

NOWHERE = {"XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere", "HOME": "/nowhere"}


@pytest.fixture
def loads(paths: Paths) -> dict[str, Callable[[], object]]:
    return dict(first_uses(SiteTable.load(paths), Applications(NOWHERE, "linux")))


def test_each_can_be_loaded_more_than_once(loads: dict[str, Callable[[], object]]) -> None:
    assert list(loads) == ["patterns", "sites", "applications", "units", "places"]
    assert [load() for load in loads.values()] == [load() for load in loads.values()]
    assert loads["units"]() == "1 mile is 1.61 kilometers."
    assert loads["places"]() is None


async def test_what_cannot_be_loaded_is_logged_and_the_rest_is_loaded(
    caplog: pytest.LogCaptureFixture,
) -> None:
    loaded: list[str] = []

    def break_down() -> None:
        raise ImportError("no such library")

    with caplog.at_level(logging.ERROR):
        await load_ahead({"units": break_down, "places": lambda: loaded.append("places")})
    assert loaded == ["places"]
    [record] = caplog.records
    assert record.getMessage().startswith("loading units ahead of use broke: ImportError")


async def test_who_waits_for_a_load_is_let_go_at_once_and_no_other_is_begun() -> None:
    begun, may_end = threading.Event(), threading.Event()
    loaded: list[str] = []

    def load_slowly() -> None:
        begun.set()
        may_end.wait()

    loads = {"units": load_slowly, "places": lambda: loaded.append("places")}
    loading = asyncio.create_task(load_ahead(loads))
    await asyncio.to_thread(begun.wait)
    loading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await loading
    may_end.set()
    assert loaded == []
