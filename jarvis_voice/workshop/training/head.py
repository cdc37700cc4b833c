"""The head's network: three small convolutions over time, several members; and its loss.

Invariant: no padding in time, so a long stretch of features gives just the scores that its windows
of 16 would give one by one.

Shapes: features (batch, steps, 96) -> logits (batch, steps - 15).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from jarvis_voice.workshop.training.features import EMBEDDINGS, FEATURES

if TYPE_CHECKING:
    import jax
    import numpy as np
    from numpy.typing import NDArray

TAPS = (3, 3, 12)
"""Steps each layer looks at: together 16."""

CHANNELS = 32
DROPPED = 0.4
"""Share of channels dropped while training, after each of the first two layers."""

SHARPNESS = 2.0
"""How much the best window of a scene counts beside its neighbours."""

MISSED = 1.5
"""What a missed word costs beside a false accept."""

SMOOTH = 0.002
"""Labels are this far from 0 and 1, so that no logit grows without bound."""


class Layer(NamedTuple):
    """Weights (members, taps * inputs, outputs) and biases (members, outputs)."""

    weights: jax.Array
    bias: jax.Array


class Head(NamedTuple):
    """All learnt weights, for all members."""

    layers: tuple[Layer, Layer, Layer]
    last: Layer


class Scale(NamedTuple):
    """Mean and spread of each of the 96 features, float32, shape (96,)."""

    mean: NDArray[np.float32]
    spread: NDArray[np.float32]


def new_head(key: jax.Array, members: int) -> Head:
    """A head that has learnt nothing."""
    import jax
    import jax.numpy as jnp

    keys = jax.random.split(key, len(TAPS) + 1)

    def layer(key: jax.Array, inputs: int, outputs: int) -> Layer:
        spread = (2 / inputs) ** 0.5
        weights = jax.random.normal(key, (members, inputs, outputs)) * spread
        return Layer(weights, jnp.zeros((members, outputs)))

    first = layer(keys[0], TAPS[0] * FEATURES, CHANNELS)
    second = layer(keys[1], TAPS[1] * CHANNELS, CHANNELS)
    third = layer(keys[2], TAPS[2] * CHANNELS, CHANNELS)
    last = layer(keys[3], CHANNELS, 1)
    return Head((first, second, third), Layer(last.weights * 0.3, last.bias - 1.0))


def logits(head: Head, features: jax.Array, dropout: jax.Array | None = None) -> jax.Array:
    """Each member's logits: (members, batch, steps - 15); features are scaled already."""
    import jax
    import jax.numpy as jnp

    members = head.last.bias.shape[0]
    x = jnp.broadcast_to(features, (members, *features.shape))
    for number, (layer, taps) in enumerate(zip(head.layers, TAPS, strict=True)):
        x = jax.nn.relu(_along_time(x, layer, taps))
        if dropout is not None and number < len(TAPS) - 1:
            x = _some_dropped(x, jax.random.fold_in(dropout, number))
    return (jnp.einsum("mbtc,mco->mbto", x, head.last.weights) + head.last.bias[:, None, None])[
        ..., 0
    ]


def _along_time(x: jax.Array, layer: Layer, taps: int) -> jax.Array:
    """Convolution over time as one product of matrices: what a CPU does fastest."""
    import jax.numpy as jnp

    steps = x.shape[2] - taps + 1
    side_by_side = jnp.concatenate([x[:, :, at : at + steps] for at in range(taps)], axis=-1)
    return jnp.einsum("mbti,mio->mbto", side_by_side, layer.weights) + layer.bias[:, None, None]


def _some_dropped(x: jax.Array, key: jax.Array) -> jax.Array:
    """Whole channels of a scene set to zero, the others raised by as much."""
    import jax

    members, batch, _, channels = x.shape
    kept = jax.random.bernoulli(key, 1 - DROPPED, (members, batch, 1, channels))
    return x * kept / (1 - DROPPED)


def loss(head: Head, batch: dict[str, jax.Array], key: jax.Array) -> jax.Array:
    """Of every scene the best allowed window must fire; of every segment none may.

    Args:
        head: What is learnt.
        batch: "words" (p, 29, 96), "may_fire" (p, 14), "others" (n, 63, 96), scaled.
        key: Of the chances in dropout.
    """
    import jax
    import jax.numpy as jnp

    first, second = jax.random.split(key)
    heard = logits(head, batch["words"], first)
    best = _best(jnp.where(batch["may_fire"], heard, -jnp.inf))
    others = logits(head, batch["others"], second)
    worst = others.max(axis=-1)
    missed = jax.nn.softplus(-best) * (1 - SMOOTH) + jax.nn.softplus(best) * SMOOTH
    fired = jax.nn.softplus(worst) * (1 - SMOOTH) + jax.nn.softplus(-worst) * SMOOTH
    each = jax.nn.softplus(others).mean(axis=-1)
    return MISSED * missed.mean() + fired.mean() + 0.5 * each.mean()


def _best(heard: jax.Array) -> jax.Array:
    """Nearly the greatest logit; smooth, so that more than one window learns."""
    import jax
    import jax.numpy as jnp

    count = jnp.isfinite(heard).sum(axis=-1)
    total = jax.nn.logsumexp(heard * SHARPNESS, axis=-1)
    return (total - 0.5 * jnp.log(count)) / SHARPNESS


def window_count(steps: int) -> int:
    """Scores that so many steps of features give."""
    return steps - EMBEDDINGS + 1
