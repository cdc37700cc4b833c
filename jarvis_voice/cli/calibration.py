"""Asks the user to say the wake word five times and sets its sensitivity for `jarvis setup`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.setting_names import WORDS

if TYPE_CHECKING:
    from pathlib import Path

    from jarvis_voice.core.paths import Paths
    from jarvis_voice.core.ports import Microphone
    from jarvis_voice.engines.wake.heads import WakeHead


TRIES = 5
SECTION = ".".join(WORDS)


@dataclass(frozen=True, slots=True)
class Tries:
    """Scores of the user's tries, and the sensitivity that fits them.

    Attributes:
        scores: The highest of each try, 0..1.
        sensitivity: What fits them.
    """

    scores: tuple[float, ...]
    sensitivity: float


def offer_calibration(
    paths: Paths, ask: Callable[[str], bool], tell: Callable[[str], None]
) -> None:
    """Calibrate if there is somebody to ask, a microphone and a head, and they want it.

    Raises:
        JarvisError: The microphone or a model cannot be used.
    """
    from jarvis_voice.audio.microphone import DeviceMicrophone
    from jarvis_voice.core.config import load_config

    config = load_config(paths)
    word = next(iter(config.wake.words))
    head = _head_of(paths, word)
    if head is None or not can_calibrate(paths):
        return
    if not ask(f'Shall I listen to how you say "{word}"? Five times, half a minute.'):
        return
    import asyncio

    microphone = DeviceMicrophone(config.microphone.device, lambda _, message: tell(message))
    tries = asyncio.run(hear_tries(microphone, paths.models, head, tell))
    tell(settle(paths.config_file, word, config.wake.words[word], tries, head.threshold))


def can_calibrate(paths: Paths) -> bool:
    """Whether there is somebody to ask, a microphone, and a head for the first wake word."""
    from jarvis_voice.core.config import load_config

    word = next(iter(load_config(paths).wake.words))
    return is_at_terminal() and _has_microphone() and _head_of(paths, word) is not None


async def hear_tries(
    microphone: Microphone, models: Path, head: WakeHead, tell: Callable[[str], None]
) -> Tries:
    """Listen to the user five times, and show each score.

    Raises:
        AudioError: The microphone cannot be used, or gives nothing of use.
        ModelError: A network is missing or failed.
    """
    from jarvis_voice.app.voice_factory import MELSPECTROGRAM
    from jarvis_voice.engines.wake.detector import WakeScorer
    from jarvis_voice.voice.wake.take import fitting_sensitivity
    from jarvis_voice.voice.wake.take_recorder import record_takes

    scores: list[float] = []
    async with WakeScorer(models / MELSPECTROGRAM, (head,)) as scorer, microphone:
        async for pcm in record_takes(microphone, TRIES, f'Say "{head.word}"', tell):
            best = max(score for (score,) in await scorer.score_all(pcm))
            tell(f"    score {best:.2f} (heard from {head.threshold:.2f} on)")
            scores.append(best)
    return Tries(tuple(scores), fitting_sensitivity(scores, head.threshold))


def settle(file: Path, word: str, current: float, tries: Tries, threshold: float) -> str:
    """Write the sensitivity into the user's settings if it must change; what there is to say."""
    if _all_heard(tries.scores, threshold, current) and current >= tries.sensitivity:
        return f'I hear you well: the sensitivity of "{word}" stays {current}.'
    from jarvis_voice.core.settings_file import rewrite, with_setting

    line = f'"{word}" = {tries.sensitivity}'
    try:
        rewrite(file, lambda text: with_setting(text, (*WORDS, word), tries.sensitivity))
    except ConfigError as error:
        if error.code == "config-write":
            raise
        return f"Put this under [{SECTION}] in {file}: {line}"
    return f"I wrote {line} under [{SECTION}] into {file}.{_advice(tries, threshold)}"


def _all_heard(scores: Sequence[float], threshold: float, sensitivity: float) -> bool:
    from jarvis_voice.core.wake_point import WakePoint

    point = WakePoint("", threshold, threshold / 2).at_sensitivity(sensitivity)
    return min(scores) >= point.threshold


def _advice(tries: Tries, threshold: float) -> str:
    if _all_heard(tries.scores, threshold, tries.sensitivity):
        return ""
    return (
        " That is not enough for all you said; `jarvis wake record` and then `jarvis wake train` "
        "with your recordings would be."
    )


def _head_of(paths: Paths, word: str) -> WakeHead | None:
    from jarvis_voice.core.errors import JarvisError
    from jarvis_voice.engines.wake.heads import find_head

    try:
        return find_head(word, paths.wake_heads, paths.models)
    except JarvisError:
        return None  # `jarvis run` says what is wrong with it; to fetch the models is not hindered


def is_at_terminal() -> bool:
    """Whether somebody sits here who can be asked."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _has_microphone() -> bool:
    from jarvis_voice.audio.portaudio import list_devices
    from jarvis_voice.core.errors import AudioError

    try:
        return any(device.inputs for device in list_devices())
    except AudioError:
        return False  # without PortAudio nobody can be listened to; `jarvis devices` says why
