"""Contract: a user's own heads of all shapes, without cards, through the real networks."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from engines.speech import WAKE, Pcm, Say, around, frames, stock_head
from engines.trained_heads import write, write_longer

from jarvis_voice.audio.recording import RecordingMicrophone
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import ModelError
from jarvis_voice.engines.wake.detector import OpenWakeWordDetector, WakeScorer
from jarvis_voice.engines.wake.heads import WakeHead, find_head
from jarvis_voice.engines.wake.networks import network_files
from jarvis_voice.voice.readiness import phrase_file

pytestmark = pytest.mark.contract

SKIPPED_FRAMES = 25
"""Two seconds, in which the package's windows still hold what it was filled with at the start."""

LOOK = (
    "import sys; from pathlib import Path; "
    "from jarvis_voice.engines.wake.heads import find_head; "
    "from jarvis_voice.engines.wake.networks import open_networks; "
    "mel, own, *words = sys.argv[1:]; "
    "open_networks(Path(mel), [find_head(word, Path(own), Path(own)) for word in words]); "
    "print('openwakeword' in sys.modules)"
)


async def phrase() -> Pcm:
    """The recorded phrase, with three seconds of a room before it."""
    clock = FrameClock()
    async with RecordingMicrophone(phrase_file(), clock=clock, realtime=False, gate=None) as mic:
        spoken = np.concatenate([frame.pcm async for frame in mic.frames()])
    return around(spoken, 3.0)


async def scores(weights: Path, heads: Sequence[WakeHead], sound: Pcm) -> np.ndarray:
    async with OpenWakeWordDetector(weights / WAKE[0], heads) as ears:
        return np.array([await ears.score(frame) for frame in frames(sound)])


def package_scores(weights: Path, head: Path, sound: Pcm) -> list[float]:
    from openwakeword.model import Model

    model = Model(
        wakeword_model_paths=[str(head)],
        melspec_onnx_model_path=str(weights / WAKE[0]),
        embedding_onnx_model_path=str(weights / WAKE[1]),
    )
    return [float(max(model.predict(frame.pcm).values())) for frame in frames(sound)]


@pytest.mark.e2e
@pytest.mark.models
@pytest.mark.parametrize("embeddings", [16, 28])
async def test_the_stock_head_as_a_users_own_file_scores_as_in_the_package_and_wakes(
    weights: Path, tmp_path: Path, embeddings: int
) -> None:
    file = tmp_path / "hey_jarvis.onnx"
    if embeddings == 16:
        file.write_bytes((weights / WAKE[2]).read_bytes())
    else:
        write_longer(weights / WAKE[2], file, embeddings)
    head = find_head("hey jarvis", tmp_path, tmp_path)
    sound = await phrase()
    ours = (await scores(weights, [head], sound))[:, 0]
    theirs = package_scores(weights, file, sound)
    assert head.model == file
    assert bool(head.library_classes) == (embeddings != 16)
    assert ours[SKIPPED_FRAMES:] == pytest.approx(theirs[SKIPPED_FRAMES:], abs=1e-3)
    assert max(theirs) >= head.threshold
    assert ours.max() >= head.threshold


@pytest.mark.e2e
@pytest.mark.models
async def test_other_names_and_a_batch_of_any_size_score_as_in_the_package(
    weights: Path, tmp_path: Path
) -> None:
    file = write(
        tmp_path / "computer.onnx", ("batch", 16, 96), ("batch", 1), names=("features", "score")
    )
    sound = await phrase()
    ours = (await scores(weights, [find_head("computer", tmp_path, tmp_path)], sound))[:, 0]
    theirs = package_scores(weights, file, sound)
    assert ours[SKIPPED_FRAMES:] == pytest.approx(theirs[SKIPPED_FRAMES:], abs=1e-3)
    assert np.ptp(theirs[SKIPPED_FRAMES:]) > 0.1


@pytest.mark.e2e
@pytest.mark.models
async def test_heads_of_both_ways_score_in_their_order_as_each_alone(
    weights: Path, tmp_path: Path
) -> None:
    write(tmp_path / "longer.onnx", takes=(1, 28, 96))
    write(tmp_path / "three.onnx", gives=(1, 3))
    words = [find_head(word, tmp_path, tmp_path) for word in ("longer", "three")]
    heads = [words[0], stock_head(weights), words[1]]
    sound = await phrase()
    together = await scores(weights, heads, sound)
    alone = [(await scores(weights, [head], sound))[:, 0] for head in heads]
    assert np.allclose(together.T, alone, atol=1e-6)
    assert not np.allclose(alone[0], alone[2], atol=0.05)


@pytest.mark.e2e
@pytest.mark.models
async def test_a_head_of_another_shape_scores_a_recording_each_time_anew(
    weights: Path, say: Say, tmp_path: Path
) -> None:
    write_longer(weights / WAKE[2], tmp_path / "hey jarvis.onnx", 28)
    head = find_head("hey jarvis", tmp_path, tmp_path)
    async with WakeScorer(weights / WAKE[0], [head]) as scorer:
        first = await scorer.score_all(await say("Hey Jarvis, open the door."))
        again = await scorer.score_all(await say("Hey Jarvis, open the door."))
    assert first == again
    assert max(first) > (0.5,)


@pytest.mark.e2e
@pytest.mark.models
@pytest.mark.parametrize(
    ("words", "is_imported"), [(["short"], False), (["short", "long"], True)], ids=str
)
@pytest.mark.e2e
def test_the_package_is_imported_only_for_a_head_of_another_shape(
    weights: Path, tmp_path: Path, words: list[str], is_imported: bool
) -> None:
    write(tmp_path / "short.onnx")
    write(tmp_path / "long.onnx", takes=(1, 28, 96))
    (tmp_path / "embedding_model.onnx").write_bytes((weights / WAKE[1]).read_bytes())
    arguments = [str(weights / WAKE[0]), str(tmp_path), *words]
    seen = subprocess.run(
        [sys.executable, "-c", LOOK, *arguments], capture_output=True, text=True, check=True
    )
    assert (seen.stdout.strip(), seen.stderr) == (str(is_imported), "")


def test_its_embedding_network_is_asked_for_only_where_a_head_needs_it(tmp_path: Path) -> None:
    write(tmp_path / "short.onnx")
    write(tmp_path / "long.onnx", takes=(1, 28, 96))
    short, long = (find_head(word, tmp_path, tmp_path) for word in ("short", "long"))
    mel, needed = tmp_path / "wake" / "mel.onnx", tmp_path / "wake" / "embedding_model.onnx"
    assert needed not in network_files(mel, [short])
    assert network_files(mel, [short, long, long]).count(needed) == 1


async def test_without_its_embedding_network_it_says_what_is_missing(tmp_path: Path) -> None:
    write(tmp_path / "long.onnx", takes=(1, 28, 96))
    (tmp_path / "mel.onnx").write_bytes(b"not looked at")
    with pytest.raises(ModelError, match=r"embedding_model\.onnx") as refused:
        async with OpenWakeWordDetector(
            tmp_path / "mel.onnx", [find_head("long", tmp_path, tmp_path)]
        ):
            pytest.fail("it opened")
    assert refused.value.code == "model-missing"
