"""Unit: addresses of a database, and whether one is set; a password is never taken or shown."""

from pathlib import Path

import pytest
from store.no_files import NO_FILES

from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.store_config import database_address, is_on_server

pytestmark = pytest.mark.unit

GOOD = (
    "",
    "postgresql://ana@db.example/jarvis",
    "postgres://db.example:6543/jarvis?sslmode=require",
    "postgresql:///jarvis",
    "postgresql://ana@/jarvis?host=/run/postgresql",
    "postgresql://one,two/jarvis?target_session_attrs=read-write",
)
BAD = (
    "mysql://ana@db.example/jarvis",
    "postgresql://ana@db.example",
    "postgresql://ana@db.example/",
    "postgresql://db.example:99999/jarvis",
    "postgresql://db.example:0/jarvis",
    "postgresql://[::1/jarvis",
    "postgresql://db.example/jar vis",
    "postgresql://db.example/jarvis\n",
    "jarvis",
    "dbname=jarvis",
)
SECRET = (
    "postgresql://ana:correct-horse@db.example/jarvis",
    "postgresql://db.example/jarvis?user=ana&password=correct-horse",
    "postgresql://ana:@db.example/jarvis",
)


@pytest.mark.parametrize("url", GOOD)
def test_an_address_is_taken(url: str) -> None:
    assert database_address(url) == url


@pytest.mark.parametrize("url", BAD)
def test_what_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="it must be an address"):
        database_address(url)


@pytest.mark.parametrize("url", SECRET)
def test_a_password_in_it_is_refused_and_not_told(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("JARVIS_STORE__URL", url)
    with pytest.raises(ConfigError) as caught:
        load_config(paths)
    assert caught.value.message.endswith(
        'the setting "store.url" has a bad value: it must hold no password: '
        "put it into .env as PGPASSWORD."
    )
    assert "horse" not in caught.value.message


def test_the_password_stands_in_env_and_is_kept_out_of_logs(paths: Paths) -> None:
    paths.env_file.parent.mkdir(parents=True, exist_ok=True)
    paths.env_file.write_text("PGPASSWORD='correct-horse'\n")
    config = load_config(paths)
    assert config.pgpassword is not None
    assert config.pgpassword.get_secret_value() == "correct-horse"
    assert "correct-horse" in config.secrets
    assert "correct-horse" not in repr(config)


@pytest.mark.parametrize(
    ("text", "is_set"),
    [
        ("", False),
        ("[history]\nkeep_days = 1\n", False),
        ("[store]\nconnections = 5\n", False),
        ('[store]\nurl = ""\n', False),
        ('[store]\nurl = "postgresql:///jarvis"\n', True),
        ('store = { url = "postgresql:///jarvis" }\n', True),
        ('[store]\nurl = "postgresql:///jarvis\n', True),  # no TOML: where it is read that is told
    ],
)
def test_whether_one_is_set_is_seen_without_the_other_settings(
    tmp_path: Path, text: str, *, is_set: bool
) -> None:
    file = tmp_path / "jarvis.toml"
    assert not is_on_server(file, {})
    file.write_text(text)
    assert is_on_server(file, {}) is is_set
    assert is_on_server(file, {"JARVIS_STORE__URL": "postgresql:///jarvis"})
    assert is_on_server(file, {"JARVIS_STORE__URL": ""}) is is_set


@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file_is_not_waited_for(paths: Paths, kind: str) -> None:
    paths.config.mkdir(parents=True)
    NO_FILES[kind](paths.config_file)
    assert not is_on_server(paths.config_file, {})
