"""End to end: `jarvis store`, and other commands on a PostgreSQL database, as a user types them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.command import jarvis, one_line
from store.postgres_server import PASSWORD, PostgresServer, running_server

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with running_server() as server:
        yield server


def test_a_move_to_a_server_and_back(server: PostgresServer, home: Path) -> None:
    url = server.url(server.schema())
    assert jarvis(home, "ask", "remember that my car is red").returncode == 0
    facts = jarvis(home, "memory", "list").stdout
    assert "SQLite" in jarvis(home, "store", "check").stdout
    copied = jarvis(home, "store", "copy", "--to", url).stdout
    assert "facts                 1\n" in copied
    assert "All is copied, and the counts agree." in copied
    assert one_line(jarvis(home, "store", "copy", "--to", url), 6).endswith(
        "is not empty. --replace deletes what is there."
    )
    assert jarvis(home, "config", "set", "store.url", url).returncode == 0
    (home / "threads.db").unlink()
    assert jarvis(home, "memory", "list").stdout == facts
    checked = jarvis(home, "store", "check").stdout
    assert checked.startswith('PostgreSQL database "postgres" at 127.0.0.1:')
    assert "Not encrypted (no TLS)." in checked
    assert "facts                 1\n" in checked
    assert jarvis(home, "ask", "remember that my bike is blue").returncode == 0
    assert json.loads(jarvis(home, "threads", "list", "--json").stdout)[0]["turns"] == 2
    assert "your bike is blue" in jarvis(home, "trace").stdout
    assert jarvis(home, "user", "add", "ana").returncode == 0
    assert "ana" in jarvis(home, "user", "list").stdout
    assert "All is copied" in jarvis(home, "store", "copy", "--from", url).stdout
    assert jarvis(home, "config", "unset", "store.url").returncode == 0
    assert len(jarvis(home, "memory", "list").stdout.splitlines()) == 2
    assert jarvis(home, "forget", "--all", "--yes").returncode == 0


def test_a_database_that_cannot_keep_all_is_refused(server: PostgresServer, home: Path) -> None:
    server.run("CREATE DATABASE bare")
    server.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC", "bare")
    for user, code in (("postgres", 0), ("guest", 6)):
        url = f"postgresql://{user}@127.0.0.1:{server.port}/bare"
        checked = jarvis(home, "store", "check", JARVIS_STORE__URL=url)
        assert (checked.returncode, "no right" in checked.stderr) == (code, bool(code))


def test_a_password_is_taken_from_env_and_never_shown(server: PostgresServer, home: Path) -> None:
    url = server.url(server.schema(), "locked")
    refused = jarvis(home, "store", "check", JARVIS_STORE__URL=url)
    assert one_line(refused, 6).endswith("it wants a password: put it into .env as PGPASSWORD.")
    home.mkdir(parents=True, exist_ok=True)
    (home / ".env").write_text(f"PGPASSWORD={PASSWORD}\n")
    shown = [
        jarvis(home, *line, JARVIS_STORE__URL=url)
        for line in (
            ("store", "check"),
            ("config", "list"),
            ("ask", "remember that my car is red"),
            ("memory", "list"),
            ("doctor", "--json"),
        )
    ]
    assert [one.returncode for one in shown[:4]] == [0, 0, 0, 0]
    told = "".join(one.stdout + one.stderr for one in shown)
    logs = "".join(one.read_text() for one in home.glob("*.log"))
    assert PASSWORD not in told + logs
    [database] = [one for one in json.loads(shown[4].stdout)["checks"] if one["name"] == "database"]
    assert database["status"] == "ok"
    assert "1 turns" in database["detail"]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("copy",), "Say either --to URL or --from URL."),
        (("copy", "--to", "mysql://h/d"), "it must be an address, such as"),
        (("copy", "--to", "postgresql://me:pw@h/d"), "it must hold no password"),
    ],
)
def test_a_bad_address_is_one_sentence(home: Path, args: tuple[str, ...], why: str) -> None:
    assert why in one_line(jarvis(home, "store", *args), 2)


def test_a_server_that_is_gone_costs_the_memory_and_not_the_answer(home: Path) -> None:
    gone = "postgresql://me@127.0.0.1:1/jarvis"
    done = jarvis(home, "ask", "what is 3 plus 4", JARVIS_STORE__URL=gone)
    assert (done.returncode, done.stdout.strip()) == (0, "3 plus 4 is 7.")
    assert done.stderr.count("nothing listens there. Is the server running?") == 1
    assert "nothing I am told is kept" in done.stderr
    assert "nothing listens there" in one_line(
        jarvis(home, "memory", "list", JARVIS_STORE__URL=gone), 6
    )
    checks = json.loads(jarvis(home, "doctor", "--json", JARVIS_STORE__URL=gone).stdout)["checks"]
    assert {one["name"]: one["status"] for one in checks}["database"] == "failed"
