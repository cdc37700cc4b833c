"""Unit: an effect happens at the place that asked, and nowhere else."""

from datetime import datetime
from pathlib import Path

import pytest
from tools.around import NOW, run, surroundings, the_tool

from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.types import HERE, Link, Origin, Receipt, ReceiptKind
from jarvis_voice.tools.desktop import desktop_tools
from jarvis_voice.tools.effect_place import EffectPlace, EffectPlaces, Screenshot
from jarvis_voice.tools.media import speech_tools
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.web import web_tools

pytestmark = pytest.mark.unit

MIT = Link("MIT", "https://www.mit.edu/", "sites")
PHONE = Origin("anna", "phone")


class Browser:
    """A browser that notes its pages."""

    def __init__(self) -> None:
        self.pages: list[str] = []

    async def __call__(self, url: SafeUrl) -> Receipt:
        self.pages.append(url.url)
        return Receipt(ReceiptKind.EFFECT, "opened")


async def test_a_page_opens_in_the_browser_of_the_place_that_asks() -> None:
    here, phone = Browser(), Browser()
    effects = EffectPlaces(EffectPlace(open_page=here))
    tool = the_tool(web_tools.tools, "open_website", surroundings(effects=effects))
    at_phone = ToolContext(NOW, link=MIT, origin=PHONE)

    unknown = await run(tool, at_phone, url_index=0)
    effects.describe("phone", EffectPlace(open_page=phone))
    known = await run(tool, at_phone, url_index=0)
    effects.drop("phone")
    gone = await run(tool, at_phone, url_index=0)
    own = await run(tool, ToolContext(NOW, link=MIT), url_index=0)

    assert unknown.receipt == gone.receipt
    assert unknown.receipt.kind is ReceiptKind.NO_OP
    assert "https://www.mit.edu/" in unknown.receipt.observed
    assert known.receipt.kind is own.receipt.kind is ReceiptKind.EFFECT
    assert (here.pages, phone.pages) == ([MIT.url], [MIT.url])


async def test_only_the_screen_of_the_place_that_asks_is_photographed(tmp_path: Path) -> None:
    shots: list[Path] = []

    async def photograph(folder: Path, _: datetime) -> Screenshot:
        shots.append(folder)
        return Screenshot(Receipt(ReceiptKind.EFFECT, "saved"), folder / "a.png")

    effects = EffectPlaces(EffectPlace(photograph=photograph))
    around = surroundings(tmp_path, effects=effects)
    tool = the_tool(desktop_tools.tools, "take_screenshot", around)
    elsewhere = await run(tool, ToolContext(NOW, origin=PHONE))
    assert elsewhere.receipt.kind is ReceiptKind.NO_OP
    assert shots == []
    await run(tool, ToolContext(NOW, origin=HERE))
    assert len(shots) == 1


async def test_louder_turns_the_voice_of_the_place_that_asks() -> None:
    here, phone = Prosody(), Prosody()
    effects = EffectPlaces(EffectPlace(dials=here))
    effects.describe("phone", EffectPlace(dials=phone))
    tool = the_tool(speech_tools.tools, "adjust_speech", surroundings(effects=effects))
    await run(tool, ToolContext(NOW, origin=PHONE), change="louder")
    assert (here.gain_db, phone.gain_db > 0) == (0.0, True)
