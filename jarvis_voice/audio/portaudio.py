"""Loads sounddevice and lists its devices; no other module imports that library.

Invariant: whoever initialises, terminates or opens holds `LOCK`, because PortAudio bears none of
these at the same time. A device is chosen by its name: indexes change whenever one is plugged in.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from jarvis_voice.core.errors import AudioError

Kind = Literal["input", "output"]

LOCK = threading.RLock()
"""Held around initialise, terminate, open and close, in the whole process."""


@dataclass(frozen=True, slots=True)
class Device:
    """One device in PortAudio's table.

    Attributes:
        name: As the system calls it.
        host_api: ALSA, Core Audio, MME, ...
        inputs: Channels it records; 0 for a loudspeaker.
        outputs: Channels it plays; 0 for a microphone.
        rate_hz: The rate it prefers, Hz.
        index: Its place in the table, good only until PortAudio is initialised anew.
    """

    name: str
    host_api: str
    inputs: int
    outputs: int
    rate_hz: int
    is_default_input: bool
    is_default_output: bool
    is_default_host_api: bool
    index: int

    def has(self, kind: Kind) -> bool:
        """Whether it records ("input") or plays ("output")."""
        return (self.inputs if kind == "input" else self.outputs) > 0

    def is_default(self, kind: Kind) -> bool:
        """Whether the system would take it when none is named."""
        return self.is_default_input if kind == "input" else self.is_default_output

    @property
    def is_monitor(self) -> bool:
        """Whether it records what a loudspeaker plays: Jarvis would listen to itself."""
        return self.name.endswith(".monitor") or self.name.startswith("Monitor of ")


def load() -> Any:
    """The sounddevice module, imported at the first call; PortAudio starts with it.

    Raises:
        AudioError: PortAudio is not installed ("no-portaudio"), or does not start
            ("portaudio-failed").
    """
    with LOCK:
        try:
            import sounddevice
        except OSError as error:
            install = "brew install portaudio" if sys.platform == "darwin" else _APT
            raise AudioError(
                "no-portaudio",
                f"The PortAudio library is missing, so there is no sound. Install it: {install}",
                spoken="The sound library is missing.",
            ) from error
        except Exception as error:  # its PortAudioError cannot be named: the module did not load
            raise failed(error) from error
        hush_alsa()
    return sounddevice


def failed(error: Exception) -> AudioError:
    """PortAudio itself fails, as it may while a sound server starts or ends."""
    return AudioError(
        "portaudio-failed",
        f"PortAudio fails: {error}. Is the sound server running? See `jarvis devices`.",
    )


_APT = "sudo apt install libportaudio2"


def list_devices() -> list[Device]:
    """Every device, in the table's order, as PortAudio saw them when it was initialised.

    Raises:
        AudioError: PortAudio is not installed ("no-portaudio") or fails ("portaudio-failed").
    """
    sound = load()
    with LOCK:
        try:
            apis = list(sound.query_hostapis())
            table = list(sound.query_devices())
            first_api = sound.default.hostapi
        except sound.PortAudioError as error:
            raise failed(error) from error
        defaults = _default_index(sound, "input"), _default_index(sound, "output")
    return [_device(index, row, apis, first_api, defaults) for index, row in enumerate(table)]


def _default_index(sound: Any, kind: Kind) -> int:
    try:
        return int(sound.query_devices(kind=kind)["index"])
    except (sound.PortAudioError, ValueError):
        return -1


def _device(
    index: int, row: Any, apis: Sequence[Any], first_api: int, defaults: tuple[int, int]
) -> Device:
    return Device(
        name=str(row["name"]),
        host_api=str(apis[row["hostapi"]]["name"]),
        inputs=int(row["max_input_channels"]),
        outputs=int(row["max_output_channels"]),
        rate_hz=round(row["default_samplerate"]),
        is_default_input=index == defaults[0],
        is_default_output=index == defaults[1],
        is_default_host_api=row["hostapi"] == first_api,
        index=index,
    )


def choose(devices: Sequence[Device], part: str, kind: Kind) -> Device:
    """The one device whose name contains `part`; the system's default where it is empty.

    The same device appears once for each host API (four times on Windows): the default host
    API's entry goes before the others.

    Args:
        devices: The table.
        part: Part of a name, in any case.
        kind: "input" for a microphone, "output" for a loudspeaker.

    Raises:
        AudioError: There is none ("no-microphone", "no-speaker"), no such one
            ("no-such-device"), more than one ("ambiguous-device"), or it would record the
            loudspeaker ("monitor-source").
    """
    able = [device for device in devices if device.has(kind)]
    usable = [device for device in able if kind == "output" or not device.is_monitor]
    if not usable:
        raise _none(kind)
    if not part.strip():
        return next((device for device in usable if device.is_default(kind)), usable[0])
    found = _matching(usable, part) or _matching(able, part)
    if not found:
        raise AudioError(
            "no-such-device",
            f'No {_NOUN[kind]} has "{part}" in its name. There is: {_names(usable)}.',
            spoken=f"I cannot find the {_NOUN[kind]} you chose.",
        )
    if len({device.name for device in found}) > 1:
        raise AudioError(
            "ambiguous-device",
            f'"{part}" fits more than one {_NOUN[kind]}: {_names(found)}. Give more of the name.',
            spoken=f"The name of the {_NOUN[kind]} fits more than one.",
        )
    if kind == "input" and found[0].is_monitor:
        raise AudioError(
            "monitor-source",
            f'"{found[0].name}" records what the loudspeaker plays, so Jarvis would hear itself. '
            f"Choose a microphone: {_names(usable)}.",
        )
    return found[0]


_NOUN = {"input": "microphone", "output": "loudspeaker"}


def _matching(devices: Sequence[Device], part: str) -> list[Device]:
    wanted = part.strip().casefold()
    for pool in ([d for d in devices if d.is_default_host_api], devices):
        exact = [device for device in pool if device.name.casefold() == wanted]
        if found := exact or [d for d in pool if wanted in d.name.casefold()]:
            return list(found)
    return []


def _names(devices: Sequence[Device]) -> str:
    return ", ".join(dict.fromkeys(f'"{device.name}"' for device in devices))


def _none(kind: Kind) -> AudioError:
    code = "no-microphone" if kind == "input" else "no-speaker"
    return AudioError(
        code,
        f"No {_NOUN[kind]} was found. Plug one in or start the sound server, then see "
        "`jarvis devices`.",
        spoken=f"I cannot find a {_NOUN[kind]}.",
    )


ALSA_LIBRARY = "libasound.so.2"


def hush_alsa() -> None:
    """Keep ALSA's words from the terminal; where there is no ALSA, nothing."""
    if sys.platform != "linux":
        return
    try:
        alsa, harmless = ctypes.CDLL(ALSA_LIBRARY), ctypes.CDLL(None).getpid
        alsa.snd_lib_error_set_handler(ctypes.cast(harmless, ctypes.c_void_p))
    except (OSError, AttributeError):  # none here, or one that has no such door
        return
