"""Words the messages about a microphone that is lost, silent, slow or back: a code, a sentence.

Invariant: each sentence says what happened and what to do, or that nothing needs to be done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from jarvis_voice.audio.device_phrases import device_phrase, on_device
from jarvis_voice.core.errors import AudioError

if TYPE_CHECKING:
    from jarvis_voice.audio.stream_watch import Ailment

Loss = Literal["ended", "late", "monitor", "ours", "gave-way", "muted"]
"""Why a stream is of no use any more. The last three are wanted, and not told: it is opened anew in
the hope of better sound, it was closed so that the device table could be read, it rests. Nor is
"monitor" told, where there is a microphone beside it."""

Trouble = tuple[str, str]
"""A code and a sentence."""

_REMEDY = "Unmute it, or choose another (`jarvis devices`)."


def absent(error: AudioError) -> Trouble:
    """There is none at the start."""
    return "microphone-lost", f"{error.message} I go on looking for one."


def lost(loss: Loss, name: str) -> Trouble:
    """It was there."""
    if loss == "monitor":
        why = "the sound server has connected it to the loudspeaker instead"
    elif loss == "late":
        why = "no sound comes from it any more"
    else:
        why = "it is gone, or the sound server is"
    return "microphone-lost", (
        f"I lost the {device_phrase('input', name)}: {why}. I go on looking for one."
    )


def back(name: str) -> Trouble:
    """Sound comes again."""
    return "microphone-back", f"I can hear again{on_device(name)}."


def other(wanted: str, name: str) -> Trouble:
    """The one that was chosen is not there."""
    instead = f'"{name}"' if name.strip() else "another"
    sentence = f'There is no microphone "{wanted}"; I use {instead}. See `jarvis devices`.'
    return "microphone-other", sentence


def beside(name: str) -> Trouble:
    """The system's default records the loudspeaker; another one was opened."""
    sentence = (
        f'The default input of the system records the loudspeaker; I use the microphone "{name}". '
        "Choose it as the input in the system's sound settings."
    )
    return "microphone-other", sentence


def stuck() -> Trouble:
    """A call into the sound system does not come back."""
    return (
        "microphone-stuck",
        "The sound system does not answer, so I hear nothing. Start the sound server again.",
    )


def ailing(ailment: Ailment, name: str) -> Trouble:
    """It is open and its sound is none."""
    if ailment == "wrong-speed":
        sentence = (
            f"The {device_phrase('input', name)} does not keep to its own speed, so I hear badly. "
            "Plug it in again, or choose another (`jarvis devices`)."
        )
        return "microphone-slow", sentence
    what = "only zeros" if ailment == "zeros" else "the same value all the time"
    who = device_phrase("input", name)
    sentence = f"The {who} gives {what}: it is muted or not connected. {_REMEDY}"
    return "microphone-silent", sentence
