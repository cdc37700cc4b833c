"""Flow: `jarvis doctor` as a child without terminal and sound."""

import json
import zipfile
from pathlib import Path

import pytest
from cli.command import jarvis

from jarvis_voice.core.paths import Paths
from jarvis_voice.voice.readiness import phrase_file
from jarvis_voice.workshop.doctor.examination import CHECKS

pytestmark = pytest.mark.e2e

NAMES = [check.name for check in CHECKS]


def test_without_sound_models_and_terminal_it_says_so_line_by_line(
    paths: Paths, tmp_path: Path
) -> None:
    done = jarvis(paths.config, "doctor", JARVIS_MODELS=str(tmp_path / "none"))
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    named = [line for line in lines if line.startswith(("ok ", "WARN", "FAIL", "-  "))]
    assert [line[5:18].strip() for line in named] == NAMES
    assert lines[-1].endswith(".")
    assert "Run `jarvis setup`" in lines[-1]
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.models
def test_a_recording_is_heard_and_only_the_screen_shows_its_words(
    paths: Paths, tmp_path: Path
) -> None:
    file = tmp_path / "support.zip"
    recording = str(phrase_file())
    done = jarvis(
        *(paths.config, "doctor", "--quick", "--recording", recording, "--bundle", str(file)),
        GOOGLE_API_KEY="planted-key",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (words,) = [line for line in done.stdout.splitlines() if "I understood: " in line]
    heard = words.partition("I understood: ")[2]
    assert "jarvis" in heard.lower()
    assert done.stderr.index("will hold") < done.stderr.index("Written")
    with zipfile.ZipFile(file) as archive:
        whole = "".join(archive.read(name).decode() for name in archive.namelist())
    assert heard not in whole
    assert "planted-key" not in whole + done.stdout + done.stderr


def test_json_is_one_object_and_a_recording_that_is_not_there_is_a_finding(
    paths: Paths, tmp_path: Path
) -> None:
    missing = str(tmp_path / "none.wav")
    arguments = ("doctor", "--json", "--quick", "--recording", missing)
    done = jarvis(paths.config, *arguments, JARVIS_MODELS=str(tmp_path))
    report = json.loads(done.stdout)
    assert set(report) == {"checks", "advice"}
    assert [check["name"] for check in report["checks"]] == NAMES
    assert all(set(check) == {"name", "status", "detail"} for check in report["checks"])
    found = {check["name"]: check for check in report["checks"]}
    assert found["microphone"]["status"] == "failed"
    assert "There is no recording" in found["microphone"]["detail"]
