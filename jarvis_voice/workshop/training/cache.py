"""Keeps clips and arrays on disk between training runs, because making them takes long.

Invariant: a file is complete or absent: written beside its place, then renamed.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from jarvis_voice.workshop.training.clips import Clip

_FACTS = tuple(field.name for field in fields(Clip) if field.name != "pcm")


class TrainingCache:
    """A folder of named results; `kept` makes what is not there yet.

    Args:
        folder: Where they lie; it is made when the first is put there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def clips(self, name: str, made_of: object, make: Callable[[], Sequence[Clip]]) -> list[Clip]:
        """The clips of that name made of just that, from the shelf or made now."""
        arrays = self.arrays(name, made_of, lambda: _packed(make()))
        return _unpacked(arrays)

    def arrays(
        self, name: str, made_of: object, make: Callable[[], dict[str, Any]]
    ) -> dict[str, Any]:
        """Arrays by name, from the shelf or made now."""
        digest = hashlib.sha256(repr(made_of).encode()).hexdigest()[:12]
        path = self._folder / f"{name}-{digest}.npz"
        if path.exists():
            try:
                with np.load(path) as kept:
                    return {key: kept[key] for key in kept.files}
            except (OSError, ValueError, zipfile.BadZipFile):
                path.unlink()  # damaged: as good as absent
        made = make()
        self._folder.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{os.getpid()}.npz")
        try:
            np.savez(beside, **made)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
        return made


def _packed(clips: Sequence[Clip]) -> dict[str, Any]:
    facts = [{name: getattr(clip, name) for name in _FACTS} for clip in clips]
    sound = np.concatenate([clip.pcm for clip in clips]) if clips else np.zeros(0, np.int16)
    lengths = np.array([len(clip.pcm) for clip in clips], np.int64)
    return {"sound": sound, "lengths": lengths, "facts": np.array(json.dumps(facts))}


def _unpacked(arrays: dict[str, Any]) -> list[Clip]:
    ends = np.cumsum(arrays["lengths"])
    facts = json.loads(str(arrays["facts"]))
    return [
        Clip(pcm=arrays["sound"][end - length : end], **one)
        for one, end, length in zip(facts, ends, arrays["lengths"], strict=True)
    ]
