"""Which Piper voices there are: the one that ships and the user's own, for `jarvis voices`.

Invariant: a voice is two files, NAME.onnx and NAME.onnx.json; only the second is opened here.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.parsed_text import parsed_json
from jarvis_voice.core.paths import Paths, spelled_out

SHIPPED = "joe"
"""The voice that `jarvis setup` fetches."""

SHIPPED_FILE = Path("piper", "en_US-joe-medium.onnx")
ONNX = ".onnx"


@dataclass(frozen=True, slots=True)
class VoiceFile:
    """One voice.

    Attributes:
        name: As the setting voice.model has it.
        model: Its network; the description lies beside it.
    """

    name: str
    model: Path

    @property
    def is_shipped(self) -> bool:
        """Whether `jarvis setup` fetches it."""
        return self.name == SHIPPED

    @property
    def description(self) -> Path:
        """The file that tells how the voice spells and sounds."""
        return self.model.with_name(f"{self.model.name}.json")


@dataclass(frozen=True, slots=True)
class VoiceFacts:
    """What a voice's description tells.

    Attributes:
        language: Such as "en_US".
        quality: "x_low", "low", "medium" or "high".
        rate_hz: Of its sound.
        speakers: How many people speak in it.
    """

    language: str
    quality: str
    rate_hz: int
    speakers: int


def find_voice(setting: str, paths: Paths) -> VoiceFile:
    """The voice that the setting voice.model names: "joe", a name of the user's own, or a path.

    Raises:
        ModelError: Its files are not there.
    """
    if setting == SHIPPED:
        return VoiceFile(SHIPPED, paths.models / SHIPPED_FILE)
    is_path = "/" in setting or "\\" in setting or setting.startswith("~")
    model = spelled_out(setting) if is_path else paths.voices / f"{setting}{ONNX}"
    voice = VoiceFile(setting, model)
    for file in (voice.model, voice.description):
        if not file.is_file():
            message = (
                f'The voice "{setting}" has no file {file}. Those that are there: jarvis voices'
            )
            raise ModelError("voice-missing", message)
    return voice


def installed_voices(paths: Paths) -> list[VoiceFile]:
    """The voice that ships, where it is fetched, and those in the user's folder by their names."""
    shipped = find_voice(SHIPPED, paths)
    own = [
        VoiceFile(file.stem, file)
        for file in sorted(paths.voices.glob(f"*{ONNX}"))
        if file.stem != SHIPPED
    ]
    return [*([shipped] if shipped.model.is_file() else []), *own]


def read_facts(voice: VoiceFile) -> VoiceFacts:
    """What is known of a voice.

    Raises:
        ModelError: Its description is not there, or is none of Piper's.
    """
    try:
        found = parsed_json(voice.description.read_text(encoding="utf-8"))
        audio, language = found["audio"], found.get("language", {})
        return VoiceFacts(
            language=str(language.get("code") or found["espeak"]["voice"]),
            quality=str(audio.get("quality") or "unknown quality"),
            rate_hz=int(audio["sample_rate"]),
            speakers=int(found.get("num_speakers", 1)),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"{voice.description} is not there, or no description of a Piper voice."
        raise ModelError("voice-description", message) from error


def require_one_speaker(voice: VoiceFile) -> None:
    """Refuse a voice in which several people speak.

    Raises:
        ModelError: It is one.
    """
    if (count := read_facts(voice).speakers) > 1:
        message = f"In the voice {voice.name} {count} people speak; Jarvis needs one with one."
        raise ModelError("voice-speakers", message)
