"""Flow: a picture file goes to a scripted model that sees; what it says comes out."""

from pathlib import Path

import pytest
from PIL import Image
from tools.around import NOW, run, surroundings

from jarvis_voice.core.errors import PictureError, PlannerError, ToolError
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.engines.llm.chat import Spent
from jarvis_voice.tools.desktop import picture_tools
from jarvis_voice.tools.desktop.picture_tools import LONGEST_ANSWER, look_at_picture
from jarvis_voice.tools.registry import ToolContext

pytestmark = pytest.mark.flow


class PictureEyes:
    """A model that sees, at the edge: notes what it was shown."""

    def __init__(self, answer: str | PlannerError = "A cat.") -> None:
        self.answer = answer
        self.shown: list[tuple[str, bytes]] = []

    async def look(self, question: str, png: bytes, spent: Spent) -> str:
        self.shown.append((question, png))
        spent(Usage("eyes", 700, 20))
        if isinstance(self.answer, PlannerError):
            raise self.answer
        return self.answer


@pytest.fixture
def cat(tmp_path: Path) -> Path:
    Image.new("RGB", (4, 3)).save(tmp_path / "cat.png")
    return tmp_path / "cat.png"


async def test_the_picture_and_the_users_own_words_are_shown(cat: Path) -> None:
    eyes, context = PictureEyes("A black\ncat. "), ToolContext(NOW)
    tool = look_at_picture(eyes, "home", is_here=True)
    result = await run(tool, context, path=str(cat), question="what is this")
    assert result.receipt == Receipt(ReceiptKind.LOOKUP, "A black cat.")
    assert dict(result.arguments) == {"picture": "cat.png", "question": "what is this"}
    [(question, png)] = eyes.shown
    assert question == "what is this"
    assert png.startswith(b"\x89PNG")
    assert context.ledger.usage == [Usage("eyes", 700, 20)]


async def test_an_answer_has_an_end(cat: Path) -> None:
    tool = look_at_picture(PictureEyes("x" * 9_000), "home", is_here=True)
    result = await run(tool, path=str(cat), question="what is this")
    assert len(result.receipt.observed) == LONGEST_ANSWER


@pytest.mark.parametrize(
    ("answer", "code", "message"),
    [
        (" ", "saw-nothing", "The second model did not say what is in cat.png."),
        (PlannerError("chat-refused", "It cannot see."), "chat-refused", "It cannot see."),
    ],
)
async def test_a_model_that_does_not_see_says_so(
    cat: Path, answer: str | PlannerError, code: str, message: str
) -> None:
    tool = look_at_picture(PictureEyes(answer), "the second model", is_here=True)
    with pytest.raises(ToolError) as caught:
        await run(tool, path=str(cat), question="what is this")
    assert (caught.value.code, caught.value.message) == (code, message)


async def test_what_is_no_picture_is_shown_to_nobody(tmp_path: Path) -> None:
    eyes = PictureEyes()
    with pytest.raises(PictureError):
        await run(
            look_at_picture(eyes, "home", is_here=True), path=str(tmp_path), question="what is it"
        )
    assert eyes.shown == []


@pytest.mark.parametrize(("is_here", "tier"), [(True, "read"), (False, "confirm")])
def test_what_goes_to_another_machine_needs_a_yes(*, is_here: bool, tier: str) -> None:
    tool = look_at_picture(PictureEyes(), "Gemini", is_here=is_here)
    arguments = tool.arguments.model_validate({"path": "/a/cat.png", "question": "what is it"})
    assert tool.tier_of(arguments) == tier
    assert tool.readback
    assert tool.readback(arguments) == "send the picture cat.png to Gemini"
    assert (tool.code_only, tool.brings_web_text, tool.is_private) == (True, True, True)


def test_it_exists_where_a_model_sees() -> None:
    assert not list(picture_tools.tools(surroundings()))
    [tool] = picture_tools.tools(surroundings(sight=PictureEyes(), sight_is_here=True))
    assert tool.tier == "read"
