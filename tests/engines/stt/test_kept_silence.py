"""E2E: what `jarvis setup` keeps beside the weights is not computed at the first start."""

from pathlib import Path

import pytest
from engines.speech import linked_whisper

from jarvis_voice.core.errors import ModelError
from jarvis_voice.engines.stt.speed_trial import keep_silence
from jarvis_voice.engines.stt.whisper import load_whisper, silence_beside

pytestmark = [pytest.mark.e2e, pytest.mark.models]


@pytest.fixture
def folder(weights: Path, tmp_path: Path) -> Path:
    """The model, in a folder that can be written into."""
    return linked_whisper(weights, tmp_path / "tiny.en")


def test_the_first_start_reads_what_setup_kept(folder: Path, tmp_path: Path) -> None:
    keep_silence(folder, "en")
    assert silence_beside(folder).is_file()
    load_whisper(folder, "en", 1, tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_without_setup_the_first_start_keeps_it_elsewhere(folder: Path, tmp_path: Path) -> None:
    load_whisper(folder, "en", 1, tmp_path / "kept")
    assert (tmp_path / "kept").is_file()
    assert not silence_beside(folder).exists()


def test_a_model_that_cannot_be_loaded_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        keep_silence(tmp_path, "en")
