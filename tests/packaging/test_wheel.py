"""Flow: a wheel that is installed alone, far from the checkout, runs a turn."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(
    f"jarvis_voice/data/{file.relative_to(ROOT).as_posix()}"
    for folder in ("config", "models")
    for file in (ROOT / folder).rglob("*")
    if file.is_file()
)


def test_it_carries_the_shipped_files_inside_the_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert sorted(name for name in names if name.startswith("jarvis_voice/data/")) == SHIPPED
    project = wheel.name.removesuffix("-py3-none-any.whl")
    assert {name.split("/")[0] for name in names} == {
        "jarvis_voice",
        f"{project}.dist-info",
        f"{project}.data",
    }
    page = f"{project}.data/data/share/man/man1/jarvis.1"
    assert [name for name in names if name.startswith(f"{project}.data/")] == [page]


def test_it_runs_a_turn_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(place)]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True, timeout=300)
    env = os.environ | {"PYTHONPATH": str(place), "JARVIS_HOME": str(tmp_path / "home")}
    where = [sys.executable, "-c", "import jarvis_voice; print(jarvis_voice.__file__)"]
    found = subprocess.run(where, check=True, capture_output=True, text=True, cwd=tmp_path, env=env)
    assert Path(found.stdout.strip()).is_relative_to(place)
    ask = [sys.executable, "-m", "jarvis_voice", "ask", "--json", "--dry-run", "open MIT's website"]
    turn = subprocess.run(
        ask, check=True, capture_output=True, text=True, cwd=tmp_path, env=env, timeout=120
    )
    events = [json.loads(line) for line in turn.stdout.splitlines()]
    ended = [event for event in events if event["type"] == "tool-ended"]
    assert [event["arguments"] for event in ended] == [{"url": "https://www.mit.edu/"}]
