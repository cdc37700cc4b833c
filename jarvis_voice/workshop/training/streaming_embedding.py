"""Makes the streaming form of the embedding network: same weights, each step computed once.

The network looks at 76 mel frames and moves on by eight. Its layers do not pad in time, and their
strides multiply to eight, so all but the newest columns of every layer are those of the step
before. Here each layer that looks back keeps the two columns it needs as a state.

Invariant: no weight changes; the outputs equal the original's but for the order of additions.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

COLUMNS_KEPT = 2
"""A kernel of three columns needs the two before the new ones."""

MEL_BANDS = 32
STATE = "state_{}"
NEXT_STATE = "next_state_{}"


def make_streaming(embedding: Path, target: Path) -> None:
    """Write the streaming form of openWakeWord's embedding network.

    Inputs of what is written: `mel` float32 (1, 1, 8 n, 32), and each `state_k` as the run before
    gave it in `next_state_k`, zeros at first. Output `features`: float32 (n, 96).

    Args:
        embedding: The network as published: 76 mel frames in, one embedding out.
        target: Where the streaming form goes.
    """
    import onnx

    graph = onnx.load(str(embedding)).graph
    names = {array.name: list(array.dims) for array in graph.initializer}
    layers = _Layers(onnx)
    for node in graph.node:
        if node.op_type != "Reshape":
            layers.add(node, names)
    layers.end_in_rows()
    made = onnx.helper.make_graph(
        layers.nodes,
        "streaming_embedding",
        [onnx.helper.make_tensor_value_info("mel", 1, [1, 1, "frames", MEL_BANDS]), *layers.inputs],
        [onnx.helper.make_tensor_value_info("features", 1, ["steps", 96]), *layers.outputs],
        [a for a in graph.initializer if not a.name.startswith("new_shape")] + layers.constants,
    )
    opset = [onnx.helper.make_opsetid("", 13)]
    model = onnx.helper.make_model(made, opset_imports=opset, ir_version=7)
    onnx.checker.check_model(model)
    target.write_bytes(model.SerializeToString())


class _Layers:
    """The layers so far, each convolution over time preceded by what it keeps."""

    def __init__(self, onnx: Any) -> None:
        self._onnx = onnx
        self._bands = MEL_BANDS
        self._newest = "mel"
        self.nodes: list[Any] = []
        self.inputs: list[Any] = []
        self.outputs: list[Any] = []
        self.constants = [
            self._int64("from_there", [-COLUMNS_KEPT]),
            self._int64("to_the_end", [2**62]),
            self._int64("time_axis", [2]),
        ]

    def add(self, node: Any, names: dict[str, list[int]]) -> None:
        """Take a layer of the original over, in the original's order."""
        helper = self._onnx.helper
        values = {a.name: helper.get_attribute_value(a) for a in node.attribute}
        source = self._newest
        if node.op_type == "Conv" and values["kernel_shape"][0] > 1:
            source = self._with_state(names[node.input[1]][1])
        self._newest = node.output[0]
        self.nodes.append(
            helper.make_node(node.op_type, [source, *node.input[1:]], [self._newest], **values)
        )
        if node.op_type == "MaxPool":
            self._bands //= values["strides"][1]

    def end_in_rows(self) -> None:
        """Make (n, 96) of the last layer's (1, 96, n, 1)."""
        self.constants.append(self._int64("row_axes", [0, 3]))
        helper = self._onnx.helper
        self.nodes += [
            helper.make_node("Squeeze", [self._newest, "row_axes"], ["by_channel"]),
            helper.make_node("Transpose", ["by_channel"], ["features"], perm=[1, 0]),
        ]

    def _with_state(self, channels: int) -> str:
        """The newest columns behind the two before them, which it also keeps for the next run."""
        number, helper = len(self.inputs), self._onnx.helper
        shape = [1, channels, COLUMNS_KEPT, self._bands]
        before, after, joined = STATE.format(number), NEXT_STATE.format(number), f"joined_{number}"
        self.inputs.append(helper.make_tensor_value_info(before, 1, shape))
        self.outputs.append(helper.make_tensor_value_info(after, 1, shape))
        bounds = ["from_there", "to_the_end", "time_axis"]
        self.nodes += [
            helper.make_node("Concat", [before, self._newest], [joined], axis=2),
            helper.make_node("Slice", [joined, *bounds], [after]),
        ]
        return joined

    def _int64(self, name: str, values: list[int]) -> Any:
        helper = self._onnx.helper
        return helper.make_tensor(name, self._onnx.TensorProto.INT64, [len(values)], values)
