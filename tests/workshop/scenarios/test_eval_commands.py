"""Integration: `jarvis eval` and `jarvis bench brain` as a user types them."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from jarvis_voice.cli import bench, evaluate
from jarvis_voice.core.errors import ConfigError

pytestmark = pytest.mark.flow

app = typer.Typer()
app.command("eval")(evaluate.evaluate)
app.add_typer(bench.app, name="bench")

GOOD = "- {id: good, about: fine, turns: [{say: hi, expect: {says: [hello]}}]}"
BAD = "- {id: bad, about: not so, turns: [{say: hi, expect: {says: [frobnitz]}}]}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "talk.yaml"
    written.write_text(f"{GOOD}\n{BAD}\n", encoding="utf-8")
    return written


def test_a_failure_is_exit_code_1_and_is_told(file: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    done = CliRunner().invoke(app, ["eval", str(file), "--report", str(report)])
    assert done.exit_code == 1, done.output
    assert 'bad: turn 1: does not say "frobnitz"' in done.output
    assert "talk" in done.output
    assert "## bad: FAILED" in report.read_text(encoding="utf-8")


def test_one_scenario_alone(file: Path) -> None:
    done = CliRunner().invoke(app, ["eval", str(file), "--only", "good"])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("option", "name"), [("--without", "be-nice"), ("--only", "no-such-scenario")]
)
def test_an_unknown_name_is_named(file: Path, option: str, name: str) -> None:
    done = CliRunner().invoke(app, ["eval", str(file), option, name])
    assert isinstance(done.exception, ConfigError)
    assert name in done.exception.message


def test_the_figures_of_the_brain_as_json() -> None:
    done = CliRunner().invoke(app, ["bench", "brain", "--turns", "1", "--messages", "4", "--json"])
    assert done.exit_code == 0, done.output
    shown = json.loads(done.stdout)
    assert shown["is_whole"]
    assert [row["what"] for row in shown["rows"]] == [
        "a turn of 3 loops",
        "times as fast as the stock way",
        "a thread of 4 messages loads in",
        "a thread of 4 messages grows in a turn by",
        "a sentence is understood in",
        "nineteen of twenty sentences are in",
    ]


def test_the_figures_of_the_brain_as_a_table() -> None:
    done = CliRunner().invoke(app, ["bench", "brain", "--turns", "1", "--messages", "4"])
    assert done.exit_code == 0, done.output
    assert "< 15 ms" in done.output
