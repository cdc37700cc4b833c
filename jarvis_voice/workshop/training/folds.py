"""Tests heads on speakers and kinds of sound that they were not trained on, fold by fold.

Invariant: every recorded word and every kind of sound is judged once, by a head that was fitted
without its speaker and without its kind. Sounds made to resemble the word stay in every fold, a
part of each held out: no head can be asked to tell apart what it was never shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.workshop.training.clips import Clip, TrainingProgress
from jarvis_voice.workshop.training.examples import Negatives, Positives
from jarvis_voice.workshop.training.fit import ALIKE, Fitted, Plan, fit
from jarvis_voice.workshop.training.head_trial import streams
from jarvis_voice.workshop.training.recipe import Material

if TYPE_CHECKING:
    from numpy.typing import NDArray

REAL_SHARE = 0.5
"""Of the words in a batch, recordings; the rest are synthetic voices."""

LEADING_SHARE = 0.3
"""Of the synthetic ones, those with a command right behind the word."""


@dataclass(frozen=True, slots=True)
class FoldResult:
    """Scores of the heads on the sound that each fold held out.

    Attributes:
        clean: Greatest logit of each word that was tried, clean.
        noisy: The same words at 10 dB of noise.
        others: Kind and logits of each stream, held out with its kind.
    """

    clean: list[float]
    noisy: list[float]
    others: list[tuple[str, list[float]]]

    def loudest(self) -> dict[str, float]:
        """The greatest logit of each kind."""
        found: dict[str, float] = {}
        for kind, logits in self.others:
            found[kind] = max(found.get(kind, -99.0), *logits)
        return found


def chances(clips: Sequence[Clip], scenes: NDArray[np.int32]) -> NDArray[np.float64]:
    """Each scene's share: recorded speakers alike, then synthetic voices alike, by their shares."""
    groups = [(clip.is_real, clip.role, _family(clip)) for clip in clips]
    of_scene = [groups[one] for one in scenes]
    counts: dict[tuple[bool, str, str], int] = {}
    for group in of_scene:
        counts[group] = counts.get(group, 0) + 1
    total = dict.fromkeys(((real, role) for real, role, _ in counts), 0.0)
    for (real, role, _), count in counts.items():
        total[(real, role)] += count**0.7
    share = _shares(total)
    return np.array(
        [share[group[:2]] * counts[group] ** -0.3 / total[group[:2]] for group in of_scene]
    )


def _shares(present: Iterable[tuple[bool, str]]) -> dict[tuple[bool, str], float]:
    return {
        (real, role): (REAL_SHARE if real else 1 - REAL_SHARE)
        * (LEADING_SHARE if role == "leading" else 1 - LEADING_SHARE)
        for real, role in present
    }


def _family(clip: Clip) -> str:
    return clip.group if clip.is_real else clip.group.partition("-")[0]


def fold_of_clips(clips: Sequence[Clip], tried: Sequence[int], folds: int) -> NDArray[np.int32]:
    """The fold each clip is held out in, -1 for none: speakers whole, in turn."""
    groups = list(dict.fromkeys(clips[at].group for at in tried))
    groups.sort(key=_number)
    place = {group: at % folds for at, group in enumerate(groups)}
    is_real = any(clips[at].is_real for at in tried)
    return np.array(
        [place.get(c.group, -1) if c.is_real or not is_real else -1 for c in clips], np.int32
    )


def _number(group: str) -> tuple[int, str]:
    digits = "".join(sign for sign in group if sign.isdigit())
    return int(digits or 0), group


def fold_of_segments(others: Negatives, folds: int) -> NDArray[np.int32]:
    """The fold each segment is held out in: kinds whole, longest first to the emptiest fold."""
    counts = np.bincount(others.kind, minlength=len(others.kinds))
    filled = np.zeros(folds)
    place = np.zeros(len(others.kinds), np.int32)
    for kind in np.argsort(-counts, kind="stable"):
        if others.kinds[kind].startswith(ALIKE):
            place[kind] = -1
            continue
        place[kind] = int(np.argmin(filled))
        filled[place[kind]] += counts[kind]
    whole = place[others.kind]
    return np.where(whole >= 0, whole, others.stream % folds).astype(np.int32)


def hold_out(material: Material, plan: Plan, folds: int, progress: TrainingProgress) -> FoldResult:
    """Fit a head for each fold and judge it on what the fold holds out."""
    of_clip = fold_of_clips(material.clips, material.tried, folds)
    of_segment = fold_of_segments(material.others, folds)
    verdict = FoldResult([], [], [])
    for fold in range(folds):
        progress.say(f"held out, part {fold + 1} of {folds}")
        fitted = fit_without(material, of_clip == fold, of_segment == fold, plan, progress)
        held = [at for at in material.tried if of_clip[at] == fold]
        verdict.clean.extend(material.clean.best(fitted, held))
        verdict.noisy.extend(material.noisy.best(fitted, held))
        verdict.others.extend(streams(fitted, material.others, of_segment == fold))
    return verdict


def fit_without(
    material: Material,
    clips_out: NDArray[np.bool_],
    segments_out: NDArray[np.bool_],
    plan: Plan,
    progress: TrainingProgress,
) -> Fitted:
    """A head fitted to all but these."""
    words, others = material.words, material.others
    keep = ~clips_out[words.clip]
    kept = Positives(words.features[keep], words.may_fire[keep], words.clip[keep])
    left = ~segments_out
    rest = Negatives(
        others.features[left],
        others.kind[left],
        others.stream[left],
        others.is_clean[left],
        others.kinds,
    )
    return fit(kept, chances(material.clips, kept.clip), rest, plan, progress)
