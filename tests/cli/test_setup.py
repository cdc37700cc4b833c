"""Flow: `jarvis setup` as a user runs it, with no weights fetched."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from jarvis_voice.cli.setup import setup
from jarvis_voice.core.config import load_config
from jarvis_voice.core.paths import find_paths

pytestmark = pytest.mark.flow

app = typer.Typer()
app.command()(setup)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JARVIS_HOME", str(tmp_path))
    return tmp_path


def test_check_of_an_empty_folder_names_every_missing_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JARVIS_MODELS")
    result = CliRunner().invoke(app, ["--check"])

    lines = result.stderr.splitlines()
    assert result.exit_code == 4
    assert lines[0] == "The model file wake/melspectrogram.onnx is missing: run `jarvis setup`."
    assert len(lines) == 9
    assert list(home.iterdir()) == [], "a check writes nothing"


def test_an_unknown_size_is_one_line(home: Path) -> None:
    result = CliRunner().invoke(app, ["--model", "tinny.en"])

    assert result.exit_code == 4
    assert len(result.stderr.splitlines()) == 1
    assert 'Did you mean "tiny.en"?' in result.stderr


def test_a_folder_that_is_not_there(home: Path) -> None:
    result = CliRunner().invoke(app, ["--model", str(home / "own")])

    assert result.exit_code == 4
    assert result.stderr == f"There is no Whisper folder at {home / 'own'}.\n"


def test_a_wrong_setting_is_one_line(home: Path) -> None:
    (home / "jarvis.toml").write_text("volum = 3\n", encoding="utf-8")

    result = CliRunner().invoke(app, ["--check"])

    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.e2e
@pytest.mark.models
def test_with_all_models_there_it_writes_the_settings_once_and_tells_terms_and_places(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_SPEECH_TO_TEXT__MODEL", "tiny.en")  # nothing is fetched besides
    defaults = load_config(find_paths())

    result = CliRunner().invoke(app)

    settings = home / "jarvis.toml"
    assert result.exit_code == 0, result.output
    assert "BSD-2-Clause" in result.stdout
    assert f"Your settings: {settings} (new: every line is a comment)" in result.stdout
    assert f"Your keys, if you have any: {home / '.env'}" in result.stdout
    written = settings.read_text(encoding="utf-8")
    assert '# model = "auto"' in written
    assert all(line.startswith("#") for line in written.splitlines() if line)
    assert load_config(find_paths()) == defaults

    settings.write_text("[wake]\nsecond_stage = false\n", encoding="utf-8")
    CliRunner().invoke(app)

    assert settings.read_text(encoding="utf-8") == "[wake]\nsecond_stage = false\n"


def test_all_also_wants_what_benches_compare_with(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_MODELS", str(home / "none"))
    usual = CliRunner().invoke(app, ["--check"]).stderr.splitlines()
    everything = CliRunner().invoke(app, ["--check", "--all"]).stderr.splitlines()

    assert [line.split()[3] for line in everything if line not in usual] == [
        "wake/hey_jarvis_v0.1.onnx"
    ]


@pytest.mark.e2e
@pytest.mark.models
@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_the_data_folder_is_for_the_user_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JARVIS_HOME", raising=False)
    monkeypatch.setenv("JARVIS_SPEECH_TO_TEXT__MODEL", "tiny.en")
    data = find_paths().data
    assert not data.exists()

    assert CliRunner().invoke(app).exit_code == 0

    assert stat.S_IMODE(data.stat().st_mode) == 0o700
