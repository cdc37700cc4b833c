"""Checks that the weight files are there and match the manifest.

Invariant: a file is trusted on its size and time alone only after its checksum was found right with
that size and time; `verify` trusts nothing and reads every byte.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.platform.weights.manifest import Manifest, WeightFile, load_manifest

VERIFIED_FILE = "verified.json"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one weight file."""

    file: WeightFile
    kind: Literal["missing", "size", "checksum", "unreadable"]

    @property
    def error(self) -> ModelError:
        """The same as an error: "model-missing" or "model-damaged"."""
        if self.kind == "missing":
            message = f"The model file {self.file.path} is missing: run `jarvis setup`."
            return ModelError("model-missing", message)
        why = {"size": "wrong size", "checksum": "wrong checksum", "unreadable": "cannot be read"}
        return ModelError(
            "model-damaged",
            f"The model file {self.file.path} is damaged ({why[self.kind]}): run `jarvis setup`.",
            spoken="One of my models is damaged.",
        )


class Verified:
    """The files that passed the check, with their size and time: `verified.json` beside them."""

    def __init__(self, models: Path) -> None:
        self._models = models
        self._known: dict[str, list[int | str]] = {}
        self._changed = False
        # a note that cannot be read costs a checksum, nothing else
        with contextlib.suppress(OSError, ValueError):
            known = parsed_json((models / VERIFIED_FILE).read_text(encoding="utf-8"))
            self._known = known if isinstance(known, dict) else {}

    def problem(self, file: WeightFile, *, full: bool = False) -> Problem | None:
        """What is wrong with a file, or None; `full` reads it even where it is known."""
        path = self._models / file.path
        try:
            stat = path.stat()
            if stat.st_size != file.n_bytes:
                return Problem(file, "size")
            signature: list[int | str] = [stat.st_size, stat.st_mtime_ns, file.sha256]
            if not full and self._known.get(file.path) == signature:
                return None
            with path.open("rb") as stream:
                sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        except FileNotFoundError:
            return Problem(file, "missing")
        except OSError:
            return Problem(file, "unreadable")
        self._changed |= self._known.pop(file.path, None) is not None
        if sha256 != file.sha256:
            return Problem(file, "checksum")
        self._known[file.path] = signature
        self._changed = True
        return None

    def save(self) -> None:
        """Write the note, whole or not at all."""
        if not self._changed:
            return
        note = self._models / VERIFIED_FILE
        part = note.with_name(VERIFIED_FILE + ".part")
        # a folder that cannot be written costs a checksum at the next start, nothing else
        with contextlib.suppress(OSError):
            part.write_text(json.dumps(self._known), encoding="utf-8")
            part.replace(note)


def missing(manifest: Manifest, models: Path, groups: Iterable[str]) -> tuple[WeightFile, ...]:
    """The files of these groups that are absent or of another size; no checksum is taken."""
    return tuple(file for file in manifest.files(groups) if not _has_size(models, file))


def verify(files: Iterable[WeightFile], models: Path) -> tuple[Problem, ...]:
    """Read every byte of these files; return what is wrong."""
    verified = Verified(models)
    found = [verified.problem(file, full=True) for file in files]
    verified.save()
    return tuple(problem for problem in found if problem)


def require(models: Path, groups: Iterable[str], manifest: Manifest | None = None) -> None:
    """Make sure that the files of these groups may be loaded.

    A checksum is taken only of files that changed since the last one.

    Raises:
        ModelError: A file is missing ("model-missing") or damaged ("model-damaged").
    """
    manifest = load_manifest() if manifest is None else manifest
    verified = Verified(models)
    found = [verified.problem(file) for file in manifest.files(groups)]
    verified.save()
    for problem in found:
        if problem:
            raise problem.error


def _has_size(models: Path, file: WeightFile) -> bool:
    try:
        return (models / file.path).stat().st_size == file.n_bytes
    except OSError:
        return False
