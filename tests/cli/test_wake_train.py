import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from jarvis_voice.cli import wake
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ConfigError, JarvisError
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.engines.stt.whisper import FILES
from jarvis_voice.platform.install_method import extra_line
from jarvis_voice.workshop.training.settings import full_order

pytestmark = pytest.mark.flow


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
    assert error.message.endswith(f"Run: {extra_line('train')}")
    assert "\n" not in error.message


@pytest.mark.parametrize("is_whole", [True, False])
def test_speech_to_text_is_asked_where_all_of_it_was_fetched(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_whole: bool
) -> None:
    monkeypatch.setenv("JARVIS_MODELS", str(tmp_path))
    folder = tmp_path / "whisper" / "tiny.en"
    folder.mkdir(parents=True)
    for name in FILES[: None if is_whole else -1]:
        (folder / name).touch()
    order = full_order("computer", ("computer",), tmp_path, tmp_path, 7)
    asked = wake._with_hearing(order, find_paths()).whisper
    assert asked == (folder if is_whole else None)


@pytest.mark.parametrize("word", ["computer", "hey friday", "o'brien"])
def test_what_it_says_to_write_is_a_setting_that_the_program_takes(paths: Paths, word: str) -> None:
    paths.config_file.parent.mkdir(parents=True)
    paths.config_file.write_text(wake._setting(word), encoding="utf-8")
    assert load_config(paths).wake.words[word] == 0.5


def test_missing_weights_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JARVIS_MODELS", str(tmp_path / "none"))
    monkeypatch.setenv("JARVIS_HOME", str(tmp_path))

    error = run("--word", "computer", "--quick")

    assert isinstance(error, JarvisError)
    assert "melspectrogram.onnx" in error.message
    assert not (tmp_path / "wake").exists()
