import numpy as np
import pytest
from numpy.typing import NDArray

from jarvis_voice.workshop.training.augment import AcousticScenery
from jarvis_voice.workshop.training.clips import Clip
from jarvis_voice.workshop.training.pcm import spoken_span, to_int16
from jarvis_voice.workshop.training.phrases import Role
from jarvis_voice.workshop.training.scenes import (
    FIRST_WINDOW,
    MAY_FIRE_ALONE,
    SCENE_SAMPLES,
    WINDOWS,
    part_scene,
    word_scene,
)

pytestmark = pytest.mark.flow

FRAME = 1_280


def burst(before: float, seconds: float, behind: float) -> NDArray[np.float32]:
    rng = np.random.default_rng(2)
    sound = 0.3 * rng.standard_normal(round(seconds * 16_000))
    return np.pad(sound, (round(before * 16_000), round(behind * 16_000))).astype(np.float32)


def clip(role: Role, *, is_real: bool = False) -> Clip:
    pcm = burst(0.5, 0.6, 0.4)
    return Clip(to_int16(pcm), role, "test", "voice", 8_000, 17_600, is_real)


def test_speech_is_found_between_silence() -> None:
    begin, end = spoken_span(burst(0.5, 0.6, 0.4))

    assert (begin / 16_000, end / 16_000) == pytest.approx((0.5, 1.1), abs=0.03)


def test_a_short_pause_does_not_part_a_word_and_a_long_one_does() -> None:
    near = np.concatenate((burst(0.3, 0.3, 0.1), burst(0.0, 0.2, 0.3)))
    far = np.concatenate((burst(0.3, 0.3, 0.4), burst(0.0, 0.2, 0.3)))

    assert spoken_span(near)[1] / 16_000 == pytest.approx(0.9, abs=0.03)
    assert spoken_span(far)[1] / 16_000 == pytest.approx(0.6, abs=0.03)


def test_silence_holds_no_speech() -> None:
    assert spoken_span(np.zeros(16_000, np.float32)) == (0, 0)


@pytest.mark.parametrize("seed", range(8))
def test_a_word_said_alone_ends_in_the_first_windows(seed: int) -> None:
    scene = word_scene(clip("word"), AcousticScenery(), np.random.default_rng(seed))

    assert scene.pcm.shape == (SCENE_SAMPLES,)
    assert scene.may_fire.tolist() == [True] * MAY_FIRE_ALONE + [False] * (WINDOWS - MAY_FIRE_ALONE)
    loud = np.abs(scene.pcm.astype(float)).reshape(-1, FRAME).max(axis=1)
    ends = np.flatnonzero(loud > loud.max() / 2)[-1] - FIRST_WINDOW
    assert 0 <= ends <= 3


def test_a_word_with_a_command_behind_it_may_fire_in_every_window() -> None:
    scene = word_scene(clip("leading"), AcousticScenery(), np.random.default_rng(1))

    assert scene.may_fire.all()


def test_the_same_chance_gives_the_same_scene() -> None:
    around = AcousticScenery(talk=[burst(0, 2, 0)])

    one, other = (
        word_scene(clip("word", is_real=True), around, np.random.default_rng(9)) for _ in range(2)
    )

    assert np.array_equal(one.pcm, other.pcm)


@pytest.mark.parametrize("seed", range(6))
def test_a_part_of_a_word_fills_a_scene_too(seed: int) -> None:
    assert part_scene(clip("word"), AcousticScenery(), np.random.default_rng(seed)).shape == (
        SCENE_SAMPLES,
    )
