"""Builds the maker of briefings and the parts before the news, from the settings and the store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from jarvis_voice.core.config import Config, UserConfig
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.schedule_entries import Entry

if TYPE_CHECKING:
    from jarvis_voice.briefing.model_question import BriefingModel
    from jarvis_voice.briefing.run import BriefingMaker, MailBriefing
    from jarvis_voice.briefing.steps import LocalPart, TopicSearch
    from jarvis_voice.language.en.schedule_phrases import Teller
    from jarvis_voice.store.briefing_port import BriefingStore
    from jarvis_voice.store.ports import ProfileStore, ScheduleStore
    from jarvis_voice.tools.dependencies import Edge
    from jarvis_voice.tools.places.home import Units
    from jarvis_voice.tools.web.feed_fetch import FeedReader

CHOICE_SECONDS = 6.0
"""For a model to choose the next step of a run."""

MOST_SET = 3
"""Things of today that are told; more are not followed by ear."""


def real_edge() -> Edge:
    """The services as they are."""
    from jarvis_voice.tools.dependencies import Edge

    return Edge()


def feed_reader(edge: Edge) -> FeedReader:
    """How feeds are asked."""
    from jarvis_voice.tools.web.feed_fetch import FeedReader

    return FeedReader(edge.endpoints)


def briefing_maker(
    config: Config,
    store: BriefingStore,
    parts: tuple[LocalPart, ...],
    clock: Clock,
    edge: Edge,
    mail: MailBriefing | None = None,
) -> BriefingMaker:
    """What makes briefings.

    Args:
        config: Everything that is set.
        store: Where they are kept.
        parts: Make the sentences before the news, such as the weather.
        clock: The time.
        edge: The addresses of services.
        mail: Mails those that are to be mailed; None mails none.
    """
    from jarvis_voice.briefing.judge import BriefingJudge
    from jarvis_voice.briefing.run import BriefingMaker, BriefingRules
    from jarvis_voice.briefing.step_choice import StepChooser
    from jarvis_voice.briefing.steps import BriefingSources
    from jarvis_voice.briefing.writer import BriefingWriter
    from jarvis_voice.tools.web.page_fetch import PageReader

    set_ = config.briefing
    writes = _model(config, set_.model, edge)
    judges = _model(config, set_.judge, edge)
    steers = writes if set_.model_steps else None
    sources = BriefingSources(
        feeds=feed_reader(edge),
        pages=PageReader(edge.endpoints, is_precise=True),
        search=_search(config, edge),
        n_results=set_.search,
        parts=parts,
        writer=BriefingWriter(writes, set_.model_tokens) if writes else None,
        judge=BriefingJudge(judges, set_.model_tokens) if judges else None,
        chooser=StepChooser(replace(steers, seconds=CHOICE_SECONDS)) if steers else None,
    )
    rules = BriefingRules(
        topics=set_.topics,
        stories=set_.stories,
        seconds=set_.seconds,
        window=timedelta(hours=set_.window_hours),
        threshold=set_.threshold,
        keep_days=set_.keep_days,
    )
    return BriefingMaker(store, sources, rules, clock, mail=mail)


def _model(config: Config, wanted: str, edge: Edge) -> BriefingModel | None:
    """The models of a name, within the budget; None where there is none that may see the web.

    Args:
        config: Everything that is set.
        wanted: A name, or "auto" for those that plan; "" is none.
        edge: The addresses of services.

    Raises:
        ConfigError: Only Gemini shall plan, and there is no key for it.
    """
    if not wanted:
        return None
    from jarvis_voice.app.chat_factory import asked_models, make_chat
    from jarvis_voice.briefing.budget import RunBudget
    from jarvis_voice.briefing.model_question import BriefingModel
    from jarvis_voice.core.turn_costs import prices_of
    from jarvis_voice.engines.llm.fallback import FallbackChat

    set_ = config.briefing
    models = [
        replace(one, temperature=set_.temperature, max_output_tokens=set_.max_output_tokens)
        for one in asked_models(config)
        if "web" in one.sees and wanted in {"auto", one.name, one.model}
    ]
    if not models:
        return None
    named = tuple(one.model for one in models)
    budget = RunBudget(set_.budget_usd, prices_of(config), named, set_.max_output_tokens)

    @asynccontextmanager
    async def opened() -> AsyncIterator[FallbackChat]:
        async with AsyncExitStack() as stack:
            made = [make_chat(one, edge.endpoints.gemini) for one in models]
            yield FallbackChat([await stack.enter_async_context(one) for one in made])

    return BriefingModel(opened, budget, name=models[0].model)


def _search(config: Config, edge: Edge) -> TopicSearch | None:
    """Google by the user's key; nobody else searches for news."""
    if not config.serpapi_api_key or not config.briefing.search:
        return None
    from jarvis_voice.tools.web.search_serpapi import SerpApiSearch

    return SerpApiSearch(config.serpapi_api_key.get_secret_value(), edge.endpoints.serpapi)


