"""Cuts a part out of an .onnx file, so that each half of a network can be run by itself.

Invariant: no weight is changed, and the part computes what the whole does between its ends. Read
and written as protocol buffer fields: the onnx package would be 60 MB for this alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

VARINT, FIXED_64, BYTES, FIXED_32 = 0, 1, 2, 5
"""How a field is written; nothing else occurs in ONNX."""

MODEL_GRAPH = 7
NODE, GRAPH_NAME, INITIALIZER, INPUT, OUTPUT = 1, 2, 5, 11, 12
NODE_INPUT, NODE_OUTPUT, NODE_NAME, NODE_OP, NODE_ATTRIBUTE = 1, 2, 3, 4, 5
ATTRIBUTE_GRAPHS = frozenset({6, 11})
TENSOR_NAME = 8
FLOAT = 1

_Piece = bytes | memoryview


@dataclass(frozen=True, slots=True)
class Node:
    """One operation: what it reads and writes, by the names of the tensors."""

    name: str
    operation: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    raw: memoryview


@dataclass(slots=True)
class OnnxFile:
    """A model file, taken apart into what `part` needs."""

    nodes: list[Node] = field(default_factory=list)
    weights: dict[str, memoryview] = field(default_factory=dict)
    inputs: dict[str, memoryview] = field(default_factory=dict)
    outputs: dict[str, memoryview] = field(default_factory=dict)
    around: list[bytes] = field(default_factory=list)

    @classmethod
    def read(cls, content: bytes) -> OnnxFile:
        """Take a file's content apart; it must be kept as long as this.

        Raises:
            ValueError: It is no ONNX file, or it branches, which is not supported.
        """
        file = cls()
        for number, raw, value in _fields(memoryview(content)):
            if number == MODEL_GRAPH:
                file._read_graph(value)
            else:
                file.around.append(bytes(raw))
        if not file.nodes:
            raise ValueError("no graph")
        return file

    def _read_graph(self, graph: memoryview) -> None:
        for number, _, value in _fields(graph):
            if number == NODE:
                self.nodes.append(_node(value))
            elif number == INITIALIZER:
                self.weights[_text(value, TENSOR_NAME)] = value
            elif number == INPUT:
                self.inputs[_text(value, 1)] = value
            elif number == OUTPUT:
                self.outputs[_text(value, 1)] = value

    def part(self, outputs: Sequence[str], inputs: Sequence[str] = ()) -> bytes:
        """A model of its own that gives `outputs`.

        Args:
            outputs: Names of the tensors it gives.
            inputs: Names of float tensors with three dimensions, which it is given instead of
                reckoning them; what else it needs of the whole model's inputs it keeps.
        """
        makers = {name: node for node in self.nodes for name in node.outputs}
        wanted, needed = list(outputs), set(inputs)
        while wanted:
            name = wanted.pop()
            if name and name not in needed:
                needed.add(name)
                wanted += makers[name].inputs if name in makers else ()
        inner = needed - set(inputs)
        body = list[_Piece]()
        for node in self.nodes:
            body += _field(NODE, node.raw) if inner.intersection(node.outputs) else ()
        body += _field(GRAPH_NAME, b"part")
        for name, raw in self.weights.items():
            body += _field(INITIALIZER, raw) if name in inner else ()
        for name, raw in self.inputs.items():
            body += _field(INPUT, raw) if name in inner else ()
        for name in inputs:
            body += _field(INPUT, _float_tensor(name))
        for name in outputs:
            body += _field(OUTPUT, self.outputs.get(name, _named(name)))
        return b"".join([*self.around, *_field(MODEL_GRAPH, *body)])


def _node(raw: memoryview) -> Node:
    texts: dict[int, list[str]] = {NODE_INPUT: [], NODE_OUTPUT: [], NODE_NAME: [], NODE_OP: []}
    for number, _, value in _fields(raw):
        if number in texts:
            texts[number].append(bytes(value).decode())
        elif number == NODE_ATTRIBUTE and any(n in ATTRIBUTE_GRAPHS for n, _, _ in _fields(value)):
            raise ValueError("it branches")
    return Node(
        "".join(texts[NODE_NAME]),
        "".join(texts[NODE_OP]),
        tuple(texts[NODE_INPUT]),
        tuple(texts[NODE_OUTPUT]),
        raw,
    )


def _fields(raw: memoryview) -> Iterator[tuple[int, memoryview, memoryview]]:
    """Number, all bytes and content of each field; a number's content is empty."""
    at = 0
    while at < len(raw):
        start = at
        key, at = _varint(raw, at)
        kind, length = key & 7, 0
        if kind == VARINT:
            _, at = _varint(raw, at)
        elif kind in {FIXED_32, FIXED_64}:
            at += 4 if kind == FIXED_32 else 8
        elif kind == BYTES:
            length, at = _varint(raw, at)
        else:
            raise ValueError("no protocol buffer")
        if at + length > len(raw):
            raise ValueError("it is cut off")
        yield key >> 3, raw[start : at + length], raw[at : at + length]
        at += length


def _varint(raw: memoryview, at: int) -> tuple[int, int]:
    value, shift = 0, 0
    while True:
        if at >= len(raw):
            raise ValueError("it is cut off")
        byte, at = raw[at], at + 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:  # noqa: PLR2004 - the bit that says another byte follows
            return value, at


def _text(raw: memoryview, wanted: int) -> str:
    return next((bytes(value).decode() for n, _, value in _fields(raw) if n == wanted), "")


def _field(number: int, *content: _Piece) -> list[_Piece]:
    """The pieces of a field, which are not put together here: they are many megabytes."""
    return [_number(number << 3 | BYTES), _number(sum(map(len, content))), *content]


def _number(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:  # noqa: PLR2004 - seven bits go into a byte
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _named(name: str) -> bytes:
    return b"".join(_field(1, name.encode()))


def _float_tensor(name: str) -> bytes:
    """A ValueInfoProto: a float tensor with three dimensions of any size."""
    sizes = [_field(1, *_field(2, f"{name}_{n}".encode())) for n in range(3)]
    kind = _number(1 << 3 | VARINT) + _number(FLOAT)
    tensor = [kind, *_field(2, *chain.from_iterable(sizes))]
    return b"".join([*_field(1, name.encode()), *_field(2, *_field(1, *tensor))])
