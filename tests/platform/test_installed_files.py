"""Unit: what Jarvis made is found by name and removed; nothing of a stranger's is."""

import os
import sys
from pathlib import Path

import pytest

from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.platform.installed_files import (
    InstallFolder,
    Left,
    clear,
    completions,
    links,
    locks,
    look,
    places,
    tidy,
)
from jarvis_voice.platform.weights.manifest import load_manifest

pytestmark = pytest.mark.unit

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="links need no leave on POSIX")


def put(*files: Path, text: str = "x") -> None:
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def made_by_jarvis(paths: Paths) -> list[Path]:
    """One file of every kind; the models' folder is the caller's to choose."""
    weight = load_manifest().every_file[0].path
    return [
        paths.config_file,
        paths.env_file,
        paths.user_sites,
        paths.user_sentences / "mine.yaml",
        paths.database,
        paths.database.with_name("threads.db-wal"),
        paths.database.with_name("threads.db.damaged-20260101-000000-shm"),
        paths.screenshots / "screenshot-2026-01-01-00-00-00.png",
        paths.wake_heads / "computer.onnx",
        paths.wake_heads / "computer.json",
        paths.data / "recordings" / "computer" / "positive" / "1.flac",
        paths.near_misses / "000001.flac",
        paths.near_misses / "000001.json",
        paths.runtime_pictures / "f00d" / "cat.png",
        paths.log_file,
        paths.log_file.with_name("jarvis.log.1"),
        paths.line_history,
        paths.silence,
        paths.silence.with_name("silence.states.new"),
        paths.second_silence,
        paths.state / "ducked.json",
        paths.control_socket,
        paths.lock,
        paths.lock.with_suffix(".pid"),
        paths.models / weight,
        paths.models / f"{weight}.part",
        paths.models / "verified.json",
        paths.models / "whisper" / "tiny.en" / "silence.states",
        paths.models / ".wheels-abc" / "one.whl",
    ]


def remove_all(paths: Paths, *, keep_models: bool = False) -> list[Left]:
    made = [*places(paths, keep_models=keep_models), *locks(paths)]
    return clear(made) + tidy(made)


def here(tmp_path: Path, layout: str) -> Paths:
    """The folders of a user, apart as on a desktop or all in one."""
    if layout == "one folder":
        return find_paths({"JARVIS_HOME": str(tmp_path / "home")})
    names = ("config", "data", "state", "models", "run")
    config, data, state, models, runtime = (tmp_path / name / "jarvis" for name in names)
    return Paths(config, data, state, models, runtime, short=(tmp_path,))


@pytest.mark.parametrize("layout", ["one folder", "apart"])
def test_all_that_was_made_goes_and_its_folders_too(tmp_path: Path, layout: str) -> None:
    paths = here(tmp_path, layout)
    put(*made_by_jarvis(paths))
    assert remove_all(paths) == []
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    gone = (paths.config, paths.data, paths.state, paths.models, paths.runtime)
    assert not [folder for folder in gone if folder.exists()]


@pytest.mark.parametrize("layout", ["one folder", "apart"])
def test_models_stay_if_so_asked(tmp_path: Path, layout: str) -> None:
    paths = here(tmp_path, layout)
    put(*made_by_jarvis(paths))
    remove_all(paths, keep_models=True)
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(kept) == 5
    assert all(paths.models in path.parents for path in kept)


def test_what_strangers_put_there_stays_and_is_named(tmp_path: Path) -> None:
    paths = here(tmp_path, "one folder")
    strangers = [
        paths.config / "novel.txt",
        paths.config / "threads.dbx",
        paths.config / "photos" / "threads.db",
        paths.screenshots / "holiday.png",
        paths.wake_heads / "brought.onnx",
        paths.models / "other" / "model.onnx",
        paths.user_sentences / "deep" / "mine.yaml",
    ]
    put(*made_by_jarvis(paths), *strangers)
    left = remove_all(paths)
    assert {one.why for one in left} == {"not made by Jarvis"}
    assert {one.path for one in left} == {
        paths.config / "novel.txt",
        paths.config / "threads.dbx",
        paths.config / "photos",
        paths.screenshots / "holiday.png",
        paths.wake_heads / "brought.onnx",
        paths.models / "other",
        paths.user_sentences / "deep",
    }
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == set(strangers)


