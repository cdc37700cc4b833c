"""A small network of any numbers."""

from typing import Any

import numpy as np

from jarvis_voice.engines.reader.word_pieces import LONGEST, SPECIAL
from jarvis_voice.workshop.reader.fit import FittedReader

WIDTH, WIDE = 384, 64
VOCABULARY = (*SPECIAL, "add", "milk", "eggs")
CHANCE = np.random.default_rng(5)


def dense(n_in: int, n_out: int) -> tuple[Any, Any]:
    return CHANCE.normal(0, 0.05, (n_in, n_out)), CHANCE.normal(0, 0.05, n_out)


def any_network() -> FittedReader:
    """One layer, two meanings and one slot."""
    norm = np.ones(WIDTH), np.zeros(WIDTH)
    layer = {
        **{name: dense(WIDTH, WIDTH) for name in ("query", "key", "value", "mixed")},
        "mixed_norm": norm,
        "narrow_norm": norm,
        "wide": dense(WIDTH, WIDE),
        "narrow": dense(WIDE, WIDTH),
    }
    parameters = {
        "words": CHANCE.normal(0, 1, (len(VOCABULARY), WIDTH)),
        "places": CHANCE.normal(0, 1, (LONGEST, WIDTH)),
        "norm": norm,
        "layers": [layer],
        "meaning": dense(WIDTH, 2),
        "tags": dense(WIDTH, 3),
    }
    return FittedReader(parameters, VOCABULARY, ("add_to_list", "stop"), ("O", "B-item", "I-item"))
