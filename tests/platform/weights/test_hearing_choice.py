"""Unit: settings, a note and the weights that are there go in; which Whisper hears comes out."""

from pathlib import Path

import pytest

from jarvis_voice.platform.weights.hearing_choice import (
    HearingChoice,
    choose_by_speed,
    hearing,
    note_choice,
    read_choice,
)
from jarvis_voice.platform.weights.manifest import load_manifest

pytestmark = pytest.mark.unit


def put_base(models: Path) -> None:
    """Files of base, of the right size and empty."""
    for file in load_manifest().files(["whisper-base"]):
        path = models / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as made:
            made.truncate(file.n_bytes)


def test_a_quick_machine_hears_doubtful_words_once_more_and_says_why() -> None:
    choice = choose_by_speed(0.07)
    assert choice.in_words == "Whisper tiny.en, base once more where that is in doubt"
    assert "70 ms" in choice.why
    assert "0.5 s" in choice.why


def test_a_slow_machine_hears_with_tiny_alone() -> None:
    assert choose_by_speed(0.2).in_words == "Whisper tiny.en"


@pytest.mark.parametrize(
    ("setting", "noted", "is_there", "second", "expected"),
    [
        ("auto", None, False, True, ("tiny.en", "")),
        ("auto", None, True, True, ("tiny.en", "base")),
        ("auto", "base", True, True, ("tiny.en", "base")),
        ("auto", "base", True, False, ("tiny.en", "")),
        ("auto", "base", False, True, ("tiny.en", "")),
        ("auto", "", True, True, ("tiny.en", "")),  # fetched once, and too slow
        ("tiny.en", "", True, True, ("tiny.en", "base")),
        ("base", "base", True, True, ("base", "")),
        ("/own/whisper", "base", True, True, ("/own/whisper", "")),
    ],
)
def test_what_hears(
    tmp_path: Path,
    setting: str,
    noted: str | None,
    is_there: bool,
    second: bool,
    expected: tuple[str, str],
) -> None:
    if noted is not None:
        note_choice(tmp_path, HearingChoice("tiny.en", noted, "Measured."))
    if is_there:
        put_base(tmp_path)
    found = hearing(setting, tmp_path, second=second)
    assert (found.model, found.second) == expected


def test_a_note_is_read_back(tmp_path: Path) -> None:
    choice = choose_by_speed(0.05)
    note_choice(tmp_path, choice)
    assert read_choice(tmp_path) == choice


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"model": "huge"}', '{"model": 3, "x": 1}'])
def test_a_note_that_is_no_choice_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "hearing.json").write_text(text, encoding="utf-8")
    assert read_choice(tmp_path) is None
