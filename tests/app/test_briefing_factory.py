"""Flow: what is told before the news, and that topics are searched with the user's key alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from jarvis_voice.app.briefing_factory import briefing_maker, local_parts, today_told
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.workshop.worlds.open_meteo_server import OpenMeteoServer

pytestmark = pytest.mark.flow

NOW = datetime(2026, 11, 25, 7, 0, tzinfo=UTC)
ALARM = Entry("alarm", NOW + timedelta(hours=2), NOW)
REMINDER = Entry("reminder", NOW + timedelta(hours=8), NOW, words="call Ana")


@pytest.fixture(autouse=True)
def zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jarvis_voice.core.clock.local_zone", lambda _: UTC)


def test_what_is_set_for_today_is_told_in_order() -> None:
    assert today_told((REMINDER, ALARM), NOW, "24") == (
        "For today you have set an alarm at 09:00 and a reminder at 15:00: call Ana."
    )
    assert "an alarm at 9:00 AM" in today_told((ALARM,), NOW, "12")


def test_what_is_over_of_tomorrow_or_no_appointment_is_not_told() -> None:
    others = (
        replace(ALARM, due_at=NOW - timedelta(hours=1)),
        replace(ALARM, due_at=NOW + timedelta(days=1)),
        replace(ALARM, kind="timer"),
        replace(ALARM, kind="routine", words="briefing"),
        replace(ALARM, state="missed"),
    )
    assert today_told(others, NOW, "24") == ""


def test_of_many_the_first_three_are_told() -> None:
    many = tuple(replace(ALARM, due_at=NOW + timedelta(hours=n)) for n in range(1, 7))
    assert today_told(many, NOW, "24") == (
        "For today you have set an alarm at 08:00, an alarm at 09:00, an alarm at 10:00 and 3 more."
    )


async def test_the_weather_of_the_users_city_is_told(paths: Paths) -> None:
    config = load_config(paths)
    async with OpenMeteoServer() as server, InMemoryStore() as store:
        edge = Edge(Endpoints(open_meteo=server.url))
        weather, today = local_parts(config, store.profiles, store.schedule, edge)
        assert await weather("me", NOW) == "", "no city is known"
        await store.profiles.keep("me", "city", "Lisbon", "t1", NOW)
        assert "Lisbon" in await weather("me", NOW)
        assert await today("me", NOW) == ""


def test_sections_can_be_left_out(paths: Paths) -> None:
    config = _with(load_config(paths), sections=())
    store = InMemoryStore()
    assert local_parts(config, store.profiles, store.schedule, Edge()) == ()


@pytest.mark.parametrize(
    ("key", "search", "searches"),
    [("", 20, False), ("secret-key", 0, False), ("secret-key", 20, True)],
)
def test_topics_are_searched_with_a_key_alone(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, key: str, search: int, searches: bool
) -> None:
    monkeypatch.setenv("SERPAPI_API_KEY", key)
    config = _with(load_config(paths), search=search)
    made = briefing_maker(config, InMemoryStore().briefings, (), SystemClock(), Edge())
    assert (made._sources.search is not None) is searches
    assert made._sources.n_results == search


def _with(config: Config, **values: object) -> Config:
    return config.model_copy(update={"briefing": config.briefing.model_copy(update=values)})
