"""Unit: the voices that are installed, by their names, and what their descriptions tell."""

import json
from pathlib import Path

import pytest

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.paths import Paths
from jarvis_voice.engines.tts.voice_files import (
    VoiceFacts,
    VoiceFile,
    find_voice,
    installed_voices,
    read_facts,
    require_one_speaker,
)

pytestmark = pytest.mark.unit

ALAN = {
    "audio": {"sample_rate": 16_000, "quality": "low"},
    "language": {"code": "en_GB"},
    "num_speakers": 1,
}


def put(folder: Path, name: str, description: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    model = folder / f"{name}.onnx"
    model.write_bytes(b"")
    text = json.dumps(description) if isinstance(description, dict) else str(description)
    (folder / f"{name}.onnx.json").write_text(text, encoding="utf-8")
    return model


def test_ones_own_are_listed_by_name_and_found_by_name_or_path(
    paths: Paths, tmp_path: Path
) -> None:
    put(paths.voices, "alan", ALAN)
    put(paths.voices, "joe", ALAN)
    elsewhere = put(tmp_path / "else", "amy", ALAN)
    assert [one.name for one in installed_voices(paths) if not one.is_shipped] == ["alan"]
    assert find_voice("alan", paths).model == paths.voices / "alan.onnx"
    assert find_voice(str(elsewhere), paths).model == elsewhere
    assert find_voice("joe", paths).model.parent == paths.models / "piper"
    assert read_facts(find_voice("alan", paths)) == VoiceFacts("en_GB", "low", 16_000, 1)


def test_half_a_voice_is_none(paths: Paths) -> None:
    put(paths.voices, "alan", ALAN).unlink()
    for name in ("alan", "nobody", "/no/such/voice.onnx"):
        with pytest.raises(ModelError, match=r"has no file .*\.onnx\. Those that are there: "):
            find_voice(name, paths)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"audio": 3}', '{"audio": {}}'])
def test_a_description_of_something_else_is_said(tmp_path: Path, text: str) -> None:
    voice = VoiceFile("x", put(tmp_path, "x", text))
    with pytest.raises(ModelError, match="no description of a Piper voice"):
        read_facts(voice)


def test_a_voice_of_many_people_is_refused(tmp_path: Path) -> None:
    voice = VoiceFile("crowd", put(tmp_path, "crowd", ALAN | {"num_speakers": 904}))
    with pytest.raises(ModelError, match="904 people speak"):
        require_one_speaker(voice)
