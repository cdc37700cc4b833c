"""Contract: the real tiny.en with pooled silence computes what the library does with it whole."""

import math
from pathlib import Path

import numpy as np
import pytest
from bench.voices import speak
from engines.speech import WHISPER
from numpy.typing import NDArray

from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.engines.stt.library_context import LibraryContext
from jarvis_voice.engines.stt.whisper import load_whisper
from jarvis_voice.engines.stt.whisper_tiny.context import PooledContext
from jarvis_voice.engines.stt.whisper_tiny.network import (
    LEVELS,
    SAFE_LEVELS,
    WhisperNetwork,
    _is_exact,
)
from jarvis_voice.engines.stt.whisper_tiny.tokens import NAMES, NO_TIMES, EnglishTokens
from jarvis_voice.engines.stt.whisper_tiny.weights import SHAPES, read_weights
from jarvis_voice.language.en.repetition import words_of

pytestmark = [pytest.mark.e2e, pytest.mark.models, pytest.mark.bench("voices")]

Sound = NDArray[np.float32]

TEXTS = ("Open the calculator.", "Open the refrigerator.", "What time is it?")


@pytest.fixture
def ours(weights: Path) -> PooledContext:
    loaded = load_whisper(weights / WHISPER, "en", cpu_threads=1)
    assert isinstance(loaded, PooledContext)
    return loaded


@pytest.fixture
def library(weights: Path) -> LibraryContext:
    from faster_whisper import WhisperModel

    model = WhisperModel(
        str(weights / WHISPER), device="cpu", compute_type="int8", local_files_only=True
    )
    return LibraryContext(model, "en", lambda compute: compute())


@pytest.fixture
def said(tmp_path: Path) -> Sound:
    return spoken("open the calculator", tmp_path)


def spoken(text: str, folder: Path) -> Sound:
    import soundfile

    read, _ = soundfile.read(speak(text, "slt", folder / "slt.wav"), dtype="float32")
    found: Sound = read
    return found


@pytest.mark.parametrize("text", ["open the calculator", "what time is it in tokyo", "okay"])
def test_a_sound_is_heard_as_the_library_hears_it_in_its_whole_window(
    ours: PooledContext, library: LibraryContext, tmp_path: Path, text: str
) -> None:
    sound = spoken(text, tmp_path)
    one, other = ours.hear(sound, 0.4, beam=5), library.hear(sound, 30.0, beam=5)
    best, wanted = one.hypotheses[0], other.hypotheses[0]
    assert words_of(best.text) == words_of(wanted.text)
    assert best.mean_log_probability == pytest.approx(wanted.mean_log_probability, abs=0.1)
    assert one.no_speech_probability == pytest.approx(other.no_speech_probability, abs=0.08)


def test_silence_is_no_speech_to_both(ours: PooledContext, library: LibraryContext) -> None:
    nothing = np.zeros(RATE_HZ, np.float32)
    one, other = ours.hear(nothing, 0.4, beam=5), library.hear(nothing, 30.0, beam=5)
    assert one.no_speech_probability == pytest.approx(other.no_speech_probability, abs=0.05)


def test_half_a_minute_leaves_no_room_for_silence(ours: PooledContext, said: Sound) -> None:
    full = np.resize(said, 30 * RATE_HZ)
    heard = ours.hear(full, 0.4, beam=5)
    assert heard.hypotheses[0].text.lower().count("calculator") > 3


