"""Unit: the settings and the models go in; what the tools may look at and read with comes out."""

from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any, cast

import pytest

from jarvis_voice.app.chat_factory import asked_models, make_chat
from jarvis_voice.app.overrides import Overrides
from jarvis_voice.app.tool_factory import ToolSources, open_dependencies
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.paths import Paths
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.web.sites import SiteTable

pytestmark = pytest.mark.unit

MODEL = (
    '[models.{name}]\nkind = "openai"\nurl = "http://127.0.0.1:9/v1"\nmodel = "m"\nsees = {sees}\n'
)
KEPT = ("turns", "memory", "profiles", "schedule", "briefings")


class Unread:
    """A part of the store that nobody reads here."""


STORE: Any = SimpleNamespace(**{name: Unread() for name in KEPT})


async def dependencies(paths: Paths, **sees: str) -> ToolDependencies:
    """What the tools get where each of these models sees what is written for it."""
    paths.config.mkdir(parents=True, exist_ok=True)
    entries = [MODEL.format(name=name, sees=what) for name, what in sees.items()]
    paths.config_file.write_text("".join(entries), encoding="utf-8")
    config = load_config(paths)
    chats = {model.name: make_chat(model, None) for model in asked_models(config)}
    sources = ToolSources(
        config, paths, STORE, FrameClock(), Overrides(), chats, cast("SiteTable", None)
    )
    async with AsyncExitStack() as opened:
        return await open_dependencies(sources, opened)


async def test_the_first_model_that_may_see_the_screen_looks_at_it(paths: Paths) -> None:
    around = await dependencies(paths, reader='["web"]', seer='["screen"]', other='["screen"]')
    assert around.sight_title.startswith("seer")
    assert around.sight_is_here


async def test_only_a_model_that_may_read_the_web_reads_pages(paths: Paths) -> None:
    assert (await dependencies(paths, seer='["screen"]')).chat is None
    assert (await dependencies(paths, reader='["web"]')).chat is not None


async def test_without_models_nothing_looks_and_nothing_reads(paths: Paths) -> None:
    around = await dependencies(paths)
    assert (around.sight, around.sight_title, around.sight_is_here) == (None, "", False)
    assert around.chat is None
