"""Flow: users and tokens by the command line, where no Jarvis runs."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from jarvis_voice.cli.main import app
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.people.secret import is_token

pytestmark = pytest.mark.flow


def jarvis(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, [*words], input=typed)


def listed(what: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(jarvis(what, "list", "--json").stdout)
    return found


def refusal(*words: str) -> str:
    """The code of the error with which a command ends."""
    done = jarvis(*words)
    assert isinstance(done.exception, ConfigError), done.output
    assert done.exception.exit_code == 2
    return done.exception.code


@pytest.fixture(autouse=True)
def _folders(paths: Paths) -> None:
    del paths


def test_the_owner_is_there_before_anybody_is_added() -> None:
    assert jarvis("user", "list").stdout == "me\tthe owner\t0 tokens\n"
    assert "jarvis token add --help" in jarvis("token", "list").stdout


def test_a_token_is_printed_once_and_alone_on_stdout() -> None:
    added = jarvis("user", "add", "Anna")
    assert "jarvis token add anna-phone --user anna" in added.stdout
    made = jarvis("token", "add", "anna-phone", "--user", "anna")
    token = made.stdout.strip()
    assert is_token(token)
    assert "only now" in made.stderr
    assert listed("user")[1]["tokens"] == 1
    [kept] = listed("token")
    assert (kept["name"], kept["user"], kept["may"]) == ("anna-phone", "anna", ["talk"])
    assert kept["last_used_at"] == ""
    shown = jarvis("token", "list").stdout
    assert shown.startswith("anna-phone\tanna\ttalk\t")
    assert shown.endswith("\tnever used\n")
    assert token[3:] not in f"{shown}{jarvis('token', 'list', '--json').stdout}"


def test_a_token_of_the_owner_may_do_what_is_named() -> None:
    assert jarvis("token", "add", "desk", "--may", "admin,talk").exit_code == 0
    assert [(one["user"], one["may"]) for one in listed("token")] == [("me", ["talk", "admin"])]
    assert jarvis("token", "remove", "Desk").stdout == "Removed the token desk.\n"
    assert listed("token") == []


def test_a_user_is_removed_after_a_yes() -> None:
    jarvis("user", "add", "anna")
    jarvis("token", "add", "phone", "--user", "anna")
    asked = jarvis("user", "remove", "anna", typed="n\n")
    assert asked.exit_code == 1
    assert "0 turns, 0 facts, 0 timers or reminders, 1 token" in asked.stdout
    assert [one["user"] for one in listed("user")] == ["me", "anna"]
    assert jarvis("user", "remove", "anna", typed="y\n").exit_code == 0
    assert [one["user"] for one in listed("user")] == ["me"]
    assert listed("token") == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("user add me", "user-exists"),
        ("user add a/b", "user-name"),
        ("user remove me", "owner-stays"),
        ("user remove ben", "no-such-user"),
        ("token add phone --user ben", "no-such-user"),
        ("token add phone --may fly", "scope"),
        ("token remove phone", "no-such-token"),
    ],
)
def test_what_cannot_be_is_refused(words: str, code: str) -> None:
    assert refusal(*words.split()) == code
