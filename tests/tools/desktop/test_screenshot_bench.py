"""End to end: a real X screen with known colours on it, photographed and read back."""

from __future__ import annotations

import os
import stat
import struct
import subprocess
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tools.around import run

from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.engines.llm.chat import Spent
from jarvis_voice.tools.desktop import sight_tools
from jarvis_voice.tools.desktop.screenshot import Picture, decoded_size, encode, take_screenshot
from jarvis_voice.tools.effect_place import EffectPlace, EffectPlaces

pytestmark = [pytest.mark.e2e, pytest.mark.bench("screen")]

NOW = datetime(2026, 11, 21, 9, 8, 7, tzinfo=UTC)
WIDTH, HEIGHT = 320, 240


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An Xvfb of this test's own; without a window its root is black."""
    reading, writing = os.pipe()
    argv = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24"]
    with (
        os.fdopen(reading) as number,
        subprocess.Popen(
            [*argv, "-nolisten", "tcp", "-noreset"],
            pass_fds=[writing],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as server,
    ):
        os.close(writing)
        monkeypatch.setenv("DISPLAY", f":{number.readline().strip()}")
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        yield
        server.terminate()


def paint(rectangles: dict[tuple[int, int, int, int], int]) -> None:
    """Fill (x, y, width, height) of the root window with a colour 0xRRGGBB."""
    from Xlib.display import Display

    display = Display()
    root = display.screen().root
    for area, colour in rectangles.items():
        root.fill_rectangle(root.create_gc(foreground=colour), *area)
    display.sync()
    display.close()


def pixel(png: bytes, x: int, y: int) -> tuple[int, int, int]:
    """One pixel of an 8 bit RGB PNG whose rows are not filtered."""
    place, packed = 8, b""
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += 12 + length
    row = 1 + 3 * WIDTH
    rows = zlib.decompress(packed)
    assert rows[y * row] == 0
    red, green, blue = rows[y * row + 1 + 3 * x :][:3]
    return red, green, blue


async def test_the_file_shows_what_is_on_the_screen(screen: None, tmp_path: Path) -> None:
    paint({(0, 0, 160, 240): 0xFF0000, (160, 0, 160, 120): 0x00FF00, (300, 200, 20, 40): 0x0000FF})
    shot = await take_screenshot(tmp_path / "shots", NOW)
    assert shot.receipt.kind is ReceiptKind.EFFECT, shot.receipt
    assert shot.path == tmp_path / "shots" / "screenshot-2026-11-21-09-08-07.png"
    assert stat.S_IMODE(shot.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(shot.path.parent.stat().st_mode) == 0o700
    png = shot.path.read_bytes()
    assert decoded_size(png) == (WIDTH, HEIGHT)
    places = ((5, 5), (155, 235), (200, 60), (310, 220), (200, 200))
    assert [pixel(png, x, y) for x, y in places] == [
        (255, 0, 0),
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
        (0, 0, 0),
    ]


async def test_a_black_screen_is_reported_as_blank(screen: None, tmp_path: Path) -> None:
    shot = await take_screenshot(tmp_path, NOW)
    assert shot.receipt.kind is ReceiptKind.FAILED
    assert "blank" in shot.receipt.observed
    assert shot.path
    assert decoded_size(shot.path.read_bytes()) == (WIDTH, HEIGHT)


class Eyes:
    """A model that sees, at the edge: keeps what it was shown."""

    shown = b""

    async def look(self, question: str, png: bytes, spent: Spent) -> str:
        self.shown = png
        return "Red on the left, green on the right."


async def test_a_model_is_shown_the_screen_made_narrower(
    screen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    paint({(0, 0, 160, 240): 0xFF0000, (160, 0, 160, 240): 0x00FF00})
    monkeypatch.setattr(sight_tools, "WIDEST_PIXELS", 40)
    eyes = Eyes()
    result = await run(
        sight_tools.look_at_screen(eyes, EffectPlaces(EffectPlace(photograph=take_screenshot)))
    )
    assert result.receipt.observed == "Red on the left, green on the right."
    halves = bytes([255, 0, 0] * 20 + [0, 255, 0] * 20)
    assert eyes.shown == encode(Picture(halves * 30, 40, 30))
