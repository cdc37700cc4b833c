"""Unit: speech at another level, sample by sample."""

import numpy as np
import pytest

from jarvis_voice.core.prosody import LOUDEST_DB, QUIETEST_DB
from jarvis_voice.engines.tts.piper import KNEE, amplified

pytestmark = pytest.mark.unit

EVERY_SAMPLE = np.arange(-32_768, 32_768).astype(np.int16)


def test_no_gain_leaves_every_sample() -> None:
    assert np.array_equal(amplified(EVERY_SAMPLE, 0.0), EVERY_SAMPLE)


@pytest.mark.parametrize("gain_db", [-6.0, -20.0, QUIETEST_DB])
def test_quieter_is_scaled_exactly(gain_db: float) -> None:
    wanted = EVERY_SAMPLE.astype(np.float64) * 10 ** (gain_db / 20)
    quieter = amplified(EVERY_SAMPLE, gain_db)
    assert quieter.dtype == np.int16
    assert np.abs(quieter - wanted).max() <= 0.51


@pytest.mark.parametrize("gain_db", [0.5, 6.0, LOUDEST_DB, 40.0])
def test_louder_never_wraps_round_and_keeps_the_order_of_samples(gain_db: float) -> None:
    louder = amplified(EVERY_SAMPLE, gain_db).astype(np.int32)
    assert (np.diff(louder) >= 0).all()
    assert np.array_equal(
        np.sign(louder[np.abs(EVERY_SAMPLE.astype(int)) > 1]),
        np.sign(EVERY_SAMPLE[np.abs(EVERY_SAMPLE.astype(int)) > 1]),
    )
    factor = 10 ** (gain_db / 20)
    straight = np.abs(EVERY_SAMPLE.astype(np.float64)) * factor < KNEE * 32_767 - 1
    assert np.abs(louder - EVERY_SAMPLE * factor)[straight].max() <= 0.51


def test_a_loud_voice_is_bent_and_not_cut_off_flat() -> None:
    loud = (np.sin(np.linspace(0, 20, 4_000)) * 20_000).astype(np.int16)
    louder = amplified(loud, 6.0)
    assert np.abs(louder.astype(int)).max() < 32_767
    assert np.sqrt((louder.astype(float) ** 2).mean()) > 1.5 * np.sqrt(
        (loud.astype(float) ** 2).mean()
    )


def test_silence_stays_silence() -> None:
    assert not amplified(np.zeros(0, np.int16), 6.0).size
    assert not amplified(np.zeros(10, np.int16), 6.0).any()
