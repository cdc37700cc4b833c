"""Contract: every Whisper but tiny.en is heard with by faster-whisper, by size or by folder."""

from pathlib import Path

import numpy as np
import pytest
from engines.made_whispers import Size, make
from engines.speech import WHISPER, noise

from jarvis_voice.engines.stt.library_context import LibraryContext
from jarvis_voice.engines.stt.whisper import load_whisper
from jarvis_voice.engines.stt.whisper_tiny.context import PooledContext
from jarvis_voice.platform.weights.manifest import whisper_folder

pytestmark = [pytest.mark.e2e, pytest.mark.models]

SIZES = {
    "tiny": Size(width=64, layers=2, tokens=51_865, mels=80),
    "small.en": Size(width=128, layers=3, tokens=51_864, mels=80),
    "large-v3": Size(width=64, layers=2, tokens=51_866, mels=128),
}


@pytest.mark.parametrize("name", SIZES)
def test_another_size_is_the_librarys(weights: Path, tmp_path: Path, name: str) -> None:
    folder = make(tmp_path / name, SIZES[name], weights / WHISPER)
    loaded = load_whisper(whisper_folder(weights, str(folder)), "en", cpu_threads=1)
    assert type(loaded) is LibraryContext
    assert type(loaded.model).__module__.startswith("faster_whisper")
    sound = noise(1.0, -30.0).astype(np.float32) / np.float32(32_768)
    assert len(loaded.hear(sound, 2.0, beam=5).hypotheses) == 5
    assert loaded.log_probabilities(sound, ["Open it."], 2.0)[0] < 0


@pytest.mark.parametrize("is_by_folder", [False, True])
def test_tiny_en_is_ours_by_size_and_by_folder(weights: Path, *, is_by_folder: bool) -> None:
    folder = whisper_folder(weights, str(weights / WHISPER) if is_by_folder else "tiny.en")
    assert type(load_whisper(folder, "en", cpu_threads=1)) is PooledContext
