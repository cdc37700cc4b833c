"""Flow: the user's answer about models elsewhere, in the user's own file."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from assistant.turns import ask

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.app.share_choice import ShareSettingFile
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.platform.installed_files import places
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow

TITLES = {"gemini": "Gemini"}
OWN = "# mine\n[voice]\nspeed = 1.2  # fast\n"


ELSEWHERE = '[models.mistral]\nkind = "openai"\nurl = "https://models.example/v1"\nmodel = "m"\n'
HERE = ELSEWHERE.replace("https://models.example", "http://127.0.0.1:9")


@asynccontextmanager
async def program(paths: Paths, settings: str, *, asks: bool) -> AsyncIterator[Assistant]:
    """The whole assistant; none of these questions needs a model."""
    paths.config_file.parent.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text(settings)
    setting = Overrides(load_grammar=compiled_grammar, asks_to_share=asks)
    lock = ProcessLock(paths.lock, "ask")
    async with open_assistant(
        load_config(paths), paths, Bus(), SystemClock(), lock, setting
    ) as assistant:
        yield assistant


async def test_who_recalls_something_is_asked_about_a_model_elsewhere(paths: Paths) -> None:
    async with program(paths, ELSEWHERE, asks=True) as assistant:
        await ask(assistant, "remember that my cat is called Pixel")
        assert await ask(assistant, "what do you know about me") == [
            "You have told me 1 thing: your cat is called Pixel.",
            "May I tell mistral what you told me about yourself? Say yes or no.",
        ]
        assert await ask(assistant, "no thank you") == [
            "Okay. I do not tell mistral what you told me about yourself."
        ]
        assert len(await ask(assistant, "what do you know about me")) == 1
    assert load_config(paths).memory.share == "no"


@pytest.mark.parametrize(("settings", "asks"), [(HERE, True), (ELSEWHERE, False), ("", True)])
async def test_nothing_is_asked_without_such_a_model_or_by_a_program_that_ends(
    paths: Paths, settings: str, *, asks: bool
) -> None:
    async with program(paths, settings, asks=asks) as assistant:
        await ask(assistant, "remember that my cat is called Pixel")
        assert len(await ask(assistant, "what do you know about me")) == 1
    assert not paths.share_asked.exists()


@pytest.mark.parametrize("answer", ["yes", "no"])
async def test_an_answer_is_written_and_holds_at_once(paths: Paths, answer: str) -> None:
    paths.config_file.parent.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text(OWN)
    manner = TalkManner()
    setting = ShareSettingFile(paths, manner, TITLES)
    was_open = setting.is_open
    await setting.keep(answer)  # type: ignore[arg-type]
    assert (was_open, setting.is_open) == (True, False)
    assert manner.share == load_config(paths).memory.share == answer
    assert paths.config_file.read_text().startswith(OWN)


async def test_a_file_with_a_mistake_is_left_and_nothing_holds(paths: Paths) -> None:
    paths.config_file.parent.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text("[voice\n")
    setting = ShareSettingFile(paths, manner := TalkManner(), TITLES)
    with pytest.raises(ConfigError):
        await setting.keep("yes")
    assert (manner.share, paths.config_file.read_text()) == ("ask", "[voice\n")


async def test_what_the_environment_overrides_is_not_told_as_kept(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_MEMORY__SHARE", "no")
    setting = ShareSettingFile(paths, manner := TalkManner(), TITLES)
    with pytest.raises(ConfigError, match="environment"):
        await setting.keep("yes")
    assert manner.share == "ask"
    assert not paths.config_file.exists()


async def test_that_it_was_asked_is_known_after_a_restart_and_goes_with_jarvis(
    paths: Paths,
) -> None:
    setting = ShareSettingFile(paths, TalkManner(), TITLES)
    assert not await setting.was_asked()
    await setting.note_asked(was_asked=True)
    assert await ShareSettingFile(paths, TalkManner(), TITLES).was_asked()
    assert any(paths.share_asked.name in place.names for place in places(paths, keep_models=True))
    await setting.note_asked(was_asked=False)
    assert not await setting.was_asked()
