"""Whisper models of any size as CTranslate2 folders, of random numbers: they load, no more."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

HEADS = 2


@dataclass(frozen=True, slots=True)
class Size:
    """What tells one size from another: the shapes of its weights."""

    width: int
    layers: int
    tokens: int
    mels: int


def make(folder: Path, size: Size, like: Path) -> Path:
    """Write a model, with the tokenizer and the settings of another."""
    from ctranslate2.specs import WhisperSpec

    spec = WhisperSpec(size.layers, HEADS, size.layers, HEADS)
    _fill(spec, size)
    tokens = (like / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    more = size.tokens - len(tokens)
    spec.register_vocabulary(tokens[: size.tokens] + [f"<|more{one}|>" for one in range(more)])
    known = json.loads((like / "config.json").read_text(encoding="utf-8"))
    for name in ("suppress_ids", "suppress_ids_begin", "lang_ids"):
        setattr(spec.config, name, known.get(name, []))
    spec.config.alignment_heads = [[0, 0]]
    spec.validate()
    spec.optimize(quantization="float16")
    folder.mkdir()
    spec.save(str(folder))
    shutil.copy(like / "tokenizer.json", folder)
    features = {"feature_size": size.mels, "sampling_rate": 16_000, "hop_length": 160}
    settings = json.dumps(features | {"chunk_length": 30, "n_fft": 400})
    (folder / "preprocessor_config.json").write_text(settings, encoding="utf-8")
    return folder


def _fill(spec: Any, size: Size) -> None:
    numbers = np.random.default_rng(0)

    def some(*shape: int) -> Any:
        return numbers.normal(0, 0.02, shape).astype(np.float32)

    def linear(layer: Any, rows: int, columns: int) -> None:
        layer.weight, layer.bias = some(columns, rows), some(columns)

    def norm(layer: Any) -> None:
        layer.gamma, layer.beta = np.ones(width, np.float32), np.zeros(width, np.float32)

    def attention(layer: Any, *times: int) -> None:
        norm(layer.layer_norm)
        for part, many in zip(layer.linear, times, strict=True):
            linear(part, width, many * width)

    def feed_forward(layer: Any) -> None:
        norm(layer.layer_norm)
        linear(layer.linear_0, width, 4 * width)
        linear(layer.linear_1, 4 * width, width)

    width, encoder, decoder = size.width, spec.encoder, spec.decoder
    for layer, channels in ((encoder.conv1, size.mels), (encoder.conv2, width)):
        layer.weight, layer.bias = some(width, channels, 3), some(width)
    for part, places in ((encoder, 1_500), (decoder, 448)):
        part.position_encodings.encodings = some(places, width)
        norm(part.layer_norm)
        for layer in part.layer:
            attention(layer.self_attention, 3, 1)
            feed_forward(layer.ffn)
    for layer in decoder.layer:
        attention(layer.attention, 1, 2, 1)
    decoder.embeddings.weight = decoder.projection.weight = some(size.tokens, width)
    decoder.scale_embeddings = False
