"""Unit: keys in a .env: one line changes, the others stay, and only its owner may read it."""

import io
import stat
import sys
from pathlib import Path

import pytest
from dotenv import dotenv_values

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.keys_file import checked_key, keys_in, put_key, remove_key

pytestmark = pytest.mark.unit

NAME = "GOOGLE_API_KEY"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "GOOGLE_API_KEY='new'\n"),
        ("# mine\nOTHER=1", "# mine\nOTHER=1\nGOOGLE_API_KEY='new'\n"),
        ("GOOGLE_API_KEY=old # x\nOTHER='a\nb'\n", "GOOGLE_API_KEY='new'\nOTHER='a\nb'\n"),
        (
            "export GOOGLE_API_KEY = 'a'\n\nGOOGLE_API_KEY=b\nMY_GOOGLE_API_KEY=c\n",
            "GOOGLE_API_KEY='new'\n\nMY_GOOGLE_API_KEY=c\n",
        ),
        ("not a line of such a file\n", "not a line of such a file\nGOOGLE_API_KEY='new'\n"),
    ],
)
def test_a_key_takes_the_place_of_the_old_one(tmp_path: Path, before: str, after: str) -> None:
    file = tmp_path / ".env"
    file.write_text(before, encoding="utf-8")
    file.chmod(0o644)
    put_key(file, NAME, "new")
    assert file.read_text(encoding="utf-8") == after
    assert NAME in keys_in(file)
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_key_is_removed_and_the_other_lines_stay(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    assert not remove_key(file, NAME)
    assert not file.exists()
    file.write_text("# mine\nGOOGLE_API_KEY=a\nOTHER=1\nGOOGLE_API_KEY=b\n", encoding="utf-8")
    assert remove_key(file, NAME)
    assert file.read_text(encoding="utf-8") == "# mine\nOTHER=1\n"
    assert keys_in(file) == {"OTHER"}


@pytest.mark.parametrize("key", ["AIzaSy-_0", "sk-ant.a:b/c+d=", "a#b", "100%~!"])
def test_a_key_is_read_back_as_it_was_given(tmp_path: Path, key: str) -> None:
    put_key(tmp_path / ".env", NAME, checked_key(f" '{key}'\n"))
    read = dotenv_values(stream=io.StringIO((tmp_path / ".env").read_text(encoding="utf-8")))
    assert read == {NAME: key}


@pytest.mark.parametrize("typed", ["", " \n", "two words", "a\x00b", "ключ", "${HOME}", "x" * 1001])
def test_what_is_no_key_is_refused_and_not_repeated(typed: str) -> None:
    with pytest.raises(ConfigError, match=r"Nothing was changed\.") as caught:
        checked_key(typed)
    assert not typed.strip() or typed.strip() not in caught.value.message
