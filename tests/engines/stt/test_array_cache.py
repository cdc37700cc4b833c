"""Unit: an array is computed once for each stamp; a file that is no good is as if there were none.

In go starts of a program, out come how often it was computed and what it was.
"""

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.engines.stt.array_cache import DIGEST_BYTES, kept_array

pytestmark = pytest.mark.unit


class Computation:
    """Counts how often it was asked."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> NDArray[np.float32]:
        self.times += 1
        return np.linspace(0, self.times, 50_000, dtype=np.float32).reshape(1, 500, 100)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "silence.states"


def test_it_is_computed_at_the_first_start_alone(file: Path) -> None:
    compute = Computation()
    first, second = (kept_array(file, "a model", compute) for _ in range(2))
    assert compute.times == 1
    assert second.dtype == np.float32
    np.testing.assert_array_equal(first, second)


def test_for_another_stamp_it_is_computed_anew(file: Path) -> None:
    compute = Computation()
    for stamp in ("a model", "another", "another"):
        kept_array(file, stamp, compute)
    assert compute.times == 2


@pytest.mark.parametrize("at", [0, DIGEST_BYTES + 3, -1])
def test_one_changed_byte_is_noticed(file: Path, at: int) -> None:
    compute = Computation()
    kept_array(file, "a model", compute)
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)
    kept_array(file, "a model", compute)
    assert compute.times == 2


@pytest.mark.parametrize("n_bytes", [0, 5, DIGEST_BYTES, 1_000])
def test_a_file_that_was_cut_off_is_written_anew(file: Path, n_bytes: int) -> None:
    compute = Computation()
    kept_array(file, "a model", compute)
    file.write_bytes(file.read_bytes()[:n_bytes])
    for _ in range(2):
        kept_array(file, "a model", compute)
    assert compute.times == 2


def test_what_cannot_be_kept_is_computed_and_leaves_nothing(file: Path) -> None:
    file.mkdir(parents=True)
    compute = Computation()
    for _ in range(2):
        kept_array(file, "a model", compute)
    assert compute.times == 2
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def test_a_full_disk_leaves_nothing_half_written(file: Path) -> None:
    import resource  # not there on Windows

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, before[1]))
    try:
        array = kept_array(file, "a model", Computation())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert array.shape == (1, 500, 100)
    assert list(file.parent.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="kinds of files that unix has")
@pytest.mark.parametrize("name", ["silence.states", "silence.states.new"])
def test_a_named_pipe_in_its_place_is_replaced(file: Path, name: str) -> None:
    file.parent.mkdir()
    os.mkfifo(file.parent / name)
    compute = Computation()
    first, second = (kept_array(file, "a model", compute) for _ in range(2))
    assert compute.times == 1
    np.testing.assert_array_equal(first, second)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device without an end")
def test_a_device_is_not_read(file: Path) -> None:
    file.parent.mkdir()
    file.symlink_to("/dev/zero")
    compute = Computation()
    assert kept_array(file, "a model", compute).shape == (1, 500, 100)
    assert kept_array(file, "a model", compute).shape == (1, 500, 100)
    assert compute.times == 1
