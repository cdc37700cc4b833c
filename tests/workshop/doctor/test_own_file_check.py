"""Flow: the doctor names a user's file that cannot be read, and a voice that is not there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from store.no_files import NO_FILES
from workshop.doctor.patient import BY_NAME, Patient, look, said

from jarvis_voice.core.paths import Paths, ensure
from jarvis_voice.workshop.doctor.check_result import CheckResult

pytestmark = pytest.mark.flow

VOICE = '{"audio": {"sample_rate": 22050}, "espeak": {"voice": "en-us"}}'
SITE = '[[site]]\nname = "My school"\nurl = "https://example.org/"\n'
SENTENCES = """
language: en
intents:
  open_website:
    data:
      - sentences: ["open my homework"]
        slots: {name: "MIT OpenCourseWare"}
"""


async def found(patient: Patient) -> CheckResult:
    (finding,) = await look(patient, BY_NAME["own files"])
    return finding


def sites(text: str) -> Callable[[Paths], object]:
    return lambda paths: paths.user_sites.write_text(text)


def sentences(text: str) -> Callable[[Paths], object]:
    return lambda paths: (ensure(paths.user_sentences) / "own.yaml").write_text(text)


def voice(setting: str, *files: str) -> Callable[[Paths], None]:
    """Set it, with these files in the folder of voices."""

    def plant(paths: Paths) -> None:
        paths.config_file.write_text(f"[voice]\nmodel = '{setting}'\n")
        for file in files:
            (ensure(paths.voices) / file).write_text(VOICE)

    return plant


@pytest.mark.parametrize(
    "plant",
    [
        lambda _: None,
        sites(""),
        sites(SITE),
        sites("\N{ZERO WIDTH NO-BREAK SPACE}" + SITE),
        lambda paths: paths.user_sites.symlink_to("/dev/null"),
        lambda paths: ensure(paths.user_sentences),
        sentences(SENTENCES),
        voice("joe"),
        voice("amy", "amy.onnx", "amy.onnx.json"),
    ],
)
async def test_what_can_be_read_is_well(
    patient: Patient, paths: Paths, plant: Callable[[Paths], object]
) -> None:
    ensure(paths.config)
    plant(paths)
    finding = await found(patient)
    assert finding.status == "ok", (said(finding), finding.verdict.private)


@pytest.mark.parametrize(
    ("plant", "named"),
    [
        (sites("[["), "sites.toml"),
        (sites(SITE + "color = 1\n"), "sites.toml"),
        (sites(SITE.replace("https", "file")), "sites.toml"),
        (lambda paths: NO_FILES["a folder"](paths.user_sites), "sites.toml"),
        (lambda paths: NO_FILES["a named pipe"](paths.user_sites), "sites.toml"),
        (sentences("intents: ["), "sentences"),
        (sentences(SENTENCES.replace("open_website", "no_such_intent")), "sentences"),
        (voice("/nope.onnx"), "/nope.onnx"),
        (voice("amy"), "amy.onnx"),
        (voice("amy", "amy.onnx"), "amy.onnx.json"),
    ],
)
async def test_what_cannot_be_read_is_named(
    patient: Patient, paths: Paths, plant: Callable[[Paths], object], named: str
) -> None:
    ensure(paths.config)
    plant(paths)
    finding = await found(patient)
    assert (finding.status, named in finding.verdict.detail) == ("failed", True), said(finding)
    assert finding.verdict.advice


async def test_a_users_words_are_for_the_screen_alone(patient: Patient, paths: Paths) -> None:
    ensure(paths.config)
    sites(SITE + "color = 1\n")(paths)
    finding = await found(patient)
    assert "My school" not in said(finding) + finding.verdict.advice
    assert any("My school" in line for line in finding.verdict.private)


async def test_two_broken_files_are_both_named(patient: Patient, paths: Paths) -> None:
    ensure(paths.config)
    sites("[[")(paths)
    sentences("intents: [")(paths)
    detail = (await found(patient)).verdict.detail
    assert [Path(word.strip(",")).name for word in detail.split() if "/" in word] == [
        "sites.toml",
        "sentences",
    ]
