"""Gathers what the tools depend on: the machine, the store, the web and the models.

Invariant: what is opened here is closed by the stack of the caller, in reverse order.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass

from jarvis_voice.app.briefing_commands import BriefingCommands
from jarvis_voice.app.chat_factory import seeing_models
from jarvis_voice.app.effect_factory import make_effects
from jarvis_voice.app.overrides import Overrides
from jarvis_voice.app.search_factory import search_backends, search_nearby
from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.config import Config
from jarvis_voice.core.model_settings import models_in_order
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.ports import Clock
from jarvis_voice.engines.llm.chat import Chat
from jarvis_voice.engines.llm.fallback import FallbackChat
from jarvis_voice.store.ports import Store
from jarvis_voice.tools.dependencies import Edge, Sight, ToolDependencies
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.web.home_addresses import look_up
from jarvis_voice.tools.web.local_search import GoogleLocal
from jarvis_voice.tools.web.page_fetch import PageReader
from jarvis_voice.tools.web.search import SearchChain
from jarvis_voice.tools.web.sites import SiteTable


@dataclass(frozen=True, slots=True)
class ToolSources:
    """What the surroundings of the tools are made of.

    Attributes:
        config: The settings.
        paths: The user's folders.
        store: What is kept.
        clock: Tells the time.
        setting: What a caller gives besides the settings.
        chats: The models by the name of their rung, best first.
        sites: The user's sites.
    """

    config: Config
    paths: Paths
    store: Store
    clock: Clock
    setting: Overrides
    chats: Mapping[str, Chat]
    sites: SiteTable


@dataclass(frozen=True, slots=True)
class _Eyes:
    """The model that looks at the screen; None is no model."""

    sight: Sight | None = None
    title: str = ""
    is_here: bool = False


async def open_dependencies(sources: ToolSources, opened: AsyncExitStack) -> ToolDependencies:
    """What the tools depend on.

    Args:
        sources: What it is made of.
        opened: Closes what is opened here.
    """
    config, store, setting = sources.config, sources.store, sources.setting
    edge = setting.edge or Edge(look_up=look_up)
    search, local_search, pages = await _open_web(sources, edge, opened)
    eyes = _eyes(config, sources.chats)
    briefings = BriefingCommands(config, store, sources.clock, edge)
    return ToolDependencies(
        user=config.user,
        paths=sources.paths,
        search=search,
        local_search=local_search,
        pages=pages,
        applications=setting.applications or Applications(),
        turns=store.turns,
        memory=store.memory,
        profiles=store.profiles,
        approves_facts=config.memory.approve,
        effects=make_effects(edge, setting.dials, setting.effects),
        schedule=store.schedule,
        alarm_state=setting.alarm_state or AlarmState(),
        afterwards=setting.afterwards,
        microphone=setting.microphone,
        announcer=setting.announcer,
        edge=edge,
        chat=_reader_of_pages(config, sources.chats),
        sight=eyes.sight,
        sight_title=eyes.title,
        sight_is_here=eyes.is_here,
        commands=config.commands,
        briefings=briefings.desk,
        feeds=briefings,
        letters=briefings,
    )


async def _open_web(
    sources: ToolSources, edge: Edge, opened: AsyncExitStack
) -> tuple[SearchChain, GoogleLocal | None, PageReader]:
    """The searches, and the reader of pages, which keeps them for a while."""
    chain = SearchChain(search_backends(sources.config, sources.sites, edge))
    search = await opened.enter_async_context(chain)
    local_search = search_nearby(sources.config, edge)
    if local_search:
        await opened.enter_async_context(local_search)
    pages = await opened.enter_async_context(PageReader(edge.endpoints))
    sources.setting.passing.add(pages.kept)
    return search, local_search, pages


def _reader_of_pages(config: Config, chats: Mapping[str, Chat]) -> FallbackChat | None:
    """The models that may be told what stands on the web, best first."""
    models = {one.name: one for one in models_in_order(config)}
    readers = [chat for name, chat in chats.items() if "web" in models[name].sees]
    return FallbackChat(readers) if readers else None


def _eyes(config: Config, chats: Mapping[str, Chat]) -> _Eyes:
    """The first of the models that may see the screen and has eyes."""
    models = {one.name: one for one in models_in_order(config)}
    for name in seeing_models(config):
        chat: object = chats.get(name)
        if isinstance(chat, Sight):
            return _Eyes(chat, models[name].title, models[name].is_local)
    return _Eyes()
