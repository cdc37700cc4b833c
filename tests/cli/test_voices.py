"""Flow: voices are listed, heard and chosen; one that does not load changes nothing."""

from pathlib import Path

import pytest
import soundfile
from cli.command import jarvis, one_line

from jarvis_voice.core.paths import Paths, find_paths

pytestmark = [pytest.mark.e2e, pytest.mark.models]

SHIPPED = "joe                      en_US, medium, 22050 Hz, shipped"


@pytest.fixture
def alan(paths: Paths) -> Path:
    """A voice of the user's own: the one that ships, under another name."""
    paths.voices.mkdir(parents=True)
    shipped = find_paths().models / "piper" / "en_US-joe-medium.onnx"
    for end in ("", ".json"):
        own = paths.voices / f"alan.onnx{end}"
        own.symlink_to(shipped.with_name(shipped.name + end))
    return paths.voices / "alan.onnx"


def test_a_voice_of_ones_own_is_listed_heard_and_chosen(
    home: Path, tmp_path: Path, alan: Path
) -> None:
    sample = tmp_path / "sample.wav"
    done = jarvis(home, "voices", "play", "alan", "--text", "Hello.", "--out", str(sample))
    assert done.returncode == 0, done.stderr
    assert 0.3 < soundfile.info(sample).duration < 3
    assert jarvis(home, "voices").stdout.splitlines() == [
        f"* {SHIPPED}",
        "  alan                     en_US, medium, 22050 Hz, yours",
    ]
    done = jarvis(home, "voices", "use", "alan")
    assert done.stdout.splitlines()[0] == 'voice.model = "alan" (it was "joe")'
    assert jarvis(home, "voices", "list").stdout.splitlines()[0] == f"  {SHIPPED}"
    heard = tmp_path / "said.wav"
    assert jarvis(home, "say", "Hello.", "--out", str(heard)).returncode == 0
    jarvis(home, "voices", "use", str(alan))
    assert (home / "jarvis.toml").read_text("utf-8") == f'[voice]\nmodel = "{alan}"\n'
    assert jarvis(home, "voices").stdout.splitlines()[-1].startswith(f"* {alan}")


def test_a_voice_that_does_not_load_changes_nothing(home: Path, alan: Path) -> None:
    assert "jarvis voices" in one_line(jarvis(home, "voices", "use", "nobody"), 4)
    alan.unlink()
    alan.write_bytes(b"no network")
    assert "no Piper voice that can be loaded. Nothing was changed." in one_line(
        jarvis(home, "voices", "use", "alan"), 4
    )
    assert not (home / "jarvis.toml").exists()
