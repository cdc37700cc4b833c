"""Unit: where files live."""

import os
import stat
import sys
import tempfile
from pathlib import Path

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import (
    SHORTEST,
    SOCKET_PATH_BYTES,
    ensure,
    find_paths,
    home_folder,
    spelled_out,
    why_shared,
)
from jarvis_voice.core.shipped_files import shipped

pytestmark = pytest.mark.unit


def test_jarvis_home_holds_everything(tmp_path: Path) -> None:
    paths = find_paths({"JARVIS_HOME": str(tmp_path)})
    assert {paths.config, paths.data, paths.state, paths.runtime} == {tmp_path}
    assert paths.models == tmp_path / "models"
    assert paths.config_file == tmp_path / "jarvis.toml"
    assert paths.env_file == tmp_path / ".env"
    assert paths.user_sites == tmp_path / "sites.toml"
    assert paths.user_sentences == tmp_path / "sentences"
    assert paths.database == tmp_path / "threads.db"
    assert paths.lock.parent == paths.database.parent
    assert paths.control_socket == tmp_path / "jarvis-voice.sock"


def test_a_home_behind_a_link_has_its_socket_where_the_link_leads(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to("home", target_is_directory=True)
    paths = find_paths({"JARVIS_HOME": str(tmp_path / "link")})
    assert paths.data == tmp_path / "link"
    assert paths.runtime == (tmp_path / "home").resolve()
    assert why_shared(paths.runtime) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
@pytest.mark.parametrize(("mode", "is_shared"), [(0o700, False), (0o755, False), (0o770, True)])
def test_a_folder_of_others_is_told_with_what_mends_it(
    tmp_path: Path, mode: int, is_shared: bool
) -> None:
    folder = tmp_path / "my home"
    folder.mkdir()
    folder.chmod(mode)
    mends = f"Forbid it: chmod go-w '{folder}'"
    assert mends in why_shared(folder) if is_shared else why_shared(folder) == ""


def test_jarvis_models_moves_the_weights_alone(tmp_path: Path) -> None:
    env = {"JARVIS_HOME": str(tmp_path / "home"), "JARVIS_MODELS": str(tmp_path / "weights")}
    paths = find_paths(env)
    assert paths.models == tmp_path / "weights"
    assert paths.data == tmp_path / "home"


def test_a_home_relative_to_here_or_to_the_user_becomes_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_paths({"JARVIS_HOME": "own"}).config == tmp_path / "own"
    assert find_paths({"JARVIS_HOME": "~/own"}).config == Path.home() / "own"


NOBODY = "~nobody-of-this-name/own"


@pytest.mark.parametrize(
    "env", [{"JARVIS_HOME": NOBODY}, {"JARVIS_MODELS": NOBODY}, {"JARVIS_HOME": "~"}]
)
def test_a_folder_in_a_home_that_nobody_knows_is_refused(
    env: dict[str, str], without_home: None
) -> None:
    with pytest.raises(ConfigError, match="Write the whole path"):
        find_paths({"JARVIS_HOME": "/own", **env})


@pytest.fixture
def without_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who is in no list of users, as in many a container."""

    def unlisted(_: int) -> None:
        raise KeyError

    for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    if sys.platform == "win32":
        monkeypatch.delenv("HOMEPATH", raising=False)
    else:
        monkeypatch.setattr("pwd.getpwuid", unlisted)


@pytest.mark.skipif(sys.platform == "win32", reason="the system names the folders there")
def test_without_any_home_that_is_told_with_what_mends_it(without_home: None) -> None:
    with pytest.raises(ConfigError, match="Set HOME, or JARVIS_HOME"):
        find_paths({})


def test_what_looks_for_files_of_the_users_own_finds_a_folder_without_a_home_too(
    without_home: None,
) -> None:
    assert home_folder() == Path(os.sep)
    assert spelled_out("~/own") == Path("~/own")


def test_without_a_temporary_folder_there_are_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> str:
        raise FileNotFoundError("no usable temporary directory")

    monkeypatch.setattr(tempfile, "gettempdir", none)
    assert find_paths({"JARVIS_HOME": str(tmp_path)}).data == tmp_path


def test_an_empty_home_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_paths({"JARVIS_HOME": ""}) == find_paths({})


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
def test_the_platforms_folders_are_those_of_the_user() -> None:
    paths = find_paths({})
    assert paths.config == Path.home() / ".config/jarvis-voice"
    assert paths.data == Path.home() / ".local/share/jarvis-voice"
    assert paths.models == paths.data / "models"
    assert paths.runtime == paths.state == Path.home() / ".local/state/jarvis-voice"


@pytest.mark.parametrize("name", ["home", "hüsli"])
def test_a_long_home_gets_a_short_socket_of_its_own(tmp_path: Path, name: str) -> None:
    homes = [tmp_path / (name * 30) / str(n) for n in range(2)]
    sockets = [find_paths({"JARVIS_HOME": str(home)}).control_socket for home in homes]
    assert len(set(sockets)) == 2
    for socket, home in zip(sockets, homes, strict=True):
        assert len(os.fsencode(socket)) <= SOCKET_PATH_BYTES
        assert socket == find_paths({"JARVIS_HOME": str(home)}).control_socket


def test_a_long_homes_socket_is_in_the_sessions_own_folder_where_there_is_one(
    tmp_path: Path,
) -> None:
    home = tmp_path / ("home" * 30)
    session = find_paths({"JARVIS_HOME": str(home), "XDG_RUNTIME_DIR": "/run/user/1000"})
    assert session.control_socket.is_relative_to("/run/user/1000")
    long = find_paths({"JARVIS_HOME": str(home), "XDG_RUNTIME_DIR": "/run" * 30})
    assert long.control_socket.is_relative_to(tempfile.gettempdir())


def test_finding_makes_nothing(tmp_path: Path) -> None:
    find_paths({"JARVIS_HOME": str(tmp_path / "home")})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_a_new_folder_is_private_and_an_old_one_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir(mode=0o755)
    assert ensure(tmp_path / "old") == tmp_path / "old"
    ensure(tmp_path / "new" / "inner")
    modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in tmp_path.rglob("*")}
    assert modes["old"] == 0o755
    assert modes["inner"] == 0o700


@pytest.mark.parametrize(
    "name",
    [
        *("config/jarvis.toml", "config/sites.toml", "config/sentences/en.yaml"),
        *("config/places/cities.tsv.gz", "config/places/countries.tsv.gz", "models/manifest.toml"),
        *("config/words/words.tsv.gz", "config/words/words.index.tsv", "config/words/LICENSE"),
        *("config/talk/jokes.txt", "config/talk/facts.txt", "config/talk/riddles.tsv"),
    ],
)
def test_what_ships_is_there(name: str) -> None:
    assert shipped(name).is_file()


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nothing is called /tmp")
def test_where_the_temporary_folder_is_long_too_the_socket_is_in_the_shortest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / ("temporary" * 15)))
    socket = find_paths({"JARVIS_HOME": str(tmp_path / ("home" * 30))}).control_socket
    assert socket.is_relative_to(SHORTEST)
    assert len(os.fsencode(socket)) <= SOCKET_PATH_BYTES


def test_the_lock_lies_where_a_database_that_is_a_link_leads(tmp_path: Path) -> None:
    first, second = (find_paths({"JARVIS_HOME": str(tmp_path / name)}) for name in ("a", "b"))
    for one in (first, second):
        ensure(one.data)
    second.database.symlink_to(first.database)
    assert second.lock == second.data / "threads.lock", "there is nothing yet that it leads to"
    first.database.touch()
    assert second.lock == first.lock == first.data.resolve() / "threads.lock"
