"""Contract: heads that openwakeword runs for us, against the package alone."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engines.speech import WAKE, Pcm, Say, frames, noise
from engines.trained_heads import write

from jarvis_voice.engines.wake.heads import WakeHead, find_head
from jarvis_voice.engines.wake.library import LibraryWake

pytestmark = [pytest.mark.e2e, pytest.mark.models]

SHAPES: dict[str, dict[str, Any]] = {
    "longer": {"takes": (1, 28, 96)},
    "three classes": {"gives": (1, 3)},
    "named classes": {"takes": (1, 34, 96), "gives": (1, 3), "names": ("x", '{"2": "pasta"}')},
    "any batch": {"takes": ("batch", 22, 96), "gives": ("batch", 2), "names": ("a", "b")},
}


def heads(folder: Path) -> list[WakeHead]:
    found = []
    for word, shape in SHAPES.items():
        write(folder / f"{word}.onnx", **shape)
        found.append(find_head(word, folder, folder))
    return found


def opened(weights: Path, some: list[WakeHead]) -> LibraryWake:
    return LibraryWake(weights / WAKE[0], weights / WAKE[1], some)


def package_scores(weights: Path, head: WakeHead, sound: Pcm) -> list[float]:
    from openwakeword.model import Model

    model = Model(
        wakeword_model_paths=[str(head.model)],
        melspec_onnx_model_path=str(weights / WAKE[0]),
        embedding_onnx_model_path=str(weights / WAKE[1]),
    )
    found = [list(model.predict(frame.pcm).values()) for frame in frames(sound)]
    return [max(float(scores[place]) for place in head.library_classes) for scores in found]


async def test_every_shape_scores_as_in_the_package_alone(
    weights: Path, say: Say, tmp_path: Path
) -> None:
    sound = await say("Hey Jarvis, open the door.")
    some = heads(tmp_path)
    library = opened(weights, some)
    ours = np.array([library.score(frame.pcm) for frame in frames(sound)])
    theirs = np.array([package_scores(weights, head, sound) for head in some]).T
    assert [head.library_classes for head in some] == [(0,), (1, 2), (2,), (1,)]
    assert ours == pytest.approx(theirs, abs=1e-6)
    assert np.ptp(ours[5:], axis=0).min() > 0.1
    assert (ours[:5] == 0).all()


async def test_after_it_forgot_it_scores_as_at_first(
    weights: Path, say: Say, tmp_path: Path
) -> None:
    sound = await say("Hey Jarvis, open the door.")
    library = opened(weights, heads(tmp_path))
    first = [library.score(frame.pcm) for frame in frames(sound)]
    for frame in frames(noise(12.0, -20.0)):
        library.score(frame.pcm)
    library.forget()
    assert [library.score(frame.pcm) for frame in frames(sound)] == first
