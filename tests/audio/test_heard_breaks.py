"""Unit: a recording with a fault goes in, the number of its breaks comes out."""

import numpy as np
import pytest
from audio.heard_breaks import breaks, without_waits
from numpy.typing import NDArray

pytestmark = pytest.mark.unit

RATE_HZ = 16_000
SAID = np.random.default_rng(1).normal(0, 3_000, RATE_HZ).astype(np.int16)
DROP = RATE_HZ // 50


def joined(*parts: NDArray[np.int16]) -> NDArray[np.int16]:
    return np.concatenate(parts)


@pytest.mark.parametrize(
    ("heard", "count"),
    [
        (SAID, 0),
        (SAID // 4, 0),
        (joined(SAID[:5_000], SAID[5_000 + DROP :]), 1),
        (joined(SAID[: 10 * DROP], SAID[11 * DROP :]), 1),
        (joined(SAID[:5_000], SAID[5_010:]), 1),
        (joined(SAID[:5_000], SAID[5_000 - DROP :]), 1),
        (joined(SAID[:5_000], np.zeros(DROP, np.int16), SAID[5_000 + DROP :]), 1),
        (joined(SAID[:5_000], np.zeros(DROP, np.int16), SAID[5_000:]), 1),
        (joined(SAID[:4_000], SAID[4_400:9_000], SAID[9_400:]), 2),
        (np.zeros(RATE_HZ, np.int16), 1),
        (SAID[DROP:], 1),
    ],
    ids=[
        *("whole", "quieter", "20-ms-dropped", "one-piece-dropped", "10-samples-dropped", "twice"),
        *("zeros-instead", "zeros-between", "two-drops", "nothing", "beginning-dropped"),
    ],
)
def test_each_fault_is_a_break(heard: NDArray[np.int16], count: int) -> None:
    assert breaks(heard, SAID, RATE_HZ) == count


def test_zeros_between_are_waits_and_zeros_instead_are_a_break() -> None:
    zeros = np.zeros(500, np.int16)
    late = joined(SAID[:5_000], zeros, SAID[5_000:9_000], zeros, SAID[9_000:])
    assert without_waits(SAID, RATE_HZ)[1] == 0
    handed, waits = without_waits(late, RATE_HZ)
    assert waits == 2
    assert np.array_equal(handed, SAID)
    instead, _ = without_waits(joined(SAID[:5_000], zeros, SAID[5_500:]), RATE_HZ)
    assert breaks(instead, SAID, RATE_HZ) == 1
