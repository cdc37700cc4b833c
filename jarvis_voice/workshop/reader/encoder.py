"""The network that is trained: a short BERT encoder with a head for meanings and one for slots.

Invariant: `logits` gives what the exported ONNX model gives before it is made smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.engines.reader.word_pieces import LONGEST, SPECIAL

if TYPE_CHECKING:
    import jax
    from numpy.typing import NDArray

    from jarvis_voice.workshop.reader.base_weights import BaseWeights

    Parameters = dict[str, Any]

HEADS = 12
EPSILON = 1e-12
_LAYER = "encoder.layer.{}."
_PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "mixed": "attention.output.dense",
    "wide": "intermediate.dense",
    "narrow": "output.dense",
}
_NORMS = {"mixed_norm": "attention.output.LayerNorm", "narrow_norm": "output.LayerNorm"}
_FROZEN = ("words", "places")


def kept_vocabulary(base: BaseWeights, counts: dict[str, int], most: int) -> list[str]:
    """The pieces that the reader keeps: special ones, single characters, the most frequent ones."""
    single = [
        piece
        for piece in base.vocabulary
        if len(piece.removeprefix("##")) == 1 and piece.isascii() and piece not in SPECIAL
    ]
    often = sorted(counts, key=lambda piece: (-counts[piece], piece))
    rest = [piece for piece in base.vocabulary if not piece.startswith("[")]
    return list(dict.fromkeys((*SPECIAL, *single, *often, *rest)))[:most]


def first_parameters(
    base: BaseWeights,
    vocabulary: Sequence[str],
    n_layers: int,
    n_meanings: int,
    n_tags: int,
    seed: int,
) -> Parameters:
    """The parameters to begin with: the base's first layers, and heads that know nothing."""
    arrays = base.arrays
    number = {piece: n for n, piece in enumerate(base.vocabulary)}
    rows = [number[piece] for piece in vocabulary]
    width = arrays["embeddings.word_embeddings.weight"].shape[1]
    chance = np.random.default_rng(seed)
    places = arrays["embeddings.position_embeddings.weight"][:LONGEST]
    kind = arrays["embeddings.token_type_embeddings.weight"][0]
    layers = []
    for n in range(n_layers):
        at = _LAYER.format(n)
        layer: dict[str, Any] = {
            name: (arrays[f"{at}{part}.weight"].T, arrays[f"{at}{part}.bias"])
            for name, part in _PARTS.items()
        }
        layer |= {
            name: (arrays[f"{at}{part}.weight"], arrays[f"{at}{part}.bias"])
            for name, part in _NORMS.items()
        }
        layers.append(layer)
    return {
        "words": arrays["embeddings.word_embeddings.weight"][rows],
        "places": places + kind,
        "norm": (arrays["embeddings.LayerNorm.weight"], arrays["embeddings.LayerNorm.bias"]),
        "layers": layers,
        "meaning": _head(chance, width, n_meanings),
        "tags": _head(chance, width, n_tags),
    }


def _head(
    chance: np.random.Generator, width: int, n_outputs: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    weights = chance.normal(0, 0.02, (width, n_outputs)).astype(np.float32)
    return weights, np.zeros(n_outputs, np.float32)


def is_body(path: Sequence[Any]) -> bool:
    """Whether a parameter is one of the encoder's, which learns slowly."""
    return getattr(path[0], "key", "") in {"norm", "layers"}


def is_frozen(path: Sequence[Any]) -> bool:
    """Whether a parameter stays as it is."""
    return getattr(path[0], "key", "") in _FROZEN


def logits(
    parameters: Parameters,
    ids: jax.Array,
    firsts: jax.Array,
    *,
    drop: jax.Array | None = None,
    rate: float = 0.0,
) -> tuple[jax.Array, jax.Array]:
    """What the network gives for a batch.

    Args:
        parameters: As `first_parameters` makes them.
        ids: int32 (batch, pieces); 0 is padding.
        firsts: int32 (batch, words): where each word's first piece is.
        drop: A random key to leave out parts with, in training.
        rate: The share that is left out.

    Returns:
        Logits of meanings (batch, meanings), and of tags (batch, words, tags).
    """
    import jax
    import jax.numpy as jnp

    mask = ids > 0
    bias = jnp.where(mask, 0.0, -1e9)[:, None, None, :]
    states = parameters["words"][ids] + parameters["places"][: ids.shape[1]]
    states = _normed(states, parameters["norm"])
    for n, layer in enumerate(parameters["layers"]):
        key = None if drop is None else jax.random.fold_in(drop, n)
        states = _layer(layer, states, bias, key, rate)
    share = mask / mask.sum(axis=1, keepdims=True)
    pooled = jnp.einsum("bld,bl->bd", states, share)
    if drop is not None:
        pooled = _dropped(pooled, jax.random.fold_in(drop, 99), rate)
    words = jnp.take_along_axis(states, firsts[:, :, None], axis=1)
    weights, offset = parameters["meaning"]
    of_tags, tag_offset = parameters["tags"]
    return pooled @ weights + offset, words @ of_tags + tag_offset


def _layer(
    layer: Parameters, states: jax.Array, bias: jax.Array, key: jax.Array | None, rate: float
) -> jax.Array:
    import jax
    import jax.numpy as jnp

    batch, length, width = states.shape

    def split(name: str) -> jax.Array:
        weights, offset = layer[name]
        mixed: jax.Array = states @ weights + offset
        return mixed.reshape(batch, length, HEADS, width // HEADS)

    scores = jnp.einsum("bqhd,bkhd->bhqk", split("query"), split("key")) / np.sqrt(width // HEADS)
    shares = jax.nn.softmax(scores + bias, axis=-1)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", shares, split("value")).reshape(states.shape)
    weights, offset = layer["mixed"]
    mixed = mixed @ weights + offset
    if key is not None:
        mixed = _dropped(mixed, jax.random.fold_in(key, 0), rate)
    states = _normed(states + mixed, layer["mixed_norm"])
    weights, offset = layer["wide"]
    wide = jax.nn.gelu(states @ weights + offset, approximate=False)
    weights, offset = layer["narrow"]
    narrow = wide @ weights + offset
    if key is not None:
        narrow = _dropped(narrow, jax.random.fold_in(key, 1), rate)
    return _normed(states + narrow, layer["narrow_norm"])


def _normed(states: jax.Array, norm: tuple[jax.Array, jax.Array]) -> jax.Array:
    import jax.numpy as jnp

    scale, offset = norm
    centred = states - states.mean(axis=-1, keepdims=True)
    spread = jnp.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
    normed: jax.Array = centred / spread * scale + offset
    return normed


def _dropped(states: jax.Array, key: jax.Array, rate: float) -> jax.Array:
    import jax
    import jax.numpy as jnp

    kept = jax.random.bernoulli(key, 1 - rate, states.shape)
    left: jax.Array = jnp.where(kept, states / (1 - rate), 0.0)
    return left
