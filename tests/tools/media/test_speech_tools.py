"""Flow: what is asked about the voice goes in; the dials and the receipt come out."""

import pytest
from tools.around import run, surroundings, the_tool
from tools.templates import said

from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.effect_place import EffectPlace, EffectPlaces
from jarvis_voice.tools.media import speech_tools
from jarvis_voice.tools.registry import Tool

pytestmark = pytest.mark.flow


def tool_of(dials: Prosody) -> Tool:
    return the_tool(
        speech_tools.tools,
        "adjust_speech",
        surroundings(effects=EffectPlaces(EffectPlace(dials=dials))),
    )


@pytest.mark.parametrize(
    ("change", "dial", "direction"),
    [
        ("louder", "gain_db", 1),
        ("quieter", "gain_db", -1),
        ("faster", "speed", 1),
        ("slower", "speed", -1),
    ],
)
async def test_a_dial_is_turned_to_its_end_and_no_further(
    change: str, dial: str, direction: int
) -> None:
    dials = Prosody()
    tool, heard = tool_of(dials), getattr(dials, dial)
    for _ in range(20):
        result = await run(tool, change=change)
        if result.receipt.kind is ReceiptKind.NO_OP:
            break
        how = {"slower": "more slowly"}.get(change, change)
        assert result.receipt.observed == f"I will speak {how}."
        assert (getattr(dials, dial) - heard) * direction > 0
        heard = getattr(dials, dial)
    assert result.receipt.observed == f"I cannot speak any {change}."
    assert getattr(dials, dial) == heard


async def test_normally_is_as_it_was_configured() -> None:
    dials = Prosody(speed=1.3)
    tool = tool_of(dials)
    assert (await run(tool, change="normal")).receipt.kind is ReceiptKind.NO_OP
    await run(tool, change="faster")
    await run(tool, change="quieter")
    result = await run(tool, change="normal")
    assert (result.receipt.kind, result.receipt.observed) == (
        ReceiptKind.EFFECT,
        "I will speak normally.",
    )
    assert (dials.speed, dials.gain_db) == (1.3, 0.0)


async def test_faster_and_slower_undo_each_other() -> None:
    dials = Prosody()
    tool = tool_of(dials)
    await run(tool, change="slower")
    await run(tool, change="faster")
    assert dials.speed == 1.0


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("speak up", "louder"),
        ("speak a bit louder", "louder"),
        ("your voice is low", "louder"),
        ("I can't hear you", "louder"),
        ("your voice is too loud", "quieter"),
        ("speak a little more quietly", "quieter"),
        ("keep your voice down", "quieter"),
        ("louder", None),
        ("a bit quieter", None),
        ("not so loud", None),
        ("slow down", "slower"),
        ("talk slower", "slower"),
        ("speak more slowly", "slower"),
        ("talk faster", "faster"),
        ("faster", "faster"),
        ("speed up", "faster"),
        ("speak normally", "normal"),
        ("go back to your normal voice", "normal"),
        ("turn it up", None),
        ("volume up", None),
        ("up", None),
    ],
)
def test_what_people_say(text: str, change: str | None) -> None:
    tool = tool_of(Prosody())
    assert said(tool, text) == (None if change is None else {"change": change})
    if change:
        assert tool.is_asked_in(text)
