import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from jarvis_voice.cli import wake
from jarvis_voice.errors import ConfigError, JarvisError


def run(*words: str) -> Exception | None:
    result = CliRunner().invoke(wake.app, ["train", *words])
    return result.exception if isinstance(result.exception, Exception) else None


@pytest.mark.parametrize("word", ["", "hal", "../jarvis", "r2d2", "one two three four", "ça va"])
def test_what_cannot_be_a_wake_word_is_refused(word: str) -> None:
    error = run("--word", word)

    assert isinstance(error, ConfigError)
    assert error.code == "wake-word-bad"


def test_a_missing_extra_gives_one_line_that_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "optax", None)

    error = run("--word", "computer")

    assert isinstance(error, JarvisError)
    assert error.code == "extra-missing"
    assert error.message.endswith('pip install "jarvis-voice[train]"')
    assert "\n" not in error.message


def test_missing_weights_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JARVIS_MODELS", str(tmp_path / "none"))
    monkeypatch.setenv("JARVIS_HOME", str(tmp_path))

    error = run("--word", "computer", "--quick")

    assert isinstance(error, JarvisError)
    assert "melspectrogram.onnx" in error.message
    assert not (tmp_path / "wake").exists()
