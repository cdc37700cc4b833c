"""Flow: what is told before the news, and that topics are searched with the user's key alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from briefing.newsroom import BATTERY, FeedServer, Item

from jarvis_voice.app.briefing_factory import briefing_maker, local_parts, today_told
from jarvis_voice.core.briefing_records import BriefingRun, Feed
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import Config, load_config
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.workshop.worlds.open_meteo_server import OpenMeteoServer
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

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


async def test_a_model_of_the_settings_words_the_stories_and_its_cost_is_kept(
    paths: Paths,
) -> None:
    now = datetime.now(UTC)
    short = "A factory for solid state batteries opened on Tuesday near the port."
    with FeedServer() as feeds, OpenAiServer(api_key="", model="llama") as lab:
        feeds.article("daily.org/cells", "Battery plant opens", *BATTERY)
        item = Item("https://daily.org/cells", "Battery plant opens", BATTERY[0], 1)
        feeds.rss("daily.org/feed", "Daily", item, now=now)
        sentence = {"text": short, "sentence_ids": [1]}
        lab.reply_json({"stories": [{"story": 1, "sentences": [sentence]}]})
        paths.config.mkdir(parents=True)
        paths.config_file.write_text(
            '[briefing]\nmodel = "lab"\nsections = []\n[models.lab]\nkind = "openai"\n'
            f'model = "llama"\nurl = "{lab.base_url}"\n',
            encoding="utf-8",
        )
        edge = Edge(Endpoints(page_hosts=feeds.hosts))
        async with InMemoryStore() as store:
            maker = briefing_maker(load_config(paths), store.briefings, (), SystemClock(), edge)
            await maker.ledger("me").keep_feeds([Feed("https://daily.org/feed")])
            made = await maker.make("me")
            [run] = await maker.ledger("me").runs(9)
        lab.verify()
    assert [one.text for one in made.stories[0].sentences] == [short]
    assert made.stories[0].sentences[0].how == "model"
    assert made.quality is not None
    assert made.quality.accuracy == 1.0
    assert short in made.spoken
    assert [one.name for one in run.spans][-2:] == ["word", "collate"]
    assert run.calls == (Usage("llama", *OpenAiServer.tokens),)


SETTINGS = """[briefing]
model = "lab"
judge = "lab"
model_steps = true
temperature = 0.7
max_output_tokens = 900
budget_usd = {budget}
sections = []
[models.lab]
kind = "openai"
model = "llama"
url = "{url}"
[prices]
llama = {{ input = 1.0, output = 10.0, as_of = 2026-11-01 }}
"""


async def test_what_is_set_of_models_holds_for_each_question(paths: Paths) -> None:
    shares = dict.fromkeys(("accuracy", "completeness", "coherence", "readability"), 0.8)
    with OpenAiServer(api_key="", model="llama") as lab:
        for step in ("read", "store", "word"):
            lab.reply_json({"step": step})
        sentence = {"text": BATTERY[0], "sentence_ids": [1]}
        lab.reply_json({"stories": [{"story": 1, "sentences": [sentence]}]})
        lab.reply_json({"stories": [{"story": 1, **shares}]})
        run = await _run_by(paths, SETTINGS.format(budget=0.5, url=lab.base_url))
        lab.verify()
        bodies = [one.body for one in lab.requests]
    assert {body["temperature"] for body in bodies} == {0.7}
    lengths = {body.get("max_completion_tokens", body.get("max_tokens")) for body in bodies}
    assert lengths == {900}
    assert len(run.calls) == 5
    assert run.briefing is not None
    assert run.briefing.judged is not None
    assert (run.briefing.judged.accuracy, run.briefing.judged.by) == (0.8, "llama")
    assert [one.name for one in run.spans if one.by == "model"] == ["read", "store", "word"]


async def test_over_its_budget_no_model_of_the_settings_is_asked(paths: Paths) -> None:
    with OpenAiServer(api_key="", model="llama") as lab:
        run = await _run_by(paths, SETTINGS.format(budget=0.001, url=lab.base_url))
        assert lab.requests == []
    assert run.state == "done"
    told = {one.name: one.told for one in run.spans}
    used_up = "the budget of $0.001 a run is used up"
    assert told["word"].startswith(used_up)
    assert told["judge"].startswith(used_up)
    assert run.steering_problem == used_up


async def _run_by(paths: Paths, settings: str) -> BriefingRun:
    """A run with these settings, of one feed with one story."""
    paths.config.mkdir(parents=True)
    paths.config_file.write_text(settings, encoding="utf-8")
    with FeedServer() as feeds:
        feeds.article("daily.org/cells", "Battery plant opens", *BATTERY)
        item = Item("https://daily.org/cells", "Battery plant opens", BATTERY[0], 1)
        feeds.rss("daily.org/feed", "Daily", item, now=datetime.now(UTC))
        edge = Edge(Endpoints(page_hosts=feeds.hosts))
        async with InMemoryStore() as store:
            maker = briefing_maker(load_config(paths), store.briefings, (), SystemClock(), edge)
            await maker.ledger("me").keep_feeds([Feed("https://daily.org/feed")])
            await maker.make("me")
            [run] = await maker.ledger("me").runs(9)
    return run


def test_no_model_words_where_none_is_named(paths: Paths) -> None:
    for model in ("", "auto", "nobody"):
        config = _with(load_config(paths), model=model)
        made = briefing_maker(config, InMemoryStore().briefings, (), SystemClock(), Edge())
        assert made._sources.writer is None


def _with(config: Config, **values: object) -> Config:
    return config.model_copy(update={"briefing": config.briefing.model_copy(update=values)})
