"""Writes Whisper's ONNX graphs: models/whisper-tiny.en-{encoder,decoder}.onnx.

They hold what is computed and in which order, and no weight: those are read from the user's own
copy of the model when it is loaded (`jarvis_voice.engines.stt.whisper_tiny.weights`).

    python -m jarvis_voice.workshop.training.whisper_graphs models

Invariant: every weight is named as CTranslate2 names it, the two parts in int8 of a linear layer's
with `WHOLE` and `SCALE` behind that.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jarvis_voice.engines.stt.whisper_tiny.network import (
    DECODER,
    ENCODER,
    HEAD_STATES,
    HEADS,
    LAYERS,
    MELS,
    PROBE,
    PROBED,
    STATES,
    TOKENS,
    TOP,
)
from jarvis_voice.engines.stt.whisper_tiny.weights import SCALE, WHOLE

FEED_FORWARD = 4 * STATES

OPSET, IR_VERSION = 18, 9
PER_HEAD_KEYS, PER_HEAD_VALUES = (1, 2, 0), (1, 0, 2)


@dataclass
class _Graph:
    """Nodes in the order they are computed in, and what goes in and out."""

    nodes: list[Any] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)
    inputs: list[Any] = field(default_factory=list)
    outputs: list[Any] = field(default_factory=list)

    def op(self, kind: str, *inputs: str, to: str = "", **attributes: Any) -> str:
        """One operation with one result; gives the name of that."""
        (name,) = self.ops(kind, inputs, (to or f"{kind}.{len(self.nodes)}",), **attributes)
        return name

    def ops(
        self, kind: str, inputs: tuple[str, ...], to: tuple[str, ...], **attributes: Any
    ) -> tuple[str, ...]:
        """One operation with several results; gives their names."""
        from onnx import helper

        domain = "com.microsoft" if kind in {"DynamicQuantizeMatMul", "Gelu"} else None
        self.nodes.append(helper.make_node(kind, inputs, to, domain=domain, **attributes))
        return to

    def whole(self, *numbers: int) -> str:
        """A constant of int64."""
        import numpy as np
        from onnx import numpy_helper

        name = "int64." + ".".join(map(str, numbers))
        if all(weight.name != name for weight in self.weights):
            self.weights.append(numpy_helper.from_array(np.array(numbers, np.int64), name))
        return name

    def scalar(self, number: float) -> str:
        """A constant of float32."""
        import numpy as np
        from onnx import numpy_helper

        name = f"float32.{number}"
        if all(weight.name != name for weight in self.weights):
            self.weights.append(numpy_helper.from_array(np.array(number, np.float32), name))
        return name

    def weight(self, name: str, *shape: int, is_whole: bool = False) -> str:
        """A weight that is given when the graph is loaded."""
        from onnx import TensorProto

        tensor = TensorProto(
            name=name,
            data_type=TensorProto.INT8 if is_whole else TensorProto.FLOAT,
            dims=shape,
            data_location=TensorProto.EXTERNAL,
        )
        place = tensor.external_data.add()
        place.key, place.value = "location", "weights"
        self.weights.append(tensor)
        return name

    def takes(self, name: str, *shape: int | str, is_whole: bool = False) -> str:
        """An input, of float32 or int64."""
        self.inputs.append(_value(name, shape, is_whole=is_whole))
        return name

    def gives(self, name: str, *shape: int | str, is_whole: bool = False) -> None:
        """An output, of float32 or int64."""
        self.outputs.append(_value(name, shape, is_whole=is_whole))

    def linear(self, x: str, name: str, inner: int, outer: int, *, has_bias: bool = True) -> str:
        """A linear layer in int8."""
        whole = self.weight(name + "/weight" + WHOLE, inner, outer, is_whole=True)
        scale = self.weight(name + "/weight" + SCALE, outer)
        y = self.op("DynamicQuantizeMatMul", x, whole, scale)
        return self.op("Add", y, self.weight(name + "/bias", outer)) if has_bias else y

    def norm(self, x: str, name: str) -> str:
        """A layer norm over the states."""
        gamma = self.weight(name + "/gamma", STATES)
        beta = self.weight(name + "/beta", STATES)
        return self.op("LayerNormalization", x, gamma, beta, axis=-1, epsilon=1e-5)

    def audio_router(self, query: str, keys: str, values: str, score: str) -> str:
        """What the queries gather from the values; `score` is added before the softmax."""
        scores = self.op("Add", self.op("MatMul", query, keys), score)
        return self.op("MatMul", self.op("Softmax", scores, axis=-1), values)

    def feed_forward(self, x: str, name: str) -> str:
        """The second half of a layer."""
        y = self.linear(
            self.norm(x, name + "/layer_norm"), name + "/linear_0", STATES, FEED_FORWARD
        )
        return self.op(
            "Add", x, self.linear(self.op("Gelu", y), name + "/linear_1", FEED_FORWARD, STATES)
        )

    def query(self, x: str) -> str:
        """Scaled as attention wants it."""
        return self.op("Mul", x, self.scalar(HEAD_STATES**-0.5))

    def model(self, name: str) -> bytes:
        """The graph as a file."""
        from onnx import helper

        graph = helper.make_graph(self.nodes, name, self.inputs, self.outputs, self.weights)
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
        made: bytes = helper.make_model(
            graph, opset_imports=opsets, ir_version=IR_VERSION
        ).SerializeToString(deterministic=True)
        return made


def _value(name: str, shape: tuple[int | str, ...], *, is_whole: bool) -> Any:
    from onnx import TensorProto, helper

    kind = TensorProto.INT64 if is_whole else TensorProto.FLOAT
    return helper.make_tensor_value_info(name, kind, shape)


def encoder() -> bytes:
    """From the features of a sound to keys and values of the decoder's attention to it.

    Behind the sound stands silence, pooled: its keys and values are inputs of every attention, and
    `weigh` is added to the scores, at each pooled place the logarithm of how many it stands for.
    """
    graph = _Graph()
    graph.takes("features", 1, MELS, "frames")
    graph.takes("places", "n", STATES)
    graph.takes("weigh", "all")
    x = "features"
    for name, inner, stride in (("conv1", MELS, 1), ("conv2", STATES, 2)):
        kernel = graph.weight(f"encoder/{name}/weight", STATES, inner, 3)
        bias = graph.weight(f"encoder/{name}/bias", STATES)
        x = graph.op("Gelu", graph.op("Conv", x, kernel, bias, pads=[1, 1], strides=[stride]))
    x = graph.op("Squeeze", graph.op("Transpose", x, perm=[0, 2, 1]), graph.whole(0))
    x = graph.op("Add", x, "places")
    for number in range(LAYERS):
        layer = f"encoder/layer_{number}"
        y = graph.norm(x, f"{layer}/self_attention/layer_norm")
        y = graph.linear(y, f"{layer}/self_attention/linear_0", STATES, 3 * STATES)
        parts = tuple(f"{layer}.{part}" for part in "qkv")
        q, k, v = graph.ops("Split", (y,), parts, axis=-1, num_outputs=3)
        q = graph.op("Transpose", _headed(graph, graph.query(q)), perm=PER_HEAD_VALUES)
        keys, values = _with_silence(graph, k, v, f"encoder.{number}")
        y = graph.audio_router(q, keys, values, "weigh")
        y = graph.op("Reshape", graph.op("Transpose", y, perm=[1, 0, 2]), graph.whole(-1, STATES))
        y = graph.linear(y, f"{layer}/self_attention/linear_1", STATES, STATES)
        x = graph.feed_forward(graph.op("Add", x, y), f"{layer}/ffn")
    x = graph.norm(x, "encoder/layer_norm")
    for number in range(LAYERS):
        name = f"decoder/layer_{number}/attention/linear_1"
        parts = (f"{name}.k", f"{name}.v")
        both = graph.linear(x, name, STATES, 2 * STATES)
        k, v = graph.ops("Split", (both,), parts, axis=-1, num_outputs=2)
        keys, values = _with_silence(graph, k, v, f"decoder.{number}")
        graph.op("Identity", keys, to=f"keys.{number}")
        graph.op("Identity", values, to=f"values.{number}")
        graph.gives(f"keys.{number}", HEADS, HEAD_STATES, "all")
        graph.gives(f"values.{number}", HEADS, "all", HEAD_STATES)
    return graph.model("encoder")


def _headed(graph: _Graph, x: str) -> str:
    return graph.op("Reshape", x, graph.whole(-1, HEADS, HEAD_STATES))


def _with_silence(graph: _Graph, k: str, v: str, name: str) -> tuple[str, str]:
    """Keys and values by heads, of the sound and of the silence behind it."""
    for kind in ("keys", "values"):
        place = (HEADS, HEAD_STATES, "s") if kind == "keys" else (HEADS, "s", HEAD_STATES)
        graph.takes(f"silent.{kind}.{name}", *place)
        place = (HEADS, HEAD_STATES, "n") if kind == "keys" else (HEADS, "n", HEAD_STATES)
        graph.gives(f"spoken.{kind}.{name}", *place)
    keys = graph.op(
        "Transpose", _headed(graph, k), to=f"spoken.keys.{name}", perm=list(PER_HEAD_KEYS)
    )
    values = graph.op(
        "Transpose", _headed(graph, v), to=f"spoken.values.{name}", perm=list(PER_HEAD_VALUES)
    )
    return (
        graph.op("Concat", keys, f"silent.keys.{name}", axis=2),
        graph.op("Concat", values, f"silent.values.{name}", axis=1),
    )


def decoder() -> bytes:
    """From tokens, and keys and values of what came before, to the likeliest next tokens.

    All rows hear the same sound. `parents` says which row of the past each row goes on from, and
    `banned` is added to the scores of the tokens. `wanted` are tokens whose scores are given.
    """
    graph = _Graph()
    graph.takes("tokens", "rows", "new", STATES)
    graph.takes("mask", "new", "time")
    graph.takes("parents", "rows", is_whole=True)
    graph.takes("banned", "one or all", TOKENS)
    graph.takes("wanted", "all", "wanted", is_whole=True)
    graph.takes("weigh", "heard")
    x = "tokens"
    for number in range(LAYERS):
        layer = f"decoder/layer_{number}"
        x = graph.op("Add", x, _self_attention(graph, x, layer, number))
        y = graph.norm(x, f"{layer}/attention/layer_norm")
        q = graph.query(graph.linear(y, f"{layer}/attention/linear_0", STATES, STATES))
        q = graph.op("Transpose", _headed(graph, q), perm=list(PER_HEAD_VALUES))
        keys = graph.takes(f"keys.{number}", HEADS, HEAD_STATES, "heard")
        values = graph.takes(f"values.{number}", HEADS, "heard", HEAD_STATES)
        y = graph.op("Transpose", graph.audio_router(q, keys, values, "weigh"), perm=[1, 0, 2])
        y = graph.op("Reshape", y, graph.op("Shape", x))
        y = graph.linear(y, f"{layer}/attention/linear_2", STATES, STATES)
        x = graph.feed_forward(graph.op("Add", x, y), f"{layer}/ffn")
    x = graph.op("Reshape", graph.norm(x, "decoder/layer_norm"), graph.whole(-1, STATES))
    scores = graph.linear(x, "decoder/embeddings", STATES, TOKENS, has_bias=False)
    graph.op("GatherElements", scores, "wanted", to="wanted scores", axis=1)
    scores = graph.op("Add", scores, "banned")
    top = graph.ops("TopK", (scores, graph.whole(TOP)), ("top scores", "top tokens"), axis=-1)
    best = graph.op("ReduceMax", top[0], graph.whole(1), keepdims=1)
    above = graph.op("Exp", graph.op("Sub", scores, best))
    total = graph.op("Log", graph.op("ReduceSum", above, graph.whole(1), keepdims=1))
    graph.op("Add", total, best, to="total")
    graph.gives("top scores", "all", TOP)
    graph.gives("top tokens", "all", TOP, is_whole=True)
    graph.gives("total", "all", 1)
    graph.gives("wanted scores", "all", "wanted")
    return graph.model("decoder")


def _self_attention(graph: _Graph, x: str, layer: str, number: int) -> str:
    y = graph.norm(x, f"{layer}/self_attention/layer_norm")
    y = graph.linear(y, f"{layer}/self_attention/linear_0", STATES, 3 * STATES)
    q, k, v = graph.ops(
        "Split", (y,), tuple(f"{layer}.{part}" for part in "qkv"), axis=-1, num_outputs=3
    )
    by_heads = graph.whole(0, 0, HEADS, HEAD_STATES)
    q, k, v = (
        graph.op("Transpose", graph.op("Reshape", part, by_heads), perm=[0, 2, 1, 3])
        for part in (graph.query(q), k, v)
    )
    for kind, new in (("keys", k), ("values", v)):
        past = graph.takes(f"past.{kind}.{number}", "before", HEADS, "past", HEAD_STATES)
        past = graph.op("Gather", past, "parents", axis=0)
        graph.op("Concat", past, new, to=f"now.{kind}.{number}", axis=2)
        graph.gives(f"now.{kind}.{number}", "rows", HEADS, "time", HEAD_STATES)
    keys = graph.op("Transpose", f"now.keys.{number}", perm=[0, 1, 3, 2])
    y = graph.audio_router(q, keys, f"now.values.{number}", "mask")
    y = graph.op("Reshape", graph.op("Transpose", y, perm=[0, 2, 1, 3]), graph.whole(0, 0, STATES))
    return graph.linear(y, f"{layer}/self_attention/linear_1", STATES, STATES)


def probe() -> bytes:
    """One product of the largest numbers there are: on some processors it is not exact."""
    graph = _Graph()
    x = graph.takes("x", 1, PROBED)
    whole = graph.weight("whole", PROBED, 1, is_whole=True)
    graph.op("DynamicQuantizeMatMul", x, whole, graph.weight("scale", 1), to="y")
    graph.gives("y", 1, 1)
    return graph.model("probe")


GRAPHS = {ENCODER: encoder, DECODER: decoder, PROBE: probe}


def main() -> None:
    """Write all into the folder named on the command line."""
    for name, made in GRAPHS.items():
        (Path(sys.argv[1]) / name).write_bytes(made())


if __name__ == "__main__":
    main()
