from pathlib import Path

import numpy as np
import pytest
import soundfile
from workshop.training.doubles import Silent

from jarvis_voice.workshop.training import corpus
from jarvis_voice.workshop.training.cache import TrainingCache
from jarvis_voice.workshop.training.clips import Clip

pytestmark = pytest.mark.flow


def write(path: Path, hertz: float, hiss: float, seed: int = 0) -> None:
    """A second of a tone between two halves of hiss."""
    rng = np.random.default_rng(seed)
    sound = hiss * rng.standard_normal(32_000)
    sound[8_000:24_000] += 0.3 * np.sin(2 * np.pi * hertz * np.arange(16_000) / 16_000)
    path.parent.mkdir(parents=True, exist_ok=True)
    soundfile.write(path, sound, 16_000)


def test_a_folder_is_a_kind_and_its_own_files_are_one_too(tmp_path: Path) -> None:
    write(tmp_path / "talk/a.wav", 300, 0.001)
    write(tmp_path / "music/deep/b.flac", 300, 0.001)
    write(tmp_path / "c.wav", 300, 0.001)
    (tmp_path / "notes.txt").write_text("no sound")

    kinds = corpus.kinds_in(tmp_path)

    names = [(kind, [file.name for file in files]) for kind, files in kinds]
    assert names == [(tmp_path.name, ["c.wav"]), ("music", ["b.flac"]), ("talk", ["a.wav"])]


def test_a_file_that_is_no_sound_is_told_of_and_left_out(tmp_path: Path) -> None:
    write(tmp_path / "talk/a.wav", 300, 0.001)
    (tmp_path / "talk/b.wav").write_bytes(b"RIFF")
    progress = Silent()

    clips = corpus.negatives([tmp_path], progress)

    assert [(clip.kind, clip.role, clip.is_real) for clip in clips] == [("talk", "negative", True)]
    assert [line for line in progress.said if "b.wav" in line]


def test_recordings_of_the_word_know_where_it_is(tmp_path: Path) -> None:
    write(tmp_path / "one.wav", 300, 0.001)

    (clip,) = corpus.positives(tmp_path, Silent())

    assert abs(clip.begin - 8_000) < 500
    assert abs(clip.end - 24_000) < 500


def test_speakers_are_told_apart_by_voice_and_microphone(tmp_path: Path) -> None:
    for number in range(33):
        speaker = number % 3
        hertz, hiss = (200, 1_200, 4_000)[speaker], (1e-4, 1e-3, 1e-2)[speaker]
        write(tmp_path / f"{number:02}.wav", hertz, hiss, number)

    clips = corpus.positives(tmp_path, Silent())

    groups = [clip.group for clip in clips]
    assert len(set(groups)) == 3
    assert all(groups[number] == groups[number % 3] for number in range(33))


def test_what_is_on_the_shelf_is_not_made_again(tmp_path: Path) -> None:
    made = []

    def make() -> list[Clip]:
        made.append(1)
        pcm = np.arange(5, dtype=np.int16)
        return [Clip(pcm, "word", "k", "g", 1, 4), Clip(pcm[:2], "negative", "k", "h", 0, 2)]

    shelf = TrainingCache(tmp_path / "work")
    first = shelf.clips("some", ("a", 1), make)
    again = shelf.clips("some", ("a", 1), make)
    other = shelf.clips("some", ("a", 2), make)

    assert len(made) == 2
    assert [clip.pcm.tolist() for clip in again] == [[0, 1, 2, 3, 4], [0, 1]]
    assert (first[0].group, again[0].group, other[0].group) == ("g", "g", "g")


def test_a_damaged_file_on_the_shelf_is_made_again(tmp_path: Path) -> None:
    shelf = TrainingCache(tmp_path)
    shelf.arrays("some", 1, lambda: {"a": np.ones(3)})
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(b"cut off")

    assert shelf.arrays("some", 1, lambda: {"a": np.zeros(2)})["a"].tolist() == [0, 0]
