"""Checks the sound from the microphone: device, zeros, level, clipping, noise, rate.

Invariant: all look at the same sound, that was heard once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jarvis_voice.core.types import FRAME_SECONDS, AudioFrame
from jarvis_voice.workshop.doctor.check_result import (
    CheckVerdict,
    NothingToSeeError,
    failed,
    ok,
    skipped,
    warning,
)
from jarvis_voice.workshop.doctor.sound_figures import (
    Figures,
    delivered_hz,
    figures_of,
    judge_clipping,
    judge_level,
    judge_noise,
    judge_rate,
    judge_zeros,
    shown_seconds,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jarvis_voice.audio.portaudio import Device, Kind
    from jarvis_voice.workshop.doctor.run import DiagnosticRun

SPEECH = 0.5
LEAST_SPEECH_FRAMES = 3
USUAL_DBFS = -23.0
"""Sound is brought to this level before it is asked for speech: also a far too quiet one."""


async def check_microphones(visit: DiagnosticRun) -> CheckVerdict:
    """Which microphones there are, and which one is chosen."""
    if visit.wanted.recording:
        return skipped("A recording stands for the microphone.")
    wanted = visit.config.microphone
    return await _chosen(visit, (wanted.device, *wanted.preferred), "input")


async def check_loudspeakers(visit: DiagnosticRun) -> CheckVerdict:
    """Which loudspeakers there are, and which one is chosen."""
    if visit.wanted.recording:
        return skipped("With a recording no device is looked at.")
    wanted = visit.config.speaker
    return await _chosen(visit, (wanted.device, *wanted.preferred), "output")


async def _chosen(visit: DiagnosticRun, parts: Sequence[str], kind: Kind) -> CheckVerdict:
    """The device that will be taken; not to have the first one that is set is worth a warning."""
    from jarvis_voice.audio.portaudio import choose
    from jarvis_voice.core.errors import AudioError
    from jarvis_voice.workshop.doctor.system_probe import apart

    devices = await apart(visit.outside.devices)
    named = [part for part in parts if part.strip()] or [""]
    missing: AudioError | None = None
    for part in named:
        try:
            chosen = choose(devices, part, kind)
        except AudioError as error:
            missing = missing or error
            continue
        lines = _listed(devices, kind, chosen)
        if missing:
            how = "Plug in the device that is set, or set another one from `jarvis devices`"
            return warning(f'{missing.message} "{chosen.name}" is taken.', how, *lines)
        why = f'"{part}" is in its name' if part else "the default"
        return ok(f'"{chosen.name}" ({why}).', *lines)
    raise missing or AudioError("no-device", "There is no device.")


def _listed(devices: list[Device], kind: Kind, chosen: Device) -> tuple[str, ...]:
    return tuple(
        f"{device.name} [{device.host_api}, {device.rate_hz} Hz]"
        + (" (default)" if device.is_default(kind) else "")
        + (" (chosen)" if device == chosen else "")
        + (" (refused: it hears the loudspeaker)" if kind == "input" and device.is_monitor else "")
        for device in devices
        if device.has(kind)
    )


async def check_microphone(visit: DiagnosticRun) -> CheckVerdict:
    """Whether it opens, gives sound, and is what it says it is."""
    heard = await visit.hear()
    said = f'{shown_seconds(len(heard.frames))} of sound came from "{heard.name}".'
    if "microphone-lost" in heard.troubles:
        is_back = "microphone-back" in heard.troubles
        how = "Plug the microphone in firmly, or start the sound server again"
        lost = "was lost for a moment" if is_back else "was lost"
        verdict = warning if is_back else failed
        return verdict(f"{said} The device {lost} while it was listened to.", how)
    if heard.hears_loudspeaker:
        return failed(
            f"{said} The sound server leads it to the loudspeaker: Jarvis would hear itself.",
            "Plug the microphone in, or choose it as the input in the system's sound settings",
        )
    return ok(said)


async def check_zeros(visit: DiagnosticRun) -> CheckVerdict:
    """Whether it gives zeros alone."""
    heard = await visit.heard()
    return judge_zeros(figures_of(heard.pcm), is_live=heard.is_live)


async def check_level(visit: DiagnosticRun) -> CheckVerdict:
    """How loud it is; who was asked to speak did, so the loudest there is counts."""
    figures, speech_dbfs = await _live_figures(visit), await speech_level(visit)
    if speech_dbfs is None and (await visit.heard()).was_asked:
        speech_dbfs = figures.loud_dbfs
    return judge_level(figures, speech_dbfs)


async def check_clipping(visit: DiagnosticRun) -> CheckVerdict:
    """Whether it is too loud."""
    return judge_clipping(await _live_figures(visit))


async def check_noise(visit: DiagnosticRun) -> CheckVerdict:
    """How loud it is when nobody speaks."""
    return judge_noise(await _live_figures(visit), await speech_level(visit))


async def check_rate(visit: DiagnosticRun) -> CheckVerdict:
    """Whether as much sound comes as time passes."""
    heard = await visit.heard()
    if not heard.is_live:
        return skipped("A recording has no clock of its own.")
    rate_hz = delivered_hz(heard.captured_at)
    if rate_hz is None:
        raise NothingToSeeError("Too little sound came to count it.")
    return judge_rate(rate_hz, heard.gaps)


async def _live_figures(visit: DiagnosticRun) -> Figures:
    figures = figures_of((await visit.heard()).pcm)
    if figures.is_dead:
        raise NothingToSeeError("The microphone gives nothing that could be measured.")
    return figures


async def speech_level(visit: DiagnosticRun) -> float | None:
    """How loud the speech in what was heard is, dBFS; None where nobody spoke, or nobody knows."""
    import numpy as np

    from jarvis_voice.audio.pcm import level_dbfs

    try:
        spoken = await speech_frames(visit)
    except NothingToSeeError:
        return None
    return level_dbfs(np.concatenate(spoken)) if spoken else None


async def speech_frames(visit: DiagnosticRun) -> list[NDArray[np.int16]]:
    """The frames in which somebody speaks, as they were heard; none where nobody does.

    Raises:
        NothingToSeeError: There is no sound, or nothing to find speech with.
    """
    heard, ears = await visit.heard(), await visit.ears()
    figures = figures_of(heard.pcm)
    if figures.is_dead:
        return []
    gain = 10 ** ((USUAL_DBFS - figures.loud_dbfs) / 20)
    spoken = []
    ears.vad.reset()
    for number, frame in enumerate(heard.frames, 1):
        louder = AudioFrame(_louder(frame, gain), number * FRAME_SECONDS)
        if await ears.vad.probability(louder) >= SPEECH:
            spoken.append(frame)
    ears.vad.reset()
    return spoken if len(spoken) >= LEAST_SPEECH_FRAMES else []


def _louder(frame: NDArray[np.int16], gain: float) -> NDArray[np.int16]:
    import numpy as np

    scaled = np.rint(frame.astype(np.float64) * gain)
    return np.clip(scaled, -32_768, 32_767).astype(np.int16)
