"""Unit: the picture of a session shows what a terminal shows, in its colours."""

from pathlib import Path

import pyte
import pytest
from session_picture import COLUMNS, draw

pytestmark = pytest.mark.unit


@pytest.fixture
def screen() -> pyte.Screen:
    screen = pyte.Screen(COLUMNS, 10)
    stream = pyte.ByteStream(screen)
    stream.feed("✅ ready\r\n\x1b[1;31mred\x1b[0m <&>\r\n".encode())
    return screen


def test_it_shows_the_lines_and_their_colours(screen: pyte.Screen, tmp_path: Path) -> None:
    draw(screen, tmp_path / "picture.svg")
    picture = (tmp_path / "picture.svg").read_text(encoding="utf-8")
    assert "✅&#160;ready" in picture
    assert "&lt;&amp;&gt;" in picture
    assert "font-weight: bold" in picture
    assert picture.count("clip-path") < 20, "empty lines of the screen are left out"


def test_the_same_session_gives_the_same_bytes(screen: pyte.Screen, tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        draw(screen, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
