"""What the shipped voice says goes in; where it would wake the stock wake word comes out."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from engines.speech import WAKE, stock_head, voice

from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.engines.wake.self_speech_scorer import SelfSpeechScorer

pytestmark = [pytest.mark.e2e, pytest.mark.models]


@pytest.fixture
async def scorer(weights: Path) -> AsyncIterator[SelfSpeechScorer]:
    async with SelfSpeechScorer(weights / WAKE[0], [stock_head(weights)]) as opened:
        yield opened


async def found(
    scorer: SelfSpeechScorer, chunks: list[SpeechChunk]
) -> tuple[list[float], list[float]]:
    """When the stretches end, and when each chunk does, in seconds of the reply."""
    ends, total = list[float](), 0.0
    edges = list[float]()
    for number, chunk in enumerate(chunks):
        stretches = await scorer.stretches(chunk, begins=number == 0)
        ends += [total + end for _, end in stretches]
        total += len(chunk.pcm) / chunk.rate_hz
        edges.append(total)
    return ends, edges


async def test_our_own_name_is_found_where_it_is_said(
    weights: Path, scorer: SelfSpeechScorer
) -> None:
    async with voice(weights) as tts:
        text = "Whenever you want to talk to me, say hey Jarvis, and then what you would like."
        chunks = [chunk async for chunk in tts.synthesize(text)]
    ends, edges = await found(scorer, chunks)
    assert ends, "it would wake us"
    spread = max(ends) - min(ends)
    assert spread < 1.5 < edges[-1], "the rest of the sentence is left open"


async def test_the_pieces_it_comes_in_make_no_difference(
    weights: Path, scorer: SelfSpeechScorer
) -> None:
    async with voice(weights) as tts:
        chunks = [chunk async for chunk in tts.synthesize("Okay. Hey Jarvis is what you say.")]
    rate_hz = chunks[0].rate_hz
    pcm = [sample for chunk in chunks for sample in chunk.pcm]
    thirds = [pcm[at : at + len(pcm) // 3 + 1] for at in range(0, len(pcm), len(pcm) // 3 + 1)]
    import numpy as np

    whole = [SpeechChunk(np.array(pcm, np.int16), rate_hz, "")]
    parts = [SpeechChunk(np.array(part, np.int16), rate_hz, "") for part in thirds]
    ends, _ = await found(scorer, whole)
    ends_in_parts, _ = await found(scorer, parts)
    assert ends
    frame_more = 0.161  # a score at the very threshold may fall on either side of it
    assert min(ends_in_parts) == pytest.approx(min(ends), abs=frame_more)
    assert max(ends_in_parts) == pytest.approx(max(ends), abs=frame_more)


async def test_other_words_are_left_open(weights: Path, scorer: SelfSpeechScorer) -> None:
    async with voice(weights) as tts:
        chunks = [chunk async for chunk in tts.synthesize("It is half past nine in Lisbon.")]
    ends, _ = await found(scorer, chunks)
    assert ends == []
