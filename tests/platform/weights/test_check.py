"""Unit: what is said of weight files that are absent, damaged or changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fakes.weights_edge import BODY, weight

from jarvis_voice.core.errors import ModelError
from jarvis_voice.platform.weights.check import VERIFIED_FILE, Problem, missing, require, verify
from jarvis_voice.platform.weights.manifest import Manifest, WeightFile

pytestmark = pytest.mark.unit

DAMAGED = BODY[:-1] + b"\x00"
FILE = weight()
MANIFEST = Manifest((FILE,))


def put(models: Path, body: bytes, file: WeightFile = FILE) -> Path:
    path = models / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    return path


def code_of_require(models: Path, manifest: Manifest = MANIFEST) -> tuple[str, str]:
    with pytest.raises(ModelError) as caught:
        require(models, ["wake"], manifest)
    return caught.value.code, caught.value.message


def test_an_absent_file(models: Path) -> None:
    assert missing(MANIFEST, models, ["wake"]) == (FILE,)
    assert verify([FILE], models) == (Problem(FILE, "missing"),)
    assert code_of_require(models) == (
        "model-missing",
        "The model file wake/a.onnx is missing: run `jarvis setup`.",
    )


def test_a_file_of_another_size(models: Path) -> None:
    put(models, BODY[:-1])

    assert missing(MANIFEST, models, ["wake"]) == (FILE,)
    assert verify([FILE], models) == (Problem(FILE, "size"),)
    assert code_of_require(models) == (
        "model-damaged",
        "The model file wake/a.onnx is damaged (wrong size): run `jarvis setup`.",
    )


def test_a_file_with_a_flipped_byte(models: Path) -> None:
    put(models, DAMAGED)

    assert missing(MANIFEST, models, ["wake"]) == ()
    assert verify([FILE], models) == (Problem(FILE, "checksum"),)
    assert code_of_require(models) == (
        "model-damaged",
        "The model file wake/a.onnx is damaged (wrong checksum): run `jarvis setup`.",
    )


def test_a_right_file(models: Path) -> None:
    put(models, BODY)

    assert missing(MANIFEST, models, ["wake"]) == ()
    assert verify([FILE], models) == ()
    require(models, ["wake"], MANIFEST)


def test_a_known_file_is_read_again_once_its_time_changed(models: Path) -> None:
    path = put(models, BODY)
    require(models, ["wake"], MANIFEST)
    known = path.stat()

    put(models, DAMAGED)
    os.utime(path, ns=(known.st_atime_ns, known.st_mtime_ns + 1))

    assert code_of_require(models)[0] == "model-damaged"


def test_with_the_same_size_and_time_only_verify_reads_it_again(models: Path) -> None:
    path = put(models, BODY)
    require(models, ["wake"], MANIFEST)
    known = path.stat()
    put(models, DAMAGED)
    os.utime(path, ns=(known.st_atime_ns, known.st_mtime_ns))

    require(models, ["wake"], MANIFEST)
    assert verify([FILE], models) == (Problem(FILE, "checksum"),)
    assert code_of_require(models)[0] == "model-damaged", "verify made it forget the file"


def test_a_new_manifest_with_another_checksum(models: Path) -> None:
    put(models, BODY)
    require(models, ["wake"], MANIFEST)

    changed = Manifest((weight(body=DAMAGED),))

    assert code_of_require(models, changed)[0] == "model-damaged"


@pytest.mark.parametrize("note", ["", "{", "[1]", '{"wake/a.onnx": 3}'])
def test_a_broken_note_of_what_was_verified_costs_nothing(models: Path, note: str) -> None:
    put(models, BODY)
    (models / VERIFIED_FILE).write_text(note, encoding="utf-8")

    require(models, ["wake"], MANIFEST)
