"""Flow: config becomes objects; what cannot be had is told, and the rest works."""

import asyncio
import os
import shutil
from pathlib import Path

import pytest
from app.assistant_world import World, compiled
from assistant.turns import seen
from engines.trained_heads import write as write_head

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.voice_factory import (
    _own_speech,
    open_ears,
    open_mouth,
    open_voice,
    voice_settings,
)
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import AlreadyRunningError, ConfigError, ModelError
from jarvis_voice.core.hypotheses import BestHypothesis, Completeness
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.store.process_lock import ProcessLock

pytestmark = pytest.mark.flow


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
        config, paths, world.bus, world.clock, ProcessLock(paths.lock, "start"), compiled()
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
