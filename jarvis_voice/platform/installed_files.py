"""Knows by name every file that Jarvis made in the user's folders, and removes these files.

Invariant: only a file whose name is known here is removed; no link is followed, and no folder is
removed that still holds anything.
"""

from __future__ import annotations

import fnmatch
import logging
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.paths import Paths
from jarvis_voice.platform.weights.check import VERIFIED_FILE
from jarvis_voice.platform.weights.fetch import WHEELS_PREFIX
from jarvis_voice.platform.weights.manifest import load_manifest

log = logging.getLogger(__name__)

COMPLETIONS = {
    ".bash_completions/jarvis.sh": "shell completion: remove it, and the line of it in ~/.bashrc",
    ".zfunc/_jarvis": "shell completion: remove it",
    ".config/fish/completions/jarvis.fish": "shell completion: remove it",
}
"""What `--install-completion` writes into files of the user's shell, which are not ours to edit."""


@dataclass(frozen=True, slots=True)
class InstallFolder:
    """A folder, and the names of the files that Jarvis puts into it.

    Attributes:
        title: What that is, for a list.
        names: Patterns of paths below the folder, with forward slashes; "*" is within one name.
    """

    title: str
    folder: Path
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InstalledFiles:
    """The files below one name in a folder.

    Attributes:
        path: The file, or the folder they are in.
        n_files: How many files that is.
        n_bytes: Their size in bytes.
    """

    title: str
    path: Path
    n_files: int
    n_bytes: int


@dataclass(frozen=True, slots=True)
class Left:
    """A file or folder that was not removed.

    Attributes:
        why: In a few words.
    """

    path: Path
    why: str


SETTINGS = (
    "jarvis.toml",
    "jarvis.toml.*.new",
    "jarvis.toml.draft",
    "jarvis.toml.draft.*.new",
    ".env",
    ".env.*.new",
    "sites.toml",
    "sentences/*.yaml",
)

LOG_AND_STATE = (
    "jarvis.log",
    "jarvis.log.*",
    "line-history",
    "line-history.new",
    "silence.states",
    "silence.states.new",
    "second-silence.states",
    "second-silence.states.new",
    "ducked.json",
    "first-run.json",
    "first-run.json.*.new",
    "muted",
    "launcher-declined",
    "share-asked",
)

SAID_AND_DONE = ("threads.db", "threads.db[-.]*")
SCREENSHOTS = ("screenshots/screenshot-*",)
WAKE_CARDS = ("wake/*.json", "wake/.*.onnx.*")
OWN_VOICE = ("recordings/*/positive/*.flac", "recordings/*/negative/*.flac")
NEAR_MISSES = ("near-misses/*.flac", "near-misses/*.json")
PICTURES = ("jarvis-pictures/*/*",)
CERTIFICATES = ("certificates/*.pem", "certificates/*.pem.*.new")


def places(paths: Paths, *, keep_models: bool) -> tuple[InstallFolder, ...]:
    """Where Jarvis puts things, for one user.

    Args:
        paths: The user's folders.
        keep_models: The models are to stay, so their folder is none of the places.
    """
    return (
        InstallFolder("settings", paths.config, SETTINGS),
        InstallFolder("what was said and done", paths.data, SAID_AND_DONE),
        InstallFolder("screenshots", paths.data, SCREENSHOTS),
        InstallFolder("your wake words", paths.data, (*_trained(paths), *WAKE_CARDS)),
        InstallFolder("your voice", paths.data, OWN_VOICE),
        InstallFolder("sounds that nearly woke it", paths.data, NEAR_MISSES),
        InstallFolder("certificates", paths.data, CERTIFICATES),
        InstallFolder("log and state", paths.state, LOG_AND_STATE),
        InstallFolder("pictures that were asked about", paths.runtime, PICTURES),
        _control_socket(paths),
        *(() if keep_models else (_models(paths.models),)),
    )


def _control_socket(paths: Paths) -> InstallFolder:
    """The socket; where a system has none of that kind, files that name a port."""
    socket = paths.control_socket
    names = (socket.name, socket.with_suffix(".port").name, ".port-*")
    return InstallFolder("control socket", socket.parent, names)


def _trained(paths: Paths) -> Iterator[str]:
    """Heads of wake words; one without a card was put there by the user."""
    return (f"wake/{card.stem}.onnx" for card in paths.wake_heads.glob("*.json"))


def locks(paths: Paths) -> tuple[InstallFolder, ...]:
    """What the process that removes the rest holds itself until it is done."""
    return (
        InstallFolder("lock", paths.data, (paths.lock.name, paths.lock.with_suffix(".pid").name)),
    )