def local_parts(
    config: Config, profiles: ProfileStore, schedule: ScheduleStore, edge: Edge
) -> tuple[LocalPart, ...]:
    """The parts before the news that the settings name."""
    makers = {
        "weather": lambda: _weather(config.user, profiles, edge),
        "today": lambda: _today(config.user, schedule),
    }
    return tuple(makers[name]() for name in config.briefing.sections)


def _weather(user: UserConfig, profiles: ProfileStore, edge: Edge) -> LocalPart:
    """The weather of the user's city; nothing where none is known."""

    async def tell(user_id: str, now: datetime) -> str:
        from jarvis_voice.tools.places.forecast_phrases import Asked, say
        from jarvis_voice.tools.places.place_list import place_called
        from jarvis_voice.tools.places.weather import OpenMeteo

        profile = await profiles.profile(user_id)
        city = profile.city or user.home_city
        place = await place_called(city, now) if city else None
        if place is None:
            return ""
        units: Units = "imperial" if (profile.units or user.units) == "imperial" else "metric"
        service = OpenMeteo(edge.endpoints.open_meteo)
        asked = Asked(place.city, "today", "weather", units)
        return say(asked, await service.forecast(place, units)) or ""

    return tell


def _today(user: UserConfig, schedule: ScheduleStore) -> LocalPart:
    """What the user has set for the rest of the day."""

    async def tell(user_id: str, now: datetime) -> str:
        return today_told(await schedule.entries(user_id), now, user.clock)

    return tell


def today_told(entries: tuple[Entry, ...], now: datetime, clock: str) -> str:
    """What is set for the rest of the day, in one sentence; "" where that is nothing.

    Args:
        entries: What a user has set.
        now: In the user's zone.
        clock: "24" or "12".
    """
    from jarvis_voice.core.clock import local_zone
    from jarvis_voice.core.wall_times import seconds_between
    from jarvis_voice.language.en.schedule_phrases import Teller
    from jarvis_voice.language.en.spoken_lists import spoken

    zone = local_zone(now)
    teller = Teller(clock, now, zone)
    wanted = [
        one
        for one in entries
        if one.kind in {"alarm", "reminder"}
        and one.state == "waiting"
        and seconds_between(now, one.due_at) > 0
        and one.due_at.astimezone(zone).date() == now.astimezone(zone).date()
    ]
    wanted.sort(key=lambda one: one.due_at)
    if not wanted:
        return ""
    named = [_named(one, teller) for one in wanted[:MOST_SET]]
    more = len(wanted) - MOST_SET
    if more > 0:
        named.append(f"{more} more")
    return f"For today you have set {spoken(named)}."


def _named(entry: Entry, teller: Teller) -> str:
    at = teller.clock_of(entry.due_at)
    if entry.kind == "alarm":
        return f"an alarm at {at}"
    return f"a reminder at {at}: {entry.words}" if entry.words else f"a reminder at {at}"
