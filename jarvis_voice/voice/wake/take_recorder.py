"""Records a word several times from a microphone, with a countdown and a check after each.

Invariant: time is that of the frames; nothing is kept here, a take goes to whoever asked for it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import TYPE_CHECKING

from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.ports import Microphone
from jarvis_voice.core.types import FRAME_SECONDS, AudioFrame
from jarvis_voice.voice.wake.second_stage import levels_of
from jarvis_voice.voice.wake.take import is_flat, why_once_more

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROOM_SECONDS = 1.0
COUNT_SECONDS = 0.64
TAKE_SECONDS = 2.4
TRIES = 4
"""Of each take; then something is wrong that trying again does not mend."""

FLAT_TRIES = 2
"""Without any sound; one alone may come from a noise gate and a user who missed the mark."""


async def record_takes(
    microphone: Microphone, count: int, prompt: str, tell: Callable[[str], None]
) -> AsyncGenerator[NDArray[np.int16]]:
    """Takes of 2.4 s, as many as are asked for: mono int16, 16 000 Hz.

    Args:
        microphone: Opened.
        count: How many.
        prompt: What to do, such as: Say "Jarvis".
        tell: Prints a line.

    Raises:
        AudioError: The microphone ended ("takes-ended"), is silent ("takes-silent"), or gives
            nothing of use ("takes-useless").
    """
    frames = microphone.frames()
    tell("One moment of silence, please ...")
    room_dbfs = sorted(levels_of(await _sound(frames, ROOM_SECONDS)))[-5]
    for number in range(1, count + 1):
        flat_tries = 0
        for _ in range(TRIES):
            for second in (3, 2, 1):
                tell(f"{number} of {count}: {second}")
                await _sound(frames, COUNT_SECONDS)
            tell(f">>> {prompt}")
            pcm = await _sound(frames, TAKE_SECONDS)
            if not (reason := why_once_more(pcm, room_dbfs)):
                tell("    good")
                yield pcm
                break
            flat_tries = flat_tries + 1 if is_flat(pcm) else 0
            if flat_tries == FLAT_TRIES:
                message = (
                    "The microphone gives no sound at all: it is muted or not connected. "
                    "Unmute it, or choose another (`jarvis devices`)."
                )
                raise AudioError("takes-silent", message)
            tell(f"    {reason} Once more.")
        else:
            message = "The microphone gives nothing of use. `jarvis devices` shows which there are."
            raise AudioError("takes-useless", message)


async def _sound(frames: AsyncIterator[AudioFrame], seconds: float) -> NDArray[np.int16]:
    """The next seconds of sound."""
    import numpy as np

    parts = []
    for _ in range(round(seconds / FRAME_SECONDS)):
        frame = await anext(frames, None)
        if frame is None:
            raise AudioError("takes-ended", "The microphone ended before all was recorded.")
        parts.append(frame.pcm)
    return np.concatenate(parts)