def test_what_comes_to_no_end_is_cut(
    ours: PooledContext, library: LibraryContext, said: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.engines.stt.context.MOST_TOKENS", 2)
    for context in (ours, library):
        heard = context.hear(said, 2.0, beam=5)
        assert heard.is_cut
        assert len(heard.hypotheses[0].text.split()) == 2
        assert context.hear(said, 2.0, beam=5, begins="Hey Jarvis,").is_cut


def test_the_newest_sound_is_encoded_once(
    ours: PooledContext, said: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ours.log_probabilities(said, TEXTS, 0.4)
    monkeypatch.setattr(WhisperNetwork, "heard", None)  # cannot be called any more
    assert ours.log_probabilities(said.copy(), TEXTS, 0.4) == first
    with pytest.raises(TypeError):
        ours.log_probabilities(said[:-800], TEXTS, 0.4)


def test_a_beam_that_is_too_wide_is_refused(ours: PooledContext, said: Sound) -> None:
    with pytest.raises(ValueError, match="too wide"):
        ours.hear(said, 0.4, beam=6)


def test_a_text_of_more_tokens_than_there_are_places_cannot_fit(
    ours: PooledContext, said: Sound
) -> None:
    assert ours.log_probabilities(said, ["word " * 460], 0.4) == (-math.inf,)


def test_how_texts_fit_is_what_the_library_says(
    ours: PooledContext, library: LibraryContext, said: Sound
) -> None:
    one = ours.log_probabilities(said, TEXTS, 2.0)
    other = library.log_probabilities(said, TEXTS, 30.0)
    assert np.argsort(one).tolist() == np.argsort(other).tolist()
    assert one[0] == pytest.approx(other[0], abs=0.5)


def test_what_made_the_numbers_is_in_the_stamp(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = weights / WHISPER / "model.bin"
    stamps = {WhisperNetwork(read_weights(file), 1).stamp}
    monkeypatch.setattr("jarvis_voice.engines.stt.whisper_tiny.network.POOLED", 10)
    stamps.add(WhisperNetwork(read_weights(file), 1).stamp)
    monkeypatch.setattr("jarvis_voice.engines.stt.whisper_tiny.network._is_exact", lambda: False)
    stamps.add(WhisperNetwork(read_weights(file), 1).stamp)
    assert len(stamps) == 3


@pytest.mark.parametrize(("product", "is_exact"), [(8_128.0, True), (4_095.0, False)])
def test_a_processor_that_adds_up_too_narrowly_is_found_out(
    monkeypatch: pytest.MonkeyPatch, product: float, is_exact: bool
) -> None:
    class Session:
        def run(self, *_: object) -> list[Sound]:
            return [np.full((1, 1), product, np.float32)]

    monkeypatch.setattr(
        "jarvis_voice.engines.stt.whisper_tiny.network.open_session", lambda *_, **__: Session()
    )
    assert _is_exact() is is_exact


def test_tokens_that_are_not_known_are_left_to_the_library(
    weights: Path, said: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(NAMES, NO_TIMES, "<|another|>")
    loaded = load_whisper(weights / WHISPER, "en", cpu_threads=1)
    assert type(loaded) is LibraryContext
    assert "calculator" in loaded.hear(said, 2.0, beam=5).hypotheses[0].text


def test_with_half_the_levels_it_hears_the_same_words(
    ours: PooledContext, weights: Path, said: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.engines.stt.whisper_tiny.network.LEVELS", SAFE_LEVELS)
    assert LEVELS > SAFE_LEVELS
    folder = weights / WHISPER
    network = WhisperNetwork(read_weights(folder / "model.bin"), 1)
    coarse = PooledContext(network, EnglishTokens(folder), lambda compute: compute())
    heard, known = (one.hear(said, 0.4, beam=5) for one in (coarse, ours))
    assert heard.hypotheses[0].text == known.hypotheses[0].text


def test_words_that_are_known_begin_every_hypothesis(ours: PooledContext, said: Sound) -> None:
    heard = ours.hear(said, 0.4, beam=5, begins="Hey Jarvis,")
    assert len(heard.hypotheses) == 5
    assert all(one.text.startswith("Hey Jarvis,") for one in heard.hypotheses)


def test_a_model_that_is_not_known_is_left_to_the_library(
    weights: Path, said: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHAPES, "encoder/conv1/weight", (512, 80, 3))
    loaded = load_whisper(weights / WHISPER, "en", cpu_threads=1)
    assert type(loaded) is LibraryContext
    assert "calculator" in loaded.hear(said, 2.0, beam=5).hypotheses[0].text
