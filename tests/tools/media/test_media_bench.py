"""End to end: the volume of a real sound server is changed and read back, and seen from outside."""

import subprocess

import pytest
from bench.process import clean_environment
from bench.sound import SoundServer
from tools.around import run

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.tools.media.media_tools import volume_tool
from jarvis_voice.tools.media.mixers import MIXERS

pytestmark = [pytest.mark.e2e, pytest.mark.bench("sound")]
PACTL = [mixer for mixer in MIXERS if mixer.program == "pactl"]


def pactl(sound: SoundServer, *arguments: str) -> str:
    return subprocess.run(
        ["pactl", *arguments],
        env=clean_environment() | sound.env | {"LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


async def test_the_volume_of_a_real_server(
    sound: SoundServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in sound.env.items():
        monkeypatch.setenv(name, value)
    tool = volume_tool(PACTL)
    result = await run(tool, change="set", percent=40)
    assert result.receipt.observed == "The volume is at 40 percent."
    assert " 40% " in pactl(sound, "get-sink-volume", "speaker")
    assert (await run(tool, change="up")).receipt.observed == "The volume is at 50 percent."
    assert (await run(tool, change="down", percent=20)).receipt.kind is ReceiptKind.EFFECT
    assert " 30% " in pactl(sound, "get-sink-volume", "speaker")
    assert (await run(tool, change="mute")).receipt.observed == "The sound is muted."
    assert "yes" in pactl(sound, "get-sink-mute", "speaker")
    assert (await run(tool, change="up")).receipt.observed == "The volume is at 40 percent."
    assert "no" in pactl(sound, "get-sink-mute", "speaker")
    pactl(sound, "set-sink-volume", "speaker", "130%")
    assert (await run(tool, change="up")).receipt.kind is ReceiptKind.NO_OP
    sound.kill()
    with pytest.raises(ToolError) as caught:
        await run(tool, change="up")
    assert caught.value.code == "no-mixer"
