"""Reads the recordings that a head is trained on, from folders of sound files.

Invariant: a folder's name is the kind of sound in it; kinds and speakers are held out as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.workshop.training.clips import Clip, TrainingProgress
from jarvis_voice.workshop.training.pcm import read_sound, sound_files, spoken_span, to_int16
from jarvis_voice.workshop.training.phrases import Role

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLIPS_A_SPEAKER = 11
"""How many recordings of a word one person is taken to have given, where nothing tells."""

BANDS = 24


def positives(folder: Path, progress: TrainingProgress) -> list[Clip]:
    """Recordings of the word: one in each file; speakers are told apart by their sound."""
    files = sound_files(folder)
    progress.stage("reading recordings of the word", len(files))
    clips = list(read(files, "word", "recorded", progress))
    groups = speaker_groups([clip.pcm for clip in clips])
    return [
        Clip(one.pcm, "word", one.kind, f"speaker-{group}", one.begin, one.end, is_real=True)
        for one, group in zip(clips, groups, strict=True)
    ]


def negatives(folders: Iterable[Path], progress: TrainingProgress) -> list[Clip]:
    """Recordings that must not wake anybody, however long."""
    clips: list[Clip] = []
    for folder in folders:
        for kind, files in kinds_in(folder):
            progress.stage(f"reading {kind}", len(files))
            clips += read(files, "negative", kind, progress)
    return clips


def kinds_in(folder: Path) -> list[tuple[str, list[Path]]]:
    """The kinds of sound below a folder: its folders, or itself where files lie in it."""
    below = [(one.name, sound_files(one)) for one in sorted(folder.iterdir()) if one.is_dir()]
    here = sorted(set(sound_files(folder)) - {file for _, files in below for file in files})
    return [(kind, files) for kind, files in [(folder.name, here), *below] if files]


def read(
    files: Sequence[Path], role: Role, kind: str, progress: TrainingProgress
) -> Iterator[Clip]:
    """The files of one kind as clips; one that cannot be read is told of and left out."""
    for file in files:
        progress.step()
        try:
            pcm = read_sound(file)
        except OSError as error:
            progress.say(str(error))
            continue
        begin, end = spoken_span(pcm) if role == "word" else (0, len(pcm))
        if end:
            group = file.stem.partition("__")[0]
            yield Clip(to_int16(pcm), role, kind, group, begin, end, is_real=True)


def speaker_groups(recordings: Sequence[NDArray[np.int16]]) -> list[int]:
    """A number for each recording: alike where voice and microphone sound alike."""
    if len(recordings) < 2 * CLIPS_A_SPEAKER:
        return [at % 4 for at in range(len(recordings))]
    from scipy.cluster import hierarchy

    tree = hierarchy.linkage(np.stack([_colour(pcm) for pcm in recordings]), "ward")
    wanted = round(len(recordings) / CLIPS_A_SPEAKER)
    found = hierarchy.fcluster(tree, wanted, "maxclust")
    order: dict[int, int] = {}
    for leaf in hierarchy.leaves_list(tree):
        order.setdefault(int(found[leaf]), len(order))
    return [order[int(one)] for one in found]


def _colour(pcm: NDArray[np.int16]) -> NDArray[np.float64]:
    """Spectra of the quiet and of the loud part: the microphone's and the voice's."""
    sound = pcm.astype(np.float64) / 32_768
    frames = np.lib.stride_tricks.sliding_window_view(np.pad(sound, (0, 512)), 512)[::160]
    power = np.log10(np.abs(np.fft.rfft(frames * np.hanning(512), axis=1)) ** 2 + 1e-10)
    mean = power.mean(axis=1)
    quiet = power[mean <= np.quantile(mean, 0.2)].mean(axis=0)
    loud = power[mean >= np.quantile(mean, 0.85)].mean(axis=0)
    edges = np.linspace(0, 256, BANDS + 1).astype(int)
    cut = list(pairwise(edges))
    return np.array([quiet[a:b].mean() for a, b in cut] + [0.7 * loud[a:b].mean() for a, b in cut])
