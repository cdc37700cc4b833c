"""Contract: the real tiny.en with pooled silence reckons what the library reckons with it whole."""

from pathlib import Path

import numpy as np
import pytest
from bench.voices import speak
from engines.speech import WHISPER
from numpy.typing import NDArray

from jarvis_voice.engines.pooled_context import PooledContext
from jarvis_voice.engines.short_context import ShortContext
from jarvis_voice.engines.whisper import load_whisper
from jarvis_voice.engines.whisper_network import LEVELS, SAFE_LEVELS, WhisperNetwork
from jarvis_voice.engines.whisper_weights import SHAPES, read_weights

pytestmark = [pytest.mark.models, pytest.mark.bench]

Sound = NDArray[np.float32]

TEXTS = ("Open the calculator.", "Open the refrigerator.", "What time is it?")


@pytest.fixture
def ours(weights: Path) -> PooledContext:
    loaded = load_whisper(weights / WHISPER, "en", cpu_threads=1)
    assert isinstance(loaded, PooledContext)
    return loaded


@pytest.fixture
def library(weights: Path) -> ShortContext:
    from faster_whisper import WhisperModel

    model = WhisperModel(
        str(weights / WHISPER), device="cpu", compute_type="int8", local_files_only=True
    )
    return ShortContext(model, "en", lambda reckon: reckon())


@pytest.fixture
def sound(tmp_path: Path) -> Sound:
    import soundfile

    file = speak("open the calculator", "slt", tmp_path / "slt.wav")
    read, _ = soundfile.read(file, dtype="float32")
    found: Sound = read
    return found


def test_a_sound_is_heard_as_in_the_whole_window(ours: PooledContext, sound: Sound) -> None:
    short, whole = (ours.hear(sound, padding, beam=5) for padding in (0.4, 30.0))
    assert short.hypotheses[0].text == whole.hypotheses[0].text
    gap = short.hypotheses[0].mean_log_probability - whole.hypotheses[0].mean_log_probability
    assert abs(gap) < 0.1
    assert abs(short.no_speech_probability - whole.no_speech_probability) < 0.05


def test_how_texts_fit_is_what_the_library_says(
    ours: PooledContext, library: ShortContext, sound: Sound
) -> None:
    one = ours.log_probabilities(sound, TEXTS, 2.0)
    other = library.log_probabilities(sound, TEXTS, 30.0)
    assert np.argsort(one).tolist() == np.argsort(other).tolist()
    assert one[0] == pytest.approx(other[0], abs=1.0)
    assert one[1:] == pytest.approx(other[1:], abs=5.0)


def test_with_half_the_levels_it_hears_the_same_words(
    ours: PooledContext, weights: Path, sound: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.engines.whisper_network.LEVELS", SAFE_LEVELS)
    assert LEVELS > SAFE_LEVELS
    folder = weights / WHISPER
    network = WhisperNetwork(read_weights(folder / "model.bin"), 1)
    coarse = PooledContext(network, folder / "tokenizer.json", lambda reckon: reckon())
    heard, known = (one.hear(sound, 0.4, beam=5) for one in (coarse, ours))
    assert heard.hypotheses[0].text == known.hypotheses[0].text


def test_words_that_are_known_begin_every_hypothesis(ours: PooledContext, sound: Sound) -> None:
    heard = ours.hear(sound, 0.4, beam=5, begins="Hey Jarvis,")
    assert len(heard.hypotheses) == 5
    assert all(one.text.startswith("Hey Jarvis,") for one in heard.hypotheses)


def test_a_model_that_is_not_known_is_left_to_the_library(
    weights: Path, sound: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHAPES, "encoder/conv1/weight", (512, 80, 3))
    loaded = load_whisper(weights / WHISPER, "en", cpu_threads=1)
    assert type(loaded) is ShortContext
    assert "calculator" in loaded.hear(sound, 2.0, beam=5).hypotheses[0].text
