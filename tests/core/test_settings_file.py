"""Unit: one setting of a user's jarvis.toml changes, all else stays; a file is written whole."""

import os
import stat
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.setting_names import Name
from jarvis_voice.core.settings_file import (
    as_toml,
    read_text,
    value_from,
    with_setting,
    without_setting,
    write_text,
)
from jarvis_voice.core.shipped_files import shipped

pytestmark = pytest.mark.unit

SPEED, WORD = ("voice", "speed"), ("wake", "words", "jarvis")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "[wake.words]\njarvis = 0.6\n"),
        ('thread = "work"\n', 'thread = "work"\n\n[wake.words]\njarvis = 0.6\n'),
        (
            "# mine\n[wake.words]  # calls\njarvis = 0.5   # as it was\n[voice]\nspeed = 1.2\n",
            "# mine\n[wake.words]  # calls\njarvis = 0.6   # as it was\n[voice]\nspeed = 1.2\n",
        ),
        (
            "[wake.words]\ncomputer = 0.5\n\n# how\n[voice]\nspeed = 1.2\n",
            "[wake.words]\ncomputer = 0.5\njarvis = 0.6\n\n# how\n[voice]\nspeed = 1.2\n",
        ),
        ("[ wake . words ]\n'jarvis' = 0.25\n", "[ wake . words ]\n'jarvis' = 0.6\n"),
        (
            "[voice]\njarvis = 1\n[wake.words]\njarvis=0.5",
            "[voice]\njarvis = 1\n[wake.words]\njarvis=0.6",
        ),
        ("[wake]\nwords = {jarvis = 0.5}\n", "[wake]\nwords = {jarvis = 0.6}\n"),
        ("wake.words.jarvis = 0.5 # x\n", "wake.words.jarvis = 0.6 # x\n"),
        ("\ufeff[wake.words]\r\njarvis = 1 # a\r\n", "\ufeff[wake.words]\r\njarvis = 0.6 # a\r\n"),
    ],
)
def test_the_value_changes_and_nothing_else(before: str, after: str) -> None:
    assert with_setting(before, WORD, 0.6) == after


@pytest.mark.parametrize(
    ("before", "name", "value", "after"),
    [
        ("", ("wake", "words", "hey friday"), 0.6, '[wake.words]\n"hey friday" = 0.6\n'),
        ("[voice]\nspeed = 1\n", ("thread",), "a b", 'thread = "a b"\n\n[voice]\nspeed = 1\n'),
        ("# [voice]\n# x\n", SPEED, 2.0, "# [voice]\n# x\n\n[voice]\nspeed = 2.0\n"),
        ("[voice]\r\n", ("voice", "earcons"), False, "[voice]\r\nearcons = false\r\n"),
        ("", ("commands", "lock it"), ["a", "b c"], '[commands]\n"lock it" = ["a", "b c"]\n'),
        ("", ("mcp", "x"), {"command": ["a"]}, '[mcp]\nx = {command = ["a"]}\n'),
    ],
)  # fmt: skip
def test_a_setting_that_was_not_there(before: str, name: Name, value: Any, after: str) -> None:
    assert with_setting(before, name, value) == after


def test_every_other_line_of_the_shipped_file_stays_to_the_letter() -> None:
    before = shipped("config/jarvis.toml").read_text(encoding="utf-8")
    after = with_setting(before, SPEED, 1.2)
    changed = [
        (old, new)
        for old, new in zip(before.splitlines(), after.splitlines(), strict=True)
        if old != new
    ]
    speed = next(line for line in before.splitlines() if line.startswith("speed ="))
    assert changed == [(speed, speed.replace("1.0", "1.2"))]
    assert with_setting(after, SPEED, 1.0) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[voice] # v\nspeed = 1 # a\nearcons = true\n", "[voice] # v\nearcons = true\n"),
        ("voice = {speed = 1}\n", "voice = {}\n"),
        ("[voice]\nearcons = true\n", "[voice]\nearcons = true\n"),
        ("", ""),
    ],
)
def test_a_setting_is_taken_out(before: str, after: str) -> None:
    assert without_setting(before, SPEED) == after


@pytest.mark.parametrize("text", ["[broken\n", "wake = 3\n", "[[wake]]\nx = 1\n"])
def test_what_cannot_be_changed_is_said_with_the_way_out(text: str) -> None:
    with pytest.raises(ConfigError, match="jarvis config edit"):
        with_setting(text, WORD, 0.6)


@pytest.mark.parametrize(
    ("words", "default", "value"),
    [
        (["1.2"], 1.0, 1.2),
        (["2"], 1.0, 2),
        (["fast"], 1.0, "fast"),
        (["Los", "Angeles"], "", "Los Angeles"),
        (['"24"'], "24", "24"),
        (["12"], "24", "12"),
        (["off"], True, False),
        (["perhaps"], True, "perhaps"),
        (["headset", "web cam"], [], ["headset", "web cam"]),
        (['["a", "b"]'], [], ["a", "b"]),
        (["headset"], [], ["headset"]),
        (["[]"], ["x"], []),
        (['{url = "http://x"}'], None, {"url": "http://x"}),
    ],
)
def test_what_is_typed_becomes_the_kind_that_the_setting_has(
    words: list[str], default: Any, value: Any
) -> None:
    found = value_from(words, default)
    assert (found, type(found)) == (value, type(value))


def test_values_are_shown_as_they_stand_in_a_file() -> None:
    shown = [as_toml(one) for one in ('x"y', True, ("a",), {"a": 1, "on": date(2026, 1, 31)})]
    assert shown == ['"x\\"y"', "true", '["a"]', "{a = 1, on = 2026-01-31}"]


@pytest.mark.skipif(sys.platform == "win32", reason="modes")
def test_a_file_keeps_its_mode_and_a_link_stays_one(tmp_path: Path) -> None:
    real, link = tmp_path / "dotfiles" / "own.toml", tmp_path / "jarvis.toml"
    real.parent.mkdir()
    real.write_text("old", encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    write_text(link, "new\r\n")
    assert link.is_symlink()
    assert read_text(real) == "new\r\n"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert [file.name for file in real.parent.iterdir()] == ["own.toml"]
    write_text(tmp_path / "a" / "key", "k", mode=0o600)
    assert stat.S_IMODE((tmp_path / "a" / "key").stat().st_mode) == 0o600


def test_a_write_that_fails_leaves_the_old_text_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "jarvis.toml"
    file.write_text("old", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ConfigError, match=r"No space left on device\. It is as before\."):
        write_text(file, "new")
    assert file.read_text(encoding="utf-8") == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["jarvis.toml"]
