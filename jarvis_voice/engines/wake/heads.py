"""Finds the head of a wake word and reads its card: the user's own, the shipped or the stock one.

A user's own file without a card is a head that was trained with openWakeWord; `head_shape` reads
what it takes, and it is treated like the stock one.

Invariant: a head is used only with the embedding it was trained on, and one with a card only as the
card knows it. Of one without a card it is taken for granted that it was trained with 0.5 or later.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import ConfigError, ModelError
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.wake_point import LIKE_FROM, WakePoint

EMBEDDING_SHA256 = "70d164290c1d095d1d4ee149bc5e00543250a7316b59f31d056cff7bd3075c1f"
"""openWakeWord 0.5.1's embedding network; ours is its streaming form, with the same outputs."""

STOCK_WORD = "hey jarvis"
STOCK_FILE = "wake/hey_jarvis_v0.1.onnx"
"""openWakeWord's own head, below the folder of fetched models; its licence is non-commercial."""

STOCK_THRESHOLD = 0.5
STOCK_GREY_FROM = 0.25
"""0.5 is openWakeWord's own default; it has no grey band of its own."""

_WORD = re.compile(r"[^\W\d_]+(?:[ '-][^\W\d_]+)*")
"""Letters, in words: nothing that could lead out of a folder."""


@dataclass(frozen=True, slots=True)
class WakeHead:
    """The last layer of one wake word's network, and what is known about it.

    Attributes:
        word: As it is written in the settings: "jarvis".
        model: The .onnx file; input float32 (1, 16, 96), output one score 0..1, or another shape
            that `library_classes` tells of.
        threshold: The head's own operating point, 0..1.
        grey_from: From this score on, below the threshold, it may be looked at twice.
        phrases: What it was trained to hear: "jarvis", "hey jarvis"; none where nobody says.
        like_from: From here on speech to text finds the word in a sound, natural log, < 0.
        library_classes: Where openwakeword must run it, the places of the word in its output; ()
            where our streaming form does.
    """

    word: str
    model: Path
    threshold: float
    grey_from: float
    phrases: tuple[str, ...]
    like_from: float = LIKE_FROM
    library_classes: tuple[int, ...] = ()

    @property
    def point(self) -> WakePoint:
        """Where its scores count, before anybody's sensitivity."""
        return WakePoint(self.word, self.threshold, self.grey_from, self.like_from)


def find_heads(words: Iterable[str], own: Path, models: Path) -> tuple[WakeHead, ...]:
    """The heads of these words, in their order; reads files.

    Args:
        words: As they stand in the settings.
        own: Folder of the user's own heads: "my word.onnx", with or without its card.
        models: Folder of fetched models.

    Raises:
        ConfigError: A word has no head ("wake-word-unknown") or can be none ("wake-word-bad").
        ModelError: A head does not fit the program ("wake-head-strange") or was changed after its
            card was written ("wake-head-damaged").
    """
    return tuple(find_head(word, own, models) for word in words)


def find_head(word: str, own: Path, models: Path) -> WakeHead:
    """The head of one word; see `find_heads`."""
    if not _WORD.fullmatch(word):
        raise ConfigError("wake-word-bad", f'"{word}" in [wake.words] is no word to be called by.')
    names = dict.fromkeys((word, word.replace(" ", "-"), word.replace(" ", "_")))
    for name in names:
        if (card := own / f"{name}.json").exists():
            return read_head(card)
        if (model := own / f"{name}.onnx").exists():
            return _without_card(word, model)
    for name in names:
        if (card := shipped(f"models/{name}.json")).exists():
            return read_head(card)
    if word == STOCK_WORD and (models / STOCK_FILE).exists():
        return WakeHead(word, models / STOCK_FILE, STOCK_THRESHOLD, STOCK_GREY_FROM, (word,))
    raise ConfigError(
        "wake-word-unknown",
        f'Nothing here knows the wake word "{word}" from [wake.words]. '
        f'Train it with `jarvis wake train --word "{word}"`, or put a head that was trained with '
        f'openWakeWord into {own} as "{word}.onnx".',
    )


def _without_card(word: str, model: Path) -> WakeHead:
    from jarvis_voice.engines.wake.head_shape import library_classes

    classes = library_classes(model, word)
    return WakeHead(
        word, model, STOCK_THRESHOLD, STOCK_GREY_FROM, phrases=(), library_classes=classes
    )


def read_head(card: Path) -> WakeHead:
    """The head beside its card (jarvis.json describes jarvis.onnx).

    Raises:
        ModelError: See `find_heads`.
    """
    values = _read_card(card)
    model = card.with_suffix(".onnx")
    try:
        head = WakeHead(
            word=str(values["word"]),
            model=model,
            threshold=float(values["threshold"]),
            grey_from=float(values["grey_from"]),
            phrases=tuple(str(phrase) for phrase in values["phrases"]),
            like_from=float(values.get("like_from", LIKE_FROM)),
        )
        embedding, digest = str(values["embedding_sha256"]), str(values["head_sha256"])
    except (KeyError, TypeError, ValueError) as error:
        message = f"{card} lacks what a wake word's card must say: {error}."
        raise ModelError("wake-head-strange", message) from error
    if not 0 < head.grey_from <= head.threshold < 1:
        message = f"{card} has no threshold between 0 and 1 with a grey band below it."
        raise ModelError("wake-head-strange", message)
    if not -math.inf < head.like_from < 0:
        message = f"{card} says that a likeness of {head.like_from} is wanted; it is below 0."
        raise ModelError("wake-head-strange", message)
    if embedding != EMBEDDING_SHA256:
        message = (
            f"{model.name} was trained on another embedding network ({embedding[:8]}...) than "
            f"this program has ({EMBEDDING_SHA256[:8]}...). Train it anew with "
            f'`jarvis wake train --word "{head.word}"`.'
        )
        raise ModelError("wake-head-strange", message)
    _check_bytes(model, digest)
    return head


def _read_card(card: Path) -> dict[str, Any]:
    try:
        values = parsed_json(card.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError("wake-head-strange", f"{card} cannot be read as JSON.") from error
    if not isinstance(values, dict):
        raise ModelError("wake-head-strange", f"{card} is no description of a wake word.")
    return values


def _check_bytes(model: Path, digest: str) -> None:
    try:
        found = hashlib.sha256(model.read_bytes()).hexdigest()
    except OSError as error:
        raise ModelError("wake-head-damaged", f"{model} is missing beside its card.") from error
    if found != digest:
        message = f"{model} is not the file that its card describes. Train or fetch it again."
        raise ModelError("wake-head-damaged", message)
