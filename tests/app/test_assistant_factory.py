"""Flow: config becomes objects; what cannot be had is told, and the rest works."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import aclosing, closing
from pathlib import Path

import pytest
from assistant.turns import seen
from engines.trained_heads import write as write_head
from store.reads import read_facts, read_schedule, read_thread

from jarvis_voice.app.assistant_factory import open_assistant, start_log_or_tell
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.app.voice_factory import (
    _own_speech,
    open_ears,
    open_mouth,
    open_voice,
    voice_settings,
)
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.errors import AlreadyRunningError, ConfigError, ModelError, StoreError
from jarvis_voice.core.events import Event
from jarvis_voice.core.hypotheses import BestHypothesis, Completeness
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import ME, ThreadKey, TurnInput
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.store.sqlite import database, readonly
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow


def compiled() -> Overrides:
    """This machine, its sentences compiled once for all tests."""
    return Overrides(load_grammar=compiled_grammar)


class World:
    """A bus, a clock and what was told."""

    def __init__(self) -> None:
        self.bus, self.clock = Bus(), SystemClock()
        self.events: list[Event] = []
        self.bus.listen(self.events.append)

    async def ask(self, config: Config, paths: Paths, text: str) -> str:
        async with (
            open_assistant(
                config, paths, self.bus, self.clock, ProcessLock(paths.lock, "ask"), compiled()
            ) as assistant,
            aclosing(assistant.ask(text, source="stdin")) as replies,
        ):
            return " ".join([reply.text async for reply in replies if reply.text])


@pytest.fixture
def world() -> World:
    return World()


async def test_without_any_key_the_local_planner_answers(paths: Paths, world: World) -> None:
    reply = await world.ask(load_config(paths), paths, "what is 17 percent of 240")
    assert reply == "17 percent of 240 is 40.8."
    assert [plan["planner"] for plan in seen(world.events, "task-planned")] == ["local"]


async def test_what_tools_need_can_be_loaded_before_the_first_turn(
    paths: Paths, world: World
) -> None:
    config = load_config(paths)
    async with open_assistant(
        config, paths, world.bus, world.clock, ProcessLock(paths.lock, "start")
    ) as assistant:
        await assistant.warm_up()
        await assistant.preload()
        loading = asyncio.create_task(assistant.preload())
        await asyncio.sleep(0)
        loading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await loading
    assert world.events == []


async def test_hearings_are_chosen_from_as_soon_as_the_brain_is_there(
    paths: Paths, world: World
) -> None:
    config, hearings = load_config(paths), ("Open get hop.", "Open GitHub.")
    async with open_assistant(
        config, paths, world.bus, world.clock, ProcessLock(paths.lock, "start")
    ) as assistant:
        before = await assistant.choose(hearings)
        await assistant.warm_up()
        after = await assistant.choose(hearings)
    assert before == BestHypothesis("Open get hop.", Completeness.UNKNOWN)
    assert after == BestHypothesis("Open GitHub.", Completeness.COMPLETE)


async def test_loading_ahead_leaves_it_to_the_turn_to_tell_that_there_is_no_brain(
    paths: Paths, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_BRAIN__PLANNER", "gemini")
    config = load_config(paths)
    async with open_assistant(
        config, paths, world.bus, world.clock, ProcessLock(paths.lock, "start")
    ) as assistant:
        await assistant.preload()
    assert world.events == []


async def test_gemini_without_a_key_says_which_is_missing(
    paths: Paths, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_BRAIN__PLANNER", "gemini")
    await world.ask(load_config(paths), paths, "hello")
    [problem] = seen(world.events, "problem-reported")
    assert problem["code"] == "no-gemini-key"
    assert "GOOGLE_API_KEY" in problem["message"]
    assert seen(world.events, "turn-ended")[0]["outcome"] == "failed"


async def test_a_key_is_not_used_by_a_planner_that_is_set_to_local(
    paths: Paths, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "decoy")
    monkeypatch.setenv("JARVIS_BRAIN__PLANNER", "local")
    assert await world.ask(load_config(paths), paths, "goodbye") == "Goodbye."
    assert seen(world.events, "problem-reported") == []


async def test_the_lock_is_taken_first_and_given_back(paths: Paths, world: World) -> None:
    config = load_config(paths)
    async with ProcessLock(paths.lock, "run"):
        with pytest.raises(AlreadyRunningError):
            await world.ask(config, paths, "hello")
    assert not paths.database.exists()
    await world.ask(config, paths, "hello")
    async with ProcessLock(paths.lock, "run"):
        assert paths.database.exists()


async def test_a_mouth_without_its_voice_is_none_and_told(
    paths: Paths, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_MODELS", str(tmp_path / "none"))
    async with open_mouth(load_config(paths), find_paths(), world.bus, world.clock) as mouth:
        assert mouth is None
    [problem] = seen(world.events, "problem-reported")
    assert "run `jarvis setup`" in problem["message"]


async def test_a_voice_without_its_weights_is_an_error(
    paths: Paths, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_MODELS", str(tmp_path / "none"))
    with pytest.raises(ModelError):
        async with open_voice(load_config(paths), find_paths(), world.bus, world.clock):
            pytest.fail("there is no voice")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("sites.toml", '[[site]]\nname = "School"\nurl = "ftp://school.example/"\n'),
        ("sentences/own.yaml", "intents: {opn: {data: []}}\n"),
    ],
)
async def test_a_mistake_in_the_users_files_is_told_before_the_lock_is_taken(
    paths: Paths, world: World, file: str, text: str
) -> None:
    (paths.config / "sentences").mkdir(parents=True)
    (paths.config / file).write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=file):
        await world.ask(load_config(paths), paths, "hello")
    assert not paths.database.exists()
    assert world.events == []


@pytest.mark.e2e
@pytest.mark.models
async def test_a_head_of_another_shape_without_its_network_is_told_by_the_ears_alone(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths.config.mkdir()
    paths.config_file.write_text("[wake.words]\nfriday = 0.5\n", encoding="utf-8")
    write_head(paths.wake_heads / "friday.onnx", takes=(1, 28, 96))
    lacking = paths.data / "lacking"
    shutil.copytree(find_paths().models, lacking, copy_function=os.symlink)
    (lacking / "wake" / "embedding_model.onnx").unlink()
    monkeypatch.setenv("JARVIS_MODELS", str(lacking))
    config = load_config(paths)
    with pytest.raises(ModelError, match=r"embedding_model\.onnx is missing: run `jarvis setup`"):
        async with open_ears(config, find_paths(), None):  # type: ignore[arg-type] # never used
            pytest.fail("it opened")
    assert _own_speech(config, find_paths()) is None


async def test_ears_without_their_models_are_an_error_before_the_microphone(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NoMicrophone:
        async def __aenter__(self) -> None:
            pytest.fail("the microphone was opened for nothing")

    monkeypatch.setenv("JARVIS_MODELS", str(tmp_path / "none"))
    microphone = NoMicrophone()
    with pytest.raises(ModelError):
        async with open_ears(load_config(paths), find_paths(), microphone):  # type: ignore[arg-type] # never used
            pass


@pytest.mark.parametrize(
    ("wanted", "set_to", "played"),
    [(True, "true", True), (True, "false", False), (False, "true", False)],
)
def test_how_a_session_listens_is_what_is_set(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, wanted: bool, set_to: str, played: bool
) -> None:
    for name, value in {
        "WAKE__SECOND_STAGE": set_to, "LISTENING__SILENCE_SECONDS": "0.9",
        "LISTENING__MAX_SECONDS": "12", "LISTENING__FOLLOW_UP_SECONDS": "0",
        "VOICE__EARCONS": set_to,
    }.items():  # fmt: skip
        monkeypatch.setenv(f"JARVIS_{name}", value)
    settings = voice_settings(load_config(paths), earcons=wanted)
    assert (settings.second_stage, settings.silence_seconds) == (set_to == "true", 0.9)
    assert (settings.max_seconds, settings.follow_up_seconds) == (12, 0)
    assert settings.earcons is played


def told(world: World) -> dict[str, str]:
    """The problems that were reported: code to message."""
    return {one["code"]: one["message"] for one in seen(world.events, "problem-reported")}


async def test_what_a_crash_cut_short_is_told_at_the_next_start_and_once(
    paths: Paths, world: World
) -> None:
    async with SqliteStore(paths.database) as store:
        turn = TurnInput(store.turns.next_turn_id(), "default", "open MIT", "stdin")
        await store.turns.begin(turn, world.clock.now())
    await world.ask(load_config(paths), paths, "hello")
    assert told(world)["interrupted"].startswith('I was interrupted before I had answered "open M')
    world.events.clear()
    await world.ask(load_config(paths), paths, "hello")
    assert told(world) == {}


async def test_a_locked_database_costs_the_memory_and_nothing_else(
    paths: Paths, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 50)
    monkeypatch.setattr(readonly, "BUSY_SECONDS", 0.05)
    config = load_config(paths)
    await world.ask(config, paths, "hello")
    with closing(sqlite3.connect(paths.database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert await world.ask(config, paths, "what is 6 times 7") == "6 times 7 is 42."
        kept = await world.ask(config, paths, "remember that my car is red")
        assert "nothing was changed" in kept
    assert "nothing I am told is kept" in told(world)["database-unusable"]
    assert "What was set before is not known" in told(world)["database-unusable"]
    assert [turn.text for turn in read_thread(paths.database, "default")] == ["hello"]


async def test_a_folder_that_cannot_be_written_costs_the_memory_and_nothing_else(
    paths: Paths, world: World
) -> None:
    config = load_config(paths)
    paths.data.parent.mkdir(exist_ok=True)
    paths.data.write_text("a file where the folder should be", encoding="utf-8")
    start_log_or_tell(config, paths, world.bus, world.clock)
    assert await world.ask(config, paths, "what is 6 times 7") == "6 times 7 is 42."
    assert "I go on without a log" in told(world)["log-unwritable"]
    assert "nothing I am told is kept" in told(world)["folder-unwritable"]


async def test_what_was_set_is_known_where_nothing_can_be_written_any_more(
    paths: Paths, world: World
) -> None:
    config = load_config(paths)
    await world.ask(config, paths, "set a pasta timer for ten minutes")
    await world.ask(config, paths, "wake me at 7 am")
    await world.ask(config, paths, "cancel the pasta timer")
    before = read_schedule(paths.database)
    paths.lock.with_suffix(".pid").mkdir()  # cannot be written to: the lock cannot be had
    async with open_assistant(
        config, paths, world.bus, world.clock, ProcessLock(paths.lock, "run")
    ) as assistant:
        assert list(await assistant.schedule.entries(ME)) == before
        assert [one.number for one in before] == [2]
        assert not assistant.schedule.is_kept
    assert "What was set before is still known." in told(world)["folder-unwritable"]
    assert read_schedule(paths.database) == before


async def test_what_was_told_is_known_where_nothing_can_be_written_any_more(
    paths: Paths, world: World
) -> None:
    config = load_config(paths)
    await world.ask(config, paths, "remember that my car is red")
    await world.ask(config, paths, "add milk to the shopping list")
    paths.lock.with_suffix(".pid").mkdir()
    world.events.clear()
    assert "red" in await world.ask(config, paths, "what color is my car")
    assert "I know what I was told before" in told(world)["folder-unwritable"]
    assert "milk" in await world.ask(config, paths, "what is on my shopping list")
    for kept in ("forget about my car", "remove milk from the shopping list"):
        answer = await world.ask(config, paths, kept)
        assert "could not be opened" in answer or "nothing was changed" in answer, answer
    assert [fact.text for fact in read_facts(paths.database)] == ["my car is red"]


@pytest.mark.parametrize("what", ["turn", "thread", "all"])
async def test_nothing_is_said_to_be_forgotten_that_lies_in_the_file(
    paths: Paths, world: World, what: str
) -> None:
    config = load_config(paths)
    await world.ask(config, paths, "remember that my car is red")
    paths.lock.with_suffix(".pid").mkdir()
    lock = ProcessLock(paths.lock, "run")
    async with open_assistant(config, paths, world.bus, world.clock, lock) as assistant:
        with pytest.raises(StoreError, match="nothing can be forgotten"):
            await assistant.forget(ME, what, "t1" if what == "turn" else "default")
        with pytest.raises(StoreError, match="nothing can be forgotten"):
            await assistant.clear(ThreadKey(ME, "default"))
    assert [fact.text for fact in read_facts(paths.database)] == ["my car is red"]


async def test_without_a_daemon_and_a_writable_folder_nothing_is_said_to_be_cancelled(
    paths: Paths, world: World
) -> None:
    config = load_config(paths)
    await world.ask(config, paths, "set a pasta timer for ten minutes")
    paths.lock.with_suffix(".pid").mkdir()
    assert "pasta" in await world.ask(config, paths, "what timers do I have")
    assert "nothing was changed" in await world.ask(config, paths, "cancel the pasta timer")


async def test_without_a_daemon_and_a_writable_folder_no_timer_is_claimed(
    paths: Paths, world: World
) -> None:
    paths.lock.with_suffix(".pid").mkdir(parents=True)
    answer = await world.ask(load_config(paths), paths, "set a timer for ten minutes")
    assert answer == "I could not set that: nothing can be kept."
    assert seen(world.events, "turn-ended")[0]["outcome"] == "failed"


NO_SUCH = (
    *("what alarms do I have", "cancel the pasta timer", "add a minute to the timer"),
    *("what do you know about me", "what color is my car", "forget that my car is red"),
    *("what is on my shopping list", "remove milk from the shopping list"),
)


async def test_nothing_is_said_of_what_cannot_be_read(paths: Paths, world: World) -> None:
    config = load_config(paths)
    paths.database.mkdir(parents=True)
    for text in NO_SUCH:
        assert "so I do not know" in await world.ask(config, paths, text), text
    assert told(world)["database-no-file"] == (
        f"Cannot use the database {paths.database}: it is a folder, and no file. Move it away. "
        "I go on without my memory: nothing I am told is kept. "
        "What was set before is not known, and does not ring."
    )


async def test_where_nothing_was_kept_yet_that_is_said(paths: Paths, world: World) -> None:
    paths.lock.with_suffix(".pid").mkdir(parents=True)  # nothing can be written
    for text in NO_SUCH:
        assert "so I do not know" not in await world.ask(load_config(paths), paths, text), text


async def test_a_newer_database_is_not_gone_on_without(paths: Paths, world: World) -> None:
    config = load_config(paths)
    await world.ask(config, paths, "hello")
    with closing(sqlite3.connect(paths.database)) as newer:
        newer.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer Jarvis"):
        await world.ask(config, paths, "hello")


async def test_a_damaged_database_is_told_with_where_it_lies(paths: Paths, world: World) -> None:
    paths.data.mkdir()
    paths.database.write_bytes(b"this is no database" * 1_000)
    assert await world.ask(load_config(paths), paths, "what is 6 times 7") == "6 times 7 is 42."
    [aside] = paths.data.glob("threads.db.damaged-*[0-9]")
    assert str(aside) in told(world)["database-damaged"]
    assert "a new one was started" in told(world)["database-damaged"]


async def test_a_fact_that_cannot_be_read_is_told_once_and_costs_no_other(
    paths: Paths, world: World
) -> None:
    async with SqliteStore(paths.database) as store:
        for text in ("my car is red", "my cat is black"):
            await store.memory.keep_fact(ME, text, "t0", world.clock.now())
        await store.database.write(("UPDATE facts SET said_at = 'x' WHERE number = 1", ()))
    question = "what do you know about me"
    answer = await world.ask(load_config(paths), paths, question)
    assert "cat is black" in answer
    assert "car" not in answer
    assert "cannot read 1 fact any more" in told(world)["rows-unreadable"]
    world.events.clear()
    assert await world.ask(load_config(paths), paths, question) == answer
    assert told(world) == {}


async def test_a_conversation_that_cannot_be_read_is_told_once_and_gone_on_without(
    paths: Paths, world: World
) -> None:
    assert await world.ask(load_config(paths), paths, "what is 6 times 7") == "6 times 7 is 42."
    async with SqliteStore(paths.database) as store:
        await store.database.write(("UPDATE checkpoints SET metadata = x'00'", ()))
    for telling in ({"conversation-unreadable"}, set()):
        answer = await world.ask(load_config(paths), paths, "what is 6 times 8")
        assert answer == "6 times 8 is 48."
        assert set(told(world)) == telling
        world.events.clear()