def _models(folder: Path) -> InstallFolder:
    weights = [file.path for file in load_manifest().every_file]
    names = (
        *weights,
        *(f"{path}.part" for path in weights),
        *(VERIFIED_FILE, f"{VERIFIED_FILE}.part", "setup.lock", f"{WHEELS_PREFIX}*/*"),
        *("whisper/*/silence.states", "whisper/*/silence.states.new"),
    )
    return InstallFolder("models", folder, names)


def look(found_in: Iterable[InstallFolder]) -> list[InstalledFiles]:
    """What there is; one entry for each name directly in a place's folder."""
    belongings = []
    for place in found_in:
        by_name: dict[str, list[Path]] = {}
        for file in _files(place):
            by_name.setdefault(file.relative_to(place.folder).parts[0], []).append(file)
        for name, files in sorted(by_name.items()):
            n_bytes = sum(file.lstat().st_size for file in files)
            path = place.folder / name
            belongings.append(InstalledFiles(place.title, path, len(files), n_bytes))
    return belongings


def clear(found_in: Iterable[InstallFolder]) -> list[Left]:
    """Remove the files that Jarvis knows; what could not be removed, or is still elsewhere."""
    left = []
    for place in found_in:
        for file in list(_files(place)):
            target = _kept_elsewhere(file)
            try:
                file.unlink()
            except OSError as error:
                left.append(Left(file, error.strerror or type(error).__name__))
            else:
                if target:
                    left.append(Left(target, f"the link {file.name} led to it, and is gone"))
    return left


def tidy(found_in: Iterable[InstallFolder]) -> list[Left]:
    """Remove the folders that are empty now; what is in the others, and was not made by us."""
    inner = {folder for place in found_in for folder in _folders(place)}
    outer = {place.folder for place in found_in}
    for folder in sorted(inner | outer, key=lambda one: len(one.parts), reverse=True):
        _remove_if_empty(folder)
    behind = {one.resolve() for one in outer if _is_link(one)}
    tops = [
        one
        for one in outer
        if not outer.intersection(one.parents) and not _is_link(one) and one not in behind
    ]
    strangers = [path for top in sorted(tops) for path in _strangers(top, inner | outer)]
    return [*links(found_in), *(Left(path, "not made by Jarvis") for path in strangers)]


def links(found_in: Iterable[InstallFolder]) -> list[Left]:
    """The folders that are links, which are not followed."""
    folders = dict.fromkeys(place.folder for place in found_in)
    why = "a link: what it leads to was left alone"
    return [Left(one, why) for one in folders if _is_link(one)]


def completions(home: Path) -> list[Left]:
    """What the user had installed for the shell, and how it goes."""
    found = [Left(home / name, why) for name, why in COMPLETIONS.items()]
    return [one for one in found if one.path.is_file()]


def _kept_elsewhere(file: Path) -> Path | None:
    """The file that a link leads to, which stays when the link goes."""
    return file.resolve() if _is_link(file) and file.is_file() else None


def _strangers(folder: Path, ours: set[Path]) -> Iterator[Path]:
    """What is in a folder, but for the folders that are ours, which are looked into."""
    for path in _entries(folder):
        if path in ours and not _is_link(path):
            yield from _strangers(path, ours)
        elif path not in ours:
            yield path


def _files(place: InstallFolder) -> Iterator[Path]:
    """The files in a place, links among them, that bear a known name; each once."""
    if _is_link(place.folder):
        return
    seen: set[Path] = set()
    for name in place.names:
        for path in _matches(place.folder, name.split("/")):
            if path not in seen:
                seen.add(path)
                yield path


def _matches(folder: Path, parts: list[str]) -> Iterator[Path]:
    pattern, *rest = parts
    for path in _entries(folder):
        if not fnmatch.fnmatchcase(path.name, pattern):
            continue
        is_folder = path.is_dir() and not _is_link(path)
        if rest and is_folder:
            yield from _matches(path, rest)
        elif not rest and not is_folder:
            yield path


def _folders(place: InstallFolder) -> Iterator[Path]:
    """The folders in a place that the known names lead through."""
    if _is_link(place.folder):
        return
    for name in place.names:
        level = [place.folder]
        for part in name.split("/")[:-1]:
            level = [
                path
                for folder in level
                for path in _entries(folder)
                if fnmatch.fnmatchcase(path.name, part) and path.is_dir() and not _is_link(path)
            ]
            yield from level


def _is_link(path: Path) -> bool:
    """Whether it leads elsewhere: a symbolic link, or a junction of Windows."""
    is_junction = getattr(os.path, "isjunction", None)  # from Python 3.12 on
    return path.is_symlink() or bool(is_junction and is_junction(path))


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(Path(entry.path) for entry in os.scandir(folder))
    except OSError as error:  # it is not there, or is not for us to read
        log.debug("%s", type(error).__name__)
        return []


def _remove_if_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError as error:  # it holds something, or it is gone
        log.debug("%s", type(error).__name__)
