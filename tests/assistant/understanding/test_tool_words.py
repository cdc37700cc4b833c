"""Unit: what was said for an argument goes in, the value that the tool's schema wants comes out."""

from typing import Annotated, Any, Literal

import pytest
from assistant.tool_doubles import tool
from pydantic import Field

from jarvis_voice.assistant.understanding.tool_words import Choice, Number, ToolWords, Words
from jarvis_voice.tools.registry import Arguments

pytestmark = pytest.mark.unit


class Everything(Arguments):
    said: Annotated[str, Field(min_length=1)]
    which: Literal["play_pause", "next", 3] = "next"
    level: Annotated[int, Field(ge=0, le=100)] | None = None
    share: float = 0.0
    is_loud: bool = False
    names: tuple[str, ...] = ()
    url_index: int = 0


def test_kinds_follow_the_annotations() -> None:
    words = ToolWords.of(tool("all", Everything))
    assert words.kinds == {
        "said": Words(),
        "which": Choice(("play_pause", "next", 3)),
        "level": Number(is_whole=True),
        "share": Number(is_whole=False),
    }
    assert words.needed == {"said"}


@pytest.mark.parametrize(
    ("kind", "said", "value"),
    [
        (Words(), "The Louvre", "The Louvre"),
        (Words(), "", None),
        (Choice(("play_pause", "weekend")), "Play pause", "play_pause"),
        (Choice(("play_pause", "weekend")), "the weekend", "weekend"),
        (Choice(("play_pause", "weekend")), "weekends", None),
        (Number(is_whole=True), "thirty", 30),
        (Number(is_whole=True), "30%", 30),
        (Number(is_whole=True), "twenty-five percent", 25),
        (Number(is_whole=True), "1,200", 1200),
        (Number(is_whole=True), "minus five", -5),
        (Number(is_whole=True), "two and a bit", None),
        (Number(is_whole=True), "2.5", None),
        (Number(is_whole=True), "", None),
        (Number(is_whole=False), "two point five", 2.5),
    ],
)
def test_words_become_values(kind: Any, said: str, value: Any) -> None:
    assert kind.read(said) == value


def test_values_outside_the_schema_do_not_fit() -> None:
    class Level(Arguments):
        level: Annotated[int, Field(ge=0, le=100)]

    words = ToolWords.of(tool("level", Level))
    assert words.fits({"level": 40})
    assert not words.fits({"level": 400})
    assert not words.fits({})
    assert ToolWords.of(tool("all", Everything)).fits({"said": "the index comes later"})
