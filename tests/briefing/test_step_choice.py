"""Flow: a model chooses the steps of a run; one that is slow or lies is followed no more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest
from briefing.newsroom import BATTERY, FERRY, FeedServer, Item, Newsroom
from briefing.scripted_models import MODEL, PROTOCOLS, scripted_model

from jarvis_voice.briefing.budget import RunBudget
from jarvis_voice.briefing.judge import BriefingJudge
from jarvis_voice.briefing.model_question import BriefingModel
from jarvis_voice.briefing.step_choice import StepChooser
from jarvis_voice.briefing.writer import BriefingWriter
from jarvis_voice.core.briefing_records import BriefingRun
from jarvis_voice.core.config import PriceConfig
from jarvis_voice.core.errors import ConfigError, ToolError
from jarvis_voice.tools.dependencies import StructuredChat
from jarvis_voice.workshop.worlds.loopback import HttpFault

pytestmark = pytest.mark.flow

TABLE = ["gather", "read", "score", "store", "summarise", "collate"]
PRICES = {MODEL: PriceConfig(input=0.3, output=2.5, as_of=date(2026, 1, 1))}


@dataclass
class Mailed:
    """Which briefings were mailed."""

    numbers: list[int] = field(default_factory=list)
    problem: str = ""

    async def mail(self, user_id: str, number: int) -> str:
        assert user_id == "me"
        self.numbers.append(number)
        if self.problem:
            raise ToolError("mail-refused", self.problem)
        return "1 of 1 mails sent"


@pytest.fixture
def mailed() -> Mailed:
    return Mailed()


@pytest.fixture
async def newsroom(mailed: Mailed) -> AsyncIterator[Newsroom]:
    async with FeedServer() as server:
        server.article("daily.org/cells", "Battery plant opens", *BATTERY)
        server.article("daily.org/ferry", "Ferry aground", *FERRY)
        server.rss(
            "daily.org/feed",
            "Daily News",
            Item("https://daily.org/cells", "Battery plant opens", BATTERY[0]),
            Item("https://daily.org/ferry", "Ferry aground", FERRY[0], 5),
        )
        newsroom = Newsroom(server, mail=mailed.mail)
        await newsroom.follow("https://daily.org/feed")
        yield newsroom


async def run_of(newsroom: Newsroom, *, sends: bool = False) -> BriefingRun:
    maker = newsroom.maker()
    await maker.start("me", (), "api", sends=sends)
    await maker.settled("me")
    [run] = await maker.ledger("me").runs(9)
    return run


def names(run: BriefingRun) -> list[str]:
    return [one.name for one in run.spans]


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_a_model_passes_over_the_pages(newsroom: Newsroom, protocol: str) -> None:
    async with scripted_model(protocol) as (server, model):
        newsroom.chooser = StepChooser(model)
        server.reply_json({"step": "score"})
        server.reply_json({"step": "summarise"})
        run = await run_of(newsroom)
        server.verify()
        shown = json.loads(server.prompts()[0])
    assert names(run) == ["gather", "score", "summarise", "store", "collate"]
    assert [one.by for one in run.spans] == ["table", "model", "model", "table", "table"]
    assert (run.state, run.steering_problem) == ("done", "")
    assert run.briefing is not None
    assert len(run.briefing.stories) == 2
    assert "/cells" not in {one.path for one in newsroom.server.requests}
    assert shown["done"] == [{"step": "gather", "answered": "2 entries of 1 feeds"}]
    assert list(shown["open"]) == ["read", "score"]
    assert len(run.calls) == 2


async def test_a_model_sees_counts_and_nothing_of_the_news(newsroom: Newsroom) -> None:
    async with scripted_model() as (server, model):
        newsroom.chooser = StepChooser(model)
        for step in ("read", "summarise"):
            server.reply_json({"step": step})
        await run_of(newsroom)
        seen = " ".join(server.prompts())
    assert not any(word in seen for word in ("Battery", "daily.org", "Gdansk", "Mull"))


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_a_slow_model_is_asked_once(newsroom: Newsroom, protocol: str) -> None:
    async with scripted_model(protocol, seconds=0.3) as (server, model):
        server.fault = HttpFault.HANG
        newsroom.chooser = StepChooser(model)
        run = await run_of(newsroom)
        assert len(server.requests) == 1
    assert names(run) == TABLE
    assert run.steering_problem == "the model did not answer in time"


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    "lie",
    [
        {"step": "send"},
        {"step": "collate"},
        {"step": "open https://evil.example"},
        {"step": "score", "url": "https://evil.example"},
        {"step": ["score"]},
        ["send"],
    ],
)
async def test_a_lie_gives_the_run_back_to_the_table(
    newsroom: Newsroom, mailed: Mailed, protocol: str, lie: Any
) -> None:
    async with scripted_model(protocol) as (server, model):
        newsroom.chooser = StepChooser(model)
        for _ in range(3):  # a client may ask once more
            server.reply_json(lie)
        run = await run_of(newsroom)
    assert names(run) == TABLE
    assert {one.by for one in run.spans} == {"table"}
    assert run.steering_problem.startswith("no usable answer")
    assert mailed.numbers == []


async def test_what_shall_be_mailed_is_mailed_once_whatever_is_chosen(
    newsroom: Newsroom, mailed: Mailed
) -> None:
    async with scripted_model() as (server, model):
        newsroom.chooser = StepChooser(model)
        server.reply_json({"step": "score"})
        server.reply_json({"step": "store"})
        run = await run_of(newsroom, sends=True)
    assert mailed.numbers == [run.number]
    assert run.spans[-1].told == "1 of 1 mails sent"
    assert names(run)[-2:] == ["collate", "send"]


async def test_a_mail_that_is_refused_costs_no_briefing(newsroom: Newsroom, mailed: Mailed) -> None:
    mailed.problem = "The server said no."
    run = await run_of(newsroom, sends=True)
    assert run.state == "done"
    assert (run.spans[-1].is_ok, run.spans[-1].told) == (False, "The server said no.")


async def test_a_model_chooses_so_often_and_no_more(newsroom: Newsroom) -> None:
    async with scripted_model() as (server, model):
        newsroom.chooser = StepChooser(model, most=1)
        server.reply_json({"step": "read"})
        run = await run_of(newsroom)
        server.verify()
    assert names(run) == TABLE
    assert run.steering_problem == "a run has 1 choices at the most"


async def test_over_its_budget_no_model_is_asked(newsroom: Newsroom) -> None:
    budget = RunBudget(0.001, PRICES, (MODEL,), output_tokens=2_000)
    async with scripted_model(budget=budget) as (server, model):
        newsroom.chooser = StepChooser(model)
        run = await run_of(newsroom)
        assert server.requests == []
    assert names(run) == TABLE
    assert run.steering_problem == "the budget of $0.001 a run is used up"


class CrashError(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("error", [ConfigError("no-key", "There is no key."), OSError("strange")])
async def test_a_model_that_cannot_be_opened_costs_no_briefing(
    newsroom: Newsroom, error: Exception
) -> None:
    def opened() -> AbstractAsyncContextManager[StructuredChat]:
        raise error

    model = BriefingModel(opened)
    newsroom.chooser, newsroom.judge = StepChooser(model), BriefingJudge(model)
    newsroom.writer = BriefingWriter(model)
    run = await run_of(newsroom)
    assert (run.state, names(run)) == ("done", [*TABLE[:-1], "word", TABLE[-1], "judge"])
    assert run.steering_problem.startswith("no usable answer")


async def test_a_key_that_made_a_briefing_without_mail_does_not_mail_it(
    newsroom: Newsroom, mailed: Mailed
) -> None:
    maker = newsroom.maker()
    number = await maker.start("me", (), "api", "k")
    await maker.settled("me")
    with pytest.raises(ToolError) as caught:
        await maker.start("me", (), "api", "k", sends=True)
    assert caught.value.code == "briefing-key"
    assert await maker.start("me", (), "api", "k") == number
    assert mailed.numbers == []


@pytest.mark.parametrize("is_asked_again", [True, False])
async def test_a_run_that_a_crash_cut_short_is_mailed_where_that_is_asked_for_again(
    newsroom: Newsroom, mailed: Mailed, is_asked_again: bool
) -> None:
    async def crashing(user_id: str, number: int) -> str:
        await mailed.mail(user_id, number)
        raise CrashError

    newsroom.mail = crashing
    maker = newsroom.maker()
    number = await maker.start("me", (), "api", "k", sends=True)
    [run_on] = [one for one in asyncio.all_tasks() if one.get_name() == f"briefing {number}"]
    with pytest.raises(CrashError):
        await run_on
    newsroom.mail = mailed.mail
    maker = newsroom.maker()
    if is_asked_again:
        assert await maker.start("me", (), "api", "k", sends=True) == number
        await maker.settled("me")
    else:
        assert (await maker.make("me")).number == number
    more = [number] * is_asked_again  # the outbox knows that it was begun before
    assert mailed.numbers == [number, *more]
    [run] = await maker.ledger("me").runs(9)
    assert (run.state, names(run)) == ("done", [*TABLE, *(["send"] * is_asked_again)])
