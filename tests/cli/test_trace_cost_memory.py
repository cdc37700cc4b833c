"""Flow: `jarvis trace`, `cost` and lists on a real database, a daemon's writer beside them."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta

import pytest
import typer
from typer.testing import CliRunner, Result

from jarvis_voice.cli import memory, threads, timers, usage
from jarvis_voice.cli.usage import dollars
from jarvis_voice.core.config import PriceConfig
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.turn_costs import spending
from jarvis_voice.core.turn_ledger import TurnLedger, Usage
from jarvis_voice.core.types import ME, TurnInput
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOW = datetime(2026, 11, 5, 12, tzinfo=UTC)

app = typer.Typer()
app.command("trace")(threads.trace)
app.command("cost")(usage.cost)
app.command("latency")(usage.latency)
app.add_typer(memory.app, name="memory")
app.add_typer(threads.app, name="threads")
app.add_typer(timers.app, name="timers")


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")


def jarvis(*args: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, args, input=stdin)


def ledger(*calls: Usage) -> TurnLedger:
    written = TurnLedger(usage=list(calls))
    written.note("thought", "gemini plans search")
    written.note("action", 'search: {"query": "cats"}')
    written.note("observation", "found [bold]3[/bold]\nresults \x1b[2J")
    return written


@asynccontextmanager
async def turns(paths: Paths) -> AsyncIterator[SqliteStore]:
    """Three turns: an old one, one with two models, and one without any."""
    now = datetime.now(UTC)
    async with SqliteStore(paths.database) as store:
        for days_ago, text, written in (
            (90, "long ago", ledger(Usage("gemini-2.5-flash", 5, 5))),
            (1, "find cats", ledger(Usage("gemini-2.5-flash", 1_000_000, 100_000),
                                    Usage("qwen3:8b", 700, 30))),
            (0, "hello", None),
        ):  # fmt: skip
            turn = TurnInput(store.turns.next_turn_id(), "default", text, "stdin")
            await store.turns.begin(turn, now - timedelta(days=days_ago))
            await store.turns.end(turn, "There you are.", "done", written)
        yield store


async def test_a_trace_is_printed_line_by_line_beside_the_writer(paths: Paths) -> None:
    async with turns(paths):
        done = jarvis("trace", "t2")
    assert done.exit_code == 0, done.output
    head, *lines = done.stdout.splitlines()
    assert head.startswith("t2  ")
    assert lines == [
        "You: find cats",
        "  Thought      gemini plans search",
        '  Action       search: {"query": "cats"}',
        "  Observation  found [bold]3[/bold] results \\x1b[2J",
        "Jarvis: There you are.",
    ]


@pytest.mark.parametrize(("args", "turn_id"), [([], "t3"), (["2"], "t2"), (["T1"], "t1")])
async def test_the_newest_turn_or_the_one_that_is_named(
    paths: Paths, args: list[str], turn_id: str
) -> None:
    async with turns(paths):
        done = jarvis("trace", *args, "--json")
    body = json.loads(done.stdout)
    assert body["turn"]["turn_id"] == turn_id
    kinds = [line["kind"] for line in body["trace"]]
    assert kinds == ([] if turn_id == "t3" else ["thought", "action", "observation"])


@pytest.mark.parametrize("name", ["t99", "banana", "-", "t-1", "1; DROP TABLE turns"])
async def test_an_unknown_turn_is_said_with_the_newest(paths: Paths, name: str) -> None:
    async with turns(paths):
        done = jarvis("trace", "--", name)
    assert done.exit_code == 1
    assert done.stderr == f'There is no turn "{name}". The newest is t3.\n'


def test_without_a_database_there_is_nothing_and_no_error(paths: Paths) -> None:
    assert (jarvis("trace").exit_code, jarvis("trace").stderr) == (1, "There are no turns yet.\n")
    assert "no language model was called" in jarvis("cost").stdout
    assert jarvis("memory", "list").stdout == "Nothing is remembered.\n"
    assert jarvis("memory", "clear").stdout == "Nothing is remembered.\n"
    assert not paths.database.exists()


async def test_cost_is_told_a_turn_a_model_and_in_sum(paths: Paths) -> None:
    async with turns(paths):
        done = jarvis("cost")
    shown = " ".join(done.stdout.split())
    assert "2 turns in the last 30 days, 1 of them with a model: 2 calls" in shown
    assert "1,000,700 tokens in and 100,030 out" in shown
    assert "Cost: $0.550000 in sum, $0.550000 a turn with a model." in shown
    assert "gemini-2.5-flash (price of 2025-06-17)" in shown
    assert "No price set for qwen3:8b" in shown
    assert '[prices] "qwen3:8b" = { input = 0.00, output = 0.00' in shown
    assert str(paths.config_file) in done.stdout


async def test_what_it_cost_fits_into_80_columns_in_local_time(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    asked_at = datetime.now(UTC) - timedelta(days=1)
    async with SqliteStore(paths.database) as store:
        for model in (
            "gemini-2.5-flash",
            "hf.co/somebody/A-Model-With-A-Name-Of-Many-Words:Q4_K_M",
        ):
            turn = TurnInput(store.turns.next_turn_id(), "default", "find cats", "stdin")
            written = ledger(Usage(model, 123_456_789, 12_345_678))
            await store.turns.begin(turn, asked_at)
            await store.turns.end(turn, "There you are.", "done", written)
    lines = jarvis("cost").stdout.splitlines()
    copied = [line for line in lines if "as_of" in line or line.strip() == str(paths.config_file)]
    assert len(copied) == 2
    assert max(len(line) for line in lines if line not in copied) <= 80
    assert any(f"t1  {asked_at.astimezone():%Y-%m-%d %H:%M}" in line for line in lines)


async def test_a_price_that_was_set_as_told_counts(paths: Paths) -> None:
    paths.config.mkdir(parents=True)
    paths.config_file.write_text(
        '[prices]\n"qwen3:8b" = { input = 1000.00, output = 0.00, as_of = 2026-01-31 }\n',
        encoding="utf-8",
    )
    async with turns(paths):
        body = json.loads(jarvis("cost", "--days", "400", "--json").stdout)
    assert body["sum"]["turns"] == 3
    assert body["sum"]["unpriced"] == []
    assert body["sum"]["cost"] == pytest.approx(0.55 + 0.7 + 0.000014)
    assert body["models"]["qwen3:8b"]["price_as_of"] == "2026-01-31"
    assert [turn["calls"] for turn in body["turns"]] == [0, 2, 1]


@pytest.mark.parametrize(
    ("entry", "cost", "day"),
    [
        ('home = { kind = "ollama", model = "qwen3:8b" }', 0.0, None),
        (
            'lab = { kind = "openai", model = "qwen3:8b", url = "https://h/v1" }\n'
            "[prices]\nlab = { input = 1000.00, output = 0.00, as_of = 2026-01-31 }",
            0.7,
            "2026-01-31",
        ),
    ],
)
async def test_a_model_of_the_users_own_has_the_price_of_its_name_or_none_on_this_machine(
    paths: Paths, entry: str, cost: float, day: str | None
) -> None:
    paths.config.mkdir(parents=True)
    paths.config_file.write_text(f"[models]\n{entry}\n", encoding="utf-8")
    async with turns(paths):
        body = json.loads(jarvis("cost", "--days", "400", "--json").stdout)
        shown = " ".join(jarvis("cost").stdout.split())
    assert body["sum"]["unpriced"] == []
    model = body["models"]["qwen3:8b"]
    assert (model["cost"], model["price_as_of"]) == (pytest.approx(cost), day)
    assert f"qwen3:8b ({f'price of {day}' if day else 'on this machine: free'})" in shown


async def test_a_model_elsewhere_without_a_price_is_not_free(paths: Paths) -> None:
    paths.config.mkdir(parents=True)
    entry = 'lab = { kind = "openai", model = "qwen3:8b", url = "https://h/v1" }'
    paths.config_file.write_text(f"[models]\n{entry}\n", encoding="utf-8")
    async with turns(paths):
        body = json.loads(jarvis("cost", "--json").stdout)
    assert body["sum"]["unpriced"] == ["qwen3:8b"]


def test_a_model_without_a_price_is_never_counted_as_free() -> None:
    prices = {"a": PriceConfig.model_validate({"input": 1, "output": 2, "as_of": "2026-01-31"})}
    both = spending([Usage("a", 1_000_000, 500_000), Usage("b", 9, 9)], prices)
    assert (both.cost, both.unpriced) == (2.0, ("b",))
    assert (dollars(2.0), dollars(0.0000125)) == ("$2.00", "$0.000013")


COMMANDS = {
    ("memory", "list"): "facts",
    ("memory", "list", "--json"): "facts",
    ("threads", "list"): "turns",
    ("threads", "show"): "turns",
    ("trace",): "trace",
    ("cost", "--json"): "usage",
    ("latency", "--json"): "latency",
    ("timers", "list"): "schedule",
}
_BAD = {"facts": "said_at", "turns": "started_at", "schedule": "due_at"}


async def fill(paths: Paths) -> None:
    """Two rows in each table."""
    async with SqliteStore(paths.database) as store:
        for text in ("hello", "good morning"):
            turn = TurnInput(store.turns.next_turn_id(), "default", text, "stdin")
            await store.turns.begin(turn, datetime.now(UTC))
            ledger = TurnLedger()
            ledger.spent(Usage("model", 1, 2))
            ledger.note("thought", "so")
            await store.turns.end(turn, "Hello.", "done", ledger)
            await store.latency.add(TurnStages(turn.turn_id, "stdin", {"plan": 0.1}))
            await store.memory.keep_fact(ME, f"{text} is a fact", turn.turn_id, datetime.now(UTC))
            await store.schedule.add(Entry("alarm", datetime.now(UTC), datetime.now(UTC), text))


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("value", ["x'66ff'", "CAST(x'66ff' AS TEXT)", "'x'"])
def test_a_list_tells_what_it_leaves_out_and_shows_the_rest(
    paths: Paths, args: tuple[str, ...], value: str
) -> None:
    asyncio.run(fill(paths))
    whole = jarvis(*args)
    assert (whole.exit_code, whole.stderr) == (0, "")
    table = COMMANDS[args]
    column = _BAD.get(table, "turn" if table == "trace" else "source")
    column = {"usage": "input_tokens", "latency": "plan_seconds"}.get(table, column)
    key = "turn" if table in {"trace", "usage", "latency"} else "number"
    with closing(sqlite3.connect(paths.database)) as file, file:
        file.execute(f"UPDATE {table} SET {column} = {value} WHERE {key} = 1")
    done = jarvis(*args)
    assert done.exit_code == 0, done.output
    assert done.stderr.startswith("jarvis: I cannot read 1 ")
    assert done.stdout


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_texts_that_are_no_utf_8_are_shown(paths: Paths, args: tuple[str, ...]) -> None:
    asyncio.run(fill(paths))
    bad = "CAST(x'6869ff80' AS TEXT)"
    with closing(sqlite3.connect(paths.database)) as file, file:
        file.execute(f"UPDATE facts SET text = {bad}")
        file.execute(f"UPDATE turns SET text = {bad}, reply = {bad}, source = {bad}")
        file.execute(f"UPDATE trace SET text = {bad}")
        file.execute(f"UPDATE usage SET model = {bad}")
        file.execute(f"UPDATE latency SET source = {bad}")
        file.execute(f"UPDATE schedule SET name = {bad}")
    done = jarvis(*args)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "hi" in done.stdout
    done.stdout.encode()


def test_a_command_that_opens_a_damaged_database_tells_it(paths: Paths) -> None:
    asyncio.run(fill(paths))
    with paths.database.open("r+b") as file:
        file.truncate(paths.database.stat().st_size - 4096)
    done = jarvis("timers", "cancel", "1")
    assert "Cancelled 1." in done.stdout
    assert done.stderr.startswith("jarvis: The memory was damaged. What could be read of it was")
