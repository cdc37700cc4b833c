"""From the key to the ears (unit): held or struck, and words where nobody listens."""

from __future__ import annotations

from typing import Literal

import pytest

from jarvis_voice.core.errors import ControlError
from jarvis_voice.doors.hotkey.key_strokes import NO_EARS, KeyStrokes

pytestmark = pytest.mark.flow


class Ears:
    def __init__(self) -> None:
        self.told: list[str] = []

    def press(self) -> None:
        self.told.append("press")

    def release(self) -> None:
        self.told.append("release")

    def toggle(self) -> None:
        self.told.append("toggle")


@pytest.mark.parametrize(
    ("mode", "told"), [("hold", ["press", "release"] * 2), ("toggle", ["toggle"] * 2)]
)
def test_hold_and_toggle(mode: Literal["hold", "toggle"], told: list[str]) -> None:
    ears = Ears()
    strokes = KeyStrokes(lambda: ears, mode, lambda *_: None)
    for _ in range(2):
        strokes.press()
        strokes.release()
    assert ears.told == told


def test_a_press_during_the_start_says_so() -> None:
    def find() -> Ears:
        raise ControlError("starting", "Jarvis is still starting; try again in a moment.")

    said: list[tuple[str, str]] = []
    strokes = KeyStrokes(find, "hold", lambda *what: said.append(what))
    strokes.press()
    strokes.release()
    assert said == [("starting", "Jarvis is still starting; try again in a moment.")]


def test_a_press_without_ears_says_so() -> None:
    said: list[tuple[str, str]] = []
    strokes = KeyStrokes(lambda: None, "toggle", lambda *what: said.append(what))
    strokes.press()
    assert said == [("no-ears", NO_EARS)]


def test_a_release_goes_where_its_press_went() -> None:
    first, second = Ears(), Ears()
    ears = first
    strokes = KeyStrokes(lambda: ears, "hold", lambda *_: None)
    strokes.press()
    ears = second
    strokes.release()
    assert first.told == ["press", "release"]
    assert second.told == []
