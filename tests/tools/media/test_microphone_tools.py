"""Flow: the microphone is closed by word, and it is said what opens it again."""

import pytest
from tools.around import run, surroundings, the_tool
from voice.talk import Talk
from voice.test_mute import RestingDevice

from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.errors import ControlError, ToolError
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import Receipt, ReceiptKind
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.media.microphone_tools import (
    CLOSED,
    MISSING,
    NO_MICROPHONE,
    WAS_CLOSED,
    tools,
)
from jarvis_voice.tools.microphone_switch import MicrophoneSwitch
from jarvis_voice.tools.registry import Tool
from jarvis_voice.voice.mute import MuteControl
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow


def tool_with(switch: MicrophoneSwitch) -> Tool:
    return the_tool(tools, "mute_microphone", surroundings(microphone=switch))


async def test_it_closes_the_microphone_and_names_the_command_that_opens_it(paths: Paths) -> None:
    talk, switch = Talk(), MicrophoneSwitch()
    mute_control = MuteControl(paths.state / "muted", talk.bus, talk.clock, lambda _: None)
    await mute_control.begin(RestingDevice(talk), talk.session)
    switch.mute = mute_control.mute
    assert (await run(tool_with(switch))).receipt == Receipt(ReceiptKind.EFFECT, CLOSED)
    assert mute_control.is_muted
    assert "jarvis unmute" in CLOSED
    assert (await run(tool_with(switch))).receipt == Receipt(ReceiptKind.NO_OP, WAS_CLOSED)


async def test_without_a_microphone_it_says_so() -> None:
    switch = MicrophoneSwitch()
    with pytest.raises(ToolError, match=NO_MICROPHONE):
        await run(tool_with(switch))

    async def no_ears() -> bool:
        raise ControlError("no-ears", "This Jarvis was started without ears (--text-only).")

    switch.mute = no_ears
    with pytest.raises(ToolError, match=NO_MICROPHONE):
        await run(tool_with(switch))


async def test_one_that_is_looked_for_is_not_said_to_be_closed() -> None:
    async def mute() -> bool:
        return True

    switch = MicrophoneSwitch()
    switch.mute, switch.is_missing = mute, lambda: True
    assert (await run(tool_with(switch))).receipt == Receipt(ReceiptKind.EFFECT, MISSING)


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return compiled_grammar(find_paths({"JARVIS_HOME": "/nowhere"}), ship_tools(surroundings()))


@pytest.mark.parametrize(
    "sentence",
    [
        *("stop listening", "stop listening to me please", "mute yourself", "mute the microphone"),
        *("turn off the microphone", "turn the mic off", "don't listen", "do not listen to us"),
        *("go to sleep", "give us some privacy", "privacy mode", "don't record me"),
        *("I don't want you to listen", "stop eavesdropping on us", "close your ears"),
    ],
)
def test_it_is_asked_for_in_many_ways(grammar: Grammar, sentence: str) -> None:
    intent = grammar.understand(sentence)
    assert intent
    assert intent.name == "mute_microphone"


@pytest.mark.parametrize(
    "sentence", ["mute", "mute the sound", "stop", "stop talking", "stop the music", "listen up"]
)
def test_what_means_something_else_is_left_alone(grammar: Grammar, sentence: str) -> None:
    intent = grammar.understand(sentence)
    assert intent is None or intent.name != "mute_microphone"
