"""Reads from an openWakeWord head's file what it takes and gives, for heads without a card.

Invariant: such a head is run here before anybody listens with it, on features as sound gives them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.wake.stream import EMBEDDINGS

FEATURES = 96
"""Numbers in one embedding."""

MOST_EMBEDDINGS = 116
"""As many as openwakeword keeps from its first frame on: 9.3 s of sound."""

BACKGROUND = 0
"""The class of what is none of the words: openWakeWord's training labels it so."""

SPREAD = 16.0
"""The standard deviation of the embeddings of noise; those of silence are near 0."""

ROUNDING = 1e-3

Scores = NDArray[np.float32]


def library_classes(model: Path, word: str) -> tuple[int, ...]:
    """How a head without a card is run.

    openWakeWord's training writes the names of several classes into the file, as the name of the
    output: '{"1": "5_minute_timer", "2": ...}'; the class that is named like the word is taken.
    Without such a name the highest of all classes but the background (0) counts.

    Args:
        model: The .onnx file.
        word: As it is written in the settings.

    Returns:
        () where our streaming form runs it: (1, 16, 96) in, one score out. Else openwakeword's
        `Model` does, and these places in its output are the word's.

    Raises:
        ModelError: It is no ONNX file, or no head that openWakeWord could run
            ("wake-head-strange").
    """
    session = _opened(model)
    embeddings = _embeddings(session, model)
    scores = _tried(session, model, embeddings)
    if embeddings == EMBEDDINGS and scores.size == 1:
        return ()
    output = session.get_outputs()[0]
    if output.shape[1:] != [scores.size]:
        raise _strange(model, f"gives {_written(output.shape)}, not (1, number of classes)")
    return _classes(output.name, scores.size, word)


def _opened(model: Path) -> Any:
    try:
        return open_session(model)
    except Exception as error:
        raise _strange(model, f"cannot be read as an ONNX network ({_why(error)})") from error


def _embeddings(session: Any, model: Path) -> int:
    """The N of its input of (1, N, 96)."""
    inputs = session.get_inputs()
    shapes = " and ".join(f"{one.type} {_written(one.shape)}" for one in inputs)
    match [(one.type, *one.shape) for one in inputs]:
        case [("tensor(float)", 1 | str() | None, int(embeddings), features)]:
            if features == FEATURES and 1 <= embeddings <= MOST_EMBEDDINGS:
                return embeddings
    raise _strange(
        model,
        f"takes {shapes or 'nothing'}; an openWakeWord head takes tensor(float) "
        f"(1, N, {FEATURES}) with an N from 1 to {MOST_EMBEDDINGS}",
    )


def _tried(session: Any, model: Path, embeddings: int) -> Scores:
    """What it gives for silence, of the shape that it has; each is 0..1, for noise too."""
    some = np.random.default_rng(0).normal(0, SPREAD, (3, 1, embeddings, FEATURES))
    silence_first = np.concatenate((some[:1] * 0, some)).astype(np.float32)
    name = session.get_inputs()[0].name
    try:
        found = np.asarray([session.run(None, {name: one})[0] for one in silence_first], np.float32)
    except Exception as error:
        raise _strange(model, f"cannot be run ({_why(error)})") from error
    if not found.size or not np.all((found >= -ROUNDING) & (found <= 1 + ROUNDING)):
        raise _strange(model, "gives no scores between 0 and 1")
    scores: Scores = found[0]
    return scores


def _why(error: Exception) -> str:
    """The runtime's own words, without its name, numbers and codes before them."""
    return str(error).partition("\n")[0].rpartition(" : ")[2].rstrip(".")


def _classes(output_name: str, count: int, word: str) -> tuple[int, ...]:
    if count == 1:
        return (0,)
    labels = {place: label for place, label in _labels(output_name).items() if place < count}
    named = tuple(place for place, label in labels.items() if _spoken(label) == _spoken(word))
    words = tuple(place for place in labels if place != BACKGROUND)
    return named or words or tuple(range(BACKGROUND + 1, count))


def _labels(output_name: str) -> dict[int, str]:
    """The classes that are named, by their places; none where the name is no such list."""
    try:
        labels = parsed_json(output_name)
    except ValueError:
        return {}
    if not isinstance(labels, dict):
        return {}
    return {int(place): str(label) for place, label in labels.items() if place.isdecimal()}


def _spoken(label: str) -> str:
    return label.casefold().replace("_", " ").replace("-", " ")


def _written(shape: list[int | str | None]) -> str:
    return f"({', '.join(str(one or '?') for one in shape)})"


def _strange(model: Path, what: str) -> ModelError:
    return ModelError("wake-head-strange", f"{model} is no head of a wake word: it {what}.")
