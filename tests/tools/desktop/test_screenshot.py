"""Unit: pictures made here, and screens that are not there."""

from __future__ import annotations

import errno
import os
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.platform.display import find_display
from jarvis_voice.tools.desktop.screenshot import (
    Picture,
    decoded_size,
    encode,
    read_ppm,
    spread,
    take_screenshot,
    write_private,
)

pytestmark = pytest.mark.unit

NOW = datetime(2026, 11, 21, 9, 8, 7, tzinfo=UTC)
CHESS = Picture(bytes([0, 0, 0, 255, 255, 255] * 6), 4, 3)
PPM = b"P6\n4 3\n255\n" + CHESS.rgb

linux = pytest.mark.skipif(sys.platform != "linux", reason="Linux finds its screen by environment")

GRIM = """#!{python}
import sys
assert sys.argv[1:] == ["-t", "ppm", "-"], sys.argv
sys.stdout.buffer.write({output!r})
"""


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(
    ("env", "platform", "display"),
    [
        ({}, "linux", "none"),
        ({"DISPLAY": ""}, "linux", "none"),
        ({"DISPLAY": ":0"}, "linux", "x11"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", "wayland"),
        ({}, "darwin", "native"),
        ({}, "win32", "native"),
    ],
)
def test_a_display_is_found_by_environment(
    env: dict[str, str], platform: str, display: str
) -> None:
    assert find_display(env, platform) == display


def test_a_png_unpacks_to_its_size() -> None:
    png = encode(CHESS)
    assert decoded_size(png) == (4, 3)
    assert decoded_size(png[:-20]) is None
    assert decoded_size(b"") is None
    assert decoded_size(b"GIF89a") is None


def test_the_spread_is_nought_for_one_colour() -> None:
    assert spread(Picture(bytes([10, 20, 30] * 12), 4, 3)) == 0.0
    assert spread(CHESS) == pytest.approx(127.5)


@pytest.mark.parametrize("data", [b"", b"P6", b"P5\n4 3\n255\n", PPM[:-1], PPM + b"x"])
def test_only_a_whole_ppm_is_read(data: bytes) -> None:
    assert read_ppm(PPM) == CHESS
    with pytest.raises(ValueError, match="PPM"):
        read_ppm(data)


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_a_file_is_private_and_a_taken_name_gets_a_number(tmp_path: Path) -> None:
    first, second = (write_private(tmp_path, "shot", data) for data in (b"one", b"two"))
    assert [first.name, second.name] == ["shot.png", "shot-2.png"]
    assert [first.read_bytes(), second.read_bytes()] == [b"one", b"two"]
    assert stat.S_IMODE(first.stat().st_mode) == 0o600


@linux
async def test_without_a_screen_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    shot = await take_screenshot(tmp_path / "shots", NOW)
    assert shot.receipt.kind is ReceiptKind.NO_OP
    assert shot.receipt.observed == "there is no screen here to take a picture of"
    assert shot.path is None
    assert files_in(tmp_path) == []


@linux
async def test_a_screen_that_does_not_answer_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":32123")
    shot = await take_screenshot(tmp_path, NOW)
    assert shot.receipt.kind is ReceiptKind.FAILED
    assert shot.receipt.observed.startswith("the screen could not be read")
    assert files_in(tmp_path) == []


@pytest.fixture
def wayland(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A Wayland session whose programs are in the folder that is returned."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    monkeypatch.setenv("PATH", str(programs))
    return programs


def install_grim(programs: Path, output: bytes) -> None:
    grim = programs / "grim"
    grim.write_text(GRIM.format(python=sys.executable, output=output))
    grim.chmod(0o755)


@linux
async def test_on_wayland_grim_takes_it(wayland: Path, tmp_path: Path) -> None:
    install_grim(wayland, PPM)
    shot = await take_screenshot(tmp_path / "shots", NOW)
    assert shot.path == tmp_path / "shots" / "screenshot-2026-11-21-09-08-07.png"
    assert decoded_size(shot.path.read_bytes()) == (4, 3)
    assert shot.receipt.kind is ReceiptKind.EFFECT
    assert shot.path.name in shot.receipt.observed


@linux
async def test_on_wayland_without_grim_the_remedy_is_named(wayland: Path, tmp_path: Path) -> None:
    shot = await take_screenshot(tmp_path / "shots", NOW)
    assert shot.receipt.kind is ReceiptKind.NO_OP
    assert "grim" in shot.receipt.observed


@linux
async def test_a_blank_picture_is_no_success(wayland: Path, tmp_path: Path) -> None:
    install_grim(wayland, b"P6\n4 3\n255\n" + bytes(36))
    shot = await take_screenshot(tmp_path / "shots", NOW)
    assert shot.receipt.kind is ReceiptKind.FAILED
    assert "blank" in shot.receipt.observed
    assert shot.path
    assert shot.path.exists()


@linux
async def test_a_cut_picture_is_a_failure(wayland: Path, tmp_path: Path) -> None:
    install_grim(wayland, PPM[:-5])
    shot = await take_screenshot(tmp_path / "shots", NOW)
    assert shot.receipt.kind is ReceiptKind.FAILED
    assert shot.path is None


@linux
@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "the disk is full"), (errno.EIO, "could not be saved: Input/output error")],
)
async def test_a_disk_that_refuses_leaves_no_file(
    wayland: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    def refuse(file: int) -> None:
        raise OSError(number, os.strerror(number))

    install_grim(wayland, PPM)
    monkeypatch.setattr(os, "fsync", refuse)  # where a full disk shows at the latest
    shot = await take_screenshot(tmp_path / "shots", NOW)
    assert shot.receipt.kind is ReceiptKind.FAILED
    assert words in shot.receipt.observed
    assert files_in(tmp_path / "shots") == []


@linux
async def test_a_folder_that_cannot_be_made_is_a_failure(wayland: Path, tmp_path: Path) -> None:
    install_grim(wayland, PPM)
    (tmp_path / "file").write_text("in the way")
    shot = await take_screenshot(tmp_path / "file" / "shots", NOW)
    assert shot.receipt.kind is ReceiptKind.FAILED
