"""Flow: models of both protocols score a briefing, and change nothing in it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from briefing.newsroom import BATTERY, FERRY, FeedServer, Item, Newsroom
from briefing.scripted_models import MODEL, PROTOCOLS, scripted_model

from jarvis_voice.briefing.judge import BriefingJudge
from jarvis_voice.briefing.run_views import quality_shown
from jarvis_voice.core.briefing_records import Briefing, BriefingRun
from jarvis_voice.workshop.worlds.loopback import HttpFault

pytestmark = pytest.mark.flow

NAMES = ("accuracy", "completeness", "coherence", "readability")


@pytest.fixture
async def newsroom() -> AsyncIterator[Newsroom]:
    async with FeedServer() as server:
        server.article("daily.org/cells", "Battery plant opens", *BATTERY)
        server.article("daily.org/ferry", "Ferry aground", *FERRY)
        server.rss(
            "daily.org/feed",
            "Daily News",
            Item("https://daily.org/cells", "Battery plant opens", BATTERY[0]),
            Item("https://daily.org/ferry", "Ferry aground", FERRY[0], 5),
        )
        newsroom = Newsroom(server)
        await newsroom.follow("https://daily.org/feed")
        yield newsroom


async def made(newsroom: Newsroom) -> tuple[Briefing, BriefingRun]:
    maker = newsroom.maker()
    briefing = await maker.make("me")
    [run] = await maker.ledger("me").runs(9)
    return briefing, run


def without_scores(briefing: Briefing) -> Briefing:
    stories = tuple(replace(one, judged=None) for one in briefing.stories)
    return replace(briefing, stories=stories, judged=None)


def scores(story: int, share: float, **others: float) -> dict[str, Any]:
    return {"story": story, **dict.fromkeys(NAMES, share), **others}


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_a_model_scores_beside_the_rule(newsroom: Newsroom, protocol: str) -> None:
    async with scripted_model(protocol) as (server, model):
        newsroom.judge = BriefingJudge(model)
        server.reply_json({"stories": [scores(1, 0.9, coherence=0.4), scores(2, 0.7)]})
        briefing, run = await made(newsroom)
        shown = json.loads(server.prompts()[0])
    first, second = briefing.stories
    assert first.judged is not None
    assert (first.judged.accuracy, first.judged.coherence) == (0.9, 0.4)
    assert not first.judged.has_passed
    assert second.judged is not None
    assert second.judged.has_passed
    assert briefing.judged is not None
    assert briefing.judged.accuracy == 0.8
    assert briefing.judged.by == MODEL
    assert briefing.quality is not None
    assert briefing.quality.by == "rule"
    assert len(briefing.stories) == 2
    assert run.spans[-1].told == "2 of 2 stories judged"
    assert [one["read"][0] for one in shown] == [BATTERY[0], FERRY[0]]
    lines = list(quality_shown(briefing))
    assert f"passed by {MODEL}" in lines[1]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("share", [0.0, 1.0])
async def test_a_judge_that_lies_changes_no_story(
    newsroom: Newsroom, protocol: str, share: float
) -> None:
    plain, _ = await made(newsroom)
    async with scripted_model(protocol) as (server, model):
        other = Newsroom(newsroom.server, judge=BriefingJudge(model))
        await other.follow("https://daily.org/feed")
        server.reply_json({"stories": [scores(1, share), scores(2, share), scores(1, 0.5)][:2]})
        briefing, _ = await made(other)
    assert without_scores(briefing) == plain


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    "answer",
    [
        {"stories": []},
        {"stories": [scores(3, 0.5)]},
        {"stories": [scores(1, 1.5)]},
        {"stories": [scores(1, 0.5) | {"verdict": "drop it"}]},
        {"stories": [{"story": 1}]},
        "all are good",
    ],
)
async def test_an_answer_out_of_bounds_scores_nothing(
    newsroom: Newsroom, protocol: str, answer: Any
) -> None:
    async with scripted_model(protocol) as (server, model):
        newsroom.judge = BriefingJudge(model)
        for _ in range(2):
            server.reply_json(answer)
        briefing, run = await made(newsroom)
    assert briefing.judged is None
    assert run.state == "done"
    assert run.spans[-1].told.endswith("the scores are those by rule")


async def test_a_slow_judge_holds_nobody_up(newsroom: Newsroom) -> None:
    async with scripted_model(seconds=0.3) as (server, model):
        server.fault = HttpFault.HANG
        newsroom.judge = BriefingJudge(model)
        briefing, run = await made(newsroom)
    assert len(briefing.stories) == 2
    assert "did not answer in time" in run.spans[-1].told


async def test_stories_over_the_budget_are_not_judged(newsroom: Newsroom) -> None:
    async with scripted_model() as (server, model):
        newsroom.judge = BriefingJudge(model, most_tokens=320)
        server.reply_json({"stories": [scores(1, 0.9)]})
        briefing, run = await made(newsroom)
    assert [one.judged is None for one in briefing.stories] == [False, True]
    assert run.spans[-1].told == "1 of 2 stories judged"


async def test_a_briefing_without_stories_asks_nobody(newsroom: Newsroom) -> None:
    newsroom.server.rss("daily.org/feed", "Daily News")
    async with scripted_model() as (server, model):
        newsroom.judge = BriefingJudge(model)
        _, run = await made(newsroom)
        assert server.requests == []
    assert run.spans[-1].told == "no model was asked: there is nothing to judge"
