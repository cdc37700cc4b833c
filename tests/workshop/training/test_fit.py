"""A head fitted to made-up features: a pattern in them stands for the word."""

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from workshop.training.doubles import Silent

from jarvis_voice.workshop.training.examples import (
    SEGMENT_STEPS,
    Negatives,
    Positives,
    joined,
    segments,
)
from jarvis_voice.workshop.training.export import head_bytes
from jarvis_voice.workshop.training.fit import Batches, Fitted, Plan, fit
from jarvis_voice.workshop.training.head import Scale
from jarvis_voice.workshop.training.operating_point import Calibration

PLAN = Plan(steps=60, members=2, rounds=2, seed=3)

pytestmark = [
    pytest.mark.flow,
    pytest.mark.timeout(300),
]  # XLA compiles for some seconds, on a busy machine for many


def with_pattern(features: NDArray[np.float32], at: int) -> NDArray[np.float32]:
    features[at : at + 4, :8] += 3.0
    return features


@pytest.fixture(scope="module")
def words() -> Positives:
    rng = np.random.default_rng(1)
    scenes = [with_pattern(rng.normal(2, 1, (29, 96)).astype(np.float32), 14) for _ in range(60)]
    return Positives(
        np.stack(scenes).astype(np.float16),
        np.ones((60, 14), np.bool_),
        np.arange(60, dtype=np.int32),
    )


@pytest.fixture(scope="module")
def others() -> Negatives:
    rng = np.random.default_rng(2)
    count = 60
    return Negatives(
        rng.normal(2, 1, (count, SEGMENT_STEPS, 96)).astype(np.float16),
        np.zeros(count, np.int32),
        np.arange(count, dtype=np.int32),
        np.ones(count, np.bool_),
        ("hiss",),
    )


@pytest.fixture(scope="module")
def fitted(words: Positives, others: Negatives) -> Fitted:
    return fit(words, np.ones(60), others, PLAN, Silent())


def test_the_pattern_is_learnt_and_noise_is_not(
    fitted: Fitted, words: Positives, others: Negatives
) -> None:
    heard = fitted.score(words.features).max(axis=1)
    unheard = fitted.score(others.features).max(axis=1)

    assert np.quantile(heard, 0.02) > np.quantile(unheard, 0.98)


def test_the_same_seed_gives_the_same_head(
    fitted: Fitted, words: Positives, others: Negatives
) -> None:
    again = fit(words, np.ones(60), others, PLAN, Silent())

    assert np.array_equal(again.score(words.features), fitted.score(words.features))


def test_a_stretch_scores_as_its_windows_do_one_by_one(fitted: Fitted, words: Positives) -> None:
    whole = fitted.score(words.features[:1])[0]
    single = fitted.score(np.stack([words.features[0, at : at + 16] for at in range(14)]))

    assert whole == pytest.approx(single[:, 0], abs=1e-4)


def test_the_exported_head_scores_as_the_fit_does(
    fitted: Fitted, words: Positives, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from jarvis_voice.engines.onnx_session import open_session

    calibration = Calibration(0.7, -0.4)
    path = tmp_path_factory.mktemp("head") / "head.onnx"
    path.write_bytes(head_bytes(fitted, calibration))

    session = open_session(path)
    (given,) = session.get_inputs()
    assert (given.name, given.shape, given.type) == ("input", [1, 16, 96], "tensor(float)")
    assert session.get_outputs()[0].shape == [1, 1]
    expected = [calibration.score(float(one)) for one in fitted.score(words.features[:9])[:, 0]]
    windows = words.features[:9, :16].astype(np.float32)
    scores = [session.run(None, {"input": window[np.newaxis]})[0].item() for window in windows]
    assert scores == pytest.approx(expected, abs=1e-5)


def test_a_head_of_three_members_is_under_a_megabyte(fitted: Fitted) -> None:
    import jax

    three = jax.tree.map(lambda two: np.concatenate((two, two[:1])), fitted.head)
    model = head_bytes(Fitted(three, fitted.scale), Calibration(1.0, 0.0))

    assert len(model) < 1_000_000
    assert onnx.load_from_string(model).opset_import[0].version == 17


def test_segments_lose_no_window() -> None:
    features = np.arange(200, dtype=np.float32)[:, np.newaxis] * np.ones(96, np.float32)

    cut = segments(features)

    windows = {float(segment[at, 0]) for segment in cut for at in range(48)}
    assert windows == {float(first) for first in range(185)}


def test_sets_of_negatives_keep_their_kinds_and_streams_apart(others: Negatives) -> None:
    talk = Negatives(others.features, others.kind, others.stream, others.is_clean, ("talk",))
    both = joined([others, talk])

    assert both.kinds == ("hiss", "talk")
    assert both.kind.tolist() == [0] * 60 + [1] * 60
    assert len(set(both.stream.tolist())) == 120


def test_mining_draws_what_scored_worst() -> None:
    rare = np.full(100, -8.0, np.float32)
    rare[7] = 3.0
    segment = np.zeros((100, SEGMENT_STEPS, 96), np.float16)
    segment[7] = 1.0
    others = Negatives(
        segment,
        np.zeros(100, np.int32),
        np.arange(100, dtype=np.int32),
        np.ones(100, np.bool_),
        ("a",),
    )
    words = Positives(
        np.zeros((4, 29, 96), np.float16), np.ones((4, 14), np.bool_), np.zeros(4, np.int32)
    )
    scale = Scale(np.zeros(96, np.float32), np.ones(96, np.float32))
    batches = Batches(words, np.ones(4), others, scale, Plan(noise=0.0))

    batches.mine(np.arange(100), rare)

    drawn = batches.draw()["others"][:, 0, 0]
    assert (drawn == 1.0).sum() > 0.3 * len(drawn)
