"""Opens the networks of all configured wake words: our streaming form, openwakeword's, or both.

Our streaming form (`stream`) runs every head of (1, 16, 96) -> one score: those with a card,
the stock one, and a user's own. The package (`library`) runs every other shape, and is not
imported where none is set.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.engines.wake.stream import FrameScorer, Scores, WakeStream

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jarvis_voice.engines.wake.heads import WakeHead

EMBEDDING = "models/wake-embedding.onnx"
"""The streaming form of the embedding network, made by `workshop.training.streaming_embedding`."""

LIBRARY_EMBEDDING = "embedding_model.onnx"
"""The same network in its own form, beside the fetched mel network."""


def network_files(melspectrogram: Path, heads: Sequence[WakeHead]) -> tuple[Path, ...]:
    """The files that `open_networks` opens for these heads."""
    embeddings = {_library_embedding(melspectrogram) for head in heads if head.library_classes}
    return (melspectrogram, shipped(EMBEDDING), *embeddings, *(head.model for head in heads))


def open_networks(melspectrogram: Path, heads: Sequence[WakeHead]) -> FrameScorer:
    """The networks for these heads; the scores come in their order.

    Raises:
        Exception: Whatever comes of a damaged file; `ModelWorker` wraps it.
    """
    streamed = [head for head in heads if not head.library_classes]
    others = [head for head in heads if head.library_classes]
    files = [head.model for head in streamed]
    if not others:
        return WakeStream(melspectrogram, shipped(EMBEDDING), files)
    from jarvis_voice.engines.wake.library import LibraryWake

    library = LibraryWake(melspectrogram, _library_embedding(melspectrogram), others)
    if not streamed:
        return library
    stream = WakeStream(melspectrogram, shipped(EMBEDDING), files)
    places = [[*streamed, *others].index(head) for head in heads]
    return _SideBySide(stream, library, places)


def _library_embedding(melspectrogram: Path) -> Path:
    return melspectrogram.with_name(LIBRARY_EMBEDDING)


class _SideBySide:
    """Both ways, each with its own heads.

    Args:
        stream: Ours.
        library: The package's.
        places: Where the score of each head stands among those of the first, then of the second.
    """

    def __init__(self, stream: FrameScorer, library: FrameScorer, places: Sequence[int]) -> None:
        self._ways = (stream, library)
        self._places = places

    def forget(self) -> None:
        for way in self._ways:
            way.forget()

    def score(self, pcm: NDArray[np.int16]) -> Scores:
        scores = [score for way in self._ways for score in way.score(pcm)]
        return tuple(scores[place] for place in self._places)
