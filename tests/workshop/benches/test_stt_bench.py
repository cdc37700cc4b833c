"""Flow: the bench of speech to text on commands that a synthetic voice spoke."""

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile
import typer
from bench.voices import read, speak
from typer.testing import CliRunner

from jarvis_voice.cli import bench
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import find_paths
from jarvis_voice.workshop.benches.stt_bench import (
    SttFigures,
    SttWay,
    interval,
    read_commands,
    report,
)

pytestmark = pytest.mark.flow

SLOTS = {"coffeeDrink": "coffee", "milkAmount": " milk"}

app = typer.Typer()
app.command("stt")(bench.stt)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two spoken commands in the layout of the recordings."""
    folder = tmp_path / "commands"
    folder.mkdir()
    for voice in ("slt", "rms"):
        sound, rate = read(
            speak("I want a large coffee with milk", voice, tmp_path / f"{voice}.wav")
        )
        soundfile.write(folder / f"{voice}.flac", sound, rate)
    labels = {f"{voice}.flac": {"intent": "order", "slots": SLOTS} for voice in ("slt", "rms")}
    (folder / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    return tmp_path


@pytest.mark.e2e
@pytest.mark.models
@pytest.mark.e2e
@pytest.mark.bench("voices")
def test_both_ways_hear_the_same_commands(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JARVIS_MODELS", str(find_paths().models))
    done = CliRunner().invoke(app, ["--data", str(data), "--model", "tiny.en", "--json"])
    assert done.exit_code == 0, done.output
    rows = {row["what"]: row for row in json.loads(done.stdout)["rows"]}
    assert rows["slots heard"]["ours"]["value"] == rows["slots heard"]["stock"]["value"] == 100.0
    assert rows["difference, points"]["ours"]["bounds"] == [0.0, 0.0]
    assert len(rows["clip to text, p50"]["stock"]["values"]) == 2


def test_the_table_pairs_the_clips() -> None:
    slots = [4] * 100
    stock = SttWay([0.6] * 100, [4] * 50 + [3] * 50)
    ours = SttWay([0.2] * 100, [4] * 50 + [3] * 49 + [2])
    rows = {
        row.what: row for row in report(SttFigures("tiny.en", 2, ours, stock, slots, 600.0)).rows
    }
    difference = rows["difference, points"].ours
    assert difference.value == pytest.approx(-0.25)
    assert difference.bounds is not None
    assert difference.bounds == pytest.approx((-0.75, 0.0))
    assert rows["times as fast at p50"].ours.value == pytest.approx(3.0)


def test_an_interval_holds_the_share_and_no_more_than_chance_allows() -> None:
    low, high = interval([3] * 90 + [0] * 10, (3,) * 100)
    assert 80 < low < 90 < high < 98


def test_recordings_that_are_not_there_or_of_another_rate_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"labels\.json"):
        read_commands(tmp_path)
    folder = tmp_path / "commands"
    folder.mkdir()
    labels = {"a.flac": {"slots": SLOTS}}
    (folder / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    soundfile.write(folder / "a.flac", np.zeros(800, np.int16), 8_000)
    with pytest.raises(ConfigError, match="16000"):
        read_commands(tmp_path)
