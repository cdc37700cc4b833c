"""Flow: a picture of the screen goes to a scripted model that sees; nothing of it stays."""

import stat
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from tools.around import NOW, run, surroundings, the_tool
from tools.programs import install, programs  # noqa: F401 - programs is a fixture
from tools.templates import said

from jarvis_voice.core.errors import PlannerError, ToolError
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.engines.llm.chat import Spent
from jarvis_voice.tools.desktop import sight_tools
from jarvis_voice.tools.desktop.screenshot import (
    Picture,
    decoded_size,
    encode,
    write_private,
)
from jarvis_voice.tools.desktop.sight_tools import WIDEST_PIXELS, look_at_screen, narrowed
from jarvis_voice.tools.effect_place import EffectPlace, EffectPlaces, Screenshot
from jarvis_voice.tools.registry import Tool, ToolContext

pytestmark = pytest.mark.flow


class Eyes:
    """A model that sees, at the edge: notes what it was shown."""

    def __init__(self, *answers: str | PlannerError) -> None:
        self.answers = list(answers)
        self.shown: list[tuple[str, bytes]] = []

    async def look(self, question: str, png: bytes, spent: Spent) -> str:
        self.shown.append((question, png))
        spent(Usage("eyes", 700, 20))
        answer = self.answers.pop(0)
        if isinstance(answer, PlannerError):
            raise answer
        return answer


class Camera:
    """Photographs a picture of that size; notes where it was put."""

    def __init__(self, width: int = 4, height: int = 3) -> None:
        values = np.arange(3 * width * height) % 251
        self.picture = Picture(values.astype(np.uint8).tobytes(), width, height)
        self.path: Path | None = None

    async def __call__(self, folder: Path, now: datetime) -> Screenshot:
        self.path = write_private(folder, "shot", encode(self.picture))
        if sys.platform != "win32":
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        return Screenshot(Receipt(ReceiptKind.EFFECT, "saved"), self.path)


async def test_what_is_seen_is_told_and_the_picture_is_gone() -> None:
    eyes, camera, context = Eyes("A terminal\nwith a red error."), Camera(), ToolContext(NOW)
    result = await run(
        look_at_screen(eyes, EffectPlaces(EffectPlace(photograph=camera))),
        context,
        question="Is there an error?",
    )
    assert result.receipt == Receipt(ReceiptKind.LOOKUP, "A terminal with a red error.")
    [(question, png)] = eyes.shown
    assert question == "Is there an error?"
    assert png == encode(camera.picture)
    assert camera.path
    assert not camera.path.parent.exists()
    assert context.ledger.usage == [Usage("eyes", 700, 20)]


@pytest.mark.parametrize("failure", ["refused", "silent"])
async def test_a_model_that_fails_leaves_no_picture_either(failure: str) -> None:
    error = PlannerError("gemini-offline", "No network.", spoken="I have no network.")
    eyes, camera = Eyes(error if failure == "refused" else " "), Camera()
    with pytest.raises(ToolError) as caught:
        await run(look_at_screen(eyes, EffectPlaces(EffectPlace(photograph=camera))))
    assert caught.value.code == ("gemini-offline" if failure == "refused" else "saw-nothing")
    assert camera.path
    assert not camera.path.parent.exists()


@pytest.mark.parametrize("kind", [ReceiptKind.NO_OP, ReceiptKind.FAILED])
async def test_without_a_picture_nothing_is_sent(kind: ReceiptKind) -> None:
    async def blank(folder: Path, now: datetime) -> Screenshot:
        path = write_private(folder, "blank", encode(Picture(bytes(3), 1, 1)))
        return Screenshot(Receipt(kind, "the screenshot is blank"), path)

    eyes = Eyes()
    result = await run(look_at_screen(eyes, EffectPlaces(EffectPlace(photograph=blank))))
    assert result.receipt == Receipt(kind, "I could not see it: the screenshot is blank")
    assert eyes.shown == []


@pytest.mark.parametrize(
    ("size", "sent"),
    [
        ((WIDEST_PIXELS, 10), (WIDEST_PIXELS, 10)),
        ((WIDEST_PIXELS + 1, 11), (784, 5)),
        ((3840, 100), (1280, 33)),
        ((5000, 1), (1250, 1)),
    ],
)
async def test_a_wide_picture_is_made_narrower(size: tuple[int, int], sent: Sequence[int]) -> None:
    eyes, camera = Eyes("Seen."), Camera(*size)
    await run(look_at_screen(eyes, EffectPlaces(EffectPlace(photograph=camera))))
    assert decoded_size(eyes.shown[0][1]) == tuple(sent)


def test_each_pixel_is_the_mean_of_its_square() -> None:
    upper = [0, 0, 0, 100, 200, 40, 12, 12, 12] * 2
    picture = Picture(bytes(upper + [8] * 18), 6, 2)
    means = bytes([29, 54, 14, 7, 7, 7, 32, 57, 17])
    assert narrowed(encode(picture), 3) == encode(Picture(means, 3, 1))


@pytest.mark.parametrize("png", [b"", b"no picture", encode(Picture(bytes(3 * 9), 9, 1))[:-20]])
def test_what_is_no_whole_picture_is_left_alone(png: bytes) -> None:
    assert narrowed(png, 3) == png


def tool() -> Tool:
    return look_at_screen(Eyes(), EffectPlaces(EffectPlace(photograph=Camera())))


def test_it_always_asks_and_says_where_the_picture_goes() -> None:
    one = tool()
    arguments = one.arguments.model_validate({})
    assert one.tier_of(arguments) == "confirm"
    assert one.readback
    assert one.readback(arguments) == "send a picture of your screen to Gemini"
    assert (one.brings_web_text, one.is_material, one.sends) == (True, False, True)


def test_it_exists_with_a_model_and_a_screen(
    monkeypatch: pytest.MonkeyPatch,
    programs: Path,  # noqa: F811 - the fixture
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    blind, seeing = surroundings(), surroundings(sight=Eyes())
    assert not list(sight_tools.tools(seeing))
    monkeypatch.setenv("DISPLAY", ":1")
    assert not list(sight_tools.tools(blind))
    assert the_tool(sight_tools.tools, "look_at_screen", seeing)
    monkeypatch.setenv("WAYLAND_DISPLAY", "w")
    assert not list(sight_tools.tools(seeing))
    install(programs, "grim", "")
    assert the_tool(sight_tools.tools, "look_at_screen", seeing)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("what is on my screen", {}),
        ("what am I looking at", {}),
        ("describe my screen", {}),
        ("what does the screen say", {}),
        (
            "look at my screen and tell me what the error means",
            {"question": "tell me what the error means"},
        ),
        ("take a screenshot", None),
        ("what is on television", None),
    ],
)
def test_what_people_say(text: str, arguments: dict[str, str] | None) -> None:
    assert said(tool(), text) == arguments
    assert arguments is None or tool().is_asked_in(text)
