"""The weights, and speech that Piper makes of a text."""

from pathlib import Path

import numpy as np
import pytest
import soxr
from engines.speech import VOICE, WAKE, WHISPER, Pcm, Say, around, voice

from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import RATE_HZ

_spoken: dict[str, Pcm] = {}


@pytest.fixture
def weights() -> Path:
    """The folder with the weight files; fails, naming them, when some are missing."""
    folder = find_paths().models
    missing = [
        name for name in (*WAKE, f"{WHISPER}/model.bin", VOICE) if not (folder / name).exists()
    ]
    if missing:
        pytest.fail(f"run `jarvis setup`: {folder} lacks {', '.join(missing)}")
    return folder


@pytest.fixture
def say(weights: Path) -> Say:
    """Speech of a text at 16 000 Hz, with half a second of faint noise around it."""

    async def speech(text: str) -> Pcm:
        if text not in _spoken:
            async with voice(weights) as tts:
                chunks = [chunk async for chunk in tts.synthesize(text)]
            at_16k = soxr.resample(
                np.concatenate([chunk.pcm for chunk in chunks]), chunks[0].rate_hz, RATE_HZ
            )
            _spoken[text] = around(at_16k.astype(np.int16))
        return _spoken[text]

    return speech
