import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.workshop.training import augment
from jarvis_voice.workshop.training.augment import AcousticScenery
from jarvis_voice.workshop.training.rooms import impulse

pytestmark = pytest.mark.flow

RATE_HZ = 16_000


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


def tone(hertz: float, seconds: float = 1.0, peak: float = 0.3) -> NDArray[np.float32]:
    times = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    return (peak * np.sin(2 * np.pi * hertz * times)).astype(np.float32)


def level_db(pcm: NDArray[np.float32]) -> float:
    return float(10 * np.log10(np.mean(np.square(pcm)) + 1e-12))


def test_noise_is_mixed_at_the_ratio_asked_for(rng: np.random.Generator) -> None:
    speech, noise = tone(300), augment.coloured(RATE_HZ, rng)

    added = augment.mixed(speech, noise, 10.0) - speech

    assert level_db(speech) - level_db(added) == pytest.approx(10.0, abs=0.2)


def test_a_faster_tape_is_shorter_and_higher() -> None:
    faster = augment.tape_speed(tone(400), 1.25)

    assert len(faster) == pytest.approx(RATE_HZ / 1.25, abs=2)
    spectrum = np.abs(np.fft.rfft(faster))
    assert np.argmax(spectrum) * RATE_HZ / len(faster) == pytest.approx(500, abs=3)


@pytest.mark.parametrize(("hertz", "is_kept"), [(100, False), (1_000, True), (6_000, False)])
def test_a_telephone_line_keeps_its_band(hertz: float, is_kept: bool) -> None:
    heard = augment.band_limited(tone(hertz), 300, 3_400)

    assert (level_db(heard[4_000:]) > level_db(tone(hertz)) - 3) is is_kept


def test_a_telephone_line_adds_little_noise() -> None:
    speech = tone(300)

    assert level_db(augment.mu_law(speech) - speech) < level_db(speech) - 30


def test_a_room_keeps_the_time_of_the_direct_sound(rng: np.random.Generator) -> None:
    click = np.zeros(8_000, np.float32)
    click[2_000] = 1.0

    heard = augment.in_room(click, impulse(rng))

    assert np.abs(heard[:2_000]).max() < 1e-3
    assert np.argmax(np.abs(heard) > 0.29) == pytest.approx(2_000, abs=3)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_the_length_stays_and_nothing_exceeds_the_range(seed: int) -> None:
    rng = np.random.default_rng(seed)
    around = AcousticScenery([tone(90, 3)], [tone(200, 2)], [impulse(rng)])

    heard = augment.distort(tone(300), around, rng)

    assert heard.shape == (RATE_HZ,)
    assert heard.dtype == np.float32
    assert 0 < np.abs(heard).max() <= 1


def test_what_happens_depends_on_the_seed_alone() -> None:
    around = AcousticScenery()

    once, again = (augment.distort(tone(300), around, np.random.default_rng(4)) for _ in range(2))

    assert np.array_equal(once, again)


def test_a_codec_keeps_the_sound(rng: np.random.Generator) -> None:
    heard = augment.coded(tone(300), rng)

    assert level_db(heard) == pytest.approx(level_db(tone(300)), abs=3)


def test_babble_is_several_talkers_as_loud_as_each_other(rng: np.random.Generator) -> None:
    around = AcousticScenery(talk=[tone(300, peak=0.01), tone(2_000, peak=0.5)])

    heard = np.mean(
        [
            np.abs(np.fft.rfft(augment.babble(RATE_HZ, around, rng)))[[300, 2_000]]
            for _ in range(40)
        ],
        axis=0,
    )

    assert heard[0] == pytest.approx(heard[1], rel=0.5)
