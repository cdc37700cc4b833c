"""Heads without a card (unit): a file goes in; how it is run, or why it is not, comes out."""

from pathlib import Path
from typing import Any

import pytest
from engines.trained_heads import write

from jarvis_voice.core.errors import ModelError
from jarvis_voice.engines.wake.head_shape import library_classes

pytestmark = pytest.mark.flow

TIMERS = '{"1": "5_minute_timer", "2": "tea-timer"}'


@pytest.mark.parametrize(
    ("shape", "classes"),
    [
        ({}, ()),
        ({"names": ("input_1", "dense")}, ()),
        ({"takes": ("unk__332", 16, 96), "gives": ("unk__333", 1)}, ()),
        ({"takes": (None, 16, 96)}, ()),
        ({"gives": (), "is_squeezed": True}, ()),
        ({"takes": (1, 28, 96)}, (0,)),
        ({"takes": ("batch", 116, 96), "gives": ("batch", 1)}, (0,)),
        ({"gives": (1, 3)}, (1, 2)),
        ({"takes": (1, 34, 96), "gives": (1, 2)}, (1,)),
    ],
    ids=str,
)
def test_one_score_of_16_embeddings_is_streamed_and_all_else_is_the_librarys(
    tmp_path: Path, shape: dict[str, Any], classes: tuple[int, ...]
) -> None:
    assert library_classes(write(tmp_path / "one.onnx", **shape), "computer") == classes


@pytest.mark.parametrize(
    ("output", "word", "classes"),
    [
        (TIMERS, "tea timer", (2,)),
        (TIMERS, "Tea-Timer", (2,)),
        (TIMERS, "timer", (1, 2)),
        ('{"0": "background", "1": "tea", "9": "not there"}', "timer", (1,)),
        ('{"0": "timer"}', "timer", (0,)),
        ('{"0": "background"}', "timer", (1, 2)),
        ('{"one": "tea"}', "tea", (1, 2)),
        ('["tea"]', "tea", (1, 2)),
        ("tea", "tea", (1, 2)),
    ],
)
def test_of_several_classes_the_one_named_like_the_word_counts_else_all_but_the_background(
    tmp_path: Path, output: str, word: str, classes: tuple[int, ...]
) -> None:
    head = write(tmp_path / "timer.onnx", gives=(1, 3), names=("x", output))
    assert library_classes(head, word) == classes


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ({"takes": (1, 16, 40)}, r"takes tensor\(float\) \(1, 16, 40\)"),
        ({"takes": (1, 16 * 96)}, r"takes tensor\(float\) \(1, 1536\)"),
        ({"takes": (8, 16, 96)}, r"takes tensor\(float\) \(8, 16, 96\)"),
        ({"takes": (1, "frames", 96)}, r"takes tensor\(float\) \(1, frames, 96\)"),
        ({"takes": (1, 117, 96)}, "an N from 1 to 116"),
        ({"last": "Identity"}, "no scores between 0 and 1"),
        ({"last": "Sqrt"}, "no scores between 0 and 1"),
        ({"gives": (), "takes": (1, 28, 96), "is_squeezed": True}, r"gives \(\), not"),
    ],
    ids=str,
)
def test_what_openwakeword_cannot_run_is_refused(
    tmp_path: Path, shape: dict[str, Any], message: str
) -> None:
    with pytest.raises(ModelError, match=message) as refused:
        library_classes(write(tmp_path / "one.onnx", **shape), "computer")
    assert refused.value.code == "wake-head-strange"
    assert "one.onnx" in refused.value.message


@pytest.mark.parametrize("content", [b"", b"not a network", b"\x08\x07\x12\x07"])
def test_a_file_that_is_no_network_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "one.onnx"
    file.write_bytes(content)
    with pytest.raises(ModelError, match=r"one\.onnx is no head of a wake word") as refused:
        library_classes(file, "computer")
    assert refused.value.code == "wake-head-strange"
