"""Whisper behind `ports.SpeechToText`: turns an utterance into words and their probabilities.

Invariant: the model is primed with no words but the call that the wake model heard, and never tries
again at another temperature; what is doubtful is told in numbers, and `voice.sound_check` judges
them.
"""

from __future__ import annotations

import asyncio
import logging
import math
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.types import RATE_HZ, Transcript, Utterance
from jarvis_voice.engines.model_worker import ModelWorker, WorkerPlace
from jarvis_voice.engines.stt.array_cache import kept_array, read_array
from jarvis_voice.engines.stt.context import WINDOW_SECONDS, Context, SttResult
from jarvis_voice.engines.stt.library_context import LibraryContext
from jarvis_voice.engines.stt.whisper_tiny.context import PooledContext
from jarvis_voice.engines.stt.whisper_tiny.network import WhisperNetwork
from jarvis_voice.engines.stt.whisper_tiny.tokens import EnglishTokens
from jarvis_voice.engines.stt.whisper_tiny.weights import OtherModelError, read_weights
from jarvis_voice.language.en.repetition import is_loop, starts_over
from jarvis_voice.platform.put_off_library import put_off

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarvis_voice.engines.stt.context import Keep

log = logging.getLogger(__name__)

SOUND_FILES = "av"
"""Decodes sound files, which faster-whisper imports it for. Here it is given samples, never a file:
the decoder, with a video library of its own, would be 20 MB and 50 ms of a start for nothing."""

BEAM_SIZE = 5
"""Following five costs a third more than following one, and hears 3 points more of the slots."""

GREETING = "Hey"
"""Written before a wake word of one word, whether it was said or not. Told that "Hey Jarvis," is
there, tiny.en hears 288 of the 307 slots of 100 real commands behind a real "Jarvis", told
"Jarvis," 284, told nothing 271; behind the bare word it makes up a command in none of 97
recordings, told nothing in 5."""

NEARLY_AS_LIKELY = 0.2
"""How much less likely than the best words an alternative may be, in mean log-probability. Of 528
spoken commands it saves 21 that were not understood, and of 86 orders of coffee it makes none
into a command."""

MOST_WAYS_MADE = 5
"""So often one utterance makes way for more urgent ones and begins again; then it is heard."""

LEAST_SAMPLES = RATE_HZ // 100
"""Of less no feature can be computed."""

FILES = ("model.bin", "config.json", "tokenizer.json")
"""Without one of these the library would look for it on the network."""


