"""Reads and sets the system's volume, with the programs of the desktop.

Invariant: argument vectors only, and no level is told that was not read back.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.bounded_program import ProgramLimits, bounded_program

LIMIT_SECONDS = 3.0
MOST_BYTES = 100_000
"""They print a few lines, and the names of what is played."""

HIGHEST_PERCENT = 100

Argv = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Loudness:
    """The volume that a mixer program reports.

    Attributes:
        percent: 0 is silent; some systems go beyond 100.
        is_muted: Nothing is heard, whatever the level.
    """

    percent: int
    is_muted: bool


@dataclass(frozen=True, slots=True)
class Mixer:
    """How to read and set the volume with one program.

    Attributes:
        program: Its name.
        reading: What prints level and muting; the outputs are put one after the other.
        level: Finds the level in it; group 1 is a share of `whole`.
        muted: Finds that it is muted.
        setting: The command line for a level in percent.
        muting: The command line to mute (True) or unmute.
        whole: 1 where the program speaks of shares, 100 where it speaks of percent.
    """

    program: str
    reading: Sequence[Argv]
    level: str
    muted: str
    setting: Callable[[int], Argv]
    muting: Callable[[bool], Argv]
    whole: int = 100

    async def read(self) -> Loudness:
        """What is set now.

        Raises:
            ToolError: "no-mixer": the program does not answer, or nothing that is understood.
        """
        told = "".join([await output_of(argv) for argv in self.reading])
        found = re.search(self.level, told)
        if found is None:
            raise _no_mixer(self.program, "answers with something that I do not understand")
        percent = round(float(found[1]) * 100 / self.whole)
        return Loudness(percent, re.search(self.muted, told) is not None)

    async def set_percent(self, percent: int) -> None:
        """Set the level.

        Raises:
            ToolError: It was refused.
        """
        await output_of(self.setting(percent))

    async def set_muted(self, *, is_muted: bool) -> None:
        """Mute or unmute.

        Raises:
            ToolError: It was refused.
        """
        await output_of(self.muting(is_muted))


_WPCTL, _PACTL = "@DEFAULT_AUDIO_SINK@", "@DEFAULT_SINK@"
_MAC_READ = "get volume settings"

MIXERS = (
    Mixer(
        program="wpctl",
        reading=(("wpctl", "get-volume", _WPCTL),),
        level=r"Volume: (\d+(?:\.\d+)?)",
        muted=r"\[MUTED\]",
        setting=lambda percent: ("wpctl", "set-volume", _WPCTL, f"{percent / 100:.2f}"),
        muting=lambda on: ("wpctl", "set-mute", _WPCTL, str(int(on))),
        whole=1,
    ),
    Mixer(
        program="pactl",
        reading=(("pactl", "get-sink-volume", _PACTL), ("pactl", "get-sink-mute", _PACTL)),
        level=r"/ *(\d+)% */",
        muted=r"Mute: yes",
        setting=lambda percent: ("pactl", "set-sink-volume", _PACTL, f"{percent}%"),
        muting=lambda on: ("pactl", "set-sink-mute", _PACTL, str(int(on))),
    ),
    Mixer(
        program="amixer",
        reading=(("amixer", "sget", "Master"),),
        level=r"\[(\d+)%\]",
        muted=r"\[off\]",
        setting=lambda percent: ("amixer", "-q", "sset", "Master", f"{percent}%"),
        muting=lambda on: ("amixer", "-q", "sset", "Master", "mute" if on else "unmute"),
    ),
    Mixer(
        program="osascript",
        reading=(("osascript", "-e", _MAC_READ),),
        level=r"output volume:(\d+)",
        muted=r"output muted:true",
        setting=lambda percent: ("osascript", "-e", f"set volume output volume {percent}"),
        muting=lambda on: (
            "osascript",
            "-e",
            f"set volume {'with' if on else 'without'} output muted",
        ),
    ),
)


def find_mixers() -> list[Mixer]:
    """Those whose programs are installed, best first; which one answers is seen when asked."""
    return [mixer for mixer in MIXERS if shutil.which(mixer.program)]


async def output_of(argv: Argv, none: str = "") -> str:
    """What a short program prints.

    Args:
        argv: The program and its arguments.
        none: What it complains, and fails, where there is nothing that it could print; "" is
            printed then.

    Raises:
        ToolError: "no-mixer": it failed, printed without end, or did not answer in time.
    """
    env = os.environ | {"LC_ALL": "C"}  # their words are translated otherwise
    try:
        done = await bounded_program(argv, ProgramLimits(LIMIT_SECONDS, MOST_BYTES), env=env)
    except OSError as error:
        raise _no_mixer(argv[0], "cannot be started") from error
    if done.is_late:
        raise _no_mixer(argv[0], "does not answer")
    if done.is_cut:
        raise _no_mixer(argv[0], "prints without end")
    if done.exit_code != 0:
        if none and none in done.complaint:
            return ""
        raise _no_mixer(argv[0], f"ended with error {done.exit_code}")
    return done.text


def _no_mixer(program: str, what: str) -> ToolError:
    return ToolError(
        "no-mixer",
        f"{program} {what}, so the system's sound cannot be reached.",
        spoken="I cannot reach the system's sound.",
    )
