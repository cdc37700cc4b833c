"""Texts in; the chunks of the shipped voice out, and what its two halves do."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from engines.speech import VOICE, voice

from jarvis_voice.engines.tts.vits import Vits

pytestmark = [pytest.mark.e2e, pytest.mark.models]

LONG = (
    "Today in Lisbon it will be sunny, with a high of twenty-one degrees and a light wind from "
    "the west."
)
IDS = [1, 0, *(n for sound in range(20, 60) for n in (sound, 0)), 2]
FRAME_SAMPLES = 256


def test_pieces_together_are_what_the_whole_network_says(weights: Path) -> None:
    vits = Vits.load(weights / VOICE, FRAME_SAMPLES)
    latent, frames = vits.plan(IDS, (0.667, 1.0, 0.8))
    assert len(frames) == len(IDS)
    assert frames.sum() == latent.shape[2]
    whole = vits.sound(latent, 0, latent.shape[2])
    cuts = [0, 30, 31, 90, latent.shape[2]]
    pieces = [vits.sound(latent, begin, end) for begin, end in pairwise(cuts)]
    assert np.abs(np.concatenate(pieces) - whole).max() < 1e-5
    assert len(whole) == FRAME_SAMPLES * latent.shape[2]


async def test_a_long_sentence_is_handed_out_from_its_first_clause_on(weights: Path) -> None:
    async with voice(weights) as tts:
        chunks = [chunk async for chunk in tts.synthesize(LONG)]
    assert " ".join(chunk.text for chunk in chunks) == LONG
    assert all(chunk.text for chunk in chunks)
    # a quick machine is given fewer words still
    assert "Today in Lisbon it will be sunny,".startswith(chunks[0].text)


async def test_speech_begins_soon_and_nothing_is_cut_off_flat(weights: Path) -> None:
    async with voice(weights) as tts:
        chunks = [chunk async for chunk in tts.synthesize("It is a quarter past nine.")]
    pcm = np.abs(np.concatenate([chunk.pcm for chunk in chunks]).astype(int))
    assert np.flatnonzero(pcm > 327)[0] <= 0.03 * chunks[0].rate_hz
    assert 8_000 < pcm.max() < 32_767


@pytest.mark.parametrize("text", ["...", "?!", "\u2014"])
async def test_marks_alone_are_no_sound(weights: Path, text: str) -> None:
    async with voice(weights) as tts:
        assert [chunk async for chunk in tts.synthesize(text)] == []
