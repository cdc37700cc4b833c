"""Flow: `jarvis memory` and `jarvis forget` on a real database: what is forgotten, and of whom."""

import asyncio
import json
from datetime import UTC, datetime

import pytest
import typer
from store.reads import read_facts
from typer.testing import CliRunner, Result

from jarvis_voice.cli import memory
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.stopwatch_runs import StopwatchRun
from jarvis_voice.core.types import ME, Origin, TurnInput
from jarvis_voice.store.factory import make_reader
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOW = datetime(2026, 11, 5, 12, tzinfo=UTC)

app = typer.Typer()
app.command("forget")(memory.forget)
app.add_typer(memory.app, name="memory")


def jarvis(*args: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, args, input=stdin)


def keep(paths: Paths, *facts: str) -> None:
    async def work() -> None:
        async with SqliteStore(paths.database) as store:
            for fact in facts:
                await store.memory.keep_fact(ME, fact, "t1", datetime.now(UTC))

    asyncio.run(work())


def introduce(paths: Paths, user_id: str, name: str) -> None:
    """A user with a name, a fact, a stopwatch, and a turn in which all was said."""

    async def work() -> None:
        async with SqliteStore(paths.database) as store:
            if user_id != ME:
                await store.people.add_user(user_id, NOW)
            turn_id = store.turns.next_turn_id()
            turn = TurnInput(turn_id, "default", f"I am {name}", "stdin", origin=Origin(user_id))
            await store.turns.begin(turn, NOW)
            await store.turns.end(turn, "Good.", "done")
            await store.profiles.keep(user_id, "name", name, turn_id, NOW)
            await store.memory.keep_fact(user_id, f"{name} likes tea", turn_id, NOW)
            run = StopwatchRun(NOW, f"boot of {name}", 1.0, turn_id=turn_id)
            await store.schedule.keep_stopwatch(user_id, run)

    asyncio.run(work())


def on_disk(paths: Paths) -> bytes:
    return b"".join(file.read_bytes() for file in paths.data.glob("threads.db*"))


def test_facts_are_listed_and_forgotten(paths: Paths) -> None:
    keep(paths, "my car is red", "I like tea")
    listed = [line.split("\t") for line in jarvis("memory", "list").stdout.splitlines()]
    assert [(line[0], line[2], line[3]) for line in listed] == [
        ("1", "my car is red", "t1"),
        ("2", "I like tea", "t1"),
    ]
    assert json.loads(jarvis("memory", "list", "--json").stdout)[1]["text"] == "I like tea"
    assert jarvis("memory", "forget", "1").stdout == "Forgot: my car is red\n"
    assert [fact.text for fact in read_facts(paths.database)] == ["I like tea"]
    unknown = jarvis("memory", "forget", "1")
    assert (unknown.exit_code, unknown.stderr) == (
        1,
        "There is no fact 1. See `jarvis memory list`.\n",
    )


@pytest.mark.parametrize(
    ("args", "stdin", "exit_code", "left"),
    [([], "n\n", 1, 2), ([], "", 1, 2), ([], "y\n", 0, 0), (["--yes"], "", 0, 0)],
)
def test_clearing_asks(
    paths: Paths, args: list[str], stdin: str, exit_code: int, left: int
) -> None:
    keep(paths, "my car is red", "I like tea")
    done = jarvis("memory", "clear", *args, stdin=stdin)
    assert done.exit_code == exit_code
    assert len(read_facts(paths.database)) == left
    files = on_disk(paths)
    assert (b"I like tea" in files) == bool(left)


@pytest.mark.parametrize(
    ("user_id", "gone", "stays"), [(ME, "Ada", "Anna"), ("anna", "Anna", "Ada")]
)
def test_clearing_forgets_who_one_user_is_with_the_facts(
    paths: Paths, user_id: str, gone: str, stays: str
) -> None:
    introduce(paths, ME, "Ada")
    introduce(paths, "anna", "Anna")
    whose = () if user_id == ME else ("--user", user_id)
    asked = jarvis("memory", "clear", *whose, stdin="y\n").stdout
    assert asked.startswith("Forget 2 things that you told for good?")
    assert asked.endswith("Forgot 2 things that you told.\n")
    assert jarvis("memory", "list", *whose).stdout == "Nothing is remembered.\n"
    other = () if whose else ("--user", "anna")
    assert f"\t{stays} likes tea\t" in jarvis("memory", "list", *other).stdout
    assert f"{gone} likes tea".encode() not in on_disk(paths)


def test_one_thing_of_who_you_are_is_forgotten_by_its_name(paths: Paths) -> None:
    introduce(paths, ME, "Ada")
    assert jarvis("memory", "forget", "name").stdout == "Forgot: Ada\n"
    assert "Ada likes tea" in jarvis("memory", "list").stdout
    assert jarvis("memory", "forget", "name").exit_code == 1


@pytest.mark.parametrize("what", [("--all",), ("--last",), ("--thread", "default")])
@pytest.mark.parametrize(
    ("user_id", "gone", "stays"), [(ME, "Ada", "Anna"), ("anna", "Anna", "Ada")]
)
def test_forgetting_takes_all_that_one_user_said_and_nothing_of_another(
    paths: Paths, what: tuple[str, ...], user_id: str, gone: str, stays: str
) -> None:
    introduce(paths, ME, "Ada")
    introduce(paths, "anna", "Anna")
    damaged = paths.database.with_name(f"{paths.database.name}.damaged-20260101-000000")
    damaged.write_text(gone, encoding="utf-8")
    done = jarvis("forget", *what, *(() if user_id == ME else ("--user", user_id)), "--yes")
    told = "Forgot 1 turn, 3 things kept because of it, 1 damaged database.\n"
    assert (done.exit_code, done.stdout) == (0, told)
    left = on_disk(paths)
    words = [f"I am {gone}", f"{gone} likes tea", f"boot of {gone}"]
    assert [word for word in words if word.encode() in left] == []
    others = [f"I am {stays}", f"{stays} likes tea", f"boot of {stays}"]
    assert [word for word in others if word.encode() not in left] == []
    assert [one.user_id for one in make_reader(paths).users()] == ["anna"], (
        "who is a user stays one"
    )


def test_nothing_is_forgotten_of_a_user_who_is_not_there(paths: Paths) -> None:
    introduce(paths, ME, "Ada")
    for args in (
        ("memory", "list"),
        ("memory", "clear"),
        ("memory", "forget", "1"),
        ("forget", "--all"),
    ):
        done = jarvis(*args, "--user", "nobody", stdin="y\n")
        assert isinstance(done.exception, ConfigError)
        assert done.exception.code == "no-such-user"
    assert b"Ada likes tea" in on_disk(paths)