class FasterWhisper:
    """Whisper on the CPU in int8; implements `ports.SpeechToText`.

    Args:
        model_folder: A CTranslate2 folder: model.bin, config.json, tokenizer.json, vocabulary.
        language: "en"; it is set, never guessed from the sound.
        cpu_threads: Threads of one call.
        kept: The file that keeps what the model makes of silence for the next start; None is none.
    """

    def __init__(
        self, model_folder: Path, language: str, cpu_threads: int, kept: Path | None = None
    ) -> None:
        self._place: WorkerPlace[Context] = whisper_worker(
            model_folder, language, cpu_threads, kept
        )

    @classmethod
    def at(cls, place: WorkerPlace[Context]) -> FasterWhisper:
        """Speech to text by a model that others use too."""
        made = cls.__new__(cls)
        made._place = place
        return made

    async def __aenter__(self) -> Self:
        """Load the model, and what it makes of silence.

        Raises:
            ModelError: A file is missing or damaged.
        """
        await self._place.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Let the model go."""
        await self._place.__aexit__(*exc)

    async def transcribe(self, utterance: Utterance) -> Transcript:
        """The words of one utterance; calls queue, the model hears one at a time.

        A call that is cancelled ends at its next step, so it holds up the next one for a part of
        its time at most. So does one that somebody waits for who goes first: it begins again.

        Raises:
            ModelError: The model failed.
        """
        if len(utterance.pcm) < LEAST_SAMPLES:
            return Transcript("", no_speech_probability=1.0)
        unwanted, left = threading.Event(), MOST_WAYS_MADE

        def is_to_end() -> bool:
            return unwanted.is_set() or (left > 0 and self._place.is_pressed())

        try:
            while (heard := await self._place.run(hear_unless, utterance, is_to_end)) is None:
                left -= 1
        except asyncio.CancelledError:
            unwanted.set()
            raise
        return heard

    async def likeness(self, utterance: Utterance, word: str) -> float:
        """How likely a word, as one calls it out, is all that was said.

        Raises:
            ModelError: The model failed.
        """
        return await self._place.run(word_likeness, utterance.pcm, word)

    async def fits(self, utterance: Utterance, texts: Sequence[str]) -> tuple[float, ...]:
        """How likely each of some texts is to be all that was said; none is, in more than 30 s.

        Raises:
            ModelError: The model failed.
        """
        if not LEAST_SAMPLES <= len(utterance.pcm) <= WINDOW_SECONDS * RATE_HZ:
            return (-math.inf,) * len(texts)
        return await self._place.run(_fits, utterance.pcm, tuple(texts))


def whisper_worker(
    folder: Path, language: str, cpu_threads: int, kept: Path | None = None
) -> ModelWorker[Context]:
    """The worker of a model, which is not loaded yet; see `FasterWhisper`."""
    # without tokenizer.json faster-whisper would look for one on the network
    files = [folder / name for name in FILES]
    return ModelWorker(
        "speech to text",
        files,
        lambda: load_whisper(folder, language, cpu_threads, kept),
        is_long=True,
    )


def word_likeness(whisper: Context, pcm: NDArray[np.int16], word: str) -> float:
    """How likely a word, as one calls it out, is all that was said: natural log, <= 0.

    Args:
        whisper: The loaded model.
        pcm: Mono int16, shape (n_samples,), 16 000 Hz, at most 30 s.
        word: As it is written in the settings.
    """
    name = word.title()
    texts = (f"{name}.", name, f"{name},", f"{name}!", f"Hey {name}.")
    return whisper.log_probability(pcm.astype(np.float32) / 32_768.0, texts)


def _fits(whisper: Context, pcm: NDArray[np.int16], texts: Sequence[str]) -> tuple[float, ...]:
    sound = pcm.astype(np.float32) / 32_768.0
    return whisper.log_probabilities(sound, texts, whisper.paddings_seconds[0])


def load_whisper(
    folder: Path, language: str, cpu_threads: int, kept: Path | None = None
) -> Context:
    """The model, ready to hear; see `FasterWhisper`.

    Raises:
        Exception: Whatever comes of a damaged file; `ModelWorker` wraps it.
    """
    try:
        return _pooled(folder, cpu_threads, kept)
    except OtherModelError as other:
        log.info("The library's own network is used: %s.", other)
    # behind the error, which keeps what was read of the file
    return _library(folder, language, cpu_threads, kept)


def _pooled(folder: Path, cpu_threads: int, kept: Path | None) -> PooledContext:
    tokens = EnglishTokens(folder)
    network = WhisperNetwork(read_weights(folder / FILES[0]), cpu_threads)
    return PooledContext(network, tokens, _silence(folder, kept, f"pooled {network.stamp}"))


def _library(folder: Path, language: str, cpu_threads: int, kept: Path | None) -> LibraryContext:
    put_off(SOUND_FILES)
    import ctranslate2
    from faster_whisper import WhisperModel

    model = WhisperModel(
        str(folder),
        device="cpu",
        compute_type="int8",
        cpu_threads=cpu_threads,
        local_files_only=True,
    )
    made_by = f"int8 {ctranslate2.__version__}"
    return LibraryContext(model, language, _silence(folder, kept, made_by))


def silence_beside(folder: Path) -> Path:
    """The file by which `jarvis setup` saves the first start the half second for silence."""
    return folder / "silence.states"


def _silence(folder: Path, kept: Path | None, made_by: str) -> Keep:
    """Finds what a model makes of silence: beside its weights, or kept, or computed now."""
    stamp = _stamp(made_by, folder)

    def keep(compute: Callable[[], NDArray[np.float32]]) -> NDArray[np.float32]:
        beside = read_array(silence_beside(folder), stamp)
        if beside is not None:
            return beside
        return kept_array(kept, stamp, compute) if kept else compute()

    return keep


def _stamp(maker: str, folder: Path) -> str:
    """Names the model and the libraries: others make something else of silence."""
    model = (folder / FILES[0]).resolve()
    found = model.stat()
    return f"{maker} {model} {found.st_size} {found.st_mtime_ns}"


class _EndedEarlyError(Exception):
    """A hearing was ended before its last word."""


def hear_unless(
    whisper: Context, utterance: Utterance, is_to_end: Callable[[], bool]
) -> Transcript | None:
    """The words of one utterance, or None where it was ended early; see `hear_utterance`.

    Args:
        whisper: The loaded model.
        utterance: At least one sample of sound.
        is_to_end: Asked before each token.
    """

    def look() -> None:
        if is_to_end():
            raise _EndedEarlyError

    whisper.at_token = look
    try:
        return hear_utterance(whisper, utterance, is_to_end)
    except _EndedEarlyError:
        return None
    finally:
        whisper.at_token = None


def hear_utterance(
    whisper: Context,
    utterance: Utterance,
    is_unwanted: Callable[[], bool],
) -> Transcript:
    """The words of one utterance, listened to again with more silence around it where need be.

    Args:
        whisper: The loaded model.
        utterance: At least one sample of sound.
        is_unwanted: Whether nobody waits for the words any more.
    """
    sound = utterance.pcm.astype(np.float32) / 32_768.0
    windows = max(1, math.ceil(len(sound) / (WINDOW_SECONDS * RATE_HZ)))
    if windows > 1:
        return _join(
            [_heard(whisper, one, "", is_unwanted) for one in np.array_split(sound, windows)]
        )
    call = _as_written(utterance.wake_word) if utterance.wake_word else ""
    return _transcript(_heard(whisper, sound, call, is_unwanted))


def _heard(
    whisper: Context, sound: NDArray[np.float32], call: str, is_unwanted: Callable[[], bool]
) -> SttResult:
    for number, padding in enumerate(whisper.paddings_seconds):
        # a call that is not there, a false alarm's, may be why it lost its place
        begins = "" if number else call
        hearing = whisper.hear(sound, padding, beam=BEAM_SIZE, begins=begins)
        if is_unwanted() or not _is_lost(hearing):
            break
    return hearing


def _as_written(wake_word: str) -> str:
    words = wake_word.title().split()
    return " ".join(words if len(words) > 1 else (GREETING, *words)) + ","


def _is_lost(hearing: SttResult) -> bool:
    """Whether the model lost its place: it went round in circles, or came to no end."""
    text = hearing.hypotheses[0].text
    return hearing.is_cut or starts_over(text) or is_loop(text)


def _transcript(hearing: SttResult) -> Transcript:
    best, *others = hearing.hypotheses
    near = (
        other.text
        for other in others
        if other.mean_log_probability >= best.mean_log_probability - NEARLY_AS_LIKELY
    )
    return Transcript(
        best.text,
        no_speech_probability=hearing.no_speech_probability,
        mean_log_probability=best.mean_log_probability,
        alternatives=tuple(dict.fromkeys(text for text in near if text and text != best.text)),
    )


def _join(windows: Sequence[SttResult]) -> Transcript:
    """One transcript of several windows of at most 30 s.

    The no-speech probability is the lowest of them: one window with speech is speech. The
    log-probability is the mean over the characters.
    """
    best = [window.hypotheses[0] for window in windows]
    written = sum(len(one.text) for one in best)
    if not written:
        return Transcript("", no_speech_probability=1.0)
    return Transcript(
        " ".join(one.text for one in best if one.text),
        no_speech_probability=min(window.no_speech_probability for window in windows),
        mean_log_probability=sum(one.mean_log_probability * len(one.text) for one in best)
        / written,
    )
