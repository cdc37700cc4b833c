"""Unit: the shipped manifest, and choosing from it."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.platform.weights.manifest import (
    STOCK,
    HubSource,
    WeightFile,
    WheelSource,
    groups_for,
    load_manifest,
    whisper_folder,
)

pytestmark = pytest.mark.unit

WAKE = (
    "wake/melspectrogram.onnx",
    "wake/embedding_model.onnx",
    "turn/smart-turn-v3.2-cpu.onnx",
)
STOCK_FILES = (
    "wake/melspectrogram.onnx",
    "wake/embedding_model.onnx",
    "wake/hey_jarvis_v0.1.onnx",
)
WHISPER_FILES = ("config.json", "model.bin", "tokenizer.json", "vocabulary.txt")
VOICE = ("piper/en_US-joe-medium.onnx", "piper/en_US-joe-medium.onnx.json")


def test_the_default_groups_are_the_files_the_engines_open() -> None:
    files = load_manifest().files(groups_for("tiny.en"))

    tiny = tuple(f"whisper/tiny.en/{name}" for name in WHISPER_FILES)
    assert tuple(file.path for file in files) == WAKE + tiny + VOICE


def test_what_benches_compare_with_is_a_group_of_its_own() -> None:
    files = load_manifest().files([STOCK])

    assert tuple(file.path for file in files) == STOCK_FILES


def test_groups() -> None:
    assert load_manifest().groups == (
        "wake",
        "stock",
        "wake-library",
        "turn",
        "whisper-tiny.en",
        "whisper-base",
        "voice-joe",
        "reader-base",
    )


@pytest.mark.parametrize("file", load_manifest().every_file, ids=lambda file: file.path)
def test_every_file_is_pinned_and_comes_from_its_hub_first_then_from_a_package(
    file: WeightFile,
) -> None:
    *hubs, package = file.sources

    assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
    assert len(hubs) == (0 if file.groups == ("turn",) else 1)
    for hub in hubs:
        assert isinstance(hub, HubSource)
        url = urlsplit(hub.url)
        assert (url.scheme, url.netloc) in {("https", "huggingface.co"), ("https", "github.com")}
        assert re.search(r"/(v\d\.\d\.\d|[0-9a-f]{40})/", url.path), "a branch can change its bytes"
    assert isinstance(package, WheelSource)
    for member in package.members:
        assert re.fullmatch(r"[a-z0-9-]+==[\d.]+", member.requirement)
        assert member.member


def test_the_readme_tells_the_terms_of_every_folder() -> None:
    readme = shipped("models/README.md").read_text(encoding="utf-8")

    for file in load_manifest().every_file:
        assert file.path.rpartition("/")[0] in readme


def test_a_file_of_two_wanted_groups_comes_once() -> None:
    manifest = load_manifest()

    assert manifest.files(["wake", "wake"]) == manifest.files(["wake"])


@pytest.mark.parametrize(
    ("group", "says"),
    [
        (
            "whisper-bsae",
            'No Whisper size "bsae" is known, only tiny.en, base. Did you mean "base"?',
        ),
        ("voice-jo", 'No weight files are known as "voice-jo"'),
    ],
)
def test_an_unknown_group_is_named(group: str, says: str) -> None:
    with pytest.raises(ModelError) as caught:
        load_manifest().files([group])

    assert caught.value.code == "model-unknown"
    assert says in caught.value.message


def test_a_folder_of_the_users_own_needs_no_whisper_group(tmp_path: Path) -> None:
    own = str(tmp_path / "my-whisper")

    assert groups_for(own) == ("wake", "wake-library", "turn", "voice-joe")
    assert whisper_folder(tmp_path, own) == Path(own)
    assert whisper_folder(tmp_path, "base") == tmp_path / "whisper" / "base"
