"""Unit: the collector rests while something is loaded, and passes over what was."""

import gc
import subprocess
import sys

import pytest

from jarvis_voice.platform.gc import gc_paused

pytestmark = pytest.mark.unit


def test_nothing_is_collected_within_and_everything_behind_it() -> None:
    assert gc.isenabled()
    with gc_paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_one_within_another_does_not_end_it() -> None:
    with gc_paused():
        with gc_paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_load_that_fails_ends_the_rest() -> None:
    with pytest.raises(OSError, match="full"), gc_paused():
        raise OSError("full")
    assert gc.isenabled()


def test_who_had_turned_it_off_finds_it_off() -> None:
    gc.disable()
    try:
        with gc_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


LOOKED_THROUGH = """
import gc
from jarvis_voice.platform.gc import gc_paused
before = len(gc.get_objects())
with gc_paused(keeps=True):
    loaded = [[] for _ in range(1_000)]
newer = []
print(before > 1_000, len(gc.get_objects()) < 100, any(one is newer for one in gc.get_objects()))
"""


@pytest.mark.e2e
def test_only_what_comes_later_is_looked_through() -> None:
    # in a process of its own: what this one has loaded is not its last
    done = subprocess.run(
        [sys.executable, "-c", LOOKED_THROUGH], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "True", "True"]


def test_what_is_not_kept_or_failed_to_load_is_looked_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passed_over: list[str] = []
    monkeypatch.setattr(gc, "freeze", lambda: passed_over.append("all"))
    with gc_paused():
        pass
    with pytest.raises(OSError, match="full"), gc_paused(keeps=True):
        raise OSError("full")
    assert passed_over == []
    with gc_paused(keeps=True):
        pass
    assert passed_over == ["all"]
