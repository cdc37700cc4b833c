"""Unit: names of pictures that come from elsewhere; flow: how long the files lie there."""

import asyncio
from pathlib import Path

import pytest
from doors.http.test_picture_turn_routes import png

from jarvis_voice.doors.http.shown_pictures import ShownPictures, plain_name

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("cat.png", "cat.png"),
        ("../../etc/passwd.png", "passwd.png"),
        ("C:\\pictures\\cat.png", "cat.png"),
        ("my <b>cat</b>\n.png", "b.png"),
        ("", "picture"),
        ("..", "picture"),
        (".png", "picture"),
        ("noending", "picture"),
        ("x" * 300 + ".png", "x" * 60 + ".png"),
    ],
)
def test_a_name_is_one_plain_name(name: str, plain: str) -> None:
    assert plain_name(name) == plain


async def test_after_its_time_a_picture_is_gone(tmp_path: Path) -> None:
    pictures = ShownPictures(tmp_path / "kept", seconds=0.0)
    file = await pictures.keep(png(), "cat.png")
    for _ in range(5):
        await asyncio.sleep(0)
    assert not file.exists()
    assert list((tmp_path / "kept").iterdir()) == []


async def test_what_a_crash_has_left_goes(tmp_path: Path) -> None:
    await ShownPictures(tmp_path / "kept").keep(png(), "cat.png")
    await ShownPictures(tmp_path / "kept").clear()
    assert not (tmp_path / "kept").exists()
