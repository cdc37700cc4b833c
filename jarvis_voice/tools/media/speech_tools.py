"""The adjust_speech tool: changes how loud and how fast Jarvis speaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.effect_place import EffectPlaces
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

STEP_DB = 6.0
STEP_SPEED = 1.2

_ASKED_BY = frozenset(
    (
        *("louder", "loud", "quieter", "quiet", "quietly", "softer", "softly", "lower", "whisper"),
        *("slower", "slow", "slowly", "faster", "fast", "quicker", "quick", "quickly"),
        *("speed", "speak", "talk", "speech", "voice", "hear", "normal", "normally", "usual"),
    )
)

_VERY = "[too|very|so|rather|a bit|a little|quite|way too|much too]"
_WHISPER = "[the|your] (whisper|whispering) mode"
_SENTENCES = {
    "(speak|talk) up [a bit|a little]": "louder",
    "(speak|talk|be) [(a bit|a little|much)] (louder|more loudly)": "louder",
    "(i (can't|cannot) hear you [well]|raise your voice|you are too quiet)": "louder",
    f"your voice is {_VERY} (low|quiet|soft|faint|weak)": "louder",
    "(speak|talk|be) [(a bit|a little|much)] (quieter|softer|more quietly)": "quieter",
    "(speak|talk) (quietly|softly)": "quieter",
    "(lower your voice|you are too loud|keep your voice down)": "quieter",
    f"your voice is {_VERY} (loud|high|strong)": "quieter",
    "(lower|reduce|decrease|turn down|limit) your (volume|sound|voice box)": "quieter",
    "(raise|increase|turn up|boost) your (volume|sound)": "louder",
    "[(start|begin|keep)] (whisper|whispering) [to (me|us)] [from now on|for now]": "quieter",
    f"(use|enter|start|begin using|activate|turn on|switch on|switch to|go into|go to) "
    f"{_WHISPER}": "quieter",
    f"{_WHISPER} [on|please]": "quieter",
    "(speak|talk|answer|reply) in a whisper": "quieter",
    "(don't|do not|stop) (talk|speak|talking|speaking|be|being) so (loud|loudly)": "quieter",
    "(stop|quit|no more) whispering": "normal",
    f"(turn off|switch off|leave|exit|stop|end|deactivate|disable) {_WHISPER}": "normal",
    f"[i want|i would like|turn|switch] {_WHISPER} [to be] [turned|switched] off": "normal",
    "[(speak|talk)] [(a bit|a little|much)] (slower|more slowly)": "slower",
    "(slow down|speak slowly|talk slowly|not so fast|you (are|speak|talk) too fast)": "slower",
    "(speak|talk|go) half as (fast|quick|quickly)": "slower",
    "(speak|talk|go) twice as (slow|slowly)": "slower",
    "(speak|talk|go) half as (slow|slowly)": "faster",
    "(speak|talk|go) twice as (fast|quick|quickly)": "faster",
    "(say|read|repeat) (it|that) (slower|slowly|more slowly)": "slower",
    "(slow it down|you are talking too fast|you are speaking too fast)": "slower",
    "[(speak|talk)] [(a bit|a little|much)] (faster|quicker|more quickly)": "faster",
    "(speed up|hurry up|not so slow|you (are|speak|talk) too slow|speak quickly)": "faster",
    "(speak|talk) (normally|normal|as usual|as before|at [your] normal speed)": "normal",
    "(normal|usual) (voice|speed|speech)": "normal",
    "(use|go back to) your (normal|usual) (voice|speed)": "normal",
}


class AdjustSpeechArguments(Arguments):
    """What to change about Jarvis's voice."""

    change: Annotated[
        Literal["louder", "quieter", "slower", "faster", "normal"],
        Field(description="How Jarvis is to speak from now on."),
    ]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """adjust_speech."""
    yield _adjust_speech(around.effects)


def _adjust_speech(effects: EffectPlaces) -> Tool:
    async def run(arguments: AdjustSpeechArguments, context: ToolContext) -> ToolResult:
        change = arguments.change
        kind, observed = ReceiptKind.EFFECT, f"I will speak {_HOW.get(change, change)}."
        if not _turn(effects.at(context.origin.place).dials, change):
            kind, observed = ReceiptKind.NO_OP, f"I cannot speak any {change}."
            if change == "normal":
                observed = "I speak normally already."
        return ToolResult(Receipt(kind, observed), arguments.model_dump())

    return Tool(
        name="adjust_speech",
        purpose="Change how Jarvis itself speaks: louder, quieter, slower, faster or as usual. "
        "Not for the volume of music or of the system.",
        ability="speak louder, quieter, slower or faster",
        arguments=AdjustSpeechArguments,
        tier="act",
        at_place=True,
        timeout_seconds=5,
        run=run,
        asked_by=_ASKED_BY,
        sentences={template: {"change": change} for template, change in _SENTENCES.items()},
        fulfils=("adjust_speech",),
    )


_HOW = {"normal": "normally", "slower": "more slowly"}


def _turn(dials: Prosody, change: str) -> bool:
    """Turn a dial; False where it cannot be turned further."""
    match change:
        case "louder":
            return dials.turn_loudness(STEP_DB)
        case "quieter":
            return dials.turn_loudness(-STEP_DB)
        case "faster":
            return dials.turn_speed(STEP_SPEED)
        case "slower":
            return dials.turn_speed(1 / STEP_SPEED)
        case _:
            return dials.turn_back()
