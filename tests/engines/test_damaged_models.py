"""Unit: a speech model whose files are missing or damaged says which."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.engines.stt.whisper import FasterWhisper
from jarvis_voice.engines.tts.piper import PiperTts
from jarvis_voice.engines.vad.silero import SileroVad

pytestmark = pytest.mark.unit

OPENERS: list[tuple[Callable[[Path], Any], list[str]]] = [
    (lambda folder: SileroVad(folder / "vad.onnx"), ["vad.onnx"]),
    (lambda folder: PiperTts(folder / "joe.onnx", Prosody()), ["joe.onnx", "joe.onnx.json"]),
    (
        lambda folder: FasterWhisper(folder, "en", 1),
        ["model.bin", "config.json", "tokenizer.json"],
    ),
]


@pytest.mark.parametrize(("make", "names"), OPENERS)
async def test_each_missing_file_is_named_and_a_damaged_one_is_no_crash(
    make: Callable[[Path], Any], names: list[str], tmp_path: Path
) -> None:
    for name in names:
        with pytest.raises(ModelError, match=name.replace(".", r"\.")) as caught:
            await make(tmp_path).__aenter__()
        assert caught.value.code == "model-missing"
        (tmp_path / name).write_bytes(b"{}")
    with pytest.raises(ModelError) as caught:
        await make(tmp_path).__aenter__()
    assert caught.value.code == "model-damaged"


@pytest.mark.e2e
def test_silero_is_found_without_importing_faster_whisper() -> None:
    code = (
        "import sys; from jarvis_voice.engines.vad.silero import shipped_silero as find; "
        "print(find().is_file(), {'faster_whisper', 'onnxruntime'} & set(sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "True set()"
