"""smart-turn (unit): what the network is given, and what happens without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engines.speech import noise

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.engines.vad.smart_turn import SmartTurn, _Judge, _window

pytestmark = pytest.mark.flow


class Network:
    """Stands for onnxruntime's session."""

    def __init__(self) -> None:
        self.seen: list[np.ndarray[Any, Any]] = []

    def run(self, _: None, inputs: dict[str, Any]) -> list[np.ndarray[Any, Any]]:
        self.seen.append(inputs["input_features"])
        return [np.array([[0.75]], np.float32)]


@pytest.mark.parametrize("count", [0.0, 0.3, 8.0, 20.0])
def test_the_network_gets_the_features_of_eight_seconds(count: float) -> None:
    network = Network()
    assert _Judge(network).finished(noise(count, -30.0)) == 0.75
    assert network.seen[0].shape == (1, 80, 800)
    assert network.seen[0].dtype == np.float32
    assert np.isfinite(network.seen[0]).all()


def test_the_end_of_the_sound_is_at_the_end_of_the_window_with_silence_before() -> None:
    window = _window(noise(2.0, -30.0))
    assert len(window) == 8 * RATE_HZ
    assert np.ptp(window[: 6 * RATE_HZ]) == 0
    assert window.mean() == pytest.approx(0, abs=1e-4)
    assert window.var() == pytest.approx(1, abs=1e-2)
    assert np.array_equal(_window(noise(20.0, -30.0)), _window(noise(20.0, -30.0)[-8 * RATE_HZ :]))


async def test_a_missing_and_a_damaged_file_are_told(tmp_path: Path) -> None:
    file = tmp_path / "turn.onnx"
    for code in ("model-missing", "model-damaged"):
        with pytest.raises(ModelError) as caught:
            await SmartTurn(file).__aenter__()
        assert caught.value.code == code
        file.write_bytes(b"no network")
