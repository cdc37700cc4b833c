"""The speed test of `jarvis setup`: which Whisper hears, where that is set to "auto"."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from jarvis_voice.cli.output import err, out
from jarvis_voice.core.errors import JarvisError

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.platform.weights.manifest import WeightFile

    Files = tuple[WeightFile, ...]


def settle_hearing(
    config: Config, paths: Paths, fetch: Callable[[Files], None], *, anew: bool
) -> Files:
    """Measure once which Whisper hears, and fetch what that needs besides tiny.en.

    What fails is told, and tiny.en hears alone: no setup ends by it.

    Args:
        config: The language.
        paths: tiny.en is there.
        fetch: Fetches weights.
        anew: Measure even where that was done.

    Returns:
        The files besides; none where tiny.en hears alone.
    """
    from jarvis_voice.platform.weights.hearing_choice import (
        choose_by_speed,
        note_choice,
        read_choice,
    )
    from jarvis_voice.platform.weights.manifest import WHISPER, load_manifest

    choice = None if anew else read_choice(paths.models)
    try:
        if choice is None:
            choice = choose_by_speed(_phrase_seconds(config, paths))
            note_choice(paths.models, choice)
            out.tell(f"Speech to text: {choice.in_words}. {choice.why}")
        else:
            _keep_silence(config, paths)
        files = load_manifest().files([WHISPER + choice.second]) if choice.second else ()
        fetch(files)
    except (JarvisError, OSError) as error:
        err.tell(f"Speech to text stays with tiny.en alone: {error}")
        return ()
    return files


def _keep_silence(config: Config, paths: Paths) -> None:
    """What the speed test does besides; where it fails, the first start does it."""
    from jarvis_voice.engines.stt.speed_trial import keep_silence
    from jarvis_voice.platform.weights.hearing_choice import FIRST
    from jarvis_voice.platform.weights.manifest import whisper_folder

    with suppress(JarvisError):
        keep_silence(whisper_folder(paths.models, FIRST), config.language)


def _phrase_seconds(config: Config, paths: Paths) -> float:
    import soundfile

    from jarvis_voice.engines.stt.speed_trial import seconds_to_hear
    from jarvis_voice.platform.weights.hearing_choice import FIRST
    from jarvis_voice.platform.weights.manifest import whisper_folder
    from jarvis_voice.voice.readiness import phrase_file

    pcm, _ = soundfile.read(phrase_file(), dtype="int16")
    return seconds_to_hear(whisper_folder(paths.models, FIRST), config.language, pcm)
