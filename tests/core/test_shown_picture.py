"""Unit: how a conversation names a picture that a question is about."""

import pytest

from jarvis_voice.core.shown_picture import LONGEST_NAME, ShownPicture, picture_name

pytestmark = pytest.mark.unit


def test_the_conversation_keeps_the_question_and_the_name_alone() -> None:
    shown = ShownPicture("/home/me/private/cat.png", "what is this")
    assert shown.text == "what is this [picture: cat.png]"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/a/b/My Cat.jpeg", "My Cat.jpeg"),
        ("/a/two\nlines\x1b[31m.png", "two lines (31m.png"),
        ("/a/x] done [y.png", "x) done (y.png"),
        ("/a/caf\udce9.png", "caf\ufffd.png"),
    ],
)
def test_a_name_steers_no_screen_and_closes_no_bracket(path: str, name: str) -> None:
    assert picture_name(path) == name


def test_a_long_name_keeps_its_start_and_its_ending() -> None:
    name = picture_name(f"/a/start{'x' * 300}.webp")
    assert len(name) <= LONGEST_NAME
    assert name.startswith("start")
    assert name.endswith("x.webp")
