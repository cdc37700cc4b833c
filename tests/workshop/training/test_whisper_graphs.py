"""Contract: the graphs that are shipped are those this file writes, and the runtime takes them."""

import numpy as np
import pytest

from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.onnx_subgraph import filled
from jarvis_voice.engines.stt.whisper_tiny.network import PROBE, PROBED
from jarvis_voice.workshop.training.whisper_graphs import GRAPHS

pytestmark = pytest.mark.contract


@pytest.mark.parametrize("name", GRAPHS)
def test_what_is_shipped_is_what_is_written(name: str) -> None:
    assert shipped(f"models/{name}").read_bytes() == GRAPHS[name]()


def test_a_weight_that_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match="whole"):
        filled(GRAPHS[PROBE](), {})


@pytest.mark.parametrize(("weight", "product"), [(2, 128.0), (-3, -192.0)])
def test_a_graph_filled_with_its_weights_runs(weight: int, product: float) -> None:
    whole, scale = np.full((PROBED, 1), weight, np.int8), np.ones(1, np.float32)
    model = filled(GRAPHS[PROBE](), {"whole": whole.data, "scale": scale.data})
    (y,) = open_session(model).run(None, {"x": np.ones((1, PROBED), np.float32)})
    assert y[0, 0] == pytest.approx(product, rel=1e-3)
