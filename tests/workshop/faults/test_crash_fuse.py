"""Unit: the fuse kills at its point, and only once it is armed."""

import pytest

from jarvis_voice.workshop.faults import crash_fuse
from jarvis_voice.workshop.faults.crash_fuse import POINTS, Fuse

pytestmark = pytest.mark.unit


class DeadError(Exception):
    """Instead of the end of the process."""


@pytest.fixture(autouse=True)
def harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    def die() -> None:
        raise DeadError

    monkeypatch.setattr(crash_fuse, "die", die)


@pytest.mark.parametrize("point", POINTS)
def test_it_kills_at_its_point_and_at_no_other(point: str) -> None:
    fuse = Fuse(point, 1)
    fuse.reached(point)  # not armed
    fuse.is_armed = True
    for other in set(POINTS) - {point}:
        fuse.reached(other)
    with pytest.raises(DeadError):
        fuse.reached(point)
