from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from jarvis_voice.audio.earcons import EARCON_DBFS, earcon
from jarvis_voice.audio.pcm import level_dbfs
from jarvis_voice.core.ports import Earcon

pytestmark = pytest.mark.flow


@pytest.mark.parametrize("rate_hz", [16_000, 22_050, 48_000])
@pytest.mark.parametrize("name", get_args(Earcon))
def test_an_earcon_is_short_and_moderate_and_fades(name: Earcon, rate_hz: int) -> None:
    pcm = earcon(name, rate_hz)
    assert pcm.dtype == np.int16
    assert 0.1 < len(pcm) / rate_hz < (1.0 if name == "alarm" else 0.25)
    assert level_dbfs(pcm) == pytest.approx(EARCON_DBFS, abs=0.2)
    assert np.abs(pcm).max() < 32_767
    assert abs(int(pcm[0])) < 50
    assert abs(int(pcm[-1])) < 50


def test_all_differ() -> None:
    sounds = [earcon(name, 16_000).tobytes() for name in get_args(Earcon)]
    assert len(set(sounds)) == len(sounds)
