"""Cuts a part out of an .onnx file, so that each half of a network can run alone.

A graph without weights is filled with them here, too.

Invariant: no weight is changed, and the part computes what the whole does between its ends. Read
and written as protocol buffer fields: the onnx package would be 60 MB for this alone. Large weights
are not copied into a part: it says where in the file they are.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

VARINT, FIXED_64, BYTES, FIXED_32 = 0, 1, 2, 5
"""How a field is written; nothing else occurs in ONNX."""

MODEL_GRAPH = 7
NODE, GRAPH_NAME, INITIALIZER, INPUT, OUTPUT = 1, 2, 5, 11, 12
NODE_INPUT, NODE_OUTPUT, NODE_NAME, NODE_OP, NODE_ATTRIBUTE = 1, 2, 3, 4, 5
ATTRIBUTE_GRAPHS = frozenset({6, 11})
TENSOR_NAME, TENSOR_RAW, TENSOR_ELSEWHERE, TENSOR_PLACE = 8, 9, 13, 14
IN_A_FILE = 1
FLOAT = 1

LARGE_BYTES = 4_096
"""From which size on a weight stays in its file: the system reads it when it is used, and may take
the memory back. The runtime wants to see the small ones, which are shapes."""

_Piece = bytes | memoryview


@dataclass(frozen=True, slots=True)
class Node:
    """One operation of a network: the names of the tensors that it reads and writes."""

    name: str
    operation: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    raw: memoryview


@dataclass(frozen=True, slots=True)
class Weight:
    """A tensor as it is written, and the position in the file where it begins."""

    raw: memoryview
    begins: int


@dataclass(slots=True)
class OnnxFile:
    """A model file, split into the pieces that `part` needs.

    The file may be replaced by another of its name, but not written into as long as a session of a
    part of it is open: the session reads its weights there.
    """

    path: Path
    nodes: list[Node] = field(default_factory=list)
    weights: dict[str, Weight] = field(default_factory=dict)
    inputs: dict[str, memoryview] = field(default_factory=dict)
    outputs: dict[str, memoryview] = field(default_factory=dict)
    around: list[bytes] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> OnnxFile:
        """Take a file apart, the one that a link leads to: a part may name no other folder.

        Raises:
            OSError: It cannot be read.
            ValueError: It is no ONNX file, or it branches, which is not supported.
        """
        file = cls(path.resolve())
        with file.path.open("rb") as opened:
            content = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        for number, raw, value, begins in _fields(memoryview(content)):
            if number == MODEL_GRAPH:
                file._read_graph(value, begins)
            else:
                file.around.append(bytes(raw))
        if not file.nodes:
            raise ValueError("no graph")
        return file

    def _read_graph(self, graph: memoryview, graph_begins: int) -> None:
        for number, _, value, begins in _fields(graph):
            if number == NODE:
                self.nodes.append(_node(value))
            elif number == INITIALIZER:
                weight = Weight(value, graph_begins + begins)
                self.weights[_text(value, TENSOR_NAME)] = weight
            elif number == INPUT:
                self.inputs[_text(value, 1)] = value
            elif number == OUTPUT:
                self.outputs[_text(value, 1)] = value

    def part(self, outputs: Sequence[str], inputs: Sequence[str] = ()) -> bytes:
        """A model of its own that gives `outputs`; its large weights are in the folder of the file.

        Args:
            outputs: Names of the tensors it gives.
            inputs: Names of float tensors with three dimensions, which it is given instead of
                computing them; what else it needs of the whole model's inputs it keeps.
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
        for name, weight in self.weights.items():
            body += _field(INITIALIZER, *self._written(weight)) if name in inner else ()
        for name, raw in self.inputs.items():
            body += _field(INPUT, raw) if name in inner else ()
        for name in inputs:
            body += _field(INPUT, _float_tensor(name))
        for name in outputs:
            body += _field(OUTPUT, self.outputs.get(name, _named(name)))
        return b"".join([*self.around, *_field(MODEL_GRAPH, *body)])

    def _written(self, weight: Weight) -> Iterator[_Piece]:
        """The fields of a tensor, with the place of its numbers in their stead if they are many."""
        for number, raw, value, begins in _fields(weight.raw):
            if number != TENSOR_RAW or len(value) < LARGE_BYTES:
                yield raw
                continue
            place = {
                "location": self.path.name,
                "offset": str(weight.begins + begins),
                "length": str(len(value)),
            }
            for key, text in place.items():
                entry = [*_field(1, key.encode()), *_field(2, text.encode())]
                yield from _field(TENSOR_ELSEWHERE, *entry)
            yield _number(TENSOR_PLACE << 3 | VARINT) + _number(IN_A_FILE)


def filled(content: bytes, weights: Mapping[str, memoryview]) -> bytes:
    """A model that says its weights are elsewhere, with them in it.

    Args:
        content: The model.
        weights: The numbers of each of them, as they lie in memory.

    Raises:
        KeyError: One of them is not there.
    """
    pieces = list[_Piece]()
    for number, raw, value, _ in _fields(memoryview(content)):
        pieces += _field(MODEL_GRAPH, *_filled(value, weights)) if number == MODEL_GRAPH else [raw]
    return b"".join(pieces)


def _filled(graph: memoryview, weights: Mapping[str, memoryview]) -> Iterator[_Piece]:
    for number, raw, value, _ in _fields(graph):
        if number != INITIALIZER or all(n != TENSOR_ELSEWHERE for n, *_ in _fields(value)):
            yield raw
            continue
        place = {TENSOR_ELSEWHERE, TENSOR_PLACE}
        kept = [tensor_raw for n, tensor_raw, *_ in _fields(value) if n not in place]
        numbers = weights[_text(value, TENSOR_NAME)].cast("B")
        yield from _field(INITIALIZER, *kept, *_field(TENSOR_RAW, numbers))


def _node(raw: memoryview) -> Node:
    texts: dict[int, list[str]] = {NODE_INPUT: [], NODE_OUTPUT: [], NODE_NAME: [], NODE_OP: []}
    for number, _, value, _ in _fields(raw):
        if number in texts:
            texts[number].append(bytes(value).decode())
        elif number == NODE_ATTRIBUTE and any(n in ATTRIBUTE_GRAPHS for n, *_ in _fields(value)):
            raise ValueError("it branches")
    return Node(
        "".join(texts[NODE_NAME]),
        "".join(texts[NODE_OP]),
        tuple(texts[NODE_INPUT]),
        tuple(texts[NODE_OUTPUT]),
        raw,
    )


def _fields(raw: memoryview) -> Iterator[tuple[int, memoryview, memoryview, int]]:
    """Number, all bytes, content and its first byte of each field; a number's content is empty."""
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
        yield key >> 3, raw[start : at + length], raw[at : at + length], at
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
    return next((bytes(value).decode() for n, _, value, _ in _fields(raw) if n == wanted), "")


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
