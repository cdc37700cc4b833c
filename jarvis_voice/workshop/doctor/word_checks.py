"""Checks that the models hear: a recorded phrase, the wake word, and the spoken words.

Invariant: the words themselves go to the screen alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarvis_voice.app.voice_factory import hearing_of
from jarvis_voice.core.types import FRAME_SECONDS, RATE_HZ, Utterance
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, ok, skipped, warning
from jarvis_voice.workshop.doctor.sound_checks import speech_frames
from jarvis_voice.workshop.doctor.sound_figures import figures_of
from jarvis_voice.workshop.doctor.wake_scores import (
    highest_score,
    judge_wake,
    peaks_of,
    score_frames,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jarvis_voice.workshop.doctor.run import DiagnosticRun
    from jarvis_voice.workshop.doctor.sound_capture import CapturedSound

MOST_SECONDS = 15.0
"""Of sound that is transcribed."""


async def check_ears(visit: DiagnosticRun) -> CheckVerdict:
    """Whether wake word, voice activity and speech to text hear a recorded phrase."""
    ears = await visit.open_ears()
    words = ", ".join(f'"{word}"' for word in ears.wake.words)
    hears = hearing_of(visit.config, visit.paths)
    told = f"A recorded phrase was heard by the wake word ({words}), VAD and {hears.in_words}."
    return ok(told, hears.why) if hears.why else ok(told)


async def check_wake_word(visit: DiagnosticRun) -> CheckVerdict:
    """How the wake word scores in what was heard."""
    heard, ears = await visit.heard(), await visit.ears()
    if heard.tries:
        best = [await highest_score(ears, pcm) for pcm in heard.tries]
        return judge_wake([score for score, _ in best], best[0][1], was_asked=True)
    if figures_of(heard.pcm).is_dead:
        return skipped("There was no sound that it could be heard in.")
    if heard.was_asked:
        return judge_wake((), ears.points[0], was_asked=True)
    if heard.is_live and not await speech_frames(visit):
        return skipped("Nobody spoke. In a terminal `jarvis doctor` asks for the wake word.")
    scores = await score_frames(ears, heard.pcm)
    of_words = [peaks_of(word) for word in zip(*scores, strict=True)]
    peaks, point = max(zip(of_words, ears.points, strict=True), key=lambda found: sum(found[0]))
    return judge_wake(peaks, point, was_asked=not heard.is_live)


async def check_words(visit: DiagnosticRun) -> CheckVerdict:
    """What speech to text makes of what was heard."""
    heard, ears = await visit.heard(), await visit.ears()
    if not await speech_frames(visit):
        return skipped("Nobody spoke.")
    pcm = _worth_reading(heard)
    transcript = await ears.stt.transcribe(Utterance(pcm, None, "silence"))
    if not transcript.text:
        return warning(
            "Somebody spoke, and not a word was understood.",
            "Speak closer to the microphone, or set a larger [speech_to_text] model",
        )
    count = len(transcript.text.split())
    return ok(f"{count} words were understood.", private=(f"I understood: {transcript.text}",))


def _worth_reading(heard: CapturedSound) -> NDArray[np.int16]:
    """The tries, else the 15 s around the loudest moment."""
    import numpy as np

    from jarvis_voice.audio.pcm import level_dbfs

    most = round(MOST_SECONDS * RATE_HZ)
    if heard.tries:
        return np.concatenate(heard.tries)[:most]
    levels = [level_dbfs(frame) for frame in heard.frames]
    loudest = round(levels.index(max(levels)) * FRAME_SECONDS * RATE_HZ)
    start = max(min(loudest - most // 2, len(heard.pcm) - most), 0)
    return heard.pcm[start : start + most]
