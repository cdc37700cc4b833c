"""Heads of wake words (unit): cards and files go in, a head or the reason why not comes out."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from engines import trained_heads

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.wake_point import LIKE_FROM, WakePoint
from jarvis_voice.engines.wake.heads import EMBEDDING_SHA256, STOCK_FILE, find_head

pytestmark = pytest.mark.flow


def write(folder: Path, name: str = "computer", **changed: Any) -> None:
    folder.mkdir(exist_ok=True)
    model = b"a model"
    (folder / f"{name}.onnx").write_bytes(model)
    card = {
        "word": name,
        "phrases": [name, f"hey {name}"],
        "threshold": 0.7,
        "grey_from": 0.4,
        "embedding_sha256": EMBEDDING_SHA256,
        "head_sha256": hashlib.sha256(model).hexdigest(),
    }
    (folder / f"{name}.json").write_text(json.dumps(card | changed))


def test_the_users_own_head_is_found(tmp_path: Path) -> None:
    write(tmp_path)
    head = find_head("computer", tmp_path, tmp_path / "models")
    assert (head.word, head.model) == ("computer", tmp_path / "computer.onnx")
    assert (head.threshold, head.grey_from) == (0.7, 0.4)
    assert head.phrases == ("computer", "hey computer")


def test_how_like_the_word_a_sound_must_be_is_told_by_its_card(tmp_path: Path) -> None:
    write(tmp_path, "computer", like_from=-7.5)
    write(tmp_path, "older")
    points = [find_head(word, tmp_path, tmp_path).point for word in ("computer", "older")]
    assert points == [
        WakePoint("computer", 0.7, 0.4, -7.5), WakePoint("older", 0.7, 0.4, LIKE_FROM)
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["hey friday", "hey-friday", "hey_friday"])
def test_a_word_of_two_is_found_however_its_file_joins_them(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, word="hey friday")
    assert find_head("hey friday", tmp_path, tmp_path).word == "hey friday"


@pytest.mark.parametrize("name", ["hey friday", "hey-friday", "hey_friday"])
def test_a_head_without_a_card_is_treated_like_the_stock_one(tmp_path: Path, name: str) -> None:
    trained_heads.write(tmp_path / f"{name}.onnx")
    head = find_head("hey friday", tmp_path, tmp_path / "models")
    assert head.model == tmp_path / f"{name}.onnx"
    assert head.point == WakePoint("hey friday", 0.5, 0.25, LIKE_FROM)
    assert (head.phrases, head.library_classes) == ((), ())


def test_the_users_own_file_stands_before_what_is_shipped_and_behind_its_card(
    tmp_path: Path,
) -> None:
    own = trained_heads.write(tmp_path / "jarvis.onnx", takes=(1, 28, 96))
    assert find_head("jarvis", tmp_path, tmp_path).library_classes == (0,)
    write(tmp_path, "jarvis")
    assert find_head("jarvis", tmp_path, tmp_path).threshold == 0.7
    (tmp_path / "jarvis.json").unlink()
    own.write_bytes(b"no network")
    with pytest.raises(JarvisError, match=r"jarvis\.onnx is no head") as refused:
        find_head("jarvis", tmp_path, tmp_path)
    assert (refused.value.code, refused.value.exit_code) == ("wake-head-strange", 4)


def test_the_stock_head_is_the_word_hey_jarvis_where_it_was_fetched(tmp_path: Path) -> None:
    file = tmp_path / STOCK_FILE
    file.parent.mkdir()
    file.write_bytes(b"a model")
    head = find_head("hey jarvis", tmp_path / "own", tmp_path)
    assert (head.model, head.threshold) == (file, 0.5)


@pytest.mark.parametrize(
    ("word", "code", "message"),
    [
        ("alexa", "wake-word-unknown", 'jarvis wake train --word "alexa"'),
        ("alexa", "wake-word-unknown", 'as "alexa.onnx"'),
        ("hey jarvis", "wake-word-unknown", 'jarvis wake train --word "hey jarvis"'),
        ("../secret", "wake-word-bad", "no word to be called by"),
        ("", "wake-word-bad", "no word to be called by"),
    ],
)
def test_a_word_without_head_says_how_to_get_one(
    tmp_path: Path, word: str, code: str, message: str
) -> None:
    with pytest.raises(JarvisError, match=message) as refused:
        find_head(word, tmp_path, tmp_path)
    assert (refused.value.code, refused.value.exit_code) == (code, 2)


@pytest.mark.parametrize(
    ("changed", "code", "message"),
    [
        ({"embedding_sha256": "ba754db3"}, "wake-head-strange", "another embedding network"),
        ({"head_sha256": "0" * 64}, "wake-head-damaged", "not the file that its card describes"),
        ({"threshold": 1.5}, "wake-head-strange", "no threshold between 0 and 1"),
        ({"grey_from": 0.9}, "wake-head-strange", "no threshold between 0 and 1"),
        ({"threshold": "high"}, "wake-head-strange", "lacks what"),
        ({"phrases": None}, "wake-head-strange", "lacks what"),
        ({"like_from": 0.5}, "wake-head-strange", "a likeness of 0.5 is wanted"),
        ({"like_from": float("-inf")}, "wake-head-strange", "a likeness of -inf is wanted"),
        ({"like_from": float("nan")}, "wake-head-strange", "a likeness of nan is wanted"),
        ({"like_from": "very"}, "wake-head-strange", "lacks what"),
    ],
)
def test_a_head_that_does_not_fit_is_refused(
    tmp_path: Path, changed: dict[str, Any], code: str, message: str
) -> None:
    write(tmp_path, **changed)
    with pytest.raises(JarvisError, match=message) as refused:
        find_head("computer", tmp_path, tmp_path)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["{", "[]", "\xff"])
def test_a_card_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    write(tmp_path)
    (tmp_path / "computer.json").write_text(text, encoding="latin-1")
    with pytest.raises(JarvisError) as refused:
        find_head("computer", tmp_path, tmp_path)
    assert refused.value.code == "wake-head-strange"
    assert "computer.json" in refused.value.message


def test_a_card_without_its_file_is_refused(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "computer.onnx").unlink()
    with pytest.raises(JarvisError, match=r"computer\.onnx is missing"):
        find_head("computer", tmp_path, tmp_path)
