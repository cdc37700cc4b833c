"""Unit: every bench is registered, takes `--json`, and costs the command line no heavy import."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from jarvis_voice.cli import bench

pytestmark = pytest.mark.unit

BENCHES = (
    *("wake", "stt", "turn", "tts", "idle", "echo", "brain", "loop", "doors", "faults", "soak"),
    "talk",
)
HEAVY = ("numpy", "onnxruntime", "faster_whisper", "matplotlib", "scipy", "jax", "langgraph")


@pytest.mark.parametrize("name", BENCHES)
def test_a_bench_says_what_it_measures(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    done = CliRunner().invoke(bench.app, [name, "--help"])
    assert done.exit_code == 0, done.output
    assert "--json" in done.output


def test_they_are_all_there() -> None:
    assert {command.name for command in bench.app.registered_commands} == set(BENCHES)


@pytest.mark.e2e
def test_to_register_them_costs_nothing() -> None:
    look = f"print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, jarvis_voice.cli.bench; {look}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
