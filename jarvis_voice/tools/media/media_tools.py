"""The tools for the system's volume and for the music player."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.media.mixers import (
    HIGHEST_PERCENT,
    Loudness,
    Mixer,
    find_mixers,
    output_of,
)
from jarvis_voice.tools.registry import Arguments, Tier, Tool, ToolContext

STEP_PERCENT = 10
PLAYER = "playerctl"
NO_PLAYER = "No players found"
"""What that program says, and fails, where nothing plays."""
LOOKS = 10
LOOK_SECONDS = 0.1
"""How often a player is looked at until it has done what it was told: it answers before it acts."""

_NO_MUSIC = "(volume|sound|audio|speakers)"
_SOUND = "(volume|sound|music|audio|speakers)"
_SOUND_IS = "(volume's|sound's|music's|audio's)"
_MUCH = "(way|far|much|a bit|a little|still)"
_MUSIC = "[(the|this|my)] (music|song|track|video|player|playback|movie|film|podcast)"
_SOME = "[some|the|my|a few]"
_TUNES = "(music|tunes|songs|beats)"
_NOW = "(now|right now|at the moment|playing|set to)"
_LEVEL = (
    "[the|my|this] [current|system|computer|computer's|speaker|sound|music|audio] "
    "(volume|volume level|sound level|loudness|sound) [level|setting]"
)
_ASK = "(what is|tell me|give me|show me|check|read me|how is)"

_SET_TO = (
    "(set|turn|put|change|bring|switch|get|make|keep|have|leave|i want|i would like|i'd like|i "
    "need) "
    "[the|my|your] (volume|volume level|sound|sound level) [up|down] [to|on|at]"
)
_BIT = "(a [tiny|little|wee|touch] bit|a (little|notch|touch|tad|lot)|some|slightly|one notch)"
_STEP = "([just] a [little|tiny|wee|small] bit|bit|a little|a wee|a touch|a tad|slightly|much|even)"
_VERY = "(very|so|really|awful|awfully|terribly|rather|quite|pretty|too|a bit|a little|kind of)"
_TOP = "(max|maximum|full|top|highest|loudest|fullest)"

_VOLUME = {
    "[the] volume up": "up",
    f"turn (it|[the] {_SOUND}) up": "up",
    f"turn up [the] {_SOUND}": "up",
    f"(increase|raise) [the] {_SOUND} [volume]": "up",
    f"make (it|[the] {_SOUND}) louder": "up",
    f"make (it|[the] {_SOUND}) (quieter|softer)": "down",
    "[the] volume down": "down",
    f"turn (it|[the] {_SOUND}) down": "down",
    f"turn down [the] {_SOUND}": "down",
    f"(decrease|lower|reduce) [the] {_SOUND} [volume]": "down",
    f"mute [(it|[the] {_SOUND}|the computer)]": "mute",
    f"turn (off [the] {_NO_MUSIC}|[the] {_NO_MUSIC} off)": "mute",
    f"(kill|cut|silence|shut off) [the] {_NO_MUSIC}": "mute",
    f"[the] {_NO_MUSIC} off": "mute",
    f"unmute [(it|[the] {_SOUND}|the computer)]": "unmute",
    "turn (on [the] (sound|audio)|[the] (sound|audio) [back] on)": "unmute",
    "(set|turn|put|change) [the] volume [up|down] (to|on|at) {percent} [percent]": "set",
    "turn (up|down) [the] volume to {percent} [percent]": "set",
    "turn it (up|down) to {percent} percent": "set",
    "[the] volume [(to|at)] {percent} [percent]": "set",
    "[the] volume up [by] {percent} [percent]": "up",
    "[the] volume down [by] {percent} [percent]": "down",
    "turn (it|[the] volume) up [by] {percent} [percent]": "up",
    "turn (it|[the] volume) down [by] {percent} [percent]": "down",
    "(increase|raise|turn up) [the] volume by {percent} [percent]": "up",
    "(decrease|lower|reduce|turn down) [the] volume by {percent} [percent]": "down",
    f"(increase|raise) (it|[the] {_SOUND}) by {{percent}} [percent]": "up",
    f"(decrease|lower|reduce) (it|[the] {_SOUND}) by {{percent}} [percent]": "down",
    f"(increase|raise|decrease|lower|reduce) (it|[the] {_SOUND}) to {{percent}} percent": "set",
    f"(turn down|decrease|lower|reduce) (it|[the] {_SOUND}) by half": "halve",
    f"turn (it|[the] {_SOUND}) down by half": "halve",
    f"(halve [the] {_SOUND}|make (it|[the] {_SOUND}) half as loud)": "halve",
    f"(double [the] {_SOUND}|make (it|[the] {_SOUND}) twice as loud)": "double",
    f"(it|that|this|[the] {_SOUND}) is [{_MUCH}] too loud": "down",
    f"(it's|that's) [{_MUCH}] too loud": "down",
    f"(it|that|this|[the] {_SOUND}) is [{_MUCH}] too (quiet|low|soft)": "up",
    f"(it's|that's) [{_MUCH}] too (quiet|low|soft)": "up",
    f"i (can't|cannot|can hardly|can barely) hear [the] {_SOUND}": "up",
    "turn (it|[the] volume) all the way up": "max",
    f"{_SET_TO} [a|the|its] {_TOP} [level|volume|setting]": "max",
    f"{_SET_TO} [a|the] (high|loud) [level|volume|setting]": "high",
    f"{_SET_TO} [a|the] (medium|middle|mid|moderate|average) [level|volume|setting]": "half",
    f"{_SET_TO} [a|the] (low|quiet|soft) [level|volume|setting]": "low",
    f"(give me|i want|i would like|i'd like|go to|use|set) [the] {_TOP} volume": "max",
    "(give me|i want|i would like|i'd like|go to|use|set) [a] high volume": "high",
    "(give me|i want|i would like|i'd like|go to|use|set) [a] low volume": "low",
    f"[turn|play|set|blast|make|crank|pump] [it|{_SOUND}|the {_SOUND}] [up] as loud as "
    "(possible|(it|you|this) (can|could|will) [go|be|get]|it gets|it goes)": "max",
    f"(turn|crank|pump) [up] (it|[the] {_SOUND}) [up] [all the way] (to the max|to maximum|full "
    "blast|all the way)": "max",
    f"turn (that|this|things) (down|lower) [{_BIT}]": "down",
    f"turn (that|this|things) up [{_BIT}]": "up",
    f"(knock|bring|take|dial|tone) (it|that|this|[the] {_SOUND}) down [{_BIT}]": "down",
    f"(i need|i want|can we have) [the] {_SOUND} [{_BIT}] (lower|quieter|softer)": "down",
    f"(i need|i want|can we have) [the] {_SOUND} [{_BIT}] (higher|louder)": "up",
    f"(crank|pump|turn) up [the] {_SOUND} all the way": "max",
    f"make (it|[the] {_SOUND}) [{_MUCH}|slightly|some] louder": "up",
    f"make (it|[the] {_SOUND}) [{_MUCH}|slightly|some] (quieter|softer|lower)": "down",
    f"(put|turn|set|bring|keep) [the] {_SOUND} [{_BIT}|{_MUCH}] (higher|louder)": "up",
    f"(put|turn|set|bring|keep) [the] {_SOUND} [{_BIT}|{_MUCH}] (lower|quieter|softer)": "down",
    f"(turn|put) it [{_BIT}|{_MUCH}] (higher|louder)": "up",
    f"(turn|put) it [{_BIT}|{_MUCH}] (lower|quieter|softer)": "down",
    "i (want|would like) to hear [the] (sound|music|audio) again": "unmute",
    f"[{_STEP}] (louder|more loudly)": "up",
    f"[{_STEP}] (quieter|softer|more quietly)": "down",
    f"(not so loud|keep it down) [{_STEP}]": "down",
    f"[the|this|that] ({_SOUND} is|{_SOUND_IS}) [{_VERY}] (low|quiet|soft|faint)": "up",
    f"[the|this|that] ({_SOUND} is|{_SOUND_IS}) [{_VERY}] (loud|high)": "down",
    "(set|turn|put) [the] volume [up|down] (to|at) half": "half",
    "half volume": "half",
    "(set|turn|put) [the] volume [up] (to|on) (max|maximum|full)": "max",
    "(full|maximum|max) volume": "max",
    "volume [up] to [the] (max|maximum|full)": "max",
    f"{_ASK} {_LEVEL}": "read",
    "[the] [current] (volume|sound) (level|setting)": "read",
    f"how (loud|high|low|quiet|far up) is {_LEVEL}": "read",
    f"how loud is (it|[the|my|this] (computer|laptop|music|speaker|system)) [{_NOW}]": "read",
    f"(what|which|how many) [percent|percentage] is {_LEVEL} [at|on|set to]": "read",
    f"(what|which) level is {_LEVEL} [at|on]": "read",
    f"[tell me|do you know] how loud it is [{_NOW}]": "read",
    f"(what|where) is {_LEVEL} (at|on|set|set to)": "read",
    f"is {_LEVEL} (on|off|muted|up|down|turned up|turned down|loud|low|high)": "read",
    "(is it|am i|are we|is [the|my] (computer|laptop|music)) muted": "read",
    "(what|which) volume (is it|are we|am i|is this) [at|on]": "read",
    f"at (what|which) volume (is it|are we|am i) [{_NOW}]": "read",
}
_NAMED_PERCENT = {"max": HIGHEST_PERCENT, "high": 80, "half": HIGHEST_PERCENT // 2, "low": 20}
_MEDIA = {
    f"(pause|hold) {_MUSIC}": "pause",
    "pause": "pause",
    f"(resume|continue|unpause) [{_MUSIC}]": "play",
    f"(play|start) {_MUSIC}": "play",
    "(play|play music|keep playing|go on playing)": "play",
    "(play or pause|toggle playback)": "play_pause",
    "(next|next one|skip)": "next",
    "[play] [the] next (song|track|video)": "next",
    "skip [(this|the)] (song|track|one|video)": "next",
    "[(play|go back to)] [the] (previous|last) (song|track|video)": "previous",
    f"stop (playing|playback|{_MUSIC})": "stop",
    f"(turn|switch|shut) (off {_MUSIC}|{_MUSIC} off)": "stop",
    f"(turn|switch) (on {_MUSIC}|{_MUSIC} [back] on)": "play",
    f"(put|stick|pop|bung|get) (on {_SOME} {_TUNES}|{_SOME} {_TUNES} on) [for (me|us)]": "play",
    "play (some|a few|any) (tunes|songs|beats) [for (me|us)]": "play",
}


class VolumeArguments(Arguments):
    """What to do with the volume; `percent` is the level for set, and the step for up and down."""

    change: Annotated[
        Literal["up", "down", "mute", "unmute", "set", "halve", "double", "read"],
        Field(description="What to do with the volume; read changes nothing and tells the level."),
    ]
    percent: Annotated[
        int | None, Field(description="The volume that set means.", ge=0, le=HIGHEST_PERCENT)
    ] = None


class MediaArguments(Arguments):
    """What the player does."""

    action: Annotated[
        Literal["play_pause", "play", "pause", "next", "previous", "stop"],
        Field(description="What to do with what plays."),
    ]


def tools(_: ToolDependencies) -> Iterator[Tool]:
    """Volume and media, where the desktop has programs for them."""
    if mixers := find_mixers():
        yield volume_tool(mixers)
    if sys.platform == "linux" and shutil.which(PLAYER):
        yield media_tool()


def volume_tool(mixers: Sequence[Mixer]) -> Tool:
    """The tool over the first of these that answers."""

    async def run(arguments: VolumeArguments, _: ToolContext) -> ToolResult:
        mixer, before = await _answering(mixers)
        if arguments.change == "read":
            return ToolResult(Receipt(ReceiptKind.LOOKUP, _level(before)), {"change": "read"})
        receipt = await _change(mixer, before, arguments)
        return ToolResult(receipt, arguments.model_dump(exclude_none=True))

    sentences: dict[str, dict[str, object]] = {
        template: {"change": "set", "percent": _NAMED_PERCENT[change]}
        if change in _NAMED_PERCENT
        else {"change": change}
        for template, change in _VOLUME.items()
    }
    return Tool(
        name="volume",
        on_desktop=True,
        purpose="The volume of the computer: up or down by a percent, halve, double, mute, unmute, "
        "set it to a percent, or read how loud it is. Not for how loud Jarvis itself speaks.",
        ability="change the volume",
        arguments=VolumeArguments,
        tier=_tier,
        timeout_seconds=15,
        run=run,
        asked_by=frozenset(
            (
                *("volume", "mute", "muted", "unmute", "sound", "audio", "music", "turn"),
                *("loud", "louder", "quiet", "quieter", "raise", "lower", "increase"),
                *("decrease", "reduce", "halve", "double"),
            )
        ),
        sentences=sentences,
        fulfils=("volume",),
    )


def _tier(arguments: VolumeArguments) -> Tier:
    return "read" if arguments.change == "read" else "act"


def _level(loudness: Loudness) -> str:
    if loudness.is_muted:
        return f"The sound is muted. The volume is at {loudness.percent} percent."
    return f"The volume is at {loudness.percent} percent."


async def _answering(mixers: Sequence[Mixer]) -> tuple[Mixer, Loudness]:
    """The first mixer that answers, and what it tells."""
    failure = ToolError("no-mixer", "There is no program here that changes the volume.")
    for mixer in mixers:
        try:
            return mixer, await mixer.read()
        except ToolError as error:
            failure = error
    raise failure


async def _change(mixer: Mixer, before: Loudness, arguments: VolumeArguments) -> Receipt:
    if arguments.change in {"mute", "unmute"}:
        return await _set_muted(mixer, before, is_muted=arguments.change == "mute")
    wanted = _wanted(before, arguments)
    if wanted == before.percent and not before.is_muted:
        return Receipt(ReceiptKind.NO_OP, f"The volume is at {wanted} percent already.")
    if wanted != before.percent:
        await mixer.set_percent(wanted)
    if before.is_muted:
        await mixer.set_muted(is_muted=False)
    after = await mixer.read()
    if after == before:
        return Receipt(ReceiptKind.FAILED, f"The volume stayed at {after.percent} percent.")
    if after.is_muted:
        observed = f"The volume is at {after.percent} percent, but it is still muted."
        return Receipt(ReceiptKind.PARTIAL, observed)
    return Receipt(ReceiptKind.EFFECT, f"The volume is at {after.percent} percent.")


def _wanted(before: Loudness, arguments: VolumeArguments) -> int:
    """The level that is asked for, in percent."""
    if arguments.change == "set":
        if arguments.percent is None:
            raise ToolError("no-level", "You did not say how loud, from 0 to 100 percent.")
        return arguments.percent
    if arguments.change == "halve":
        return before.percent // 2
    if arguments.change == "double":
        return max(before.percent, min(2 * before.percent, HIGHEST_PERCENT))
    step = STEP_PERCENT if arguments.percent is None else arguments.percent
    if arguments.change == "up":  # what is beyond 100 already is not turned down by "up"
        return max(before.percent, min(before.percent + step, HIGHEST_PERCENT))
    return max(before.percent - step, 0)


async def _set_muted(mixer: Mixer, before: Loudness, *, is_muted: bool) -> Receipt:
    state = "muted" if is_muted else "not muted"
    if before.is_muted == is_muted:
        return Receipt(ReceiptKind.NO_OP, f"The sound is {state} already.")
    await mixer.set_muted(is_muted=is_muted)
    if (await mixer.read()).is_muted != is_muted:
        return Receipt(ReceiptKind.FAILED, "The muting did not change.")
    return Receipt(ReceiptKind.EFFECT, "The sound is muted." if is_muted else "The sound is on.")


def media_tool() -> Tool:
    """The tool over the player that plays now."""

    async def run(arguments: MediaArguments, _: ToolContext) -> ToolResult:
        receipt = await _play(arguments.action)
        return ToolResult(receipt, arguments.model_dump())

    return Tool(
        name="media",
        on_desktop=True,
        purpose="Control the music or video that plays now: play, pause, next, previous, stop.",
        ability="pause, resume and skip music",
        arguments=MediaArguments,
        tier="act",
        timeout_seconds=15,
        run=run,
        asked_by=frozenset(
            (
                *("play", "pause", "resume", "continue", "next", "previous", "skip", "stop"),
                *("music", "song", "track", "video", "player", "playback", "podcast"),
            )
        ),
        sentences={template: {"action": action} for template, action in _MEDIA.items()},
        fulfils=("media",),
    )


_GOALS = {"play": "Playing", "pause": "Paused", "stop": "Stopped"}
_TOLD = {
    "Playing": "It is playing.",
    "Paused": "It is paused.",
    "Stopped": "It is stopped.",
}


async def _play(action: str) -> Receipt:
    status = await _status()
    if not status:
        return Receipt(ReceiptKind.NO_OP, "Nothing is playing.")
    if action == "play_pause":
        action = "pause" if status == "Playing" else "play"
    if action in {"next", "previous"}:
        return await _skip(action)
    goal = _GOALS[action]
    if status == goal or (action == "pause" and status == "Stopped"):
        already = "It is playing already." if action == "play" else "Nothing is playing."
        return Receipt(ReceiptKind.NO_OP, already)
    await output_of((PLAYER, action))
    for _ in range(LOOKS):
        if await _status() == goal:
            return Receipt(ReceiptKind.EFFECT, _TOLD[goal])
        await asyncio.sleep(LOOK_SECONDS)
    return Receipt(ReceiptKind.FAILED, "The player was told, but it did not do it.")


async def _skip(action: str) -> Receipt:
    before = await _track()
    await output_of((PLAYER, action))
    for _ in range(LOOKS):
        if (now := await _track()) and now != before:
            return Receipt(ReceiptKind.EFFECT, f"It is at the {action} track.")
        await asyncio.sleep(LOOK_SECONDS)
    return Receipt(ReceiptKind.FAILED, f"The player did not go to the {action} track.")


async def _status() -> str:
    """Playing, Paused or Stopped; "" where there is no player.

    Raises:
        ToolError: No player can be asked.
    """
    try:
        return (await output_of((PLAYER, "status"), NO_PLAYER)).strip()
    except ToolError as error:
        message = f"I cannot ask the player: {PLAYER} does not work here."
        raise ToolError("no-player", message, spoken="I cannot ask the player.") from error


async def _track() -> str:
    """What tells one track from another, or "" where the player does not say."""
    wanted = "{{mpris:trackid}} {{xesam:url}} {{title}}"
    try:
        return await output_of((PLAYER, "metadata", "--format", wanted))
    except ToolError:
        return ""
