"""Flow: `jarvis latency` on a real database."""

import json
from datetime import UTC, datetime

import pytest
import typer
from typer.testing import CliRunner, Result

from jarvis_voice.cli import usage
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.types import Origin, Source, TurnInput
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)

app = typer.Typer()
app.command("latency")(usage.latency)


def jarvis(*args: str) -> Result:
    return CliRunner().invoke(app, args)


async def take_turns(paths: Paths) -> None:
    """101 spoken turns of 0.500 to 0.600 s, and then a typed one."""
    async with SqliteStore(paths.database) as store:
        times = store.latency
        spoken: list[tuple[Source, float]] = [("voice", 0.5 + n / 1_000) for n in range(101)]
        for source, whole_seconds in [*spoken, ("stdin", 0.02)]:
            turn = TurnInput(store.turns.next_turn_id(), "default", "flip a coin", source)
            await store.turns.begin(turn, NOON)
            await times.add(TurnStages(turn.turn_id, source, {"whole": whole_seconds}))


async def test_the_percentiles_of_each_stage_by_source(paths: Paths) -> None:
    await take_turns(paths)
    done = jarvis("--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) == {
        "turns": 102,
        "sources": {
            "stdin": {"whole": {"turns": 1, "p50_ms": 20.0, "p90_ms": 20.0, "p95_ms": 20.0}},
            "voice": {"whole": {"turns": 101, "p50_ms": 550.0, "p90_ms": 590.0, "p95_ms": 595.0}},
        },
    }


async def test_as_a_table_of_the_newest_turns(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    await take_turns(paths)
    shown = " ".join(jarvis("--last", "12").stdout.split())
    assert "voice: the newest 11 turns" in shown
    assert "whole 595 ms 599 ms 600 ms 11 your last word" in shown
    assert "stdin: the newest 1 turns" in shown


def test_without_a_database_there_is_nothing_and_no_error(paths: Paths) -> None:
    assert jarvis().stdout == "There are no turns yet.\n"
    assert json.loads(jarvis("--json").stdout) == {"turns": 0, "sources": {}}
    assert not paths.database.exists()


async def test_the_turns_of_one_user_or_of_all_are_counted(paths: Paths) -> None:
    async with SqliteStore(paths.database) as store:
        await store.people.add_user("anna", NOON)
        for user in ("me", "anna"):
            number, origin = store.turns.next_turn_id(), Origin(user)
            turn = TurnInput(number, "default", "flip a coin", "http", origin=origin)
            await store.turns.begin(turn, NOON)
            await store.latency.add(TurnStages(turn.turn_id, "http", {"whole": 0.1}))
    counted = {
        args: json.loads(jarvis(*args, "--json").stdout)["turns"]
        for args in ((), ("--user", "Anna"), ("--everyone",))
    }
    assert counted == {(): 1, ("--user", "Anna"): 1, ("--everyone",): 2}
    assert isinstance(jarvis("--user", "nobody").exception, ConfigError)