@posix_only
def test_a_link_in_place_of_a_file_goes_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    paths = here(tmp_path, "one folder")
    outside = tmp_path / "dotfiles" / "jarvis.toml"
    put(outside, paths.database)
    paths.config_file.symlink_to(outside)
    gone = Left(outside.resolve(), "the link jarvis.toml led to it, and is gone")
    assert remove_all(paths) == [gone]
    assert outside.exists()
    assert not paths.config.exists()


@posix_only
def test_no_link_in_place_of_a_folder_is_followed(tmp_path: Path) -> None:
    paths = here(tmp_path, "one folder")
    outside = [
        tmp_path / "disk" / "screenshot-1.png",
        tmp_path / "big" / load_manifest().every_file[0].path,
    ]
    put(*outside, paths.database)
    paths.screenshots.symlink_to(tmp_path / "disk")
    paths.models.symlink_to(tmp_path / "big")
    left = remove_all(paths)
    assert all(file.exists() for file in outside)
    assert {one.path for one in left} == {paths.screenshots, paths.models}


@posix_only
def test_a_home_that_is_a_link_is_left(tmp_path: Path) -> None:
    real = find_paths({"JARVIS_HOME": str(tmp_path / "real")})
    put(real.database)
    (tmp_path / "home").symlink_to(tmp_path / "real")
    left = remove_all(find_paths({"JARVIS_HOME": str(tmp_path / "home")}))
    assert left == [Left(tmp_path / "home", "a link: what it leads to was left alone")]
    assert real.database.exists()


@posix_only
def test_a_home_that_is_a_link_is_no_empty_place(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "home").symlink_to(tmp_path / "real")
    made = places(find_paths({"JARVIS_HOME": str(tmp_path / "home")}), keep_models=False)
    assert [one.path for one in links(made)] == [tmp_path / "home"]
    assert links(places(find_paths({"JARVIS_HOME": str(tmp_path)}), keep_models=False)) == []


def test_a_list_says_what_there_is_and_how_large(tmp_path: Path) -> None:
    place = InstallFolder("pictures", tmp_path, ("notes.db", "shots/shot-*"))
    put(tmp_path / "notes.db", text="12345")
    put(tmp_path / "shots" / "shot-1", tmp_path / "shots" / "shot-2", text="123")
    put(tmp_path / "shots" / "other", text="1234567")
    found = [(one.path.name, one.n_files, one.n_bytes) for one in look([place])]
    assert found == [("notes.db", 1, 5), ("shots", 2, 6)]


@posix_only
def test_what_cannot_be_removed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = here(tmp_path, "one folder")
    put(paths.database, paths.log_file)
    unlink = Path.unlink

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if path == paths.database:
            raise PermissionError(1, os.strerror(1), str(path))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    left = clear(places(paths, keep_models=True))
    assert left == [Left(paths.database, os.strerror(1))]
    assert not paths.log_file.exists()


def test_nothing_at_all_is_nothing_to_do(tmp_path: Path) -> None:
    paths = here(tmp_path, "apart")
    assert look(places(paths, keep_models=False)) == []
    assert remove_all(paths) == []


def test_what_completion_wrote_into_the_shell_is_named(tmp_path: Path) -> None:
    put(tmp_path / ".bash_completions" / "jarvis.sh", tmp_path / ".bash_completions" / "other.sh")
    [one] = completions(tmp_path)
    assert one.path == tmp_path / ".bash_completions" / "jarvis.sh"
    assert ".bashrc" in one.why
