"""Measures the time from an answer's text to its sound, our way and the stock way in turn.

Invariant: both ways speak the same texts with the same weights in one process; after each the
machine is left alone for a while, which is measured too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Any

from jarvis_voice.core.ports import TextToSpeech
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.engines.tts.piper import PiperTts
from jarvis_voice.engines.tts.tts_cache import TtsCache
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.workshop.benches.comparison import Figure, Report, Row

SHORT = (
    "Okay.",
    "It is 21:15.",
    "17 percent of 240 is 40.8.",
    "I opened MIT's website.",
    "The timer is set for ten minutes.",
    "I did not understand that.",
)
LONG = (
    "Today in Lisbon it will be sunny, with a high of 21 degrees and a light wind from the west.",
    "The capital of Portugal is Lisbon, which lies on the Tagus, near the Atlantic.",
    "I found three pages about the history of the telescope. The first one is from Wikipedia. "
    "Shall I open it?",
    "I could not reach the weather service. Please try again in a few minutes.",
    "One hundred euros are 8,512 yen, by the European Central Bank's rates of 5 November 2026. "
    "They change every day.",
    "Marie Curie was a physicist and chemist who did pioneering research on radioactivity. She was "
    "the first woman to win a Nobel Prize, and the only person to win it in two sciences.",
)

REST_SECONDS = 0.5
"""What onnxruntime's threads do when there is nothing to do shows in this time."""

WANTED = "<= 120 ms"


@dataclass(frozen=True, slots=True)
class Said:
    """How long one answer took to become speech.

    Attributes:
        first_seconds: Until there was something to play.
        whole_seconds: Until all of it was there.
        speech_seconds: How long it takes to be heard.
        gap_seconds: How long the loudspeaker would have had nothing to play, in the middle.
        rest_percent: CPU in the half second after, of one core.
    """

    first_seconds: float
    whole_seconds: float
    speech_seconds: float
    gap_seconds: float
    rest_percent: float


@dataclass(slots=True)
class TtsFigures:
    """The figures of the speech bench, answer by answer, round by round."""

    short: list[Said] = field(default_factory=list)
    long: list[Said] = field(default_factory=list)
    again: list[Said] = field(default_factory=list)
    stock_short: list[Said] = field(default_factory=list)
    stock_long: list[Said] = field(default_factory=list)


async def bench_tts(
    model: Path, rounds: int, figures: TtsFigures, on_done: Callable[[], None]
) -> None:
    """Speak all answers both ways, so many times.

    Args:
        model: The voice's .onnx; its .onnx.json lies beside it.
        rounds: How many times.
        figures: What was measured is added to them as it comes.
        on_done: Told after each answer.

    Raises:
        ModelError: A file of the voice is missing or damaged.
    """
    dials = Prosody()
    async with PiperTts(model, dials) as voice:
        stock = await asyncio.to_thread(_load_stock, model)
        for _ in range(rounds):
            for texts, ours, theirs in (
                (SHORT, figures.short, figures.stock_short),
                (LONG, figures.long, figures.stock_long),
            ):
                for text in texts:
                    said = await _say(voice, text)
                    theirs.append(await asyncio.to_thread(_say_stock, stock, text))
                    ours.append(said)
                    on_done()
        known = TtsCache(voice, dials)
        for text in SHORT:
            await _say(known, text)
        for text in SHORT:
            figures.again += [await _say(known, text) for _ in range(rounds)]


def report(figures: TtsFigures) -> Report:
    """The table."""
    ours, stock = figures.short + figures.long, figures.stock_short + figures.stock_long
    rows = (
        _first("first sound of a short answer", figures.short, figures.stock_short),
        _first("first sound of a long answer", figures.long, figures.stock_long),
        Row(
            "first sound of what was said before",
            _figure([1_000 * said.first_seconds for said in figures.again], "ms", 2),
        ),
        Row(
            "the whole of a long answer",
            _figure([1_000 * said.whole_seconds for said in figures.long], "ms"),
            _figure([1_000 * said.whole_seconds for said in figures.stock_long], "ms"),
        ),
        Row("work for a second of speech", _pace(ours), _pace(stock)),
        Row(
            "longest pause within an answer that is not spoken",
            Figure(tuple(1_000 * said.gap_seconds for said in ours), "ms", 0, "max"),
            wanted="0 ms",
        ),
        Row(
            "CPU in the half second after an answer",
            _figure([said.rest_percent for said in ours], "%", 1),
            _figure([said.rest_percent for said in stock], "%", 1),
        ),
    )
    return Report(
        "From text to sound",
        rows,
        "piper's own PiperVoice: the whole answer is made, then played; onnxruntime's defaults.",
        (
            f"{len(SHORT)} short and {len(LONG)} long answers, by turns; medians and quartiles. It "
            f"rests on {len(ours)} answers each way.",
        ),
    )


def gap_seconds(pieces: Iterable[tuple[float, float]]) -> float:
    """How long there would be nothing to play between the pieces of an answer.

    Args:
        pieces: When each was there, and how long it sounds, in seconds.
    """
    total, ends = 0.0, None
    for at, seconds in pieces:
        total += max(0.0, at - ends) if ends is not None else 0.0
        ends = max(at, ends if ends is not None else at) + seconds
    return total


async def _say(voice: TextToSpeech, text: str) -> Said:
    pieces, began_at = list[tuple[float, float]](), perf_counter()
    for sentence in split_sentences(text):
        async for chunk in voice.synthesize(speakable(sentence)):
            pieces.append((perf_counter() - began_at, len(chunk.pcm) / chunk.rate_hz))
    return Said(
        pieces[0][0],
        pieces[-1][0],
        sum(seconds for _, seconds in pieces),
        gap_seconds(pieces),
        await asyncio.to_thread(_rest),
    )


def _load_stock(model: Path) -> Any:
    from piper import PiperVoice

    voice = PiperVoice.load(model)
    list(voice.synthesize("Good morning."))  # the first time takes longer, for either way
    return voice


def _say_stock(voice: Any, text: str) -> Said:
    began_at = perf_counter()
    chunks = list(voice.synthesize(speakable(text)))
    took_seconds = perf_counter() - began_at
    samples = sum(len(chunk.audio_int16_array) for chunk in chunks)
    speech_seconds = samples / voice.config.sample_rate
    return Said(took_seconds, took_seconds, speech_seconds, 0.0, _rest())


def _rest() -> float:
    """Do nothing for half a second; what the process worked in it, in percent of a core."""
    worked, began_at = process_time(), perf_counter()
    sleep(REST_SECONDS)
    return 100 * (process_time() - worked) / (perf_counter() - began_at)


def _first(what: str, ours: Sequence[Said], stock: Sequence[Said]) -> Row:
    firsts = partial(map, lambda said: 1_000 * said.first_seconds)
    return Row(what, _figure(firsts(ours), "ms"), _figure(firsts(stock), "ms"), WANTED)


def _pace(said: Sequence[Said]) -> Figure:
    return _figure([one.whole_seconds / one.speech_seconds for one in said], "s", 2)


def _figure(values: Iterable[float], unit: str, digits: int = 0) -> Figure:
    return Figure(tuple(values), unit, digits)
