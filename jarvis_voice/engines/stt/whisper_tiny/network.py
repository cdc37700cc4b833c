"""Runs Whisper tiny.en in onnxruntime: encodes sound, and scores the tokens that may follow.

Behind a sound stands silence up to half a minute, as in the windows Whisper was trained on. What
the network makes of silence hardly changes from place to place, so twenty places are pooled into
one that counts as twenty: its score is raised by the logarithm of that, and a softmax gives it the
weight the twenty would have had. A few seconds of sound are computed as in their whole window, at a
fraction of its work; with the window merely cut short, their states are off by two and a half times
as much.

Invariant: the same sound gives the same numbers; nothing here knows words. All rows of one product
are made whole numbers with one scale, so that scores move a little with what is read beside.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.onnx_subgraph import filled
from jarvis_voice.engines.stt.whisper_tiny.weights import (
    EMBEDDINGS,
    SHAPES,
    ModelBin,
    OtherModelError,
    runtime_weights,
)

ENCODER, DECODER = "whisper-tiny.en-encoder.onnx", "whisper-tiny.en-decoder.onnx"
PROBE = "int8-probe.onnx"
PROBED = 64

STATES, HEADS, LAYERS, MELS = 384, 6, 4, 80
HEAD_STATES = STATES // HEADS
PLACES = 1_500
POSITIONS = 448
"""The most tokens the decoder reads, those of its prompt among them."""

TOKENS = SHAPES[EMBEDDINGS][0]
FRAMES_A_PLACE = 2
POOLED = 20

TOP = 10
"""How many of the likeliest next tokens the decoder gives: twice as many as the beam is wide."""

LEVELS, SAFE_LEVELS = 127, 63
"""The largest weight in int8; where the processor adds two products in 16 bits, half as large."""

NEVER = -1e9
"""Added to the score of a token that may not be said."""

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EncodedSound:
    """An encoded sound, in the form that the decoder reads, in native memory.

    Attributes:
        given: Keys, values and weights by the names of the decoder's inputs.
    """

    given: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Past:
    """The decoder's state for the tokens so far, in native memory.

    Attributes:
        length: How many tokens.
        given: Keys and values of every layer, by the names of the decoder's inputs.
    """

    length: int
    given: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scores:
    """For every token that was read, in order: the scores of the tokens that may follow it.

    Attributes:
        tokens: The likeliest, shape (n, TOP).
        log_probabilities: Theirs, natural log, shape (n, TOP).
        wanted: Those of the tokens that were asked for, shape (n, n_wanted).
    """

    tokens: NDArray[np.int64]
    log_probabilities: Array
    wanted: Array


def _names(kind: str) -> list[str]:
    return [
        f"{kind}.{part}.{half}.{layer}"
        for half in ("encoder", "decoder")
        for layer in range(LAYERS)
        for part in ("keys", "values")
    ]


SILENT, SPOKEN = _names("silent"), _names("spoken")
HEARD = [f"{part}.{layer}" for layer in range(LAYERS) for part in ("keys", "values")]


class WhisperNetwork:
    """Whisper tiny.en's two graphs with a user's weights.

    Args:
        model: The user's weights.
        threads: Threads of one run.

    Attributes:
        stamp: Of what made the numbers, beside the weights: of another, others come out.

    Raises:
        OtherModelError: A weight is missing.
    """

    def __init__(self, model: ModelBin, threads: int) -> None:
        weights = model.arrays
        levels = LEVELS if _is_exact() else SAFE_LEVELS
        self.stamp = f"{POOLED} {levels} {_version()} {_digest(ENCODER)}"
        ready = runtime_weights(weights, levels)
        self._encoder = _open(ENCODER, ready, threads)
        self._decoder = _open(DECODER, ready, threads)
        self._embeddings = model.embeddings
        self._token_places = weights["decoder/position_encodings/encodings"].astype(np.float32)
        self._places = weights["encoder/position_encodings/encodings"].astype(np.float32)

    def silence(self) -> Array:
        """What the network makes of half a minute of nothing, pooled: float32, shape (16, n)."""
        nothing = np.zeros((MELS, FRAMES_A_PLACE * PLACES), np.float32)
        none = np.empty((len(SILENT), 0), np.float32)
        made = self._encoder.run_with_ort_values(SPOKEN, self._encoder_inputs(nothing, none))
        return np.stack(
            [_pooled(name, one.numpy()) for name, one in zip(SPOKEN, made, strict=True)]
        )

    def heard(self, features: Array, silence: Array) -> EncodedSound:
        """A sound with silence behind it, to half a minute.

        Args:
            features: Log-mel, shape (80, n_frames) with n_frames a multiple of 40, at most 3 000.
            silence: See `silence`.
        """
        given = self._encoder_inputs(features, silence)
        made = self._encoder.run_with_ort_values(HEARD, given)
        return EncodedSound(dict(zip(HEARD, made, strict=True)) | {"weigh": given["weigh"]})

    def _encoder_inputs(self, features: Array, silence: Array) -> dict[str, Any]:
        places = features.shape[1] // FRAMES_A_PLACE
        begin = places // POOLED
        behind = silence.reshape(len(SILENT), -1, HEADS, HEAD_STATES)[:, begin:]
        weigh = np.zeros(places + behind.shape[1], np.float32)
        weigh[places:] = math.log(POOLED)
        silent = {
            name: one.transpose(_order(name)) for name, one in zip(SILENT, behind, strict=True)
        }
        sound = {"features": features[None], "places": self._places[:places], "weigh": weigh}
        return _native(sound | silent)

    def read(
        self,
        heard: EncodedSound,
        tokens: Sequence[Sequence[int]],
        past: Past | None = None,
        parents: Sequence[int] = (0,),
        *,
        banned: Any,
        wanted: Sequence[Sequence[int]] = (),
    ) -> tuple[Scores, Past]:
        """Read some tokens on to the decoder.

        Args:
            heard: The sound.
            tokens: Of each sequence the new ones, as many of each.
            past: What the sequences began with; None is nothing.
            parents: Which of the past's sequences each of them goes on from.
            banned: See `ban`.
            wanted: For every token the tokens whose probability behind it is asked for.
        """
        past = past or _nothing_yet()
        ids = np.asarray(tokens, np.int64)
        new = ids.shape[1]
        begin, now = past.length, past.length + new
        states = self._embeddings.read(ids.ravel().tolist()).reshape(*ids.shape, STATES)
        later = np.triu(np.full((new, now), NEVER, np.float32), begin + 1)
        asked = np.asarray(wanted, np.int64).reshape(ids.size, -1)
        inputs = {
            "tokens": states + self._token_places[begin:now],
            "mask": later,
            "parents": np.asarray(parents, np.int64),
            "wanted": asked,
        }
        given = _native(inputs) | {"banned": banned} | heard.given | past.given
        names = ["top scores", "top tokens", "total", "wanted scores"]
        kept = [f"now.{name}" for name in HEARD]
        made = self._decoder.run_with_ort_values(names + kept, given)
        best, best_tokens, total, scores = (one.numpy() for one in made[: len(names)])
        after = {f"past.{name}": one for name, one in zip(HEARD, made[len(names) :], strict=True)}
        return Scores(best_tokens, best - total, scores - total), Past(now, after)


def ban(*tokens: Sequence[int]) -> Any:
    """What no token may be followed by; one list is for every token, else each has its own."""
    scores = np.zeros((len(tokens), TOKENS), np.float32)
    for row, never in enumerate(tokens):
        scores[row, list(never)] = NEVER
    return _native({"banned": scores})["banned"]


def _nothing_yet() -> Past:
    none = np.empty((1, HEADS, 0, HEAD_STATES), np.float32)
    return Past(0, _native({f"past.{name}": none for name in HEARD}))


def _pooled(name: str, made: Array) -> Array:
    """Keys or values of every place, to the means of groups of places: flat, group by group."""
    by_place = made.transpose(np.argsort(_order(name)))
    means: Array = by_place.reshape(-1, POOLED, HEADS, HEAD_STATES).mean(axis=1).ravel()
    return means


def _order(name: str) -> tuple[int, int, int]:
    """How (place, head, state) is laid out for attention: keys are the right side of a product."""
    return (1, 2, 0) if ".keys." in name else (1, 0, 2)


def _native(arrays: dict[str, Any]) -> dict[str, Any]:
    import onnxruntime

    return {
        name: onnxruntime.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(array))
        for name, array in arrays.items()
    }


def _open(graph: str, weights: dict[str, NDArray[np.generic]], threads: int = 1) -> Any:
    numbers = {name: array.data for name, array in weights.items()}
    try:
        model = filled(_graph(graph), numbers)
    except KeyError as missing:
        raise OtherModelError(f"the model has no {missing}") from missing
    return open_session(model, threads)


def _graph(name: str) -> bytes:
    return shipped(f"models/{name}").read_bytes()


def _digest(graph: str) -> str:
    return hashlib.blake2b(_graph(graph), digest_size=8).hexdigest()


def _version() -> str:
    import onnxruntime

    version: str = onnxruntime.__version__
    return version


def _is_exact() -> bool:
    """Whether this processor multiplies int8 exactly: without VNNI it may add up in 16 bits."""
    weights: dict[str, NDArray[np.generic]] = {
        "whole": np.full((PROBED, 1), LEVELS, np.int8),
        "scale": np.ones(1, np.float32),
    }
    session = _open(PROBE, weights)
    (y,) = session.run(None, {"x": np.ones((1, PROBED), np.float32)})
    return bool(abs(y[0, 0] - PROBED * LEVELS) < 1.0)
