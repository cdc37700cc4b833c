"""Flow: how fast this machine hears goes in; what is told, noted and fetched comes out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from jarvis_voice.cli import hearing_trial
from jarvis_voice.cli.hearing_trial import settle_hearing
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.platform.weights.hearing_choice import read_choice
from jarvis_voice.platform.weights.manifest import WeightFile

pytestmark = pytest.mark.flow

Measured = Callable[[float | ModelError], list[float | ModelError]]


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    found = find_paths({"JARVIS_HOME": str(tmp_path), "JARVIS_MODELS": str(tmp_path)})
    found.models.mkdir(parents=True, exist_ok=True)
    return found


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Measured:
    """Makes speed tests give what is named, and returns those that were made."""

    def gives(seconds: float | ModelError) -> list[float | ModelError]:
        made: list[float | ModelError] = []

        def phrase_seconds(*_: object) -> float:
            made.append(seconds)
            if isinstance(seconds, ModelError):
                raise seconds
            return seconds

        monkeypatch.setattr(hearing_trial, "_phrase_seconds", phrase_seconds)
        return made

    return gives


def settle(
    paths: Paths, *, anew: bool = False, fails: bool = False
) -> tuple[list[str], tuple[str, ...]]:
    """What was asked for, and what is there besides."""
    wanted: list[str] = []

    def fetch(files: tuple[WeightFile, ...]) -> None:
        wanted.extend(file.path for file in files)
        if fails and files:
            raise ModelError("fetch-failed", "There is no network.")

    files = settle_hearing(load_config(paths), paths, fetch, anew=anew)
    return wanted, tuple(file.path for file in files)


def test_a_quick_machine_fetches_base_and_says_why(
    paths: Paths, measured: Measured, capsys: pytest.CaptureFixture[str]
) -> None:
    measured(0.07)
    wanted, files = settle(paths)
    assert "whisper/base/model.bin" in wanted
    assert tuple(wanted) == files
    told = capsys.readouterr().out
    assert told.startswith("Speech to text: Whisper tiny.en, base once more")
    assert "70 ms" in told


def test_a_slow_machine_fetches_nothing(paths: Paths, measured: Measured) -> None:
    measured(0.3)
    assert settle(paths) == ([], ())
    noted = read_choice(paths.models)
    assert noted
    assert noted.second == ""


def test_it_is_measured_once_unless_somebody_wants_it_anew(
    paths: Paths, measured: Measured
) -> None:
    made = measured(0.3)
    settle(paths)
    settle(paths)
    assert len(made) == 1
    settle(paths, anew=True)
    assert len(made) == 2


def test_a_speed_that_cannot_be_measured_ends_no_setup(
    paths: Paths, measured: Measured, capsys: pytest.CaptureFixture[str]
) -> None:
    measured(ModelError("model-failed", "It broke."))
    assert settle(paths) == ([], ())
    assert capsys.readouterr().err == "Speech to text stays with tiny.en alone: It broke.\n"


def test_base_that_cannot_be_fetched_ends_no_setup(
    paths: Paths, measured: Measured, capsys: pytest.CaptureFixture[str]
) -> None:
    measured(0.07)
    wanted, files = settle(paths, fails=True)
    assert wanted
    assert files == ()
    assert "There is no network." in capsys.readouterr().err
