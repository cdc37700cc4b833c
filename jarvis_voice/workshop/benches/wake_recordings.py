"""Scores recordings as a microphone that is always open would hear them.

Invariant: each recording lies in a quiet room, so its first word is heard as any other; frames are
scored in order by the program's own networks, and kept with their scores.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.audio.sound_file import frame_blocks, open_recording
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, RATE_HZ, AudioFrame

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from jarvis_voice.engines.wake.detector import WakeScorer

    Pcm = NDArray[np.int16]

SOUND_FILES = frozenset((".wav", ".flac", ".ogg", ".oga", ".opus", ".aiff", ".aif"))

ROOM_DBFS = -66.0
BEFORE_SECONDS = 3.04
"""The span of a word that begins at once, and the second before it that tells the noise floor: a
microphone that is always open knows how loud its room is."""

BEHIND_SECONDS = 0.8
"""Whole frames, 10 of them; those before are 38."""

FULL_SCALE = 32_768.0

PIECE_SECONDS = 600.0
"""Of a long recording that is scored at once."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A recording, with the score of each head for each of its frames.

    Attributes:
        name: Of the file.
        seconds: Its length, without the room around it.
        frames: int16, shape (n, 1280): its sound with the room around it.
        scores: float64, shape (n, heads): after each frame.
    """

    name: str
    seconds: float
    frames: Pcm
    scores: NDArray[np.float64]

    def best(self, head: int) -> float:
        """The highest score of a head."""
        return float(self.scores[:, head].max(initial=0.0))

    def heard(self) -> list[AudioFrame]:
        """Its frames as a microphone gives them."""
        return [AudioFrame(pcm, (n + 1) * FRAME_SECONDS) for n, pcm in enumerate(self.frames)]


def sound_files(folder: Path) -> list[Path]:
    """Every recording below a folder, in order of their names.

    Raises:
        AudioError: There is none ("no-recordings").
    """
    found = sorted(file for file in folder.rglob("*") if file.suffix.lower() in SOUND_FILES)
    if not found:
        message = f"There are no recordings (WAV, FLAC, OGG, AIFF) in {folder}."
        raise AudioError("no-recordings", message)
    return found


def read_sound(file: Path) -> Pcm:
    """A recording as mono int16, shape (n_samples,), 16 000 Hz.

    Raises:
        AudioError: It cannot be read.
    """
    return np.concatenate([*sound_pieces(file)])


def sound_pieces(file: Path) -> Iterator[Pcm]:
    """A recording as `read_sound` gives it, in pieces of ten minutes: hours do not fit in memory.

    Raises:
        AudioError: It cannot be read.
    """
    with open_recording(file) as recording:
        most = round(PIECE_SECONDS / FRAME_SECONDS)
        frames: list[Pcm] = []
        for block in frame_blocks(recording, file):
            frames += block
            if len(frames) >= most:
                yield np.concatenate(frames)
                frames = []
        if frames:
            yield np.concatenate(frames)


def in_a_room(pcm: Pcm, seed: int = 0) -> Pcm:
    """The sound with a quiet room before and behind it, and faintly under it."""
    before, behind = round(BEFORE_SECONDS * RATE_HZ), round(BEHIND_SECONDS * RATE_HZ)
    behind += -(before + len(pcm) + behind) % FRAME_SAMPLES
    whole = np.pad(pcm.astype(np.float64), (before, behind))
    room = np.random.default_rng(seed).normal(0, FULL_SCALE * 10 ** (ROOM_DBFS / 20), len(whole))
    return _int16(whole + room)


def in_noise(pcm: Pcm, noise: Pcm, ratio_db: float, seed: int) -> Pcm:
    """Sound and a stretch of noise at this ratio of their powers; both with a room around them.

    The noise is there before the sound and behind it, as in a kitchen. The power of the sound is
    that of its steps of 20 ms within 20 dB of the loudest: silence around a word does not count.
    """
    quiet = in_a_room(pcm, seed).astype(np.float64)
    begin = int(np.random.default_rng(seed).integers(0, max(len(noise) - len(quiet), 1)))
    stretch = np.resize(noise[begin:], len(quiet)).astype(np.float64)
    steps = np.square(pcm[: len(pcm) // 320 * 320].reshape(-1, 320).astype(np.float64)).mean(axis=1)
    loud = steps[steps >= steps.max() / 100].mean() if len(steps) else 0.0
    power = max(float(np.square(stretch).mean()), 1e-9)
    gain = np.sqrt(loud / power / 10 ** (ratio_db / 10))
    return _int16(quiet + gain * stretch)


async def score_recordings(
    scorer: WakeScorer,
    files: Sequence[Path],
    on_done: Callable[[], None],
    place: Callable[[Pcm, int], Pcm] = in_a_room,
) -> AsyncIterator[Scored]:
    """Each recording scored; the number of a file is the seed of its room.

    One that is longer than ten minutes is scored as several.

    Raises:
        AudioError: One cannot be read.
        ModelError: A network failed.
    """
    import asyncio

    for number, file in enumerate(files):
        pieces = sound_pieces(file)
        while (pcm := await asyncio.to_thread(next, pieces, None)) is not None:
            placed = place(pcm, number)
            whole = placed[: len(placed) // FRAME_SAMPLES * FRAME_SAMPLES]
            frames = whole.reshape(-1, FRAME_SAMPLES)
            scores = np.array((await scorer.score_all(whole))[: len(frames)])
            yield Scored(file.stem, len(pcm) / RATE_HZ, frames, scores)
        on_done()


def _int16(sound: NDArray[np.float64]) -> Pcm:
    clipped: Pcm = np.clip(np.round(sound), -32_768, 32_767).astype(np.int16)
    return clipped
